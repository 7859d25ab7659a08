"""One finished game as data: what a line of a record file holds.

The line's first members are `schema` and `id`, in this order, so that a reader can skip games without reading them whole.
docs/records.md documents every member; a change of their meaning raises SCHEMA.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from mctsky.arena.records.moves import describe_moves, first_position, whole_turns
from mctsky.core.registry import same_game

SCHEMA = 1
SEES_ALL = " (sees all)"  # after the name of a bot that cheats, in every table
NORMAL = "normal"  # the reason of a game that ended by its rules


@dataclass(frozen=True)
class BotEntry:
    """A bot that took part in a match: its name in tables, the spec string and all parameters, defaults included."""

    name: str
    spec: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    cheats: bool = False

    def named(self, name: str) -> "BotEntry":
        """Return the entry with a name for tables, which says so if the bot sees all hands."""
        return replace(self, name=name + (SEES_ALL if self.cheats else ""))

    def to_dict(self) -> dict[str, Any]:
        """Return the entry as plain data."""
        return {"name": self.name, "spec": self.spec, "parameters": dict(self.parameters), "cheats": self.cheats}


@dataclass(frozen=True)
class Place:
    """Which game of a match it is, and who sits where: the numbers of the bots by seat."""

    id: str
    index: int
    block: int
    seating: tuple[int, ...]


@dataclass(frozen=True)
class MoveRecord:
    """One move: who made it (-1 is chance), its code and text, how long the bot thought, what its search says."""

    seat: int
    code: int
    move: str = field(default="", compare=False)  # empty until `GameRecord.with_texts`
    seconds: float = field(default=0.0, compare=False)
    search: Mapping[str, Any] | None = field(default=None, compare=False)

    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain data; chance has no thoughts."""
        data: dict[str, Any] = {"seat": self.seat, "code": self.code, "move": self.move}
        if self.seat >= 0:
            data["seconds"] = round(self.seconds, 6)
        if self.search is not None:
            data["search"] = dict(self.search)
        return data


@dataclass(frozen=True)
class GameRecord:
    """One finished game as its referee saw it. Two records are equal if the games went the same way, whatever the time."""

    id: str
    game: str
    options: Mapping[str, Any]
    seed: int  # of the game's luck; games of a block share it
    seating: tuple[int, ...]  # which of `bots` has which seat
    bots: tuple[BotEntry, ...]
    moves: tuple[MoveRecord, ...]  # from the start of the game or the opening's position, chance included
    result: tuple[float, ...]  # by seat, each in [0, 1]
    reason: str = NORMAL  # or a Fault and what happened
    failed_seat: int | None = None
    index: int = 0  # of the game in its match
    block: int = 0
    opening: str = ""  # a position text, or moves that were played for the bots
    turns: tuple[str, ...] = field(default=(), compare=False)  # whole turns as text, for games whose turns are several moves
    has_texts: bool = field(default=True, compare=False)  # False for a game that was just played, see `with_texts`
    time_control: str = ""
    iterations: int | None = None
    files: Mapping[str, str] = field(default_factory=dict)  # digests of user files, by the option that names them
    secret: str = field(default="", compare=False)  # of the whole match, written with its last game
    versions: Mapping[str, str] = field(default_factory=dict, compare=False)
    finished_at: str = field(default="", compare=False)  # UTC, ISO 8601

    @property
    def names(self) -> tuple[str, ...]:
        """The bots' names by seat."""
        return tuple(self.bots[number].name for number in self.seating)

    @property
    def codes(self) -> tuple[int, ...]:
        """The codes of all moves, chance included."""
        return tuple(move.code for move in self.moves)

    def with_texts(self) -> "GameRecord":
        """Return the record with the texts of its moves and whole turns; a game that was just played has none."""
        if self.has_texts:
            return self
        start = first_position(same_game(self.game, self.options, self.files), self.opening)
        told = zip(self.moves, describe_moves(start, self.codes), strict=True)
        moves = tuple(replace(move, move=text) for move, (_, text) in told)
        return replace(self, moves=moves, turns=tuple(whole_turns(start, self.codes)), has_texts=True)

    def to_dict(self, secret: str = "") -> dict[str, Any]:
        """Return the record as plain data, texts included, `schema` and `id` first.

        The secret of the match goes with its last game.
        """
        told, secret = self.with_texts(), secret or self.secret
        return {
            "schema": SCHEMA,
            "id": self.id,
            "index": self.index,
            "block": self.block,
            "game": self.game,
            "options": dict(self.options),
            "files": dict(self.files),
            "seed": self.seed,
            "seating": list(self.seating),
            "bots": [bot.to_dict() for bot in self.bots],
            "time": self.time_control,
            "iterations": self.iterations,
            "opening": self.opening,
            "moves": [move.to_dict() for move in told.moves],
            "turns": list(told.turns),
            "result": list(self.result),
            "reason": self.reason,
            "failed_seat": self.failed_seat,
            "versions": dict(self.versions),
            "finished_at": self.finished_at,
            **({"secret": secret} if secret else {}),
        }

    def to_line(self, secret: str = "") -> str:
        """Return the record as one line of JSON, its end included."""
        return json.dumps(self.to_dict(secret), ensure_ascii=False, separators=(",", ":")) + "\n"


def record_from_dict(data: Mapping[str, Any]) -> GameRecord:
    """Return the record of data that has been checked (see check.read_line)."""
    return GameRecord(
        id=data["id"],
        game=data["game"],
        options=data["options"],
        seed=data["seed"],
        seating=tuple(data["seating"]),
        bots=tuple(BotEntry(b["name"], b["spec"], b["parameters"], b["cheats"]) for b in data["bots"]),
        moves=tuple(MoveRecord(m["seat"], m["code"], m["move"], m.get("seconds", 0.0), m.get("search")) for m in data["moves"]),
        result=tuple(data["result"]),
        reason=data["reason"],
        failed_seat=data["failed_seat"],
        index=data["index"],
        block=data["block"],
        opening=data["opening"],
        turns=tuple(data["turns"]),
        time_control=data["time"],
        iterations=data["iterations"],
        files=data.get("files", {}),
        secret=data.get("secret", ""),
        versions=data["versions"],
        finished_at=data["finished_at"],
    )
