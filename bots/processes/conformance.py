"""Does a program keep the protocol of docs/bots.md? Tried step by step; each step says ok, or what is wrong and what to do."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from mctsky.arena.playing.failure import BotFailure, Fault
from mctsky.arena.playing.referee import Limits, play_game
from mctsky.bots.external import ExternalBot
from mctsky.bots.processes.process import LEAVE_SECONDS, BotProcess
from mctsky.bots.processes.protocol import Line, choose_message, encode, new_game_message, read_move, shown
from mctsky.bots.random import RandomBot
from mctsky.core.clock import TimeControl
from mctsky.core.position import Game
from mctsky.core.registry import load
from mctsky.core.rng import derive_seed
from mctsky.errors import MctskyError, printable

REMEDIES = {
    Fault.CRASH: "keep it running until `quit` or the end of its input; its stderr says more",
    Fault.HANG: "answer hello, new_game and choose with one line each, and flush stdout after every line",
    Fault.TIME: "answer within clock.move_seconds, which includes the time in both pipes",
    Fault.ILLEGAL: 'answer with one of the message\'s texts, {"id":N,"move":"..."}, or codes, {"id":N,"code":N}',
    Fault.GARBAGE: "write one JSON object per answer, with the id of its message; everything else goes to stderr",
    Fault.FLOOD: "write one line per answer and nothing else to stdout; logs go to stderr",
    Fault.CLOSED: "keep stdin and stdout open until `quit`",
}
_UNKNOWN = {"x_unknown": {"codes": [1], "deep": [{"type": "quit"}]}, "x_text": 'with "quotes" and \\ {[ \u00e9'}
_QUIET_SECONDS = 0.2
DEFAULT_GAMES = ("tictactoe", "kuhn", "leduc", "goofspiel")  # of a program that names none


@dataclass(frozen=True)
class Step:
    """What one step has shown."""

    step: str
    ok: bool
    detail: str = ""  # what was seen; of a failure, what is wrong, with the offending line
    remedy: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the step as plain data."""
        return asdict(self)


