"""What is in the box of Skyscraper (1937), as plain Python that a test may edit.

`standard(players)` returns a fresh dictionary, already grown for five and six players:

    throws      total of the dice -> the piece for sale, "luck" or "lost turn"
                ("public building" also stands for the Church and the Pent House)
    prices      piece -> dollars; "public building" is the price of each of the seven
    supplies    piece -> how many there are
    chips       dollars -> how many chips of that colour
    policies    kind -> price, cap (the most that one card pays) and stock
    luck        name of a card -> copies, kind and what the kind needs (see LUCK)
    bonus       what each loser pays for the Pent House on the winning skyscraper
    max_throws  the game is drawn after so many throws
"""

from copy import deepcopy
from typing import Any

Data = dict[str, Any]

AGENT, BUILDER, COLLECTOR, UTILITIES = "insurance agent", "home builder", "tax collector", "public utilities"
ROVER = "rover"
ROLES = (AGENT, BUILDER, COLLECTOR, UTILITIES)

PARTS = ("porch", "garage", "chimney")
PUBLIC_BUILDINGS = ("city hall", "jail", "post office", "library", "school", "hospital", "bank")
PIECES = ("residence", *PARTS, "store", "floor", *PUBLIC_BUILDINGS, "church", "pent house")

# Disasters that a policy protects against.
COVERS = {"fire": {"fire"}, "tornado": {"tornado"}, "all-risk": {"fire", "tornado", "other"}}

THROWS = {
    2: "porch",
    3: "garage",
    4: "chimney",
    5: "floor",
    6: "residence",
    7: "luck",
    8: "store",
    9: "public building",
    10: "luck",
    11: "luck",
    12: "lost turn",
}

PRICES = {
    "porch": 1,
    "garage": 1,
    "chimney": 1,
    "floor": 10,
    "residence": 10,
    "store": 15,
    "public building": 15,
    "church": 15,
    "pent house": 5,
}

POLICIES = {
    "fire": {"price": 5, "cap": 25, "stock": 4},
    "tornado": {"price": 5, "cap": 25, "stock": 4},
    "all-risk": {"price": 10, "cap": 50, "stock": 4},
}

SUPPLIES = {
    "residence": 8,
    "porch": 8,
    "garage": 8,
    "chimney": 8,
    "store": 8,
    "floor": 17,
    **dict.fromkeys(PUBLIC_BUILDINGS, 1),
    "church": 1,
    "pent house": 1,
}

# What the fifth and the sixth player each add (31), and the two buildings that come with each of them (32).
MORE = {"residence": 2, "porch": 2, "garage": 2, "chimney": 2, "store": 2, "floor": 4}
MORE_BUILDINGS = {5: ("post office", "library"), 6: ("school", "church")}

CHIPS = {1: 75, 5: 45, 10: 30}


def _card(copies: int, kind: str, **more: Any) -> dict[str, Any]:
    return {"copies": copies, "kind": kind, **more}


# `lose` lists alternatives, best first: the first of which the drawer has anything is what he loses. Each lists things.
LUCK = {
    "tax $5": _card(2, "tax", amount=5),
    "tax $10": _card(2, "tax", amount=10),
    "gas bill": _card(2, "bill", amount=2),
    "electric bill": _card(2, "bill", amount=3),
    "water bill": _card(2, "bill", amount=1),
    "mayor": _card(1, "salary", amount=5, building="city hall"),
    "chief of police": _card(1, "salary", amount=3, building="jail"),
    "pay city hall": _card(1, "pay", amount=2, building="city hall"),
    "pay jail": _card(1, "pay", amount=3, building="jail"),
    "pay post office": _card(1, "pay", amount=1, building="post office"),
    "pay library": _card(1, "pay", amount=1, building="library"),
    "pay school": _card(1, "pay", amount=3, building="school"),
    "pay hospital": _card(1, "pay", amount=5, building="hospital"),
    "pay bank": _card(1, "pay", amount=5, building="bank"),
    "pay church": _card(1, "pay", amount=2, building="church"),
    "fire residence": _card(1, "fire", lose=[["residence"]]),
    "fire garage": _card(1, "fire", lose=[["garage"]]),
    "fire top floor of the tallest": _card(1, "fire", lose=[["floor of the tallest"]]),
    "fire complete residence": _card(1, "fire", lose=[["complete residence"]]),
    "fire public building": _card(1, "fire", lose=[["public building"]]),
    "tornado porch and chimney": _card(1, "tornado", lose=[["porch", "chimney"]]),
    "tornado pent house or two floors": _card(1, "tornado", lose=[["pent house"], ["two floors"]]),
    "tornado residence": _card(1, "tornado", lose=[["residence"]]),
    "tornado church or public building": _card(1, "tornado", lose=[["church"], ["public building"]]),
    "disaster store without floors": _card(1, "other", lose=[["store without floors"]]),
    "disaster two floors": _card(1, "other", lose=[["two floors"]]),
    "disaster chimney and garage": _card(1, "other", lose=[["chimney", "garage"]]),
    "disaster porch": _card(1, "other", lose=[["porch"]]),
    "take part": _card(1, "take", pieces=PARTS),
    "take floor": _card(1, "take", pieces=("floor",)),
    "take public building or church": _card(1, "take", pieces=(*PUBLIC_BUILDINGS, "church")),
    "take residence": _card(1, "take", pieces=("residence",)),
    "gain $5 per complete residence": _card(1, "per residence", amount=5),
    "gain floor": _card(1, "gain", pieces=("floor",)),
    "gain part": _card(1, "gain", pieces=PARTS),
}


def standard(players: int) -> Data:
    """Return the reconstructed data for a number of players, to use or to edit."""
    supplies, chips, policies = dict(SUPPLIES), dict(CHIPS), deepcopy(POLICIES)
    if players > 4:
        chips = {dollars: 2 * count for dollars, count in chips.items()}  # the text: all the chips of both sets
    for count in range(5, players + 1):
        for piece, more in MORE.items():
            supplies[piece] += more
        for building in MORE_BUILDINGS[count]:
            supplies[building] += 1
        for policy in policies.values():
            policy["stock"] += 1
    return {
        "throws": dict(THROWS),
        "prices": dict(PRICES),
        "supplies": supplies,
        "chips": chips,
        "policies": policies,
        "luck": deepcopy(LUCK),
        "bonus": 10,
        "max_throws": 1000,
    }
