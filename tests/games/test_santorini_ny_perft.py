"""Perft tables of Santorini: New York: small moves and whole turns, for several role sets.

`mctsky perft santorini-ny --depth N [--turns] --position TEXT --option K=V ...` prints the same numbers. The counts of turns
are the oracle's too.
"""

import pytest

import mctsky
from games.santorini_ny_twins import naive_rules, naive_table
from mctsky.core.perft import perft
from naive import santorini_ny as naive

TABLE = [
    (
        {"players": 2, "builder": "ironworker", "specialist": "nypd_officer", "mover": "subway_operator"},
        "..A12./.222S/0S2B13/10SSS/0122B2/010S1/000A0./.00.. "
        "statue=1 step=start:0 table=4|12 "
        "hands=1,10|5,15 spent=3,4,7|12,16,17 past=2,11,15,24+19|1,3,10,17+16;1,6,14,19+3|10,16,17,21+5",
        [8, 36, 144, 798, 2394],
        [144, 2544],
    ),
    (
        {"players": 2, "builder": "crane_operator", "specialist": "night_guard", "mover": "taxi_driver"},
        "..0A1./.0210/0B00SS/S1100/B00200/10100/S0S0./.A01.. "
        "statue=1 step=start:0 table=13|14 "
        "hands=1,3,23|9,15,24 spent=13,22|5,14 past=2,16,18,20+13|1,3,9,19+24",
        [6, 24, 210, 1163, 3277],
        [24, 1438],
    ),
    (
        {"players": 2, "builder": "broadway_actors", "specialist": "street_vendor", "mover": "tour_bus_driver"},
        "..00./.0SS0/001B00/0011A0/01001/0010S/SA00B0./.01.. "
        "statue=1 step=start:0 table=13|24 "
        "hands=16|9 spent=2,13,18,20|1,3,19,24",
        [10, 48, 488, 2468, 21040],
        [2468, 111388],
    ),
    (
        {"players": 2, "builder": "firefighter", "specialist": "fashion_designer", "mover": "taxi_driver"},
        "..S0./.01S2/00212/0S111/SSB02A1/211B1A1/01S2./.00.. "
        "statue=1 step=start:0 table=7|15 "
        "hands=1,2,4|6,12,17 spent=7,10|15,16 past=2,11,19,24+15|3,10,16,17+1;4,7,15,16+2|1,11,18,21+6",
        [2, 5, 25, 243, 963],
        [25, 963],
    ),
    (
        {"players": 2, "builder": "foreman", "specialist": "reporter", "mover": "subway_operator"},
        "..01./.01B1A1/00022/00000/SA1000/1SS01/010B1./.2S.. "
        "statue=1 step=start:0 table=1|15 "
        "hands=3,23|5,14 spent=1,18,24|9,10,15 past=2,13,16,20+18|1,3,19,24+9",
        [3, 3, 18, 90, 490],
        [90, 2490],
    ),
]
IDS = [str(row[0]["builder"]) for row in TABLE]


@pytest.mark.parametrize(("options", "text", "small", "turns"), TABLE, ids=IDS)
def test_perft_counts_small_moves_and_turns(options, text, small, turns):
    position = mctsky.load("santorini-ny", options).position(text)
    assert [perft(position, depth) for depth in range(1, len(small) + 1)] == small
    assert [perft(position, depth, turns=True) for depth in range(1, len(turns) + 1)] == turns


@pytest.mark.parametrize(("options", "text", "small", "turns"), TABLE, ids=IDS)
def test_turns_are_as_many_as_the_oracle_finds(options, text, small, turns):
    position = mctsky.load("santorini-ny", options).position(text)
    rules, state = naive_rules(position.game), position.state
    first = naive.whole_turns(rules, naive_table(position), 0, int(state.table[0]))
    assert len(first) == turns[0]
    replies = {table: len(naive.whole_turns(rules, table, 1, int(state.table[1]))) for table in set(first.values())}
    assert sum(replies[table] for table in first.values()) == turns[1]
