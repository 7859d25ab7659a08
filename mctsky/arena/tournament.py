"""A tournament from the first game to the standings: all tables on one executor, one record file, results at any time.

Only finished blocks count, so that every bot has had every seat equally often in what the standings are made of.
"""

import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from pathlib import Path

from mctsky.arena.luck import Luck
from mctsky.arena.plan import MakeBot, nothing
from mctsky.arena.record import GameRecord
from mctsky.arena.record_check import read_head, read_line
from mctsky.arena.record_files import refuse_other_contents
from mctsky.arena.records import RecordWriter, match_of, read_lines
from mctsky.arena.runner import SerialExecutor, run_games
from mctsky.arena.scoreboard import Scoreboard
from mctsky.arena.secret_file import find_luck, secret_file
from mctsky.arena.standings import Outcome, Standings, make_standings
from mctsky.arena.tournament_plan import TournamentPlan
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
    ) -> None:
        """Take over the games that `record` holds already, if `resume` says so; `make_bot` is usually mctsky.bots.make_bot.

        A plan with new luck goes on with the secret of the tournament in the record; `resume` names its id where there are
        several.
        """
        if resume and record is not None and plan.luck.is_new:

            def plan_of(luck: Luck) -> TournamentPlan:
                return replace(plan, luck=luck)

            plan = plan_of(find_luck(record, plan_of, plan.luck, resume))
        self.plan, self.make_bot, self.make_isolated, self.path = plan, make_bot, make_isolated, record
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
        found: set[int] = set()  # games, as the settings count them, that the file holds as they are now
        for number, line in read_lines(path):
            table = self._tables.get(match_of(read_head(line, path, number).id))
            if table is None:
                continue
            if not resume:
                problem = "it already holds games of this very tournament"
                remedy = "add --resume to go on where it stopped, or choose another file or seed"
                raise RecordError(problem, given=str(path), where=f"line {number}", remedy=remedy)
            self._count(read_line(line, path, number))
            found.add(self.programme.tables[table].game)
        for number, setting in enumerate(self.plan.settings):
            if resume and number not in found:
                ids = [
                    match.id
                    for match, table in zip(self.programme.plans, self.programme.tables, strict=True)
                    if table.game == number
                ]
                refuse_other_contents(path, ids, setting.game)

    @property
    def left_out(self) -> int:
        """Finished games of unfinished blocks, which do not count yet."""
        return sum(len(games) for games in self._pending.values())

    @property
    def rounding(self) -> str:
        """What was done to the number of games, or nothing."""
        asked, sizes = self.plan.games, sorted(set(self._sizes))
        if all(asked % size == 0 for size in sizes):
            return ""
        blocks = " or ".join(map(str, sizes))
        return f"{asked} games rounded up to whole blocks of {blocks}, every bot at every seat; {self.n_games} games in all"

    def warm(self, leave_out: Callable[[str], bool] = nothing) -> None:
        """Compile whatever the games will need, so that workers load it from the disk; not the bots that `leave_out` names."""
        self.plan.warm(self.make_bot, leave_out)

    def play(self, make_executor: Callable[[], Executor] = SerialExecutor) -> Iterator[GameRecord]:
        """Play the games that are still to be played; each is in the record file and counted before it is yielded."""
        if self.n_finished >= self.n_games:
            return  # no file is opened for writing and no worker started to report what is finished
        missing = (number for number in range(self.n_games) if not self._has(*self.programme.find(number)))
        writer = RecordWriter(self.path) if self.path is not None else None
        kept = secret_file(self.path, self.plan.luck)
        games = run_games(self.plan, missing, self.make_bot, make_executor, self.make_isolated)
        try:
            if kept is not None:
                kept.add(self.plan.id, self.plan.luck)
            for record in games:
                table = self._tables[match_of(record.id)]
                if self._has(table, record.index):  # a task that a cluster ran twice counts once
                    continue
                is_last = self.n_finished + 1 == self.n_games
                if writer is not None:
                    writer.write(replace(record, secret=self.plan.luck.secret.hex()) if is_last else record)
                self._count(record)
                if is_last and kept is not None:
                    kept.remove(self.plan.id)
                log.debug("game %d of %d: %s", self.n_finished, self.n_games, record.result)
                yield record
        finally:
            games.close()  # type: ignore[attr-defined]
            if writer is not None:
                writer.close()

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
        """Return the standings of the finished blocks; computed anew only when there are more."""
        if self._standings is None or self._standings[0] != len(self.outcomes):
            blocks = [self.outcomes[key] for key in sorted(self.outcomes)]
            made = make_standings(self.plan, self.scores, blocks)
            self._standings = (len(self.outcomes), made)
        return self._standings[1]
