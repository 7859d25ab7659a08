"""Reading what a person types at a decision: a move, its beginning, its number, or a whole turn. All commands use this parser.

A whole turn is its small moves one after another, separated as records write them: `c3-d4 +d5 +c5`. It is tried out in a world
that the seat considers possible before anything is played: what a seat may do cannot depend on what it cannot see.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mctsky.arena.records.moves import whole_turns
from mctsky.core.contract import CHANCE, has_verb
from mctsky.core.position import Position, View
from mctsky.core.rng import make_rng
from mctsky.errors import IllegalMoveError

WIDTH = 80
MAX_TEXT = 2_000  # characters of a line
MAX_TRIES = 2_000  # moves that are tried for one line
SEPARATORS = " ,;\t"
_NUMBER = re.compile(r"#([0-9]{1,9})")
_LISTED = 40  # moves that an error names


@dataclass(frozen=True)
class Typed:
    """The moves of a line: those to make now, and what is to be read after luck in the middle of the turn."""

    codes: tuple[int, ...]
    rest: str = ""


class SeveralMovesError(IllegalMoveError):
    """A text with which several moves begin."""

    def __init__(self, text: str, begun: Sequence[str], where: str) -> None:
        """Keep the moves."""
        self.begun = tuple(begun)
        super().__init__(f"{len(begun)} moves begin with this", given=text, where=where, remedy=_legal(begun))


def read_moves(view: View, text: str) -> Typed:
    """Return what a line means at the decision of a view; raise an IllegalMoveError that says why it means nothing."""
    word = text.strip()
    codes, moves = view.own_codes(), view.own_moves()
    if word in moves:
        return Typed((codes[moves.index(word)],))
    number = _number(word, moves)
    if number is not None and 1 <= number <= len(moves):
        return Typed((codes[number - 1],))
    if len(word) <= MAX_TEXT:
        code = view.game.parse_move(view.state, codes, word)
        if code is not None and code in codes:
            return Typed((code,))
    begun = [move for move in moves if word and move.startswith(word)]
    if len(begun) == 1:
        return Typed((codes[moves.index(begun[0])],))
    if begun:
        raise SeveralMovesError(word, begun, _where(view))
    turn = _Turn(view)
    typed = turn.read(word) or turn.read_recorded(word)
    if typed is None:
        raise turn.problem(word) or _no_such_move(view, codes, moves, word)
    return typed


def complete(view: View, text: str, words: Iterable[str] = ()) -> list[str]:
    """Return the lines that Tab may make of a text: moves and words that begin with it, or the next move of a turn."""
    lines = [line for line in (*view.own_moves(), *words) if line.startswith(text)]
    if lines or len(text) > MAX_TEXT:
        return lines
    for cut in range(len(text), 0, -1):
        head, begun = text[:cut], text[cut:].lstrip(SEPARATORS)
        if text[cut - 1] not in SEPARATORS and (cut == len(text) or text[cut] in SEPARATORS):
            joint = text[: len(text) - len(begun)] if cut < len(text) else f"{text} "
            found = [joint + move for move in _Turn(view).moves_after(head) if move.startswith(begun)]
            if found:
                return found
    return []


def move_table(moves: Sequence[str], chosen: Sequence[str] | None = None) -> str:
    """Return the moves with their numbers, in as many columns as fit."""
    cells = [f"#{index} {move}" for index, move in enumerate(moves, 1) if chosen is None or move in chosen]
    width = max(map(len, cells), default=0) + 2
    columns = max(1, (WIDTH - 2) // width)
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    return "\n".join("  " + "".join(cell.ljust(width) for cell in row).rstrip() for row in rows)


class _Turn:
    """A seat's turn, tried out in a possible world."""

    def __init__(self, view: View) -> None:
        self.game, self.seat, self.where = view.game, view.seat, _where(view)
        self.world: View | None = None
        # Where seats choose at the same time, a view stands before the others' unseen choices: there one move is all.
        if view.to_act == view.seat:
            self.world = view.copy()
            self.game.verb("determinise")(self.game.rules, self.world.state, self.seat, make_rng(0))
        self.tries = 0
        self.furthest: tuple[int, str, list[str]] = (0, "", [])  # moves that were read, what came then, what was possible

    def read(self, text: str) -> Typed | None:
        """Return the moves of a text that holds nothing else, or None."""
        if self.world is None or not text or len(text) > MAX_TEXT:
            return None
        return self._read(self.world, text, 0)

    def read_recorded(self, text: str) -> Typed | None:
        """Return the moves of a turn that is written as records write it, with a word before the moves: `7 c3-d4 +d5`."""
        typed = self.read(text.partition(" ")[2].strip())
        if typed is None or typed.rest or self.world is None:
            return None
        turns = whole_turns(Position(self.game, self.game.copy_state(self.world.state)), typed.codes)
        return typed if turns and turns[0].split() == text.split() else None

    def moves_after(self, text: str) -> list[str]:
        """Return what the seat may do next in its turn after the moves of a text."""
        typed = self.read(text)
        if typed is None or typed.rest or self.world is None:
            return []
        here = self.world
        for code in typed.codes:
            here = self._after(here, code)
        return here.legal_moves() if self._goes_on(here) and here.to_act == self.seat else []

    def problem(self, text: str) -> IllegalMoveError | None:
        """Return why the text is not a turn, if it begins like one."""
        n_read, rest, moves = self.furthest
        if not n_read:
            return None
        where = f"{self.where}, in {text!r}"
        if not moves:
            return IllegalMoveError("the turn is over before this", given=rest, where=where, remedy="leave it out")
        problem = f"this cannot be move {n_read + 1} of the turn"
        return IllegalMoveError(problem, given=rest, where=where, remedy=_legal(moves))

    def _read(self, here: View, text: str, n_read: int) -> Typed | None:
        codes = here.legal_codes()
        moves = [here.format_move(code) for code in codes]
        if n_read > self.furthest[0]:
            self.furthest = (n_read, text, moves)
        for length, code in self._first_moves(here, codes, moves, text):
            rest = text[length:].lstrip(SEPARATORS)
            if not rest:
                return Typed((code,))
            self.tries += 1
            if self.tries > MAX_TRIES:
                return None
            after = self._after(here, code)
            if not self._goes_on(after):
                if n_read + 1 > self.furthest[0]:
                    self.furthest = (n_read + 1, rest, [])
                continue
            if after.to_act == CHANCE:
                return Typed((code,), rest)
            found = self._read(after, rest, n_read + 1)
            if found is not None:
                return Typed((code, *found.codes), found.rest)
        return None

    def _first_moves(self, here: View, codes: Sequence[int], moves: Sequence[str], text: str) -> Iterator[tuple[int, int]]:
        """Yield length and code of the moves with which a text can begin, the longest first."""
        found = {len(move): code for move, code in zip(moves, codes, strict=True) if _begins(text, move)}
        number = _NUMBER.match(text)
        if number and 1 <= int(number[1]) <= len(codes):
            found.setdefault(number.end(), codes[int(number[1]) - 1])
        yield from sorted(found.items(), reverse=True)
        if found:
            return
        for cut in [*(place for place in range(len(text)) if text[place] in SEPARATORS), len(text)][:6]:
            code = self.game.parse_move(here.state, list(codes), text[:cut])
            if code is not None and code in codes:
                yield cut, code

    def _after(self, here: View, code: int) -> View:
        after = here.copy()
        self.game.verb("play")(self.game.rules, after.state, code)
        return after

    def _goes_on(self, here: View) -> bool:
        """Say whether the seat's turn is not over."""
        if not has_verb(self.game.spec.game_type, "mid_turn"):
            return here.to_act == self.seat
        mine = here.to_act in (self.seat, CHANCE)
        return mine and bool(self.game.verb("mid_turn")(self.game.rules, here.state, self.seat))


