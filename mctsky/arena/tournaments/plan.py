"""What a tournament will play. Like the plan of a match it is small, can be sent to other processes, and plays games by number.

Each table of the tournament is a match of its own, whose id and luck follow from its bots, its game and the tournament's seed:
when bots or rounds are added, the games that were played before still count.
"""

import hashlib
import json
from bisect import bisect_right
from collections.abc import Container
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any

from mctsky.arena.playing.luck import TAG, Luck, new_luck
from mctsky.arena.playing.plan import SEATINGS, MakeBot, MatchPlan
from mctsky.arena.playing.referee import Limits
from mctsky.arena.records.record import BotEntry, GameRecord
from mctsky.arena.tournaments.schedule import (
    MAX_TABLES,
    Table,
    count_gauntlet,
    count_round_robin,
    draw_tables,
    gauntlet,
    interleave,
    round_robin,
)
from mctsky.core.position import Game
from mctsky.errors import OptionError

FORMATS = ("round-robin", "gauntlet", "mixed")
MAX_GAMES = 2_000_000
_KEPT_PROGRAMMES = 4


@dataclass(frozen=True)
class Setting:
    """A game of the tournament with its options, and all bots with the parameters they use in it."""

    game_name: str
    options: tuple[tuple[str, Any], ...]
    openings: tuple[str, ...]
    bots: tuple[BotEntry, ...]
    files: tuple[tuple[str, str], ...] = ()  # digests of the user files that options name
    rules_version: int = 1

    @property
    def game(self) -> Game:
        """The game, made once per process."""
        return self.match(()).game

    def match(self, bots: tuple[BotEntry, ...], **more: Any) -> MatchPlan:
        """Return the plan of a match in this game."""
        more |= {"openings": self.openings, "files": self.files, "rules_version": self.rules_version}
        return MatchPlan(self.game_name, self.options, bots, **more)

    @property
    def title(self) -> str:
        """The game and its options in one line."""
        return f"{self.game_name} " + " ".join(f"{name}={value}" for name, value in self.options)


@dataclass(frozen=True)
class Programme:
    """What follows from a plan: the tables, and the blocks in the order of play."""

    tables: tuple[Table, ...]
    plans: tuple[MatchPlan, ...]  # one per table
    n_games: tuple[int, ...]  # per table
    blocks: tuple[tuple[int, int], ...]  # (number of the table, block of its match)
    ends: tuple[int, ...]  # number of the first game after each block

    def find(self, number: int) -> tuple[int, int]:
        """Return the table of a game of the tournament, and the number of the game in the table's match."""
        at = bisect_right(self.ends, number)
        table, block = self.blocks[at]
        size = self.plans[table].block_size
        return table, block * size + number - (self.ends[at] - size)


