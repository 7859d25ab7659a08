"""What a match will play: who sits where in which game, with which luck. Everything follows from the settings.

A plan is small, can be sent to another process or machine, and plays any of its games by number. Two matches with the same
settings have the same id, and a game's id is the match's id and its number: that is how a resumed match knows its games.
"""

import hashlib
import itertools
import json
import logging
import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.metadata import version
from typing import Any, Protocol

from mctsky._version import __version__
from mctsky.arena.luck import TAG, Luck, new_luck, seeded
from mctsky.arena.protocol_log import playing
from mctsky.arena.record import BotEntry, GameRecord
from mctsky.arena.records import CONTENTS
from mctsky.arena.referee import Limits, Player, open_game, play_game
from mctsky.arena.watch import TimeUp, call_within, rest
from mctsky.core.foreign import call_bot
from mctsky.core.position import Game
from mctsky.core.registry import load_same
from mctsky.errors import OptionError

log = logging.getLogger(__name__)

_WARMING = 600.0  # seconds that a bot may take to compile what it needs

MakeBot = Callable[[str], Player]  # usually mctsky.bots.make_bot
SEES_ALL = " (sees all)"  # after the name of a bot that cheats, in every table


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

    def warm(self, make_bot: MakeBot, leave_out: Callable[[str], bool] = ...) -> None: ...  # noqa: D102


def nothing(spec: str) -> bool:
    """Leave no bot out."""
    return False


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
    files: tuple[tuple[str, str], ...] = ()  # digests of own data files that options name: a path alone is no rules

    @property
    def game(self) -> Game:
        """The game, made once per process."""
        return _game(self.game_name, self.options, self.files)

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

    def whole_blocks(self, n_games: int) -> int:
        """Return the number of games rounded up to whole blocks."""
        return -(-n_games // self.block_size) * self.block_size

    @property
    def id(self) -> str:
        """A digest of everything that decides how the games go; the number of games is not part of it.

        Without a seed a digest of the secret follows, so that no two matches share an id. With own data files a point and a
        digest of their contents follow: `record_files.other_contents` finds the games of the same match with other contents by
        it.
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
        name = hashlib.sha256(json.dumps(settings, sort_keys=True, default=str).encode()).hexdigest()[:16]
        if self.luck.tag:
            name += TAG + self.luck.tag
        if self.files:
            name += CONTENTS + hashlib.sha256(json.dumps(self.files).encode()).hexdigest()[:8]
        return name

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
        with playing(self.game_id(index)):
            record = play_game(
                self.game,
                [make_bot(self.bots[number].spec) for number in row],
                self.luck.game_seed(block),
                [self.luck.bot_seed(index, seat) for seat in range(len(row))],
                limits=self.limits,
                opening=self.openings[block % len(self.openings)] if self.openings else "",
                entries=self.bots,
                cheats=[self.bots[number].cheats for number in row],
            )
        return replace(
            record,
            id=self.game_id(index),
            seating=row,
            index=index,
            block=block,
            versions={**software_versions(), "rules": str(self.game.spec.version)},
        )

    def warm(self, make_bot: MakeBot, leave_out: Callable[[str], bool] = nothing) -> None:
        """Compile whatever the games will need, so that no bot's clock pays for it; not the bots that `leave_out` names."""
        position = self.game.start(0)
        while not position.is_over:
            position.view().legal_codes()
            position.play(position.legal_codes()[0])
        position.returns()
        for spec in dict.fromkeys(bot.spec for bot in self.bots if not leave_out(bot.spec)):
            try:
                call_within(_WARMING, make_bot(spec).warm, self.game)
            except (Exception, TimeUp) as error:  # the games will show what the bot cannot do
                log.info("%s cannot be warmed: %s", spec, error)
            finally:
                rest()  # the games give a worker less time


@lru_cache(maxsize=8)
def _game(name: str, options: tuple[tuple[str, Any], ...], files: tuple[tuple[str, str], ...]) -> Game:
    return load_same(name, dict(options), dict(files))


@lru_cache(maxsize=1)
def software_versions() -> Mapping[str, str]:
    """Return what a record says about the software that played."""
    return {
        "mctsky": __version__,
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def enter_bot(name: str, spec: str, make_bot: MakeBot, game: Game) -> BotEntry:
    """Return a bot as records describe it, after asking it whether it can play this game."""
    bot = make_bot(spec)
    call_bot("check", spec, bot.check, game)
    told = call_bot("parameters", spec, bot.parameters)
    parameters = call_bot("parameters", spec, dict, told)
    cheats = call_bot("cheats", spec, lambda: bool(bot.cheats))
    return BotEntry(name + (SEES_ALL if cheats else ""), spec, parameters, cheats)


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
    entries = []
    for name, spec in zip(_distinct(specs), specs, strict=True):
        entries.append(enter_bot(name, spec, make_bot, game))
    for opening in openings:
        open_game(game, 0, opening)
    options = tuple(sorted(game.options.items()))
    files = tuple(sorted(game.files.items()))
    return MatchPlan(game.name, options, tuple(entries), chosen, seating, tuple(openings), limits or Limits(), files)


def _distinct(specs: Sequence[str]) -> list[str]:
    """Return the specs as names, numbered where one occurs more than once."""
    return [spec if specs.count(spec) == 1 else f"{spec}#{specs[: i + 1].count(spec)}" for i, spec in enumerate(specs)]