def _begins(text: str, move: str) -> bool:
    """Say whether a text begins with a move and something else comes after it."""
    if not move or not text.startswith(move):
        return False
    after = text[len(move) : len(move) + 1]
    return not after or after in SEPARATORS or not (after.isalnum() or move[-1] == after)


def _number(word: str, moves: Sequence[str]) -> int | None:
    """Return the number of a move in the list: `#7`, or `7` where no move is itself a number."""
    digits = word.removeprefix("#")
    if not (digits.isascii() and digits.isdigit()) or (digits == word and any(move.isdigit() for move in moves)):
        return None
    return int(digits[:9])


def _no_such_move(view: View, codes: Sequence[int], moves: Sequence[str], word: str) -> IllegalMoveError:
    """Return the error about a text that is not a move now."""
    if view.to_act == view.seat:
        try:
            view.parse_move(word)
        except IllegalMoveError as error:
            return error
    # Where seats choose at the same time, the view stands before the others' unseen choices.
    known = view.game.parse_move(view.state, list(codes), word) is not None
    problem = "not allowed now" if known else "no such move"
    return IllegalMoveError(problem, given=word, where=_where(view), remedy=_legal(moves))


def _where(view: View) -> str:
    return f'{view.game.name} "{view.text()}"'


def _legal(moves: Sequence[str]) -> str:
    return "legal: " + " ".join(moves[:_LISTED]) + (f" ... ({len(moves)} in all)" if len(moves) > _LISTED else "")
