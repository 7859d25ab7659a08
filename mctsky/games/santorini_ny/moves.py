"""Santorini: New York's moves: a turn is a chain of small ones.

| codes   | what                                                                  | text             |
|---------|-----------------------------------------------------------------------|------------------|
| 0-24    | the seat to act chooses a card, unseen                                | `17`             |
| 25-49   | chance deals a card                                                   | `deal1=17`       |
| 50-174  | forced: a seat's card is turned up                                    | `seat1=17`       |
| 175-179 | a seat picks a start number                                           | `start=3`        |
| 180-243 | set-up: a skyscraper for the Tour Bus Driver                          | `^c4`            |
| 244-371 | a worker is chosen: as it is, with a skyscraper, with a neighbour, or raised | `c3` `c3^d4` `c3~d4` `c3+c3` |
| 372-499 | a worker moves                                                        | `c3-d4`          |
| 500-627 | a worker moves as the first of two (Broadway Actors)                  | `c3-d4`          |
| 628-691 | a piece, by the Crane Operator two, is built                          | `+d5`            |
| 692-819 | one of two workers builds (Broadway Actors)                           | `d4+d5`          |
| 820-883 | a worker is chosen: by the Foreman, by the Night Guard                | `@d4` `!d4`      |
| 884-1011 | a worker is forced: onto the block, or north / south                 | `d4>d5` `d4>d7`  |
| 1012-1075 | a worker is lost                                                    | `xc3`            |

Where a code names one of a seat's two workers, worker 0 is the one on the lower square.
"""

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from mctsky.core.contract import find_verb
from mctsky.core.grid import N_SQUARES, NORTH, SOUTH, parse_square, square_name, squares_of
from mctsky.games.santorini_ny.roles import ENGINEER, FASHION, FIREFIGHTER, FOREMAN, GUARD, VENDOR, title
from mctsky.games.santorini_ny.state import AIM, FORCE, HAND, MAX_PLAYERS, N_CARDS, START, cards_of

CARD = 0
DEALT = CARD + N_CARDS
SHOWN = DEALT + N_CARDS
NUMBER = SHOWN + MAX_PLAYERS * N_CARDS
RAISED = NUMBER + MAX_PLAYERS
BEGUN = RAISED + N_SQUARES
MOVED = BEGUN + 2 * N_SQUARES
MOVED_FIRST = MOVED + 2 * N_SQUARES
BUILT = MOVED_FIRST + 2 * N_SQUARES
BUILT_BY = BUILT + N_SQUARES
AIMED = BUILT_BY + 2 * N_SQUARES
FORCED = AIMED + N_SQUARES
LOST = FORCED + 2 * N_SQUARES
N_CODES = LOST + N_SQUARES

_SQUARE = "([a-h][1-8])"
_CARD_TEXT = "([1-9]|1[0-9]|2[0-5])"
_PATTERNS = {
    name: re.compile(pattern)
    for name, pattern in {
        "card": _CARD_TEXT,
        "deal": f"deal([0-4])={_CARD_TEXT}",
        "show": f"seat([0-4])={_CARD_TEXT}",
        "number": "start=([1-5])",
        "raise": rf"\^{_SQUARE}",
        "begin": f"{_SQUARE}",
        "begin_with": rf"{_SQUARE}([\^~]){_SQUARE}",
        "move": f"{_SQUARE}-{_SQUARE}",
        "build": rf"\+{_SQUARE}",
        "build_by": rf"{_SQUARE}\+{_SQUARE}",
        "aim": f"([@!]){_SQUARE}",
        "force": f"{_SQUARE}>{_SQUARE}",
        "lose": f"x{_SQUARE}",
    }.items()
}


def receiver(game: Any, state: Any) -> int:
    """Return the seat that the next card is dealt to."""
    living = [seat for seat in range(game.n_seats) if int(state.alive) >> seat & 1]
    return next((seat for seat in living if int(state.hand_sizes[seat]) < HAND), 0)


def role_in_turn(game: Any, state: Any) -> int:
    """Return the role of the card that the seat in turn has shown, -1 if there is none."""
    card = int(state.table[int(state.seat)])
    return int(game.tables.roles[card - 1]) if card else -1


def worker_squares(state: Any, seat: int) -> list[int]:
    """Return the squares of a seat's workers, the lower one first."""
    return squares_of(state.workers[seat])


