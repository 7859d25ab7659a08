"""Moves, turns and positions of Santorini: New York as text. The texts of moves are listed in moves.py; a position is one line:

    ..00./.0A000/B0000A0/00000/00000/00000/000B0./.00.. statue=1 step=start:0 table=3|17 hands=4,7,12|?3 spent=1,3|17,20

The board comes first, rows from north to south: `.` no square, 0-3 the level, `R` a roof, `S` a skyscraper, and the letter of a
worker's seat (A-E) before the level that it stands on. Then, in any order, and left out where empty, cards ascending:
- `statue=K`  the seat that holds the Statue
- `step=...`  the phase; in a turn with its seat and the squares that are set: `build:0:worker=c3`, also target= and built=
- `table=`    per seat the card played in this round, in brackets while it lies face down, `-` for none
- `hands=`    per seat its cards, or `?3` for three unknown ones; of a seat that is out what it went out with, until the redeal
- `spent=`    per seat the cards that it has shown in this deal
- `past=`     per finished deal, separated by `;`, per seat the cards shown and, after `+`, the one kept (`+?` unknown)
"""

import re
from collections.abc import Iterable
from typing import Any

import numpy as np

from mctsky.core.bits import ZERO, bit, lowest, popcount
from mctsky.core.contract import find_verb
from mctsky.core.grid import N_SQUARES, NORTH, SIDE, SOUTH, parse_square, square_name, squares_of
from mctsky.games.santorini_ny.checks import Draft, check
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
)

PHASES = (  # by their numbers in state.py
    *("pick", "raise", "deal", "choose", "show", "start", "move", "move_other"),
    *("build", "build_again", "build_both", "build_other", "aim", "victim", "force", "over"),
)
LETTERS = "ABCDE"
NAMES = ("statue", "step", "table", "hands", "spent", "past")  # fields of a position after the board


def cards_of(mask: Any) -> list[int]:
    """Return the numbers of the cards of a mask, ascending."""
    return [card + 1 for card in range(N_CARDS) if int(mask) >> card & 1]


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move, a deal or a shown card, for any code, legal or not."""
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
    if phase < START:
        wanted = {
            PICK: "pick an open start number",
            RAISE: "place a skyscraper on a free square",
            CHOOSE: "choose a card it holds",
        }
        return f"seat {seat} must {wanted[phase]}"
    card = int(state.table[int(state.seat)])
    role = title(role_in_turn(game, state))
    return f"seat {seat} cannot do this now with card {card} ({role}), or could not finish the turn after it"


def format_turns(game: Any, state: Any, moves: Iterable[int]) -> list[str]:
    """Return the whole turns among some moves played from `state` on, card first: `7 c3-d4 +d5 +c5`.

    Set-up, deals, choices and cards shown are left out, and so is a turn that the moves do not complete.
    """
    here, turns = state.copy(), []
    turn: list[str] = []
    for move in moves:
        phase = int(here.phase)
        if phase == START:
            turn = [str(int(here.table[int(here.seat)]))]
        if START <= phase < OVER:
            turn.append(format_move(game, here, move))
        find_verb("play", type(game))(game, here, move)
        if START <= phase < OVER and not START < int(here.phase) < OVER:
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


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that a text describes: a complete position, or what `viewer` knows of one."""
    board, *words = text.split(" ")
    draft = Draft(game, viewer, {"board": board})
    for word in words:
        name, _, value = word.partition("=")
        draft.need(name in NAMES, "board", f"unknown word {word!r} after the board", f"use {'=, '.join(NAMES)}=")
        draft.need(name not in draft.fields, name, "given twice")
        draft.fields[name] = value
    draft.need("step" in draft.fields, "step", "missing", "add what is to be done next, such as step=choose")
    _read_board(draft)
    _read_step(draft)
    _read_cards(draft)
    _read_past(draft)
    # A field that is written back differently was not fully understood.
    written = dict(word.split("=", 1) for word in format_position(game, draft.state).split(" ")[1:])
    for name in NAMES:
        expected = written.get(name, "")
        remedy = f"did you mean {name}={expected}?" if expected else "leave it out"
        draft.need(draft.fields.get(name, "") == expected, name, "not in the usual form", remedy)
    check(draft)
    return draft.state