class Conformance:
    """The steps for one program."""

    def __init__(self, command: str, games: Sequence[Game] | None, move_seconds: float, patience: float) -> None:
        """Prepare; the command has been found to exist. Without `games` it plays those that it names, or DEFAULT_GAMES."""
        self.command, self.games = command, games
        self.move_seconds, self.patience = move_seconds, patience
        self.about: dict[str, Any] = {}

    def run(self) -> Iterator[Step]:
        """Yield the steps one by one; without a handshake there is nothing more to try."""
        first = self._step("starts and answers hello", self._hello)
        yield first
        if not first.ok:
            return
        plays = self.about.get("games")
        games: list[Game] = []
        if self.games is not None:
            games = [game for game in self.games if plays is None or game.name in plays]
        else:
            for name in dict.fromkeys(DEFAULT_GAMES if plays is None else plays):
                try:
                    games.append(load(name))
                except MctskyError as error:
                    yield Step(f"names games that exist: {printable(name, 160)}", False, str(error), "see `mctsky games`")
        if not games:
            known = [name for name in plays or [] if self.games is not None]
            remedy = f"name games that it plays: --game {known[0]}" if known else "leave `games` out of the answer to hello"
            said = f"it says that it plays only: {', '.join(map(printable, plays or [])) or 'nothing'}"
            yield Step("plays one of the games", False, said, remedy)
            return
        yield self._step("ignores unknown fields and messages", partial(self._unknown, games[0]))
        unhurried = Limits(patience=self.patience)
        for game in games:
            yield self._step(f"plays {game.name}, every seat", partial(self._play, game, unhurried))
        clock = Limits(TimeControl(move_seconds=self.move_seconds), patience=self.patience)
        yield self._step(f"keeps to {self.move_seconds:g} s per move", partial(self._play, games[0], clock))
        yield self._step("exits on quit", partial(self._leave, games[0], ask=True))
        yield self._step("exits at the end of its input", partial(self._leave, games[0], ask=False))

    def _step(self, name: str, work: Callable[[], str]) -> Step:
        try:
            return Step(name, True, work())
        except BotFailure as failure:
            return Step(name, False, str(failure), REMEDIES[failure.fault])
        except _WrongError as wrong:
            return Step(name, False, str(wrong), wrong.remedy)

    def _open(self) -> Line:
        return Line(BotProcess(ExternalBot(self.command).arguments))

    def _hello(self) -> str:
        line = self._open()
        try:
            self.about = line.hello(self.patience)
            _demand_silence(line, "after hello")
        finally:
            line.close()
        version = self.about.get("version")
        return printable(self.about["name"] + (f" {version}" if version is not None else ""), 160)

    def _unknown(self, game: Game) -> str:
        """Send fields and messages that version 1 of the protocol does not define; a program must ignore them."""
        line = self._open()
        try:
            line.hello(self.patience)
            line.tell({"type": "x_unknown", **_UNKNOWN}, self.patience)
            line.ask({**_UNKNOWN, **new_game_message(game, 0, 1), **_UNKNOWN}, self.patience)
            line.tell({"type": "x_unknown"}, self.patience)
            _demand_silence(line, "after a message of a type that it cannot know")
            position = game.start(derive_seed("check", 0))
            view = position.view(position.to_act)
            codes = view.own_codes()
            request = choose_message(view, codes, 0)
            read_move(line.ask({**_UNKNOWN, **request, **_UNKNOWN}, self.patience), codes, request["moves"])
        finally:
            line.close()
        return ""

    def _play(self, game: Game, limits: Limits) -> str:
        ExternalBot(self.command).warm(game)
        slowest, n_moves = 0.0, 0
        for seat in range(game.n_seats):
            bots = [ExternalBot(self.command) if other == seat else RandomBot() for other in range(game.n_seats)]
            record = play_game(game, bots, derive_seed("check", game.name, seat), limits=limits)
            if record.failed_seat is not None:
                fault, _, detail = record.reason.partition(": ")
                if record.failed_seat != seat:
                    raise RuntimeError(f"the random bot failed: {record.reason}")
                raise BotFailure(Fault(fault), f"{detail} (seat {seat}, after {len(record.moves)} moves)")
            own = [move.seconds for move in record.moves if move.seat == seat]
            n_moves += len(own)
            slowest = max([slowest, *own])
        return f"{n_moves} moves, the slowest took {1000 * slowest:.1f} ms"

    def _leave(self, game: Game, *, ask: bool) -> str:
        line = self._open()
        process = line.process
        try:
            line.hello(self.patience)
            line.ask(new_game_message(game, 0, 1), self.patience)
            line.tell({"type": "end", "result": [0.5] * game.n_seats}, self.patience)
            _demand_silence(line, "after end, which has no answer")
            if ask:
                process.exchange(encode({"id": 0, "type": "quit"}), self.patience, answered=False)
            else:
                process.close_input()
            code = process.wait(LEAVE_SECONDS)
            cause = "quit" if ask else "the end of its input"
            if code is None:
                raise _WrongError(f"it is still running {LEAVE_SECONDS:g} s after {cause}", f"exit on {cause}")
            if code != 0:
                raise _WrongError(process.how_it_ended(), f"exit with code 0 on {cause}")
            if left := process.survivors():
                raise _WrongError(
                    f"it left processes behind: {' '.join(map(str, left))}", "end your child processes before you exit"
                )
        finally:
            line.close()
        return ""


class _WrongError(Exception):
    """A fault outside of games."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.remedy = remedy


def _demand_silence(line: Line, when: str) -> None:
    words = line.process.unasked(_QUIET_SECONDS)
    if words:
        raise _WrongError(f"it writes {when}: {shown(words.splitlines()[0])}", REMEDIES[Fault.GARBAGE])
