"""Moves, turns and positions of Santorini: New York as text. The texts of moves are listed in moves.py; a position is one line:

    ..00./.0A000/B0000A0/00000/00000/00000/000B0./.00.. statue=1 step=start:0 table=3|17 hands=4,7,12|?3 spent=1,3|17,20

The board comes first, rows from north to south: `.` no square, 0-3 the level, `R` a roof, `S` a skyscraper, and the letter of a
worker's seat (A-E) before the level that it stands on. Then, in any order, and left out where empty:
- `statue=K`  the seat that holds the Statue
- `step=...`  the phase; in a turn with its seat and the squares that are set: `build:0:worker=c3`, also target= and built=
- `table=`    per seat the card played in this round, in brackets while it lies face down, `-` for none
- `hands=`    per seat its cards, or `?3` for three unknown ones; of a seat that is out what it went out with, until the redeal
- `spent=`    per seat the cards that it has shown in this deal
- `past=`     per finished deal, separated by `;`, per seat the cards shown and, after `+`, the one kept (`+?` unknown)
"""

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from mctsky.core.bits import ZERO, lowest
from mctsky.core.contract import find_verb
from mctsky.core.grid import N_SQUARES, NORTH, SIDE, SOUTH, parse_square, square_name, squares_of
from mctsky.errors import PositionError
from mctsky.games.santorini_ny.moves import (
    AIMED,
    BEGUN,
    BUILT,
    BUILT_BY,
    CARD,
    DEALT,
    FORCED,
    LOST,
    MOVED,
    MOVED_FIRST,
    N_CODES,
    NUMBER,
    RAISED,
    SHOWN,
)
from mctsky.games.santorini_ny.reachable import Checker
from mctsky.games.santorini_ny.roles import ENGINEER, FIREFIGHTER, GUARD, title
from mctsky.games.santorini_ny.rules.board import role_in_turn, worker_at
from mctsky.games.santorini_ny.rules.rounds import next_receiver
from mctsky.games.santorini_ny.rules.turns import forced_goal
from mctsky.games.santorini_ny.state import (
    CHOOSE,
    FIELDS,
    FORCE,
    KEPT_SHIFT,
    MAX_DEALS,
    N_CARDS,
    OVER,
    PICK,
    RAISE,
    START,
    STATE_DTYPE,
)

PHASES = [
    "pick",
    "raise",
    "deal",
    "choose",
    "show",
    "start",
    "move",
    "move_other",
    "build",
    "build_again",
    "build_both",
    "build_other",
    "aim",
    "victim",
    "force",
    "over",
]
LETTERS = "ABCDE"
PLACE = "santorini-ny position"


