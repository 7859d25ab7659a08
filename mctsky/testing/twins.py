"""A game against its slow twin, if it ships one: the same rules in plain Python, written from the rule text.

The twin is a file twin.py with three functions of the options and of the events so far, each (seat or "chance", text of the
move): `turn` returns the seat to act, "chance" or "over"; `moves` the texts of all legal moves, or of all outcomes of chance
with their odds; `results` the result of each seat of a finished game.
"""

from collections.abc import Mapping
from typing import Any

from mctsky.core.contract import CHANCE, NOBODY
from mctsky.core.position import Game
from mctsky.core.spec import GameSpec
from mctsky.testing.findings import broken
from mctsky.testing.histories import History, walk

NAMES: dict[int, Any] = {CHANCE: "chance", NOBODY: "over"}
CLOSE = 1e-9
ALL_MOVES, ALL_OUTCOMES = "the legal moves of the seat to act", "all outcomes of the chance move"


def has_twin(spec: GameSpec) -> bool:
    """Say whether a game ships a twin."""
    return spec.find_function("twin", "moves") is not None


def check_twin(game: Game, seed: int) -> int:
    """Compare every state of a random game with what the twin says of it; return how many there were."""
    n = 0
    for history in walk(game, seed):
        _compare(game, history)
        n += 1
    return n


def _compare(game: Game, history: History) -> None:
    position, events = history.position, history.events()
    turn, moves, results = (game.spec.find_function("twin", name) for name in ("turn", "moves", "results"))
    if turn is None or moves is None or results is None:
        broken("twin", "", "twin.py lacks one of the functions turn, moves and results")
    where = f"after {'; '.join(history.texts) or 'nothing'}"
    actor = position.to_act
    ours, theirs = NAMES.get(actor, actor), turn(game.options, events)
    if ours != theirs:
        broken("to_act", "the seat that chooses next", f"to_act says {ours}, the twin {theirs}, {where}")
    if actor == NOBODY:
        ours, theirs = position.returns(), list(results(game.options, events))
        if len(ours) != len(theirs) or any(abs(a - b) > CLOSE for a, b in zip(ours, theirs, strict=True)):
            broken("returns", "the result of a finished game", f"returns says {ours}, the twin {theirs}, {where}")
        return
    expected: Any = moves(game.options, events)
    listed: dict[str, Any] = dict(position.chance_moves()) if actor == CHANCE else dict.fromkeys(position.legal_moves())
    verb, promise = ("chance_moves", ALL_OUTCOMES) if actor == CHANCE else ("legal_moves", ALL_MOVES)
    for text in listed:
        if text not in expected:
            broken(verb, promise, f"{verb} lists {text!r}, which the twin does not, {where}")
    for text in expected:
        if text not in listed:
            broken(verb, promise, f"{verb} leaves out {text!r}, {where}")
        if actor == CHANCE and isinstance(expected, Mapping) and abs(float(expected[text]) - listed[text]) > CLOSE:
            broken(verb, promise, f"the odds of {text!r} are {listed[text]}, the twin says {expected[text]}, {where}")
