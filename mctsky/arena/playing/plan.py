"""What a match will play: who sits where in which game, with which luck. Everything follows from the settings.

A plan is small, can be sent to another process or machine, and plays any of its games by number. Two matches with the same
settings have the same id, and a game's id is the match's id and its number: that is how a resumed match recognises its games.
"""

import hashlib
import itertools
import json
import logging
import platform
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from mctsky.arena.playing.luck import TAG, Luck, new_luck, seeded
from mctsky.arena.playing.protocol_log import playing
from mctsky.arena.playing.referee import Limits, Player, play_game
from mctsky.arena.playing.warm import warm_once
from mctsky.arena.records.moves import open_game
from mctsky.arena.records.reader import CONTENTS
from mctsky.arena.records.record import BotEntry, GameRecord, Place
from mctsky.core.foreign import call_bot
from mctsky.core.json_data import plain
from mctsky.core.position import Game
from mctsky.core.registry import keep_game, same_game
from mctsky.errors import OptionError

log = logging.getLogger(__name__)

MakeBot = Callable[[str], Player]  # usually mctsky.bots.make_bot


def cyclic_seatings(n_bots: int, n_seats: int) -> list[tuple[int, ...]]:
    """Return who sits where in the games of a block: all cyclic seatings, every bot at every seat equally often.

    Fewer bots than seats are dealt over the seats in turn; where that leaves some bots with a seat more, each bot is the
    favoured one in turn.
    """
    rows: dict[tuple[int, ...], None] = {}
    for first in range(n_bots):
        row = [(first + seat) % n_bots for seat in range(n_seats)]
        for turn in range(n_seats):
            rows[tuple(row[-turn:] + row[:-turn])] = None
    return list(rows)


def all_seatings(n_bots: int, n_seats: int) -> list[tuple[int, ...]]:
    """Return every different way to seat the bots, dealt over the seats as evenly as can be."""
    rows: dict[tuple[int, ...], None] = {}
    for first in range(n_bots):
        for row in itertools.permutations([(first + seat) % n_bots for seat in range(n_seats)]):
            rows[row] = None
    return list(rows)


class Plan(Protocol):
    """What a runner asks of a plan: games by number, their ids, and how to load what they need."""

    @property
    def id(self) -> str: ...  # noqa: D102

    @property
    def game_name(self) -> str: ...  # noqa: D102

    def game_id(self, index: int) -> str: ...  # noqa: D102

    def play(self, index: int, make_bot: MakeBot) -> GameRecord: ...  # noqa: D102


SEATINGS = {"cyclic": cyclic_seatings, "all": all_seatings}


