"""Asks the person at the terminal."""

import sys
from collections.abc import Mapping, Sequence
from typing import TextIO

from mctsky.arena.playing.failure import BotFailure, Fault
from mctsky.bots._typed_moves import SeveralMovesError, move_table, read_moves
from mctsky.bots.api import Bot, refuse_unknown
from mctsky.core.color import has_color
from mctsky.core.position import Game, View
from mctsky.errors import IllegalMoveError

STAYS_HERE = True  # it needs this terminal
LISTED = 30  # moves that are shown without being asked for
HELP = "a move, its beginning, #number, or a whole turn; ? lists all moves, quit leaves"


class HumanBot(Bot):
    """Shows what the seat knows and reads its moves. The dialogue goes to stderr, so that stdout holds only the results."""

    interactive = True

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        """Use these streams, by default those of the process. Boards and prompts are shown only to a terminal."""
        self._source, self._sink = source, sink
        self._codes: list[int] = []  # the rest of a turn that was typed at once
        self._text = ""  # the part of it that comes after luck, not read yet

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Forget what was typed in another game."""
        super().new_game(game, seat, seed)
        self._codes, self._text = [], ""

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
        if self._codes:
            return self._codes.pop(0)
        text, self._text = self._text, ""
        if not (text and self._take(view, text)):
            if self._watched:
                board, moves = view.render(color=has_color(self._output)).rstrip(), view.own_moves()
                self._say(f"\n{board}\n\nseat {view.seat} to move in {view.game.name}{_time(view)}")
                self._say(move_table(moves) if len(moves) <= LISTED else f"{len(moves)} moves")
                self._say(HELP)
            while not self._take(view, self._read()):
                pass
        return self._codes.pop(0)

    def _read(self) -> str:
        """Return the next line."""
        if self._watched:
            self._say("> ", end="")
        line = (self._source or sys.stdin).readline()
        if not line:
            raise BotFailure(Fault.CLOSED, "the input has ended before the game")
        return line.strip()

    def _take(self, view: View, word: str) -> bool:
        """Keep the moves of a line; say what is wrong if there is none in it."""
        if word == "quit":
            raise KeyboardInterrupt
        if word in ("", "?"):
            if word:
                self._say(f"{move_table(view.own_moves())}\n{HELP}")
            return False
        try:
            typed = read_moves(view, word)
        except SeveralMovesError as error:
            self._say(f"{error.problem}:\n{move_table(view.own_moves(), error.begun)}")
            return False
        except IllegalMoveError as error:
            self._say(str(error))
            return False
        self._codes, self._text = list(typed.codes), typed.rest
        return True

    def end(self, result: Sequence[float]) -> None:
        """Print the result."""
        if self._watched:
            self._say("result: " + ", ".join(f"seat {seat} {value:g}" for seat, value in enumerate(result)))


def _time(view: View) -> str:
    clock = view.clock
    if clock is None or clock.seconds_left is None:
        return ""
    return f", {clock.seconds_left:.0f} s left"


def build(parameters: Mapping[str, str]) -> Bot:
    """Return the bot; it has no parameters."""
    refuse_unknown(parameters, (), "human")
    return HumanBot()
