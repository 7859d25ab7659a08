"""Checks that must hold in any state of any game."""

import math
from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, has_verb
from mctsky.core.position import Position, View
from mctsky.core.rng import make_rng


def rules_bytes(rules: Any) -> bytes:
    """Return all that a game's tag holds, tables included, as bytes."""
    return b"".join(np.asarray(part).tobytes() for part in rules)


def check_state(board: Position | View) -> None:
    """Check the moves, the odds or the result of a state, whichever it has."""
    actor = board.to_act
    assert NOBODY <= actor < board.game.n_seats
    if actor == NOBODY:
        check_returns(board.returns())
    elif actor == CHANCE:
        check_odds(board)
    else:
        check_legal(board)


def check_legal(board: Position | View) -> None:
    bounds = board.game.spec.bounds
    # Room for more than the bound, so that a generator that lists too many is caught and not a crash.
    out = np.full(bounds.max_legal + 8, -99, np.int32)
    n = int(board.game.verb("legal_moves")(board.game.rules, board.state, out))
    codes = [int(code) for code in out[:n]]
    assert 1 <= n <= bounds.max_legal
    assert codes == sorted(set(codes)), "ascending, no duplicates"
    assert codes[0] >= 0
    assert codes[-1] < bounds.n_codes
    assert (out[bounds.max_legal :] == -99).all(), "wrote beyond max_legal"
    if has_verb(board.game.spec.game_type, "random_move"):
        check_random_move(board, codes)


def check_random_move(board: Position | View, codes: list[int]) -> None:
    """Check that a drawn move is legal; that all are equally likely is for test_random_moves_are_uniform."""
    before, out = board.state.tobytes(), np.empty(board.game.spec.bounds.max_legal, np.int32)
    for seed in range(3):
        assert int(board.game.verb("random_move")(board.game.rules, board.state, out, make_rng(seed))) in codes
    assert board.state.tobytes() == before, "drawing a move altered the state"


def check_odds(board: Position | View) -> None:
    bounds = board.game.spec.bounds
    outcomes = board.chance_codes()
    codes = [code for code, _ in outcomes]
    assert 1 <= len(codes) <= bounds.max_chance
    assert codes == sorted(set(codes)), "ascending, no duplicates"
    assert codes[0] >= 0
    assert codes[-1] < bounds.n_codes
    assert all(odd > 0 for _, odd in outcomes)
    assert math.isclose(math.fsum(odd for _, odd in outcomes), 1.0, abs_tol=1e-12)


def check_returns(values: list[float]) -> None:
    assert all(0.0 <= value <= 1.0 for value in values)
    if len(values) == 2:
        assert math.isclose(sum(values), 1.0, abs_tol=1e-12), f"two seats share one point, not {values}"
