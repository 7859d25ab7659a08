"""Connect Four.

R1  Seat 0 begins; the seats take turns.
R2  A turn drops one stone into a column that is not full; it lands on the lowest empty square of that column.
R3  Four of one's stones in a row, horizontally, vertically or diagonally, win at once (1 to 0).
R4  A full board of 42 stones without four in a row is a draw (1/2 each).
"""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, bit, divided, four_in_line, lowest, nth, popcount, rarely
from mctsky.core.contract import NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng, next_u64, scaled
from mctsky.games.connect4.spec import ConnectFour
from mctsky.games.connect4.state import DRAWN, N_COLUMNS, N_ROWS, PLAYING, STRIDE, WON

BOARD = np.uint64(sum((1 << N_ROWS) - 1 << STRIDE * column for column in range(N_COLUMNS)))
TOP_ROW = np.uint64(sum(1 << STRIDE * column + N_ROWS - 1 for column in range(N_COLUMNS)))
FEET = np.uint64(sum(1 << STRIDE * column for column in range(N_COLUMNS)))
S1, S2, S3, S5, S6, S7, S8, S12, S14, S16 = (np.uint64(shift) for shift in (1, 2, 3, 5, 6, 7, 8, 12, 14, 16))

TEMPO_WEIGHT, THREAT_WEIGHT, LINE_WEIGHT = 0.12, 0.65, 0.05  # of evaluate


@kernel
def has_four(stones: Bitboard) -> bool:
    """Say whether a bitboard holds four in a row; the guard bits keep lines from wrapping into the next column."""
    return four_in_line(stones, 1, 6, 7, 8)


@implement(ConnectFour)
def to_act(game: ConnectFour, state: State) -> Seat:
    """R1: seat 0 when the number of stones is even, until somebody has won or the board is full."""
    return NOBODY if state.ending != PLAYING else popcount(state.occupied) & 1


@implement(ConnectFour)
def legal_moves(game: ConnectFour, state: State, out: MoveBuffer) -> int:
    """R2: every column whose top square is empty."""
    full = state.occupied & TOP_ROW
    if full == ZERO:  # most positions of a playout: constants instead of a chain of additions, 30 % faster
        for column in range(N_COLUMNS):
            out[column] = column
        return N_COLUMNS
    n = 0
    for column in range(N_COLUMNS):  # without branches, since which columns are full cannot be predicted
        out[n] = column
        n += 1 - int(full >> np.uint64(STRIDE * column + N_ROWS - 1) & ONE)
    return n


@implement(ConnectFour)
def random_move(game: ConnectFour, state: State, out: MoveBuffer, rng: Rng) -> Move:
    """R2: the same draw as from the list, without writing the list."""
    bits, full = next_u64(rng), state.occupied & TOP_ROW
    if full == ZERO:  # most positions of a playout: the column then does not wait for the board
        foot = bit(STRIDE * scaled(bits, N_COLUMNS))
    else:
        open_feet = FEET & ~(full >> S5)
        foot = bit(nth(open_feet, scaled(bits, popcount(open_feet))))
    return divided(lowest(foot), STRIDE)  # of which `play` makes the foot again: compiled together, both are left out


@implement(ConnectFour)
def play(game: ConnectFour, state: State, move: Move) -> None:
    """R2: drop a stone; adding a bit at the bottom of the column carries it up to the lowest empty square."""
    occupied = state.occupied
    occupied |= occupied + bit(STRIDE * move)
    stones = state.waiting ^ occupied  # all that the waiting seat does not own, the new stone included, is the mover's
    state.occupied = occupied
    state.waiting = stones
    won = has_four(stones)
    over = won or occupied & TOP_ROW == TOP_ROW
    state.ending = rarely(over, WON if won else DRAWN, PLAYING)  # R3, R4


@kernel
def result_of_first(state: State) -> float:
    """Return what seat 0 gets from a finished game."""
    return 0.5 if state.ending == DRAWN else float(popcount(state.occupied) & 1)  # R3: seat 0 played the odd stones


@implement(ConnectFour)
def returns(game: ConnectFour, state: State, out: ValueBuffer) -> None:
    """R3, R4: 1 for the winner, 1/2 each for a draw."""
    value = result_of_first(state)
    out[0] = value
    out[1] = 1.0 - value


@kernel
def winning_squares_bb(stones: Bitboard) -> Bitboard:
    """Return the squares, occupied or not, that would complete four of `stones`."""
    squares = (stones << S1) & (stones << S2) & (stones << S3)
    for step in range(6, 9):  # falling, level and rising lines
        one, two, three = np.uint64(step), np.uint64(2 * step), np.uint64(3 * step)
        left, right = (stones << one) & (stones << two), (stones >> one) & (stones >> two)
        squares |= left & ((stones << three) | (stones >> one))
        squares |= right & ((stones >> three) | (stones << one))
    return squares & BOARD


@kernel
def count_open_lines(free: Bitboard) -> int:
    """Count the lines of four squares that lie wholly in `free`."""
    n = popcount(free & (free >> S1) & (free >> S2) & (free >> S3))
    for step in range(6, 9):
        n += popcount(free & (free >> np.uint64(step)) & (free >> np.uint64(2 * step)) & (free >> np.uint64(3 * step)))
    return int(n)


@kernel
def value_of_mover(mine: Bitboard, theirs: Bitboard) -> float:
    """Estimate, in [0, 1], what the seat to act gets from a game that is not over.

    A win in one and a double threat against one are certain. Otherwise squares that would complete a four, and lines that
    are still open, have weights fitted to playouts from 100,000 positions by players that win and block in one.
    """
    occupied = mine | theirs
    empty = BOARD & ~occupied
    playable = (occupied + FEET) & BOARD
    my_threats, their_threats = winning_squares_bb(mine) & empty, winning_squares_bb(theirs) & empty
    if my_threats & playable != ZERO:
        return 1.0
    if popcount(their_threats & playable) > 1:
        return 0.0
    threats = popcount(my_threats) - popcount(their_threats & ~playable)  # a single playable one is simply blocked
    lines = count_open_lines(BOARD & ~theirs) - count_open_lines(BOARD & ~mine)
    score = TEMPO_WEIGHT + THREAT_WEIGHT * threats + LINE_WEIGHT * lines
    return float(0.5 + 0.5 * score / (1.0 + abs(score)))


@implement(ConnectFour)
def evaluate(game: ConnectFour, state: State, out: ValueBuffer) -> None:
    """Estimate the result from threats and open lines; a finished game has its result."""
    value = 0.0
    if state.ending != PLAYING:
        value = result_of_first(state)
    else:
        value = value_of_mover(state.waiting ^ state.occupied, state.waiting)
        if popcount(state.occupied) & 1:
            value = 1.0 - value
    out[0] = value
    out[1] = 1.0 - value