def _read_board(draft: Draft) -> None:
    """Read towers, skyscrapers and workers."""
    state, rows = draft.state, draft.fields["board"].split("/")
    empty = board_rows(draft.game, state)
    draft.need(len(rows) == len(empty), "board", f"{len(rows)} rows, but this board has {len(empty)}", "separate rows by /")
    for rank, (row, squares) in enumerate(zip(reversed(rows), reversed(empty), strict=True)):
        signs = re.findall(f"[{LETTERS[: draft.game.n_seats]}]?[0-3]|[RS.]", row)
        fits = "".join(signs) == row and [sign == "." for sign in signs] == [sign == "." for sign in squares]
        remedy = "use 0 to 3, R for a roof, S for a skyscraper, and the letter of a worker's seat before its level"
        draft.need(fits, "board", f"row {row!r} does not fit the squares {''.join(squares)!r}", remedy)
        for file, sign in enumerate(signs):
            square = bit(SIDE * rank + file)
            state.skyscrapers |= square if sign == "S" else ZERO
            for level in range("0123R".find(sign[-1])):
                state.levels[level] |= square
            if len(sign) == 2:
                state.workers[LETTERS.index(sign[0])] |= square
                state.crowd |= square
    state.alive = sum(1 << seat for seat in draft.seats if state.workers[seat])


def _read_seat(draft: Draft, field: str, text: str) -> int:
    found = "01234"[: draft.game.n_seats].find(text) if len(text) == 1 else -1
    draft.need(found >= 0, field, f"{text!r} is not a seat", f"use 0 to {draft.game.n_seats - 1}")
    return found


def _read_step(draft: Draft) -> None:
    """Read the phase, the seat in turn or the winner, and the squares of the turn."""
    state, (name, *words) = draft.state, draft.fields["step"].split(":")
    draft.need(name in PHASES, "step", f"unknown step {name!r}", f"use one of {', '.join(PHASES)}")
    state.phase = PHASES.index(name)
    if int(state.phase) < START:
        return
    seat = _read_seat(draft, "step", words[0] if words else "")
    if int(state.phase) == OVER:
        state.winner = seat + 1
        return
    state.seat = seat
    for word in words[1:]:
        name, _, value = word.partition("=")
        square = parse_square(value)
        known = name in FIELDS and square is not None
        draft.need(known, "step", f"unknown word {word!r}", f"use {'=, '.join(FIELDS)}= and a square")
        state[name] = (square or 0) + 1


def _per_seat(draft: Draft, field: str, text: str) -> list[str]:
    """Return the parts of a text, one for each seat."""
    n = draft.game.n_seats
    parts = text.split("|") if text else ["-"] * n
    problem = f"the number of parts is {len(parts)}, but the game has {n} seats"
    draft.need(len(parts) == n, field, problem, "separate seats by |")
    return parts


def _read_mask(text: str) -> int:
    """Return the mask of the cards in a text; other words are found when the cards are written back."""
    return sum(1 << card - 1 for card in range(1, N_CARDS + 1) if str(card) in text.split(","))


def _read_cards(draft: Draft) -> None:
    """Read the Statue and the cards of this deal."""
    state, fields = draft.state, draft.fields
    if "statue" in fields:
        state.statue = _read_seat(draft, "statue", fields["statue"]) + 1
    for seat, part in enumerate(_per_seat(draft, "table", fields.get("table", ""))):
        card = _read_mask(part.strip("()")).bit_length()
        state.table[seat] = card
        state.chosen |= bool(card) << seat
        state.shown |= (card > 0 and "(" not in part) << seat
    for seat, part in enumerate(_per_seat(draft, "hands", fields.get("hands", ""))):
        count = re.fullmatch("[?]([1-5])", part)
        hidden = draft.viewer not in (None, seat) and part != "-"
        problem = f"a view shows only how many cards seat {seat} holds" if hidden else f"the cards of seat {seat} must be given"
        draft.need(bool(count) == hidden, "hands", problem, "write ?3 for three unknown cards" if hidden else "")
        state.hands[seat] = _read_mask(part)
        state.hand_sizes[seat] = int(count[1]) if count else popcount(state.hands[seat])
    for seat, part in enumerate(_per_seat(draft, "spent", fields.get("spent", ""))):
        state.spent[seat] = _read_mask(part)


def _read_past(draft: Draft) -> None:
    """Read the finished deals."""
    state, deals = draft.state, draft.fields["past"].split(";") if "past" in draft.fields else []
    draft.need(len(deals) <= MAX_DEALS, "past", f"{len(deals)} deals, but a game has at most {MAX_DEALS}")
    state.n_deals = len(deals)
    for deal, text in enumerate(deals):
        for seat, part in enumerate(_per_seat(draft, "past", text)):
            shown, _, kept = part.partition("+")
            hidden = draft.viewer not in (None, seat)
            draft.need(hidden or kept != "?", "past", f"the card that seat {seat} kept must be given")
            state.past[deal, seat] = _read_mask(shown) | (0 if hidden else _read_mask(kept).bit_length()) << KEPT_SHIFT


def hidden_names(game: Any) -> tuple[list[str], list[str]]:
    """Return the names of the items and of the places of `hidden`."""
    cards = [f"{card} {title(int(game.tables.roles[card - 1]))}" for card in range(1, N_CARDS + 1)]
    return cards, [*(f"seat {seat}" for seat in range(len(LETTERS))), "in no hand"]
