"""Santorini's moves and positions as text.

A move is `b2,d4` (two workers are placed), `c3-d4+d5` (a step and a build) or `c3-d4` (a step that wins, listed once). A
position is five rows from north to south separated by `/`; per square the height `0` to `3` or `R` for a roof, with `A` (seat
0) or `B` (seat 1) before the height of a square on which a worker stands; then the seat to move, for example
`00000/0A00B10/00R00/0B0010/0000A1 1`. In a finished game that is the seat whose turn would be next.
"""

import re
from typing import Any

from mctsky.core.contract import NOBODY
from mctsky.core.grid import mask_of, neighbour_squares, parse_square, square_name
from mctsky.core.record import new_record
from mctsky.errors import PositionError
from mctsky.games.santorini.levels import ROOF, TOP
from mctsky.games.santorini.rules import can_move
from mctsky.games.santorini.state import EDGE, FIRST_PLACEMENT, OFFSETS, SQUARES, STATE_DTYPE

PLACEMENT = re.compile("([a-e][1-5]),([a-e][1-5])")
TURN = re.compile(r"([a-e][1-5])-([a-e][1-5])(?:\+([a-e][1-5]))?")
LETTERS = "AB"
SIGNS = "0123R"
LOOK_BACK = 500  # positions that the search for a history may visit

Heights = tuple[int, ...]  # by number in SQUARES
Workers = tuple[frozenset[int], frozenset[int]]  # numbers in SQUARES, per seat

AROUND = tuple(tuple(SQUARES.index(other) for other in neighbour_squares(square) if other in SQUARES) for square in SQUARES)


def heights_of(state: Any) -> Heights:
    """Return the height of every square."""
    levels = [int(level) for level in state.levels]
    return tuple(sum(level >> square & 1 for level in levels) for square in SQUARES)


def _squares_of_turn(move: int) -> tuple[int, int, int]:
    origin = move >> 6
    target = origin + OFFSETS[move >> 3 & 7]
    return origin, target, target + OFFSETS[move & 7]


