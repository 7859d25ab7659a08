"""A match from the first game to the table: plan, games, records, statistics and the sequential test.

A match is a row of blocks. The games of a block share one seed, and in them every bot takes every seat equally often, so that
the luck of the deal and the advantage of a seat cancel within the block.
"""

import logging
from collections import Counter
from collections.abc import Callable, Container, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import cache
from pathlib import Path

from mctsky.arena.playing.luck import Luck, choose_luck
from mctsky.arena.playing.plan import MakeBot, MatchPlan, make_plan
from mctsky.arena.playing.referee import Limits
from mctsky.arena.playing.runner import run_games
from mctsky.arena.records.compare import refuse_other_contents
from mctsky.arena.records.keeper import GameKeeper
from mctsky.arena.records.reader import games_of
from mctsky.arena.records.record import GameRecord
from mctsky.arena.records.secret_file import find_luck
from mctsky.arena.statistics.sprt import SequentialTest, SprtSettings
from mctsky.arena.statistics.tally import MatchResult, Tally
from mctsky.core.position import Game
from mctsky.errors import BudgetError, RecordError

log = logging.getLogger(__name__)

MAX_GAMES = 1_000_000_000  # more is a typo: years of games, and more memory than any machine has


class Match:
    """A match between bots given by their spec strings; play it game by game, ask for the result at any time."""

    def __init__(
        self,
        game: Game,
        specs: Sequence[str],
        make_bot: MakeBot,
        *,
        n_games: int,
        seed: int | None = None,
        secret: str | None = None,
        seating: str = "cyclic",
        openings: Sequence[str] = (),
        limits: Limits | None = None,
        record: Path | None = None,
        resume: bool | str = False,
        sprt: SprtSettings | None = None,
        make_isolated: MakeBot | None = None,
    ) -> None:
        """Check everything that can be checked before the first game; `make_bot` is usually mctsky.bots.make_bot.

        The luck is that of `seed`, for bots that are trusted, of `secret`, which repeats a finished match, or new.
        `record` is a file to which every finished game is added; with `resume` the games of this match that it already holds
        count and are not played again. A text is the id of the match that is meant, where there are several.
        `make_isolated` makes bots in processes of their own, for games that killed a worker.
        """
        if n_games < 1:
            raise BudgetError("a match has at least one game", given=n_games, where="match", remedy="nearest: 1")
        if n_games > MAX_GAMES:
            raise BudgetError(
                f"a match has at most {MAX_GAMES} games", given=n_games, where="match", remedy=f"nearest: {MAX_GAMES}"
            )
        luck = choose_luck(seed, secret)
        self.asked = cache(make_bot)  # one bot of each spec, which says whether it can play and compiles what it needs
        self.plan = make_plan(game, specs, self.asked, luck=luck, seating=seating, openings=openings, limits=limits)
        if resume and record is not None and luck.is_new:
            self.plan = self._plan_of(find_luck(record, self._plan_of, luck, resume))
        self.game, self.seed = game, seed
        size = self.plan.block_size
        self.asked_games, self.n_games = n_games, -(-n_games // size) * size  # whole blocks
        self.make_bot, self.make_isolated = make_bot, make_isolated
        self.tally = Tally(self.plan.names, game.n_seats, size)
        self.test = None
        if sprt is not None:
            held = Counter(row.count(0) for row in self.plan.seatings)
            self.test = SequentialTest(sprt, game.n_seats, {seats: games for seats, games in held.items() if seats})
        self.path = record
        self.finished: set[int] = set()
        self._size_read = 0  # of the record file when it was last read
        if record is not None:
            self._take_back(record, bool(resume))

    def _plan_of(self, luck: Luck) -> MatchPlan:
        return replace(self.plan, luck=luck)

    def _take_back(self, path: Path, resume: bool) -> None:
        """Count the games of this match that the file already holds; called again, it counts those that are new."""
        if not path.is_file():
            return
        self._size_read = path.stat().st_size
        before = len(self.finished)
        for record in games_of(path, self.plan.id):
            if record.index < self.n_games and record.index not in self.finished:
                self._count(record)
        if len(self.finished) > before and not resume:
            problem = f"it already holds {len(self.finished) - before} games of this match"
            remedy = "add --resume to go on where it stopped, or choose another file or seed"
            raise RecordError(problem, given=str(path), where="match", remedy=remedy)
        if resume and not self.finished:
            refuse_other_contents(path, [self.plan])

    def _open_record(self, path: Path) -> GameKeeper:
        """Open the record file for writing; if another process wrote to it since it was read, read it again."""
        keeper = GameKeeper(path, self.plan.id, self.plan.luck)
        if path.is_file() and path.stat().st_size != self._size_read:
            self._take_back(path, resume=True)
        return keeper

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names in tables."""
        return self.plan.names

    @property
    def n_finished(self) -> int:
        """How many games are played."""
        return len(self.finished)

    @property
    def rounding(self) -> str:
        """The note about rounding the number of games, empty if none."""
        if self.n_games == self.asked_games:
            return ""
        size = self.plan.block_size
        return f"{self.asked_games} games rounded up to {self.n_games}: whole blocks of {size}, every bot at every seat"

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has come to a decision."""
        return self.test is not None and bool(self.test.decision)

    def warm(self, specs: Container[str] | None = None) -> None:
        """Compile whatever the games will need, so that workers load it from the disk; only for bots in `specs`, if given."""
        self.plan.warm(self.make_bot, self.asked, specs)

    def play(self, make_executor: Callable[[], Executor] | None = None) -> Iterator[GameRecord]:
        """Play the games that are still to be played; each is in the record file and in the result before it is yielded."""
        if self.is_decided or len(self.finished) == self.n_games:
            return
        keeper = None if self.path is None else self._open_record(self.path)
        missing = (index for index in range(self.n_games) if index not in self.finished)
        games = run_games(self.plan, missing, self.make_bot, make_executor, self.make_isolated)
        try:
            if keeper is not None:
                keeper.begin()
            for record in games:
                if record.index in self.finished:  # a task that a cluster ran twice counts once
                    continue
                self._count(record)
                is_last = self.is_decided or len(self.finished) == self.n_games
                if keeper is not None:
                    try:
                        keeper.write(record, is_last)
                    except BaseException:
                        self.finished.discard(record.index)  # it is not in the file, so it was not played
                        raise
                    if is_last:
                        keeper.end()
                log.debug("game %d of %d: %s", len(self.finished), self.n_games, record.result)
                yield record
                if self.is_decided:
                    return
        finally:
            games.close()  # type: ignore[attr-defined]
            if keeper is not None:
                keeper.close()

    def _count(self, record: GameRecord) -> None:
        self.finished.add(record.index)
        self.tally.add(record)
        if self.test is not None:
            self.test.feed(self.tally.block_scores(0))

    def result(self) -> MatchResult:
        """Return the statistics of the games played so far."""
        return self.tally.result()
