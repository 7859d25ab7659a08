"""What lies on the table of New York 1901, what may be built on it, and what it is worth at the end.

Workers are not kept: a claimed territory holds one if and only if no building of its owner stands on any of its squares.
Numbers in comments are rulings.
"""

from dataclasses import dataclass

from naive.newyork1901_board import (
    DISTRICT,
    DISTRICTS,
    GENERATIONS,
    LEGENDARIES,
    TERRITORIES,
    Footprint,
    Square,
    footprints,
    generation,
    has_frontage,
    is_irregular,
    streets_touched,
    touch,
)

Building = tuple[str, Footprint]
Cards = tuple[str, ...]

N_WORKERS = 4
FEWEST_UNBUILT = 4
MARKET_SHIFT, LAND_GRAB, CONSTRUCTION_BOOM = "market-shift", "land-grab", "construction-boom"


@dataclass(frozen=True)
class State:
    """Everything on the table; per seat as tuples. `seat` is whose turn it is, None before the first turn and at the end."""

    phase: str
    seat: int | None
    n_turns: int  # completed turns of all seats
    first: int | None
    streets: Cards
    bonus: str | None
    characters: Cards  # by seat, as far as dealt
    points: tuple[int, ...]
    estates: tuple[frozenset[str], ...]
    buildings: tuple[frozenset[Building], ...]
    unbuilt: tuple[Cards, ...]  # sorted, without starter and legendaries
    actions: tuple[frozenset[str], ...]
    market: Cards  # the Open Market, sorted
    heap: Cards  # the shuffled top of the Future Market, sorted
    groups: tuple[Cards, ...]  # what was put under it, each sorted, the upper ones first
    trigger: int | None = None
    final_turns: int | None = None  # of the other seats, still to be completed
    taken: str | None = None  # a card taken and not yet used
    to_take: int = 0  # cards of a Land Grab still to be taken
    tile: str | None = None  # chosen and not yet placed
    razing: bool = False  # it is to be placed by Demolish
    second: bool = False  # it is to be placed by Construction Boom


def land(state: State, seat: int) -> frozenset[Square]:
    """Return the squares of an estate."""
    return frozenset(square for territory in state.estates[seat] for square in TERRITORIES[territory])


def n_held(estate: frozenset[str], buildings: frozenset[Building]) -> int:
    """Return how many territories have no building of their owner on them and so need a worker."""
    return len(held(estate, buildings))


def held(estate: frozenset[str], buildings: frozenset[Building]) -> set[str]:
    return {name for name in estate if not any(TERRITORIES[name] & footprint for _, footprint in buildings)}


def n_workers(state: State, seat: int) -> int:
    """Return the workers that a seat has in front of it."""
    return N_WORKERS - n_held(state.estates[seat], state.buildings[seat])


def legendary_owners(state: State) -> dict[str, int]:
    """Return who built which legendary; they are never demolished (20)."""
    return {tile: seat for seat, own in enumerate(state.buildings) for tile, _ in own if tile in LEGENDARIES}


def is_unlocked(state: State, seat: int, tile: str, thresholds: dict[str, int]) -> bool:
    """Whether a seat has the points for a tile's generation (14) and still has the tile, or may have the legendary (20)."""
    if state.points[seat] < thresholds[generation(tile)]:
        return False
    if tile in LEGENDARIES:
        owners = legendary_owners(state)
        return tile not in owners and seat not in owners.values()
    return tile in state.unbuilt[seat]


def overlapped(state: State, seat: int, footprint: Footprint) -> frozenset[Building]:
    """Return a seat's buildings under a footprint, whole ones even where it covers only a part of them (22)."""
    return frozenset(building for building in state.buildings[seat] if building[1] & footprint)