def _wins_once(game: Any, state: Any, origin: int, target: int) -> bool:
    """Say whether a step wins and is listed without the build that could follow it."""
    if game.per_build or origin not in SQUARES or target not in SQUARES:
        return False
    _, second, third, roofs = (int(level) for level in state.levels)
    return bool(second >> origin & 1 and not third >> origin & 1 and third >> target & 1 and not roofs >> target & 1)


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move."""
    if move >= FIRST_PLACEMENT:
        first, second = divmod(move - FIRST_PLACEMENT, len(SQUARES))
        return f"{square_name(SQUARES[first])},{square_name(SQUARES[second])}"
    origin, target, built = _squares_of_turn(move)
    step = f"{square_name(origin)}-{square_name(target)}"
    return step if _wins_once(game, state, origin, target) else f"{step}+{square_name(built)}"


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    if found := PLACEMENT.fullmatch(text):
        first, second = sorted(SQUARES.index(_square(name)) for name in found.groups())
        return FIRST_PLACEMENT + len(SQUARES) * first + second
    found = TURN.fullmatch(text)
    if not found:
        return None
    origin, target = _square(found[1]), _square(found[2])
    built = None if found[3] is None else _square(found[3])
    if (built is None) != _wins_once(game, state, origin, target) or target - origin not in OFFSETS:
        return None
    code = 64 * origin + 8 * OFFSETS.index(target - origin)
    if built is None:
        return code
    return code + OFFSETS.index(built - target) if built - target in OFFSETS else None


def _square(name: str) -> int:
    square = parse_square(name)
    assert square is not None, "the patterns let only names of squares through"
    return square


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    mover = int(state.actor)
    placing = int(state.workers[mover]) == 0
    if placing != (move >= FIRST_PLACEMENT):
        return "place both workers first" if placing else "the workers are already placed"
    taken = int(state.workers[0]) | int(state.workers[1])
    if placing:
        return "two different squares without a worker are needed"
    origin, target, built = _squares_of_turn(move)
    heights = dict(zip(SQUARES, heights_of(state), strict=True))
    if not int(state.workers[mover]) >> origin & 1:
        return f"seat {mover} has no worker on {square_name(origin)}"
    for square in (target, built):
        if square != origin and taken >> square & 1:
            return f"a worker stands on {square_name(square)}"
        if heights[square] == ROOF:
            return f"{square_name(square)} has a roof"
    return f"a worker climbs at most one level, and {square_name(target)} is {heights[target] - heights[origin]} higher"


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    cells = [sign_at(state, square) for square in SQUARES]
    rows = ["".join(cells[EDGE * rank : EDGE * rank + EDGE]) for rank in reversed(range(EDGE))]
    seat = int(state.actor) if state.actor != NOBODY else 1 - int(state.winner)
    return f"{'/'.join(rows)} {seat}"


def sign_at(state: Any, square: int) -> str:
    """Return one square as in the text form: a worker's letter, if there is one, and the height."""
    height = sum(int(level) >> square & 1 for level in state.levels)
    letter = "".join(letter for letter, board in zip(LETTERS, state.workers, strict=True) if int(board) >> square & 1)
    return letter + SIGNS[height]


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes; refuse what no game reaches."""
    heights, workers, seat = _read(text)
    placed = [len(squares) for squares in workers]
    for letter, number in zip(LETTERS, placed, strict=True):
        if number not in (0, 2):
            raise _error(f"{letter} has {number} workers on the board instead of none or two", text)
    if placed == [0, 2]:
        raise _error("seat 0 places its workers first, but only B's are on the board", text)
    for number in workers[0] | workers[1]:
        if heights[number] == ROOF:
            raise _error(f"a worker stands on the roof of {square_name(SQUARES[number])}", text)
    winner = _check_turn(text, heights, workers, seat)
    if placed == [2, 2] and not _has_history(heights, workers, seat, winner is not None):
        raise _error("no sequence of turns leads to these towers and workers", text)
    state = new_record(STATE_DTYPE)
    for level in range(ROOF):
        state.levels[level] = mask_of(square for square, height in zip(SQUARES, heights, strict=True) if height > level)
    for owner, squares in enumerate(workers):
        state.workers[owner] = mask_of(SQUARES[number] for number in squares)
    state.actor = seat
    if winner is None and placed[seat] == 2 and not can_move(state, seat):
        winner = 1 - seat
    if winner is not None:
        state.actor, state.winner = NOBODY, winner
    return state


def _error(problem: str, text: str) -> PositionError:
    remedy = "write five rows and the seat to move, such as '00000/0A00B10/00R00/0B0010/0000A1 1'"
    return PositionError(problem, given=text, where="santorini", remedy=remedy)


def _read(text: str) -> tuple[Heights, Workers, int]:
    board, _, seat = text.partition(" ")
    if seat not in ("0", "1"):
        raise _error("after the rows come one blank and the seat to move, 0 or 1", text)
    rows = board.split("/")
    if len(rows) != EDGE:
        raise _error(f"{len(rows)} rows instead of five", text)
    cells: list[str] = []
    for number, row in reversed(list(enumerate(rows, 1))):
        found = re.findall("[AB]?[0123R]", row)
        if "".join(found) != row:
            raise _error(f"row {number} has signs other than heights 0 to 3 and R, with A or B before them for workers", text)
        if len(found) != EDGE:
            raise _error(f"row {number} has {len(found)} squares instead of five", text)
        cells += found
    heights = tuple(SIGNS.index(cell[-1]) for cell in cells)
    workers = [frozenset(number for number, cell in enumerate(cells) if cell[0] == letter) for letter in LETTERS]
    return heights, (workers[0], workers[1]), int(seat)


def _check_turn(text: str, heights: Heights, workers: Workers, seat: int) -> int | None:
    """Refuse a seat to move that does not fit the pieces; return who has climbed to level 3, if somebody has."""
    if len(workers[1]) == 0:
        if any(heights):
            raise _error("pieces are built before all workers are placed", text)
        if seat != (len(workers[0]) == 2):
            raise _error("seat 0 places first, then seat 1", text)
        return None
    climbers = [owner for owner in (0, 1) for number in workers[owner] if heights[number] == TOP]
    if len(climbers) > 1:
        raise _error("two workers stand on level 3, but the first one there ends the game", text)
    # Every turn but a winning one builds one piece, so the number of pieces tells who is next.
    turns = sum(heights) + len(climbers)
    if climbers and (turns + 1) % 2 != climbers[0]:
        raise _error(f"{sum(heights)} pieces are built, so the other seat moved last and could not climb to level 3", text)
    if seat != turns % 2:
        raise _error(f"{turns} turns have been played, so seat {turns % 2} is next", text)
    return climbers[0] if climbers else None


def _has_history(heights: Heights, workers: Workers, seat: int, won: bool) -> bool:
    """Say whether turns can be taken back until no piece is left; a search that takes too long returns True.

    Once all pieces are gone the workers stand as they were placed, which may be anywhere.
    """
    stack = _taken_back(heights, workers, 1 - seat, True) if won else [(heights, workers, seat)]
    seen = set(stack)
    while stack:
        heights, workers, seat = stack.pop()
        if not any(heights) or len(seen) > LOOK_BACK:
            return True
        for before in _taken_back(heights, workers, 1 - seat, False):
            if before not in seen:
                seen.add(before)
                stack.append(before)
    return False


def _taken_back(heights: Heights, workers: Workers, mover: int, won: bool) -> list[tuple[Heights, Workers, int]]:
    """Return the positions from which a turn of `mover` leads here; the turn that wins builds nothing."""
    taken = workers[0] | workers[1]
    found = []
    for here in workers[mover]:
        builds = [None] if won else [built for built in AROUND[here] if heights[built] and built not in taken]
        for built in builds:
            before = heights if built is None else (*heights[:built], heights[built] - 1, *heights[built + 1 :])
            for origin in AROUND[here]:
                if origin in taken or before[origin] >= TOP or before[here] > before[origin] + 1:
                    continue
                own = workers[mover] - {here} | {origin}
                found.append((before, (own, workers[1]) if mover == 0 else (workers[0], own), mover))
    return found
