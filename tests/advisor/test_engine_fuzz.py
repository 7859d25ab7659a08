"""Whatever line comes: a well-formed reply, no hang, no crash, no word about the other seat's card."""

import json

import pytest
from engines import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from mctsky.advisor.engine import server

GOOD = {
    "id": "1",
    "game": "kuhn",
    "options": {},
    "seat": 0,
    "view": "K ? .",
    "bot": "ismcts",
    "parameters": {"c": 0.7},
    "iterations": 5,
    "threads": 1,
    "memory": 16,
    "seed": 1,
    "reuse": False,
    "priority": 0,
    "reportEvery": 1,
    "top": 3,
    "turns": 2,
}
FIELDS = (*GOOD, "events", "at", "time", "nodes", "movesAllowed", "movesAvoided", "action", "terminateId", "nonsense")
WORDS = (
    "K ? .",
    "J ? pb",
    "? Q p",
    "K Q pb",
    "deal K",
    "deal J",
    "pass",
    "bet",
    "...",
    "start",
    "b2",
    "a1",
    "Ks ? | - | r",
    "",
)
GAMES = ("kuhn", "leduc", "tictactoe")
SPECS = ("ismcts", "so-ismcts", "flat", "mcts", "pimc:worlds=2", "ismcts:c=-1", "mcts:solver=true", "greedy", "exec:ls", ":")

plain = (
    st.none() | st.booleans() | st.integers(-3, 12) | st.integers() | st.floats() | st.sampled_from(WORDS) | st.text(max_size=8)
)
anything = st.recursive(
    plain, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
)
likely = st.sampled_from([*GAMES, *SPECS, *WORDS]) | st.lists(st.sampled_from(WORDS), max_size=4) | st.integers(0, 5)
requests = st.builds(
    lambda start, changes, dropped: {k: v for k, v in {**start, **changes}.items() if k not in dropped},
    st.sampled_from([GOOD, {**GOOD, "game": "tictactoe", "view": "a1; b2"}, {**GOOD, "game": "leduc", "view": "Ks ? | - | r"}]),
    st.dictionaries(st.sampled_from(FIELDS), likely | anything, max_size=3),
    st.sets(st.sampled_from(FIELDS), max_size=2),
)
lines = (
    requests.map(lambda data: json.dumps(data).encode())
    | st.tuples(requests, st.integers(0, 300), st.binary(max_size=3)).map(
        lambda case: json.dumps(case[0]).encode()[: case[1]] + case[2] + json.dumps(case[0]).encode()[case[1] :]
    )
    | st.binary(max_size=60)
    | anything.map(lambda data: json.dumps(data).encode())
)


@pytest.fixture(scope="module")
def engine():
    patch = pytest.MonkeyPatch()
    patch.setattr(server, "is_compiled", lambda game, variant: True)
    client = Client(iterations=50, seconds=0.01, memory=32, threads=2)
    yield client
    client.engine.close()
    patch.undo()


def check(engine, line):
    line = line.replace(b"\n", b" ")
    if not line.strip():
        return
    engine.line(line)
    replies = engine.drain()
    assert replies, line
    for reply in replies:
        text = json.dumps(reply)
        assert "Traceback" not in text
        assert "internal error" not in text, (line, reply)


@given(line=lines)
@settings(max_examples=250)
def test_any_line_gets_a_well_formed_reply(engine, line):
    check(engine, line)


@pytest.mark.slow
@given(line=lines)
@settings(settings.get_profile("slow"), max_examples=20_000)
def test_any_of_20_000_lines_gets_a_well_formed_reply(engine, line):
    check(engine, line)
