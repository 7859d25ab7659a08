"""The dialogue of `mctsky play`: shows what the person's seat knows, reads moves and commands, says how it ended."""

import contextlib
import itertools
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from mctsky.arena.records.replay import Sight
from mctsky.arena.statistics.outcomes import DRAWN, LOST, WON, outcomes
from mctsky.bots._typed_moves import SeveralMovesError, complete, move_table, read_moves
from mctsky.cli._hints import Hints
from mctsky.cli._output import live
from mctsky.cli._play_table import RESIGNED, PlayTable
from mctsky.cli._prompt import Prompt
from mctsky.cli._saved_game import save
from mctsky.errors import IllegalMoveError, MctskyError, UnknownNameError, nearest, printable

LISTED = 30  # moves that are shown without being asked for
WIDTH = 80
COMMANDS = {
    "board": "show the board again",
    "moves": "list all moves with their numbers (also: ?)",
    "hint": "say which move a search would play",
    "why": "show the numbers behind the hint",
    "log": "list what you have seen happen",
    "undo": "go back to your decision before this one",
    "save": "save FILE: keep the game; `mctsky play --resume FILE` goes on",
    "resign": "give up the game",
    "help": "show this",
    "quit": "leave; the game is lost unless it was saved",
}
HELP = "Type a move, its beginning, #number, or the moves of a whole turn; Tab completes. Other words:"

_OUTCOMES = {WON: "you win", DRAWN: "you share the best result", LOST: "you lose"}


class Leave(Exception):  # noqa: N818  # not an error
    """The person leaves the game before its end."""