def cards_of(mask: Any) -> list[int]:
    """Return the numbers of the cards of a mask, ascending."""
    return [card + 1 for card in range(N_CARDS) if int(mask) >> card & 1]


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move, a deal or a card shown; of any code, also of one that is not legal."""
    if move < DEALT:
        return str(move - CARD + 1)
    if move < SHOWN:
        return f"deal{next_receiver(game, state)}={move - DEALT + 1}"
    if move < NUMBER:
        seat, card = divmod(move - SHOWN, N_CARDS)
        return f"seat{seat}={card + 1}"
    if move < RAISED:
        return f"start={move - NUMBER + 1}"
    square = (move - RAISED) % N_SQUARES  # the codes from here on are sets of squares
    name = square_name(square)
    if move < BEGUN:
        return f"^{name}"
    if BUILT <= move < BUILT_BY:
        return f"+{name}"
    if AIMED <= move < FORCED:
        return f"{'!' if role_in_turn(game, state) == GUARD else '@'}{name}"
    if move >= LOST:
        return f"x{name}"
    if move >= FORCED:
        direction = NORTH if move < FORCED + N_SQUARES else SOUTH
        goal = forced_goal(game, state, direction, square) if int(state.phase) == FORCE else ZERO
        return f"{name}>{square_name(lowest(goal)) if goal else '?'}"
    base = max(base for base in (BEGUN, MOVED, MOVED_FIRST, BUILT_BY) if base <= move)
    worker = square_name(worker_at(state.workers[max(0, int(state.actor))], (move - base) // N_SQUARES))
    if base == BUILT_BY:
        return f"{worker}+{name}"
    if base != BEGUN:
        return f"{worker}-{name}"
    role = role_in_turn(game, state)
    if role == FIREFIGHTER:
        return f"{worker}+{worker}"
    return worker if name == worker else f"{worker}{'^' if role == ENGINEER else '~'}{name}"


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, a legal one if there is one, or None."""
    out = np.empty(N_SQUARES, np.int32)
    n = find_verb("legal_moves", type(game))(game, state, out) if int(state.actor) >= 0 else 0
    codes = [*map(int, out[:n]), *range(N_CODES)]
    return next((code for code in codes if format_move(game, state, code) == text), None)


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a move that can be read is not legal."""
    seat, phase = int(state.actor), int(state.phase)
    if seat < 0:
        return "chance is to act, not a seat"
    if phase == PICK:
        return f"seat {seat} must pick a start number that is on this board and not taken"
    if phase == RAISE:
        return f"seat {seat} must place a skyscraper on a square without a worker"
    if phase == CHOOSE:
        return f"seat {seat} must choose a card from its hand"
    card = int(state.table[int(state.seat)])
    role = title(role_in_turn(game, state))
    return f"seat {seat} cannot do this now with card {card} ({role}), or could not finish the turn after it"


def format_turns(game: Any, state: Any, moves: Iterable[int]) -> list[str]:
    """Return the whole turns among some moves played from `state` on, card first: `7 c3-d4 +d5 +c5`.

    Set-up, deals, choices and cards shown are left out, and so is a turn that the moves do not complete.
    """
    here = np.zeros(1, STATE_DTYPE).view(np.recarray)
    here[0] = state
    play, turns = find_verb("play", type(game)), []
    turn: list[str] = []
    for move in moves:
        phase = int(here[0].phase)
        if phase == START:
            turn = [str(int(here[0].table[int(here[0].seat)]))]
        if START <= phase < OVER:
            turn.append(format_move(game, here[0], move))
        play(game, here[0], move)
        if START <= phase < OVER and not START < int(here[0].phase) < OVER:
            turns.append(" ".join(turn))
    return turns


def board_rows(game: Any, state: Any) -> list[list[str]]:
    """Return the signs of all squares, rows from north to south, trimmed to the board."""
    board = int(game.tables.squares)
    signs = dict.fromkeys(squares_of(board), 0)
    for word in state.levels:
        for square in squares_of(word):
            signs[square] += 1
    texts = {square: "0123R"[level] for square, level in signs.items()}
    texts |= dict.fromkeys(squares_of(state.skyscrapers), "S")
    for seat, word in enumerate(state.workers[: game.n_seats]):
        for square in squares_of(word):
            texts[square] = LETTERS[seat] + texts[square]
    ranks = range(max(texts) // SIDE, -1, -1)
    width = max(square % SIDE for square in texts) + 1
    return [[texts.get(SIDE * rank + file, ".") for file in range(width)] for rank in ranks]


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    seats = range(game.n_seats)
    parts = ["/".join("".join(row) for row in board_rows(game, state))]
    if state.statue:
        parts.append(f"statue={int(state.statue) - 1}")
    parts.append(f"step={_format_step(state)}")
    if any(state.table[seat] for seat in seats):
        parts.append("table=" + "|".join(_format_played(state, seat) for seat in seats))
    if any(state.hand_sizes[seat] for seat in seats):
        parts.append("hands=" + "|".join(_format_hand(state, seat) for seat in seats))
    if any(state.spent[seat] for seat in seats):
        parts.append("spent=" + "|".join(_format_cards(state.spent[seat]) for seat in seats))
    if state.n_deals:
        deals = ["|".join(_format_past(state, deal, seat) for seat in seats) for deal in range(int(state.n_deals))]
        parts.append("past=" + ";".join(deals))
    return " ".join(parts)


def _format_step(state: Any) -> str:
    phase = int(state.phase)
    words = [PHASES[phase]]
    if phase == OVER:
        words.append(str(int(state.winner) - 1))
    elif phase >= START:
        words.append(str(int(state.seat)))
        words += [f"{name}={square_name(int(state[name]) - 1)}" for name in FIELDS if state[name]]
    return ":".join(words)


def _format_cards(mask: Any) -> str:
    return ",".join(map(str, cards_of(mask))) or "-"


def _format_played(state: Any, seat: int) -> str:
    card = int(state.table[seat])
    if not card:
        return "-"
    return str(card) if int(state.shown) >> seat & 1 else f"({card})"


def _format_hand(state: Any, seat: int) -> str:
    size = int(state.hand_sizes[seat])
    return f"?{size}" if size and not state.hands[seat] else _format_cards(state.hands[seat])


def _format_past(state: Any, deal: int, seat: int) -> str:
    entry = int(state.past[deal, seat])
    shown, kept = _format_cards(entry & ((1 << N_CARDS) - 1)), entry >> KEPT_SHIFT
    if kept:
        return f"{shown}+{kept}"
    return f"{shown}+?" if _went_on(state, deal, seat) else shown


def _went_on(state: Any, deal: int, seat: int) -> bool:
    """Say whether a seat was still in the game after a finished deal."""
    if int(state.alive) >> seat & 1:
        return True
    later = [int(state.past[other, seat]) for other in range(deal + 1, int(state.n_deals))]
    return bool(state.spent[seat] or any(entry & ((1 << N_CARDS) - 1) for entry in later))


class Draft:
    """A state under construction: the fields of the record as plain numbers and lists, which are quicker to work with."""

    def __init__(self) -> None:
        """Begin with zeros."""
        for name in STATE_DTYPE.names or ():
            shape = STATE_DTYPE[name].shape
            setattr(self, name, 0 if not shape else [0] * shape[0] if len(shape) == 1 else np.zeros(shape, np.int64))

    def __getitem__(self, name: str) -> Any:
        """Return a field by name."""
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        """Set a field by name."""
        setattr(self, name, value)

    def record(self) -> Any:
        """Return the state record."""
        state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
        for name in STATE_DTYPE.names or ():
            state[name] = getattr(self, name)
        return state


class _Reader:
    """Reads one text; every complaint names the part that is wrong."""

    def __init__(self, game: Any, text: str, viewer: int | None) -> None:
        self.game, self.text, self.viewer = game, text, viewer
        self.state: Any = Draft()
        self.seats = range(game.n_seats)
        self.kept: dict[tuple[int, int], bool] = {}

    def fail(self, problem: str, given: object = None, remedy: str = "") -> Any:
        """Refuse the text."""
        raise PositionError(problem, given=self.text if given is None else given, where=PLACE, remedy=remedy)

    def need(self, holds: bool, problem: str, given: object = None) -> None:
        """Refuse the text unless something holds."""
        if not holds:
            self.fail(problem, given)

    def read(self) -> Any:
        """Return the state."""
        words = self.text.split(" ")
        fields: dict[str, str] = {}
        for word in words[1:]:
            name, sign, value = word.partition("=")
            known = ("statue", "step", "table", "hands", "spent", "past")
            if not sign or name not in known or not value:
                self.fail(f"after the board come {', '.join(f'{field}=' for field in known)}", word)
            self.need(name not in fields, f"{name} is given twice", word)
            fields[name] = value
        self.need("step" in fields, "the step is missing", None)
        self.read_board(words[0])
        self.read_step(fields["step"])
        statue = fields.get("statue")
        if statue is not None:
            self.state.statue = self.seat_number(statue) + 1
        self.read_cards(fields)
        return Checker(self).check()

    def seat_number(self, text: str) -> int:
        """Return a seat from text."""
        if len(text) != 1 or text not in "01234"[: self.game.n_seats]:
            self.fail(f"a seat is a number from 0 to {self.game.n_seats - 1}", text)
        return int(text)

    def read_board(self, text: str) -> None:
        """Read towers, skyscrapers and workers."""
        state, board = self.state, set(squares_of(self.game.tables.squares))
        rows = text.split("/")
        n_ranks = max(square // SIDE for square in board) + 1
        width = max(square % SIDE for square in board) + 1
        self.need(len(rows) == n_ranks, f"the board has {n_ranks} rows, separated by /", text)
        for index, row in enumerate(rows):
            file, owner = 0, -1
            for sign in row:
                square = SIDE * (n_ranks - 1 - index) + file
                self.need(file < width, f"the row has more than {width} squares", row)
                if owner < 0 and sign in LETTERS[: self.game.n_seats]:
                    owner = LETTERS.index(sign)
                    continue
                self.need(sign in "." if square not in board else sign in "0123RS", f"{sign!r} cannot stand here", row)
                self.need(owner < 0 or sign in "0123", "a worker stands on a level from 0 to 3", row)
                if sign == "S":
                    state.skyscrapers |= 1 << square
                for level in range({"R": 4, "S": 0, ".": 0}.get(sign, 0) or (int(sign) if sign in "123" else 0)):
                    state.levels[level] |= 1 << square
                if owner >= 0:
                    state.workers[owner] |= 1 << square
                    state.crowd |= 1 << square
                file, owner = file + 1, -1
            self.need(file == width and owner < 0, f"the row has not {width} squares", row)

    def read_step(self, text: str) -> None:
        """Read phase, seat and squares of the turn."""
        state = self.state
        words = text.split(":")
        if words[0] not in PHASES:
            self.fail(f"a step is one of {', '.join(PHASES)}", words[0])
        state.phase = PHASES.index(words[0])
        if int(state.phase) < START:
            self.need(len(words) == 1, "this step takes no seat", text)
            return
        self.need(len(words) >= 2, "the step names no seat", text)
        seat = self.seat_number(words[1])
        if int(state.phase) == OVER:
            state.winner = seat + 1
            self.need(len(words) == 2, "a finished game has no squares", text)
            return
        state.seat = seat
        for word in words[2:]:
            name, _, value = word.partition("=")
            square = parse_square(value)
            if name not in FIELDS or square is None or not int(self.game.tables.squares) >> square & 1:
                self.fail("a step has only worker=, target= and built= with a square of the board", word)
            self.need(state[name] == 0, f"{name} is given twice", text)
            state[name] = int(square or 0) + 1

    def per_seat(self, text: str | None, name: str) -> list[str]:
        """Return the parts of a field, one for each seat."""
        if text is None:
            return ["-"] * self.game.n_seats
        parts = text.split("|")
        self.need(len(parts) == self.game.n_seats, f"{name} has a part for each of {self.game.n_seats} seats, split by |", text)
        return parts

    def cards(self, text: str) -> int:
        """Return the mask of some cards, ascending and separated by commas, or `-`."""
        if text == "-":
            return 0
        numbers = [int(word) if word.isascii() and word.isdigit() and len(word) <= 2 else 0 for word in text.split(",")]
        ascending = all(low < high for low, high in pairwise(numbers))
        spelled = ",".join(map(str, numbers)) == text
        self.need(ascending and spelled and numbers[0] >= 1 and numbers[-1] <= N_CARDS, "cards are 1 to 25, ascending", text)
        return sum(1 << number - 1 for number in numbers)

    def read_cards(self, fields: dict[str, str]) -> None:
        """Read table, hands, spent and past cards."""
        state = self.state
        for seat, part in enumerate(self.per_seat(fields.get("table"), "table")):
            if part != "-":
                hidden = part.startswith("(") and part.endswith(")")
                mask = self.cards(part[1:-1] if hidden else part)
                self.need(mask.bit_count() == 1, "a seat plays one card", part)
                state.table[seat] = mask.bit_length()
                state.chosen = int(state.chosen) | 1 << seat
                state.shown = int(state.shown) | (0 if hidden else 1 << seat)
        for seat, part in enumerate(self.per_seat(fields.get("hands"), "hands")):
            if part.startswith("?"):
                self.need(part[1:] in tuple("12345"), "an unknown hand is ?1 to ?5", part)
                state.hand_sizes[seat] = int(part[1:])
            else:
                state.hands[seat] = self.cards(part)
                state.hand_sizes[seat] = int(state.hands[seat]).bit_count()
            unknown = self.viewer is not None and seat != self.viewer and state.hand_sizes[seat] > 0
            self.need(part.startswith("?") == unknown, "a view shows the own hand only, a position all hands", part)
        for seat, part in enumerate(self.per_seat(fields.get("spent"), "spent")):
            state.spent[seat] = self.cards(part)
        deals = fields["past"].split(";") if "past" in fields else []
        self.need(len(deals) <= MAX_DEALS, "there cannot have been as many deals", len(deals))
        state.n_deals = len(deals)
        for deal, text in enumerate(deals):
            for seat, part in enumerate(self.per_seat(text, "past")):
                shown, sign, kept = part.partition("+")
                entry = self.cards(shown)
                self.kept[deal, seat] = bool(sign)
                if sign:
                    unknown = self.viewer is not None and seat != self.viewer
                    self.need((kept == "?") == unknown, "a view shows the own kept card only, a position all", part)
                    if not unknown:
                        mask = self.cards(kept)
                        self.need(mask.bit_count() == 1, "one card is kept", part)
                        entry |= mask.bit_length() << KEPT_SHIFT
                state.past[deal, seat] = entry


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that a text describes: a complete position, or what `viewer` knows of one."""
    return _Reader(game, text, viewer).read()
