"""A tournament from the first game to the standings: all tables on one executor, one record file, results at any time.

Only finished blocks count, so that every bot has had every seat equally often in what the standings are made of.
"""

import logging
from collections.abc import Callable, Container, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from functools import cache
from pathlib import Path

from mctsky.arena.playing.luck import Luck
from mctsky.arena.playing.plan import MakeBot
from mctsky.arena.playing.runner import run_games
from mctsky.arena.records.check import read_head, read_line
from mctsky.arena.records.compare import refuse_other_contents
from mctsky.arena.records.keeper import GameKeeper
from mctsky.arena.records.reader import match_of, read_lines
from mctsky.arena.records.record import GameRecord
from mctsky.arena.records.secret_file import find_luck
from mctsky.arena.tournaments.plan import TournamentPlan
from mctsky.arena.tournaments.scoreboard import Scoreboard
from mctsky.arena.tournaments.standings import Outcome, Standings, make_standings
from mctsky.errors import RecordError

log = logging.getLogger(__name__)


class Tournament:
    """A tournament between bots; play it game by game, ask for the standings at any time."""

    def __init__(
        self,
        plan: TournamentPlan,
        make_bot: MakeBot,
        *,
        record: Path | None = None,
        resume: bool | str = False,
        make_isolated: MakeBot | None = None,
        asked: MakeBot | None = None,
    ) -> None:
        """Take over the games that `record` holds already, if `resume` says so; `make_bot` is usually mctsky.bots.make_bot.

        A plan with new luck goes on with the secret of the tournament in the record; `resume` names its id where there are
        several. `asked` are the bots that were asked when the file of the tournament was read.
        """
        if resume and record is not None and plan.luck.is_new:

            def plan_of(luck: Luck) -> TournamentPlan:
                return replace(plan, luck=luck)

            plan = plan_of(find_luck(record, plan_of, plan.luck, resume))
        self.plan, self.make_bot, self.make_isolated, self.path = plan, make_bot, make_isolated, record
        self.asked = asked or cache(make_bot)
        self.programme = plan.programme
        self.n_games = plan.n_games
        self.n_finished = 0
        self.scores = Scoreboard(plan.names, [setting.game.n_seats for setting in plan.settings])
        self.outcomes: dict[tuple[int, int], list[Outcome]] = {}  # of finished blocks, by table and block
        self._pending: dict[tuple[int, int], dict[int, GameRecord]] = {}
        self._tables = {match.id: number for number, match in enumerate(self.programme.plans)}
        self._sizes = [match.block_size for match in self.programme.plans]
        self._kinds: dict[Outcome, Outcome] = {}  # each is kept once, however often it comes
        self._standings: tuple[int, Standings] | None = None
        if record is not None and record.is_file():  # devices and pipes are only written to
            self._take_back(record, bool(resume))

    def _take_back(self, path: Path, resume: bool) -> None:
        """Count the games of this tournament that the file already holds, in one reading."""
        found: set[int] = set()  # tables of which the file has games
        for number, line in read_lines(path):
            table = self._tables.get(match_of(read_head(line, path, number).id))
            if table is None:
                continue
            if not resume:
                problem = "it already holds games of this tournament"
                remedy = "add --resume to go on where it stopped, or choose another file or seed"
                raise RecordError(problem, given=str(path), where=f"line {number}", remedy=remedy)
            self._count(read_line(line, path, number))
            found.add(table)
        if resume:
            refuse_other_contents(path, [plan for table, plan in enumerate(self.programme.plans) if table not in found])

    @property
    def left_out(self) -> int:
        """Finished games of unfinished blocks, which do not count yet."""
        return sum(len(games) for games in self._pending.values())

    @property
    def rounding(self) -> str:
        """The note about rounding the number of games, empty if none."""
        asked, sizes = self.plan.games, sorted(set(self._sizes))
        if all(asked % size == 0 for size in sizes):
            return ""
        blocks = " or ".join(map(str, sizes))
        return f"{asked} games rounded up to whole blocks of {blocks}, every bot at every seat; {self.n_games} games in all"

    def warm(self, specs: Container[str] | None = None) -> None:
        """Compile whatever the games will need, so that workers load it from the disk; only for bots in `specs`, if given."""
        self.plan.warm(self.make_bot, self.asked, specs)

    def play(self, make_executor: Callable[[], Executor] | None = None) -> Iterator[GameRecord]:
        """Play the games that are still to be played; each is in the record file and counted before it is yielded."""
        if self.n_finished >= self.n_games:
            return  # no file is opened for writing and no worker started to report what is finished
        missing = (number for number in range(self.n_games) if not self._has(*self.programme.find(number)))
        keeper = None if self.path is None else GameKeeper(self.path, self.plan.id, self.plan.luck)
        games = run_games(self.plan, missing, self.make_bot, make_executor, self.make_isolated)
        try:
            if keeper is not None:
                keeper.begin()
            for record in games:
                table = self._tables[match_of(record.id)]
                if self._has(table, record.index):  # a task that a cluster ran twice counts once
                    continue
                is_last = self.n_finished + 1 == self.n_games
                if keeper is not None:
                    keeper.write(record, is_last)
                self._count(record)
                if is_last and keeper is not None:
                    keeper.end()
                log.debug("game %d of %d: %s", self.n_finished, self.n_games, record.result)
                yield record
        finally:
            games.close()  # type: ignore[attr-defined]
            if keeper is not None:
                keeper.close()

    def _has(self, table: int, index: int) -> bool:
        block = (table, index // self._sizes[table])
        return block in self.outcomes or index in self._pending.get(block, ())

    def _count(self, record: GameRecord) -> None:
        """Count a game, once; games beyond the end of a shortened tournament do not count."""
        table = self._tables[match_of(record.id)]
        if self._has(table, record.index) or record.index >= self.programme.n_games[table]:
            return
        self.n_finished += 1
        key = (table, record.index // self._sizes[table])
        block = self._pending.setdefault(key, {})
        block[record.index] = record
        if len(block) < self._sizes[table]:
            return
        del self._pending[key]
        outcomes = []
        for index in sorted(block):
            game = block[index]
            self.scores.add(self.programme.tables[table].game, (key[1], table, index), game)
            outcome = (game.names, game.result)
            outcomes.append(self._kinds.setdefault(outcome, outcome))
        self.outcomes[key] = outcomes

    def standings(self) -> Standings:
        """Return the standings of the finished blocks; computed again only when there are more."""
        if self._standings is None or self._standings[0] != len(self.outcomes):
            blocks = [self.outcomes[key] for key in sorted(self.outcomes)]
            made = make_standings(self.plan, self.scores, blocks)
            self._standings = (len(self.outcomes), made)
        return self._standings[1]