def forced_to(game: Any, state: Any, square: int, northward: bool) -> int | None:
    """Return where a worker would be forced: onto the block just built, or by the Reporter along its file."""
    if role_in_turn(game, state) == VENDOR:
        return int(state.built) - 1
    occupied = int(state.crowd) | int(state.skyscrapers) | int(state.levels[3])
    ray = squares_of(int(game.tables.rays[NORTH if northward else SOUTH, square]) & ~occupied)
    return (ray[0] if northward else ray[-1]) if ray else None


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a small move, a card, a deal or a card shown."""
    role = role_in_turn(game, state)
    if move < DEALT:
        return str(move + 1)
    if move < SHOWN:
        return f"deal{receiver(game, state)}={move - DEALT + 1}"
    if move < NUMBER:
        seat, card = divmod(move - SHOWN, N_CARDS)
        return f"seat{seat}={card + 1}"
    if move < RAISED:
        return f"start={move - NUMBER + 1}"
    if move < BEGUN:
        return f"^{square_name(move - RAISED)}"
    if BUILT <= move < BUILT_BY:
        return f"+{square_name(move - BUILT)}"
    if AIMED <= move < FORCED:
        return f"{'!' if role == GUARD else '@'}{square_name(move - AIMED)}"
    if move >= LOST:
        return f"x{square_name(move - LOST)}"
    if move >= FORCED:
        northward, square = (move - FORCED) < N_SQUARES, (move - FORCED) % N_SQUARES
        to = forced_to(game, state, square, northward)
        return f"{square_name(square)}>{square_name(to) if to is not None else '?'}"
    first = next(base for base in (BUILT_BY, MOVED_FIRST, MOVED, BEGUN) if move >= base)
    index, square = divmod(move - first, N_SQUARES)
    mine = worker_squares(state, max(0, int(state.actor)))
    worker = square_name(mine[index]) if index < len(mine) else "?"
    if first == BUILT_BY:
        return f"{worker}+{square_name(square)}"
    if first != BEGUN:
        return f"{worker}-{square_name(square)}"
    if role == FIREFIGHTER:
        return f"{worker}+{worker}"
    if square_name(square) == worker:
        return worker
    return f"{worker}{'^' if role == ENGINEER else '~'}{square_name(square)}"


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    for name, pattern in _PATTERNS.items():
        if found := pattern.fullmatch(text):
            return _code(game, state, name, found.groups())
    return None


def _code(game: Any, state: Any, name: str, parts: tuple[str, ...]) -> int | None:
    role, phase = role_in_turn(game, state), int(state.phase)
    if name == "card":
        return CARD + int(parts[0]) - 1
    if name == "deal":
        return DEALT + int(parts[1]) - 1 if int(parts[0]) == receiver(game, state) else None
    if name == "show":
        return SHOWN + int(parts[0]) * N_CARDS + int(parts[1]) - 1 if int(parts[0]) < game.n_seats else None
    if name == "number":
        return NUMBER + int(parts[0]) - 1
    squares = [square for part in parts if (square := parse_square(part)) is not None]
    if any(not int(game.tables.squares) >> square & 1 for square in squares):
        return None
    if name in ("raise", "build", "lose"):
        return {"raise": RAISED, "build": BUILT, "lose": LOST}[name] + squares[0]
    if name == "aim":
        return AIMED + squares[0] if phase == AIM and role == {"!": GUARD, "@": FOREMAN}[parts[0]] else None
    if name == "force":
        if phase != FORCE:
            return None
        ways = (way for way in (0, 1) if forced_to(game, state, squares[0], way == 0) == squares[1])
        return next((FORCED + way * N_SQUARES + squares[0] for way in ways), None)
    mine = worker_squares(state, max(0, int(state.actor)))
    if squares[0] not in mine:
        return None
    place = mine.index(squares[0]) * N_SQUARES + squares[-1]
    if name == "begin_with":
        return BEGUN + place if role == {"^": ENGINEER, "~": FASHION}[parts[1]] else None
    if name == "begin":
        return BEGUN + place if role in (ENGINEER, FASHION) else None
    if name == "build_by":
        if role == FIREFIGHTER:
            return BEGUN + place if squares[0] == squares[1] else None
        return BUILT_BY + place
    return _moved(game, state, phase, place)


def _moved(game: Any, state: Any, phase: int, place: int) -> int:
    """Return the code of a move; the same words mean a double turn of Broadway Actors where one is possible."""
    out = np.empty(N_SQUARES, np.int32)
    if phase == START:
        n = find_verb("legal_moves", type(game))(game, state, out)
        if n and MOVED_FIRST <= out[0] < BUILT:
            return MOVED_FIRST + place
    return MOVED + place


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    seat = int(state.actor)
    if seat < 0:
        return "chance is to act, not a seat"
    if DEALT <= move < NUMBER:
        return f"seat {seat} is to act, not chance"
    if move < DEALT:
        hand = ", ".join(map(str, cards_of(state.hands[seat])))
        return f"seat {seat} does not hold card {move + 1}" + (f", only {hand}" if hand else "")
    role = role_in_turn(game, state)
    if phase_of_turn(state) and role >= 0:
        card = int(state.table[int(state.seat)])
        return f"not a step of seat {seat} now, with card {card} ({title(role)}), from which the turn can be finished"
    return "not allowed in this phase"


def phase_of_turn(state: Any) -> bool:
    """Say whether a turn is under way."""
    return START <= int(state.phase) <= FORCE


def format_turns(game: Any, state: Any, moves: Iterable[int]) -> list[str]:
    """Return the whole turns among some moves played from `state` on, for records; see notation.py."""
    from mctsky.games.santorini_ny import notation

    return notation.format_turns(game, state, moves)