def may_raze(state: State, seat: int, tile: str, footprint: Footprint) -> bool:
    """Whether a Demolish for this building is allowed by what it removes and leaves vacant."""
    removed = overlapped(state, seat, footprint)
    if not removed:
        return False  # 21
    rank = GENERATIONS.index(generation(tile))
    if any(GENERATIONS.index(generation(old)) >= rank for old, _ in removed):
        return False  # 23
    standing = state.buildings[seat] - removed | {(tile, footprint)}  # 25
    return n_held(state.estates[seat], standing) <= N_WORKERS  # 26, 27


def places(state: State, seat: int, tile: str, razing: bool) -> list[Footprint]:
    """Return where a tile can be placed by Build or by Demolish, apart from generations unlocked and tiles left."""
    own = land(state, seat)
    found = []
    for footprint in footprints(tile):
        if not footprint <= own or not has_frontage(footprint):
            continue
        free = not overlapped(state, seat, footprint)
        if may_raze(state, seat, tile, footprint) if razing else free:
            found.append(footprint)
    return found


def prestige(state: State, seat: int, tile: str, footprint: Footprint) -> int:
    """Return the points of Gold Prestige for a new building (42)."""
    if state.bonus != "gold-prestige" or generation(tile) != "gold":
        return 0
    others = [building for other, own in enumerate(state.buildings) if other != seat for building in own]
    return sum(generation(old) in ("bronze", "silver") and touch(footprint, ground) for old, ground in others)


# ---- the end


def sole_leader(counts: list[int]) -> int | None:
    """Return the seat with the most, None if two or more share it; all at nothing is a tie too (38)."""
    leaders = [seat for seat, count in enumerate(counts) if count == max(counts)]
    return leaders[0] if len(leaders) == 1 else None


def street_points(state: State) -> list[int]:
    """Return 5 points per street for its sole leader; a building counts once per street (38)."""
    points = [0] * len(state.points)
    for street in state.streets:
        counts = [sum(street in streets_touched(footprint) for _, footprint in own) for own in state.buildings]
        leader = sole_leader(counts)
        if leader is not None:
            points[leader] += 5
    return points


def n_standing(state: State, seat: int, name: str) -> int:
    """Return how many buildings of a generation a seat has on the board (39, 40)."""
    return sum(generation(tile) == name for tile, _ in state.buildings[seat])


def bonus_points(state: State) -> list[int]:
    """Return what the Bonus Challenge brings each seat at the end; Gold Prestige was paid during the game."""
    seats = range(len(state.points))
    if state.bonus == "bronze-baron":
        return [{4: 5, 5: 10, 6: 15}.get(n_standing(state, seat, "bronze"), 0) for seat in seats]
    if state.bonus == "master-architect":
        irregular = [sum(is_irregular(tile) for tile, _ in state.buildings[seat]) for seat in seats]
        return [{0: 0, 1: 0, 2: 0, 3: 3, 4: 6}.get(count, 10) for count in irregular]  # 43
    if state.bonus == "generation-king":
        leaders = [sole_leader([n_standing(state, seat, name) for seat in seats]) for name in ("bronze", "silver", "gold")]
        return [5 * leaders.count(seat) for seat in seats]
    if state.bonus == "gold-tycoon":
        return [3 * sum(n_gold_in(state, seat, district) >= 2 for district in DISTRICTS) for seat in seats]
    return [0 for _ in seats]


def n_gold_in(state: State, seat: int, district: str) -> int:
    """Return a seat's gold buildings that cover at least one square of a district (41)."""
    ground = {square for name, squares in TERRITORIES.items() if DISTRICT[name] == district for square in squares}
    return sum(generation(tile) == "gold" and bool(footprint & ground) for tile, footprint in state.buildings[seat])


def tie_break(state: State, seat: int) -> tuple[int, int]:
    """Return what decides between equal scores: the tallest legendary, one before none, then standing gold (45)."""
    heights = [LEGENDARIES.index(tile) + 1 for tile, _ in state.buildings[seat] if tile in LEGENDARIES]
    return max(heights, default=0), n_standing(state, seat, "gold")
