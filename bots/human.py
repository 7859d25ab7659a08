"""Asks the person at the terminal."""

import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from mctsky.arena.failure import BotFailure, Fault
from mctsky.bots.api import Bot, refuse_unknown
from mctsky.core.color import has_color
from mctsky.core.position import View
from mctsky.errors import IllegalMoveError

LISTED = 30  # moves that are shown without being asked for
WIDTH = 100
HELP = "a move, its beginning, or #number; ? lists all moves, quit leaves"


class HumanBot(Bot):
    """Shows what the seat knows and reads its moves. The talk goes to stderr, so that stdout keeps the results alone."""

    interactive = True

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        """Talk over these streams; without them over those of the process. Only a terminal is shown boards and prompts."""
        self._source, self._sink = source, sink

    @property
    def _watched(self) -> bool:
        return (self._source or sys.stdin).isatty()

    @property
    def _output(self) -> TextIO:
        return self._sink or sys.stderr

    def _say(self, text: str, end: str = "\n") -> None:
        self._output.write(text + end)
        self._output.flush()

    def choose(self, view: View) -> int:
        """Ask until there is a legal move."""
        codes, moves = view.own_codes(), view.own_moves()
        if self._watched:
            board = view.render(color=has_color(self._output)).rstrip()
            self._say(f"\n{board}\n\nseat {view.seat} to move in {view.game.name}{_time(view)}")
            few = len(moves) <= LISTED
            self._say(_table(moves) if few else f"{len(moves)} moves")
            self._say(HELP)
        while True:
            code = self._read(view, codes, moves)
            if code is not None:
                return code

    def _read(self, view: View, codes: Sequence[int], moves: Sequence[str]) -> int | None:
        """Read one line; return the move, or None if there is none in it."""
        if self._watched:
            self._say("> ", end="")
        line = (self._source or sys.stdin).readline()
        if not line:
            raise BotFailure(Fault.CLOSED, "the input has ended before the game")
        word = line.strip()
        if word == "quit":
            raise KeyboardInterrupt
        if word in ("", "?"):
            if word:
                self._say(f"{_table(moves)}\n{HELP}")
            return None
        if word in moves:
            return codes[moves.index(word)]
        number = _number(word, moves)
        if number is not None and 1 <= number <= len(moves):
            return codes[number - 1]
        begun = [move for move in moves if move.startswith(word)]
        if len(begun) == 1:
            return codes[moves.index(begun[0])]
        if begun:
            self._say(f"{len(begun)} moves begin so:\n" + _table(moves, begun))
            return None
        try:
            return _other_spelling(view, codes, moves, word)
        except IllegalMoveError as error:
            self._say(str(error))
            return None

    def end(self, result: Sequence[float]) -> None:
        """Say how it ended."""
        if self._watched:
            self._say("result: " + ", ".join(f"seat {seat} {value:g}" for seat, value in enumerate(result)))


def _number(word: str, moves: Sequence[str]) -> int | None:
    """Return the number of a move in the list: `#7`, or `7` where no move is itself a number."""
    digits = word.removeprefix("#")
    if not (digits.isascii() and digits.isdigit()) or (digits == word and any(move.isdigit() for move in moves)):
        return None
    return int(digits[:9])


def _other_spelling(view: View, codes: Sequence[int], moves: Sequence[str], word: str) -> int:
    if view.to_act == view.seat:
        return view.parse_move(word)
    # Where seats choose at the same time, the view stands before the others' unseen choices.
    code = view.game.parse_move(view.state, list(codes), word)
    if code is not None and code in codes:
        return code
    remedy = "legal: " + " ".join(moves[:40]) + (f" ... ({len(moves)} in all)" if len(moves) > 40 else "")
    where = f'{view.game.name} "{view.text()}"'
    raise IllegalMoveError("no such move" if code is None else "not allowed now", given=word, where=where, remedy=remedy)


def _table(moves: Sequence[str], chosen: Sequence[str] | None = None) -> str:
    """Return the moves with their numbers, in as many columns as fit."""
    cells = [f"#{index} {move}" for index, move in enumerate(moves, 1) if chosen is None or move in chosen]
    width = max(map(len, cells)) + 2
    columns = max(1, WIDTH // width)
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    return "\n".join("  " + "".join(cell.ljust(width) for cell in row).rstrip() for row in rows)


def _time(view: View) -> str:
    clock = view.clock
    if clock is None or clock.seconds_left is None:
        return ""
    return f", {clock.seconds_left:.0f} s left"


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot; it has no parameters."""
    refuse_unknown(parameters, (), "human")
    return HumanBot()
