"""The fourteen roles and the cards that carry them."""

BUILDERS = ("ironworker", "crane_operator", "broadway_actors", "firefighter", "foreman")
SPECIALISTS = ("nypd_officer", "night_guard", "street_vendor", "fashion_designer", "reporter")
MOVERS = ("subway_operator", "taxi_driver", "tour_bus_driver")
ROLES = (*BUILDERS, *SPECIALISTS, *MOVERS, "engineer")

IRONWORKER, CRANE, BROADWAY, FIREFIGHTER, FOREMAN, NYPD, GUARD, VENDOR, FASHION, REPORTER, SUBWAY, TAXI, BUS, ENGINEER = range(
    14
)

BUILDER_CARDS = (1, 4, 7, 10, 13, 23)
SPECIALIST_CARDS = (2, 5, 8, 11, 14, 24)
MOVER_CARDS = (3, 6, 9, 12, 15, 25)
ENGINEER_CARDS = (16, 17, 18, 19, 20, 21, 22)


def role_by_card(builder: str, specialist: str, mover: str) -> list[int]:
    """R7: return the role of each card, card 1 first."""
    roles = {card: ROLES.index(builder) for card in BUILDER_CARDS}
    roles |= {card: ROLES.index(specialist) for card in SPECIALIST_CARDS}
    roles |= {card: ROLES.index(mover) for card in MOVER_CARDS}
    roles |= dict.fromkeys(ENGINEER_CARDS, ENGINEER)
    return [roles[card] for card in sorted(roles)]


def title(role: int) -> str:
    """Return a role's name for people."""
    return {NYPD: "NYPD Officer"}.get(role) or ROLES[role].replace("_", " ").title()
