"""Comparing recorded games with the present: user files, the version of the rules and the parameters of the bots.

A record holds the paths of user files and a digest of their contents, never the contents. The oldest records hold only the
paths; there is nothing to compare.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mctsky.arena.records.check import read_head, read_line
from mctsky.arena.records.reader import match_of, read_lines, settings_part
from mctsky.arena.records.record import GameRecord
from mctsky.core.json_data import plain
from mctsky.core.registry import find_spec
from mctsky.core.user_files import require_same
from mctsky.errors import DataFileError, MctskyError, RecordError

if TYPE_CHECKING:
    from mctsky.arena.playing.plan import MatchPlan

_CHANGED = "has changed since the game was recorded"
_MOVED = "say where it is now: --option {option}=PATH"


def check_files(record: GameRecord, where: str) -> dict[str, str]:
    """Return the digests of the user files that a record names; they must be there, with the same contents."""
    spec = find_spec(record.game)
    now = spec.digest_files(record.options, where, _MOVED)
    require_same(spec.user_files(record.options), now, record.files, _CHANGED, where, f"put the old file back, or {_MOVED}")
    return now


def find_files(record: GameRecord, places: Mapping[str, str]) -> tuple[GameRecord, set[str]]:
    """Return a record with the present paths of its user files, and the options of `places` for which it has a file."""
    try:
        own = find_spec(record.game).user_files(record.options)
    except MctskyError:
        return record, set()  # whoever loads the game is told
    moved = {name: path for name, path in places.items() if name in own}
    return replace(record, options={**record.options, **moved}), set(moved)


def refuse_other_contents(path: Path, plans: Iterable["MatchPlan"]) -> None:
    """Raise an error if a file holds games of one of these matches that were played with other rules, parameters or files.

    Their ids agree up to CONTENTS. A file may hold a match in two states, each recorded as a match of its own; so only matches
    of which it has no game as they are now are compared.
    """
    sought = {settings_part(plan.id): plan for plan in plans}
    if not sought or path.is_char_device() or path.is_fifo():
        return
    for number, line in read_lines(path):
        match_id = match_of(read_head(line, path, number).id)
        plan = sought.get(settings_part(match_id))
        if plan is not None and plan.id != match_id:
            _refuse(plan, read_line(line, path, number), f"{path}, line {number}")


def _refuse(plan: "MatchPlan", record: GameRecord, where: str) -> None:
    """Raise an error that says how a recorded game differs from those that a plan would play."""
    remedy = "record to another file"
    paths = plan.game.spec.user_files(plan.game.options)
    require_same(paths, dict(plan.files), record.files, _CHANGED, where, f"put the old file back, or {remedy}")
    then = record.versions.get("rules", "unknown")
    if then != str(plan.rules_version):
        problem = f"its games of this match have rules version {then}, {plan.game_name} has version {plan.rules_version} now"
        raise RecordError(problem, given="--resume", where=where, remedy=f"{remedy}, or install the old version")
    for bot, old in zip(plan.bots, record.bots, strict=True):
        now = plain(bot.parameters)
        names = [name for name in {**old.parameters, **now} if old.parameters.get(name) != now.get(name)]
        if names:
            listed = ", ".join(f"{name} was {_shown(old.parameters, name)}, is {_shown(now, name)}" for name in names[:5])
            problem = f"its games of this match were played with other parameters of {bot.name}: {listed}"
            raise RecordError(problem, given="--resume", where=where, remedy=f"{remedy}, or give the old parameters")
    problem = "an older mctsky has played games of this match, and their ids do not say with which rules, parameters and files"
    given = " ".join(paths.values()) or "--resume"
    raise (DataFileError if paths else RecordError)(problem, given=given, where=where, remedy=remedy)


def _shown(parameters: Mapping[str, Any], name: str) -> str:
    return json.dumps(parameters[name])[:60] if name in parameters else "absent"