class Dialogue:
    """One person's dialogue in one game."""

    def __init__(self, table: PlayTable, hints: Hints, prompt: Prompt, color: bool, resumed: bool = False) -> None:
        """Take what it talks about, and how; a game that was resumed is saved as it stands."""
        self.table, self.hints, self.prompt, self.color = table, hints, prompt, color
        self._text = ""  # the part of a turn typed at once that comes after luck
        self._saved_at = len(table.position.moves) if resumed else None  # moves of the game when it was saved
        self._warned = False

    # ---- the game

    def play(self) -> None:
        """Play to the end of the game; raise Leave if the person leaves before."""
        table = self.table
        self._tell(table.begin())
        while not table.is_over:
            if table.to_act == table.seat:
                self._decide()
            else:
                self._tell(self._let_bot_play(table.to_act))
        self._finish()

    def _let_bot_play(self, seat: int) -> list[Sight]:
        """Let a bot play as long as it is to act; return what the person sees of it."""
        seen: list[Sight] = []
        with live(f"{self.name(seat)} is thinking"):
            while not self.table.is_over and self.table.to_act == seat:
                seen += self.table.ask_bot()
        return seen

    def _decide(self) -> None:
        """Let the person choose, and play what is typed."""
        text, self._text = self._text, ""
        if not (text and self._take_moves(text)):
            self.show_board()
            self._ask()

    def _ask(self) -> None:
        n_moves, ended = len(self.table.position.moves), self.table.ended
        while len(self.table.position.moves) == n_moves and self.table.ended == ended:
            line = self.prompt.read(f"seat {self.table.seat}> ", self._complete)
            if line is None:
                raise Leave("the input has ended")
            if line.strip():
                self._obey(line.strip())

    def _complete(self, text: str) -> list[str]:
        return complete(self.table.view(), text, COMMANDS)

    def _obey(self, line: str) -> None:
        """Do what a line says: a move comes first, a word after a slash is always a command."""
        word, _, argument = line.removeprefix("/").partition(" ")
        word = {"?": "moves"}.get(word, word)
        is_move = not line.startswith("/") and line in self.table.view().own_moves()
        if word in COMMANDS and not is_move:
            try:
                self._command(word, argument.strip())
            except MctskyError as error:
                self._complain(str(error))
        elif line.startswith("/"):
            remedy = nearest(word[:40], COMMANDS)
            self._complain(str(UnknownNameError("there is no such command", given=word[:40], remedy=remedy)))
        else:
            self._take_moves(line)

    def _take_moves(self, line: str) -> bool:
        """Play the moves of a line; say what is wrong if there is none in it."""
        table = self.table
        try:
            typed = read_moves(table.view(), line)
        except SeveralMovesError as error:
            self._say(f"{error.problem}:\n{move_table(table.view().own_moves(), error.begun)}")
            return False
        except IllegalMoveError as error:
            self._complain(f"{_short(error)}; `moves` lists what you can do, `help` the other words")
            return False
        for code in typed.codes:
            self._tell(table.move(code), own=False)
            if table.is_over:
                return True
        self._text = typed.rest
        return True

    # ---- commands

    def _command(self, word: str, argument: str) -> None:
        if argument and word != "save":
            self._say(f"{word} takes nothing after it")
            return
        if word != "quit":
            self._warned = False
        actions: dict[str, Callable[[], None]] = {
            "board": self.show_board,
            "moves": lambda: self._say(move_table(self.table.view().own_moves())),
            "hint": lambda: self._say(self.hints.hint(self.table.view())),
            "why": lambda: self._say(self.hints.why(self.table.view())),
            "log": self._log,
            "undo": self._undo,
            "save": lambda: self._save(argument),
            "resign": self.table.resign,
            "help": self._help,
            "quit": self._quit,
        }
        actions[word]()

    def _help(self) -> None:
        lines = [f"  {word:7} {meaning}" for word, meaning in COMMANDS.items()]
        self._say("\n".join([*textwrap.wrap(HELP, WIDTH), *lines, "A word after a slash (/help) is never a move."]))

    def _log(self) -> None:
        self._say("\n".join(self._story(self.table.sights)) or "nothing has happened yet")

    def _undo(self) -> None:
        was_practice = self.table.is_practice
        n_undone = self.table.n_undone
        taken = self.table.undo()
        if taken is None:
            self._say("there is no decision of yours to go back to")
            return
        self._say("taken back: " + "; ".join(self._story(taken)))
        if self.table.n_undone > n_undone:
            luck = ["new luck is drawn from here on"] if self.table.game.spec.chance else []
            self._say("; ".join(luck + ([] if was_practice else ["from now on this game is for practice"])))

    def _save(self, argument: str) -> None:
        if not argument:
            self._say("name a file: save FILE")
            return
        path = Path(argument)
        with contextlib.suppress(RuntimeError):  # an unknown user: the name stands for itself
            path = path.expanduser()
        save(self.table, path)
        self._saved_at = len(self.table.position.moves)
        self._say(f"saved; `mctsky play --resume {printable(argument)}` goes on")

    def _quit(self) -> None:
        if self._is_saved or self._warned or not self.prompt.watched:
            raise Leave("you have left")
        self._warned = True
        self._say("the game is not saved: `save FILE` does that, `quit` again leaves it")

    @property
    def _is_saved(self) -> bool:
        return self._saved_at == len(self.table.position.moves)

    def fate(self) -> str:
        """Return what happens to a game that is left."""
        return "the game is saved as it stands" if self._is_saved else "the game is not saved"

    # ---- showing

    def name(self, seat: int) -> str:
        """Return who sits at a seat."""
        if seat == self.table.seat:
            return "you"
        word = self.table.game.seat_name(seat)
        return word if seat < 0 else f"{word} ({printable(self.table.specs[seat])})"

    def show_board(self) -> None:
        """Show what the person's seat knows, and what it can do."""
        view = self.table.view()
        moves = view.own_moves()
        practice = " (practice)" if self.table.is_practice else ""
        self._say(f"\n{view.render(color=self.color).rstrip()}\n")
        self._say(
            f"you are seat {self.table.seat}{practice}; " + ("your moves:" if len(moves) <= LISTED else f"{len(moves)} moves")
        )
        if len(moves) <= LISTED:
            self._say(move_table(moves))

    def _story(self, seen: Iterable[Sight]) -> list[str]:
        """Return what has happened, a line for what one seat did in a row."""
        lines = []
        for seat, row in itertools.groupby(seen, lambda sight: sight.seat):
            line = f"{self.name(seat)}: " + ", ".join(printable(sight.text) for sight in row)
            lines.append("\n".join(textwrap.wrap(line, WIDTH, subsequent_indent="  ")))
        return lines

    def _tell(self, seen: Iterable[Sight], own: bool = True) -> None:
        """Show what has happened; the person knows its own moves."""
        for line in self._story(sight for sight in seen if own or sight.seat != self.table.seat):
            self._say(line)

    def _finish(self) -> None:
        table = self.table
        view, result = table.view(), table.result()
        self._say(f"\n{view.render(color=self.color).rstrip()}\n")
        if table.ended is not None:
            seat, reason = table.ended
            self._say(
                "you have resigned"
                if reason == RESIGNED
                else f"{self.name(seat)} has failed and loses ({printable(reason)}); -v says more"
            )
        self._say("\n".join(points_lines(table)))
        for seat, value in enumerate(result):
            self._say(f"seat {seat} {value:6.3f}  {self.name(seat)}")
        outcome = outcomes(tuple(result), table.ended[0] if table.ended else None)[table.seat]
        self._say(_OUTCOMES[outcome] + (" (practice: moves were taken back)" if table.is_practice else ""))

    def _complain(self, text: str) -> None:
        self._say("\n".join(textwrap.wrap(printable(text), WIDTH)))

    def _say(self, text: str) -> None:
        if text:
            click.echo(text, color=self.color)


def points_lines(table: PlayTable) -> list[str]:
    """Return the points by source, a column per seat, for games that can tell; only of a game that ended by its rules."""
    tell = table.game.spec.find_function("points", "points_by_source")
    if tell is None or table.ended is not None:
        return []
    columns: list[dict[str, int]] = tell(table.game.rules, table.view().state)
    sources = list(dict.fromkeys(source for column in columns for source in column))
    width = max(map(len, [*sources, "points"]))
    lines = [f"{'points':{width}}" + "".join(f"  seat {seat}" for seat in range(len(columns)))]
    for source in sources:
        lines.append(f"{source:{width}}" + "".join(f"{column.get(source, 0):8d}" for column in columns))
    return [*lines, f"{'total':{width}}" + "".join(f"{sum(column.values()):8d}" for column in columns), ""]


def _short(error: IllegalMoveError) -> str:
    """Return an error without the position, which the person sees."""
    given = str(error.given)[:60]
    return f"illegal move {given!r}: {error.problem}"