@dataclass(frozen=True)
class MatchPlan:
    """The settings of a match and what follows from them; made by `make_plan`, which checks everything."""

    game_name: str
    options: tuple[tuple[str, Any], ...]
    bots: tuple[BotEntry, ...]
    luck: Luck = field(default_factory=new_luck)
    seating: str = "cyclic"
    openings: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    files: tuple[tuple[str, str], ...] = ()  # digests of the user files that options name: a path alone is not a rule set
    rules_version: int = 1

    @property
    def game(self) -> Game:
        """The game, made once per process."""
        game = same_game(self.game_name, dict(self.options), dict(self.files))
        if game.spec.version != self.rules_version:
            problem = (
                f"{game.name} has rules version {game.spec.version} here, but the match began with version {self.rules_version}"
            )
            raise OptionError(problem, where=platform.node(), remedy="install the same version everywhere")
        return game

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names in tables."""
        return tuple(bot.name for bot in self.bots)

    @property
    def seatings(self) -> list[tuple[int, ...]]:
        """Who sits where in the games of each block."""
        return SEATINGS[self.seating](len(self.bots), self.game.n_seats)

    @property
    def block_size(self) -> int:
        """Games per block."""
        return len(self.seatings)

    @cached_property
    def id(self) -> str:
        """A digest of everything that decides how the games go; the number of games is not part of it.

        First comes a digest of the settings. Without a seed a digest of the secret follows, so that no two matches share an id.
        Last, after a point, comes a digest of what the settings stand for: the version of the rules, all parameters of the bots
        and the contents of user files. `records.compare` finds matches that differ only in these by it.
        """
        settings = {
            "game": self.game_name,
            "options": dict(self.options),
            "bots": [[bot.spec, bot.name] for bot in self.bots],
            "seed": self.luck.seed,
            "seating": self.seating,
            "openings": self.openings,
            "time": self.limits.clock,
            "iterations": self.limits.iterations,
        }
        name = _digest(settings)[:16]
        if self.luck.tag:
            name += TAG + self.luck.tag
        return name + CONTENTS + _digest([self.rules_version, [plain(bot.parameters) for bot in self.bots], self.files])[:8]

    @property
    def match_ids(self) -> frozenset[str]:
        """The ids of all matches of the plan: one."""
        return frozenset((self.id,))

    def game_id(self, index: int) -> str:
        """Return the id of a game by its number."""
        return f"{self.id}-{index}"

    def play(self, index: int, make_bot: MakeBot) -> GameRecord:
        """Play one game by its number; at fixed iterations it goes the same way anywhere and any time."""
        self.game.check_files()  # bots in processes of their own may read the files only now
        seatings = self.seatings
        block, turn = divmod(index, len(seatings))
        row = seatings[turn]
        bots = [make_bot(self.bots[number].spec) for number in row]
        for number, bot in zip(row, bots, strict=True):
            warm_once(self.game, self.bots[number].spec, make_bot, bot)
        with playing(self.game_id(index)):
            return play_game(
                self.game,
                bots,
                self.luck.game_seed(block),
                [self.luck.bot_seed(index, seat) for seat in range(len(row))],
                limits=self.limits,
                opening=self.openings[block % len(self.openings)] if self.openings else "",
                entries=self.bots,
                cheats=[self.bots[number].cheats for number in row],
                place=Place(self.game_id(index), index, block, row),
            )

    def warm(self, make_bot: MakeBot, asked: MakeBot, specs: Container[str] | None = None) -> None:
        """Compile whatever the games will need, so that workers load it from the disk; only for bots in `specs`, if given.

        `asked` returns the one bot of each spec that is asked before the games.
        """
        for spec in dict.fromkeys(bot.spec for bot in self.bots):
            if specs is None or spec in specs:
                warm_once(self.game, spec, make_bot, asked(spec))


def _digest(data: Any) -> str:
    """Return a digest of JSON data, the same for any order of members."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, default=str).encode()).hexdigest()


def enter_bot(spec: str, make_bot: MakeBot, game: Game) -> BotEntry:
    """Return a bot as records describe it, called like its spec, after asking it whether it can play this game."""
    bot = make_bot(spec)
    call_bot("check", spec, bot.check, game)
    told = call_bot("parameters", spec, bot.parameters)  # its own function: only that is tried in a fork first
    parameters = call_bot("parameters", spec, lambda: plain(dict(told)))
    cheats = call_bot("cheats", spec, lambda: bool(bot.cheats))
    return BotEntry("", spec, parameters, cheats).named(spec)


def make_plan(
    game: Game,
    specs: Sequence[str],
    make_bot: MakeBot,
    *,
    seed: int | None = None,
    luck: Luck | None = None,
    seating: str = "cyclic",
    openings: Sequence[str] = (),
    limits: Limits | None = None,
) -> MatchPlan:
    """Return the plan of a match between bots given by spec strings; whatever can be checked before a game is checked here.

    The luck is that of the seed, or `luck`, or new.
    """
    chosen = luck or (new_luck() if seed is None else seeded(seed))
    if not specs:
        raise OptionError("a match needs at least one bot", where=game.name)
    if len(specs) > game.n_seats:
        problem = f"{game.name} has only {game.n_seats} seats"
        raise OptionError(problem, given=f"{len(specs)} bots", where="match", remedy="see option players")
    asked = {spec: enter_bot(spec, make_bot, game) for spec in dict.fromkeys(specs)}
    # Specs are the names, numbered where one occurs more than once.
    names = [spec if specs.count(spec) == 1 else f"{spec}#{specs[: i + 1].count(spec)}" for i, spec in enumerate(specs)]
    entries = tuple(asked[spec].named(name) for name, spec in zip(names, specs, strict=True))
    for opening in openings:
        open_game(game, 0, opening)
    keep_game(game)
    options = tuple(sorted(game.options.items()))
    files = tuple(sorted(game.files.items()))
    return MatchPlan(
        game.name,
        options,
        entries,
        chosen,
        seating,
        tuple(openings),
        limits or Limits(),
        files,
        game.spec.version,
    )