@dataclass(frozen=True)
class TournamentPlan:
    """The settings of a tournament; made by file.read_tournament."""

    name: str
    format: str
    settings: tuple[Setting, ...]
    challengers: tuple[int, ...] = ()
    games: int = 0  # at each table each time; 0 is one block
    rounds: int = 0  # how often every table is played, or at how many mixed tables each bot sits; 0 is once
    luck: Luck = field(default_factory=new_luck)
    seating: str = "cyclic"
    limits: Limits = field(default_factory=Limits)
    anchor: str = ""  # name of the bot whose rating is given
    anchor_rating: float = 0.0

    @property
    def bots(self) -> tuple[BotEntry, ...]:
        """The bots, with the parameters that they use in the first game."""
        return self.settings[0].bots

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names in tables."""
        return tuple(bot.name for bot in self.bots)

    @property
    def game_name(self) -> str:
        """The games, for messages."""
        return ", ".join(dict.fromkeys(setting.game_name for setting in self.settings))

    @cached_property
    def id(self) -> str:
        """A digest of everything that decides what is played; the version of the rules and the bots' parameters included."""
        settings = [
            self.format,
            [[s.game_name, s.options, s.openings, s.rules_version, [b.to_dict() for b in s.bots]] for s in self.settings],
            [self.challengers, self.games, self.rounds, self.luck.seed, self.seating],
            [self.limits.clock, self.limits.iterations],
        ]
        if any(setting.files for setting in self.settings):
            settings.append([setting.files for setting in self.settings])
        name = hashlib.sha256(json.dumps(settings, default=str).encode()).hexdigest()[:16]
        return name + TAG + self.luck.tag if self.luck.tag else name

    @property
    def programme(self) -> Programme:
        """Tables and games in the order of play, made once per process."""
        programme = _programmes.get(self.id)
        if programme is None:
            programme = _make_programme(self)
            if len(_programmes) >= _KEPT_PROGRAMMES:
                _programmes.clear()
            _programmes[self.id] = programme  # by the id: a worker gets a new copy of the plan with every game
        return programme

    @property
    def match_ids(self) -> frozenset[str]:
        """The ids of all matches of the plan: one per table."""
        return frozenset(match.id for match in self.programme.plans)

    @property
    def n_games(self) -> int:
        """The games of the whole tournament."""
        ends = self.programme.ends
        return ends[-1] if ends else 0

    def check(self) -> None:
        """Refuse a tournament with too few bots for a table, or too many tables or games."""
        n_bots, seats = len(self.bots), [setting.game.n_seats for setting in self.settings]
        at_table = n_bots - len(self.challengers) + 1 if self.challengers else n_bots
        for setting in self.settings:
            n_seats = setting.game.n_seats
            if n_seats > at_table:
                who = "a challenger and all others are" if self.challengers else "here are"
                problem = f"a table of {setting.title.strip()} needs {n_seats} bots, and {who} {at_table}"
                remedy = "add bots or take fewer players; `mctsky match` deals fewer bots over the seats"
                raise OptionError(problem, where="tournament", remedy=remedy)
            if n_seats < 2:
                raise OptionError(
                    f"{setting.title.strip()} has one seat", where="tournament", remedy="take two players or more"
                )
        if self.format == "mixed":
            n_tables = -(-n_bots * max(1, self.rounds) * len(seats) // sum(seats))
        elif self.format == "gauntlet":
            n_tables = count_gauntlet(n_bots, len(self.challengers), seats)
        else:
            n_tables = count_round_robin(n_bots, seats)
        if self.format != "mixed" and n_tables > MAX_TABLES:
            problem = f"{n_bots} bots make {n_tables} tables, more than {MAX_TABLES}"
            remedy = 'write format = "mixed" and at how many tables each bot sits, for example rounds = 50'
            raise OptionError(problem, where="tournament", remedy=remedy)
        blocks = max(self.games, max(seats)) * (max(1, self.rounds) if self.format != "mixed" else 1)
        if n_tables * blocks > MAX_GAMES:
            problem = f"this makes about {n_tables * blocks} games, more than {MAX_GAMES}"
            raise OptionError(problem, where="tournament", remedy="take fewer rounds or games")

    def game_id(self, number: int) -> str:
        """Return the id of a game by its number in the tournament."""
        table, index = self.programme.find(number)
        return self.programme.plans[table].game_id(index)

    def play(self, number: int, make_bot: MakeBot) -> GameRecord:
        """Play one game by its number in the tournament; its record carries the number in the match of its table."""
        table, index = self.programme.find(number)
        return self.programme.plans[table].play(index, make_bot)

    def warm(self, make_bot: MakeBot, asked: MakeBot, specs: Container[str] | None = None) -> None:
        """Compile whatever the games will need; only for bots in `specs`, if given."""
        for setting in self.settings:
            setting.match(setting.bots).warm(make_bot, asked, specs)


_programmes: dict[str, Programme] = {}


def _make_programme(plan: TournamentPlan) -> Programme:
    seats = [setting.game.n_seats for setting in plan.settings]
    n_bots = len(plan.bots)
    if plan.format == "mixed":
        drawn = draw_tables(n_bots, seats, max(1, plan.rounds), plan.luck.draw_seed(), order_matters=plan.seating != "all")
    elif plan.format == "gauntlet":
        drawn = gauntlet(n_bots, plan.challengers, seats)
    else:
        drawn = round_robin(n_bots, seats)
    times = 1 if plan.format == "mixed" else max(1, plan.rounds)
    sizes = [len(SEATINGS[plan.seating](n_seats, n_seats)) for n_seats in seats]
    tables = list(dict.fromkeys(drawn))
    numbers = {table: number for number, table in enumerate(tables)}

    def blocks_each(table: Table) -> int:
        return times * max(1, -(-plan.games // sizes[table.game]))

    blocks = [(numbers[table], block) for table, block in interleave(drawn, blocks_each)]
    n_games = [0] * len(tables)
    for number, _ in blocks:
        n_games[number] += sizes[tables[number].game]
    return Programme(
        tables=tuple(tables),
        plans=tuple(_match_plan(plan, table) for table in tables),
        n_games=tuple(n_games),
        blocks=tuple(blocks),
        ends=tuple(accumulate(sizes[tables[number].game] for number, _ in blocks)),
    )


def _match_plan(plan: TournamentPlan, table: Table) -> MatchPlan:
    setting = plan.settings[table.game]
    bots = tuple(setting.bots[number] for number in table.bots)
    who = [(bot.name, bot.spec) for bot in bots]
    luck = plan.luck.at_table(setting.game_name, setting.options, *who)
    return setting.match(bots, luck=luck, seating=plan.seating, limits=plan.limits)
