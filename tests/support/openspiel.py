"""A whole game as OpenSpiel plays it, boiled down to a digest that can be stored.

One line per history, in depth-first order: the actions so far, who is to act, the legal actions, the number of the information
state (counted by first appearance), the odds of chance, the result. The stored digests were computed by

    PYTHONPATH=tests .venv/bin/python -m support.openspiel kuhn_poker leduc_poker "kuhn_poker(players=3)"

with open_spiel 2.0.2; run it again to check them. The tests compare our games with the stored ones and, where OpenSpiel is
installed, those with OpenSpiel.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import Any, NamedTuple

from mctsky.core.contract import CHANCE
from mctsky.core.position import Position


class Digest(NamedTuple):
    """What is stored of a game."""

    n_histories: int
    n_finished: int
    n_information: int
    sha256: str


STORED = {
    "kuhn_poker": Digest(58, 30, 12, "b0fd23f9ec21e19789e908efd06f5a141194cb0696274b67fa6f40cf5ce3497f"),
    "kuhn_poker(players=3)": Digest(617, 312, 48, "d9dca59e44c6910e939e54fde294cd52927fca078108310104f97a6f78f0a25d"),
    "leduc_poker": Digest(9457, 5520, 936, "c2cd4358294a81adde89df406e040f15793e79e6b74a3423ce3350e8decba939"),
}

INSTALLED = find_spec("pyspiel") is not None


def line(path: list[int], actor: str, actions: list[int], information: int, odds: list[float], result: list[float]) -> str:
    """Return the line of one history; numbers are rounded far above what floats disagree about."""
    shown = [" ".join(map(str, path)), actor, " ".join(map(str, actions)), str(information)]
    shown += [" ".join(f"{number + 0.0:.6f}" for number in numbers) for numbers in (odds, result)]
    return "|".join(shown).replace("-0.000000", "0.000000")


def digest(lines: Iterable[str]) -> Digest:
    """Return the digest of a game's lines."""
    listed = list(lines)
    fields = [text.split("|") for text in listed]
    finished = sum(field[1] == "over" for field in fields)
    information = max(int(field[3]) for field in fields) + 1
    return Digest(len(listed), finished, information, hashlib.sha256("\n".join(listed).encode()).hexdigest())


def openspiel_lines(name: str) -> Iterator[str]:
    """Yield the lines of a game of OpenSpiel."""
    import pyspiel

    numbers: dict[Any, int] = {}

    def visit(state: Any) -> Iterator[str]:
        path = [int(action) for action in state.history()]
        if state.is_terminal():
            yield line(path, "over", [], -1, [], state.returns())
            return
        actions, odds, information = list(state.legal_actions()), [], -1
        if state.is_chance_node():
            actor, odds = "chance", [odd for _, odd in sorted(state.chance_outcomes())]
        else:
            actor = str(state.current_player())
            information = numbers.setdefault((actor, state.information_state_string()), len(numbers))
        yield line(path, actor, actions, information, odds, [])
        for action in actions:
            yield from visit(state.child(action))

    yield from visit(pyspiel.load_game(name).new_initial_state())


def our_lines(start: Position, first_deal: int, scale: float) -> Iterator[str]:
    """Yield the lines of one of our games; chance codes begin at `first_deal`, a result r is scale * (seats * r - 1) chips."""
    numbers: dict[Any, int] = {}
    n_seats = start.game.n_seats

    def visit(position: Position, path: list[int]) -> Iterator[str]:
        if position.is_over:
            yield line(path, "over", [], -1, [], [scale * (n_seats * value - 1) for value in position.returns()])
            return
        information = -1
        outcomes = position.chance_codes()
        codes = position.legal_codes() or [code for code, _ in outcomes]
        if position.to_act == CHANCE:
            actor = "chance"
        else:
            actor, view = str(position.to_act), position.view()
            information = numbers.setdefault((view, view.observed), len(numbers))
        actions = [code - first_deal if position.to_act == CHANCE else code for code in codes]
        yield line(path, actor, actions, information, [odd for _, odd in outcomes], [])
        for code, action in zip(codes, actions, strict=True):
            after = position.copy()
            after.play(code)
            yield from visit(after, [*path, action])

    yield from visit(start, [])


if __name__ == "__main__":
    for wanted in sys.argv[1:]:
        sys.stdout.write(f"    {wanted!r}: {digest(openspiel_lines(wanted))},\n")
