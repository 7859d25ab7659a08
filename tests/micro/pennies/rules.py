"""Matching pennies.

R1  Seat 0 and then seat 1 choose heads or tails, unseen by the other.
R2  When both have chosen, seat 0 and then seat 1 show their choice (forced chance moves).
R3  Seat 0 wins if the choices match, else seat 1 (1 to 0).
"""

from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from micro.pennies.spec import Pennies


@implement(Pennies)
def to_act(game: Pennies, state: State) -> Seat:
    """Return the first seat without a coin (R1), then chance to show (R2)."""
    if state.coin[0] == 0:
        return 0
    if state.coin[1] == 0:
        return 1
    return CHANCE if state.n_shown < 2 else NOBODY


@implement(Pennies)
def legal_moves(game: Pennies, state: State, out: MoveBuffer) -> int:
    """R1: heads or tails."""
    out[0] = 0
    out[1] = 1
    return 2


@implement(Pennies)
def chance_moves(game: Pennies, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R2: the next seat shows what it chose."""
    seat = int(state.n_shown)
    out[0] = 2 + 2 * seat + int(state.coin[seat]) - 1
    odds[0] = 1.0
    return 1


@implement(Pennies)
def play(game: Pennies, state: State, move: Move) -> None:
    """Choose (R1) or show (R2)."""
    if move >= 2:
        state.n_shown += 1
    elif state.coin[0] == 0:
        state.coin[0] = move + 1
    else:
        state.coin[1] = move + 1


@implement(Pennies)
def returns(game: Pennies, state: State, out: ValueBuffer) -> None:
    """R3: seat 0 wins on a match."""
    won = state.coin[0] == state.coin[1]
    out[0] = 1.0 if won else 0.0
    out[1] = 0.0 if won else 1.0
