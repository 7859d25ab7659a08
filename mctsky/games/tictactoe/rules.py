"""Tic-tac-toe.

R1  Seat 0 begins; the seats take turns.
R2  A turn puts one stone on an empty square.
R3  Three of one's stones in a row, column or diagonal win at once (1 to 0).
R4  A full board without three in a row is a draw (1/2 each).
"""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, bit, lowest
from mctsky.core.contract import NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.games.tictactoe.spec import TicTacToe

BOARD = np.uint64(0o777)
ROWS, COLUMNS = np.uint64(0o111), np.uint64(0o007)
DIAGONAL, ANTIDIAGONAL = np.uint64(0o421), np.uint64(0o124)
S1, S2, S3, S6 = np.uint64(1), np.uint64(2), np.uint64(3), np.uint64(6)


@kernel
def has_three(stones: Bitboard) -> bool:
    """Say whether a bitboard holds three in a row."""
    rows = stones & (stones >> S1) & (stones >> S2) & ROWS
    columns = stones & (stones >> S3) & (stones >> S6) & COLUMNS
    return bool(rows | columns or stones & DIAGONAL == DIAGONAL or stones & ANTIDIAGONAL == ANTIDIAGONAL)


@implement(TicTacToe)
def to_act(game: TicTacToe, state: State) -> Seat:
    """Return whose turn it is; R3 and R4 end the game."""
    if state.n_played == 9 or has_three(state.stones[(state.n_played + 1) & 1]):  # R3, R4
        return NOBODY
    return int(state.n_played & 1)  # R1


@implement(TicTacToe)
def legal_moves(game: TicTacToe, state: State, out: MoveBuffer) -> int:
    """R2: every empty square."""
    empty = BOARD & ~(state.stones[0] | state.stones[1])
    n = 0
    while empty != ZERO:
        out[n] = lowest(empty)
        empty &= empty - ONE
        n += 1
    return n


@implement(TicTacToe)
def play(game: TicTacToe, state: State, move: Move) -> None:
    """R2: put a stone."""
    state.stones[state.n_played & 1] |= bit(move)
    state.n_played += 1


@implement(TicTacToe)
def returns(game: TicTacToe, state: State, out: ValueBuffer) -> None:
    """R3, R4: 1 for the winner, 1/2 each for a draw."""
    for seat in range(2):
        won = has_three(state.stones[seat])
        lost = has_three(state.stones[1 - seat])
        out[seat] = 1.0 if won else 0.0 if lost else 0.5
