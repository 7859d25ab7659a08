"""The secrets of unfinished matches, kept beside the record as FILE.secret, which only the user may read.

With its last game a match writes its secret to the record and leaves this file. It holds a line per unfinished match, its id
and its secret; a process that changes it holds the lock of the record. It is always written to a new file, which
takes its place.
"""

import contextlib
import json
import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from mctsky.arena.playing.luck import TAG, Luck, read_secret
from mctsky.arena.records.check import read_head
from mctsky.arena.records.reader import match_of, read_lines, settings_part
from mctsky.errors import MctskyError, RecordError

SUFFIX = ".secret"
_PRIVATE = 0o600
_MAX_BYTES = 1 << 22


class HasIds(Protocol):
    """What this module needs of a plan."""

    @property
    def id(self) -> str: ...  # noqa: D102

    @property
    def match_ids(self) -> frozenset[str]: ...  # noqa: D102


class SecretFile:
    """The file beside one record."""

    def __init__(self, record: Path) -> None:
        """Name the file; nothing is opened."""
        self.path = record.with_name(record.name + SUFFIX)

    def read(self) -> dict[str, Luck]:
        """Return the luck of unfinished matches by their ids; nothing if there is no file."""
        try:
            fd = os.open(self.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise self._error(f"cannot be read: {error.strerror}") from None
        try:
            about = os.fstat(fd)
            if not stat.S_ISREG(about.st_mode) or about.st_uid != os.geteuid() or about.st_mode & 0o077:
                raise self._error("it is not a file that only you can read, so its secrets cannot be trusted")
            lines = os.read(fd, _MAX_BYTES).splitlines()
        finally:
            os.close(fd)
        try:
            return dict(_entry(line) for line in lines)
        except (ValueError, KeyError, TypeError):
            raise self._error("it holds something other than secrets of matches") from None

    def add(self, match_id: str, luck: Luck) -> None:
        """Keep a secret until `remove`; called before the first game."""
        self._write({**self.read(), match_id: luck})

    def remove(self, match_id: str) -> None:
        """Forget a secret, once the record holds it."""
        kept = {name: luck for name, luck in self.read().items() if name != match_id}
        if kept:
            self._write(kept)
        else:
            self.path.unlink(missing_ok=True)

    def _write(self, kept: dict[str, Luck]) -> None:
        new = self.path.with_name(self.path.name + ".new")
        text = "".join(json.dumps({"id": name, "secret": luck.secret.hex()}) + "\n" for name, luck in kept.items())
        try:
            new.unlink(missing_ok=True)  # left by a kill
            # Made here and by nobody else (O_EXCL): a file or link that a bot has put there could be read by others.
            fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, _PRIVATE)
            with os.fdopen(fd, "wb") as file:
                os.fchmod(fd, _PRIVATE)
                file.write(text.encode())
                file.flush()
                os.fsync(fd)
            new.replace(self.path)
        except OSError as error:
            with contextlib.suppress(OSError):
                new.unlink(missing_ok=True)
            raise self._error(f"cannot be written: {error.strerror}") from None

    def _error(self, problem: str) -> RecordError:
        remedy = "choose another file for the record, or give the match a --seed, which needs no secret"
        return RecordError(problem, given=str(self.path), where="--record", remedy=remedy)


def _entry(line: bytes) -> tuple[str, Luck]:
    data = json.loads(line)
    return str(data["id"]), read_secret(data["secret"])


def find_luck(record: Path, plan_of: Callable[[Luck], HasIds], own: Luck, resume: bool | str) -> Luck:
    """Return the luck of the match in a record that is to go on; `own` if it holds none with these settings.

    `plan_of` gives the plan for any luck. `resume` may be the id of one match, needed where several have these settings.
    """
    wanted = resume if isinstance(resume, str) else ""
    if not record.is_file():
        return own
    unfinished = SecretFile(record).read()
    counts: dict[str, int] = {}
    told: dict[str, Luck] = {}
    for match_id, secret in _matches(record):
        counts[match_id] = counts.get(match_id, 0) + 1
        if secret is not None:
            told[secret.tag] = secret
    known = {own.tag: own, **told, **{luck.tag: luck for luck in unfinished.values()}}
    found: dict[str, tuple[Luck, int]] = {}
    with_other_contents: list[Luck] = []  # the caller refuses them and says what has changed
    settings_parts = {settings_part(match_id) for match_id in counts}
    for luck in known.values():
        plan = plan_of(luck)
        n_games = sum(counts.get(match_id, 0) for match_id in plan.match_ids)
        if n_games or plan.id in unfinished:
            found[plan.id] = (luck, n_games)
        elif not settings_parts.isdisjoint(map(settings_part, plan.match_ids)):
            with_other_contents.append(luck)
    if wanted:
        if wanted not in found:
            raise _not_there(record, wanted, list(found))
        return found[wanted][0]
    if len(found) > 1:
        listed = ", ".join(f"{name} ({n_games} games)" for name, (_, n_games) in found.items())
        problem = f"it holds {len(found)} matches with these settings: {listed}"
        raise RecordError(problem, given=str(record), where="--resume", remedy=f"name one: --resume={next(iter(found))}")
    if not found:
        _refuse_lost(record, plan_of, set(counts), set(known))
        return with_other_contents[0] if with_other_contents else own
    return next(iter(found.values()))[0]


def _matches(record: Path) -> Iterator[tuple[str, Luck | None]]:
    """Yield the match of every game of a record that has a secret, and the secret where the line tells it."""
    for number, line in read_lines(record):
        match_id = match_of(read_head(line, record, number).id)
        if TAG in match_id:
            yield match_id, _told(line) if b'"secret"' in line else None


def _told(line: bytes) -> Luck | None:
    with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError, MctskyError):
        return read_secret(json.loads(line)["secret"])
    return None  # the word stood somewhere else, in what a bot said for example


def _refuse_lost(record: Path, plan_of: Callable[[Luck], HasIds], match_ids: set[str], tags: set[str]) -> None:
    """Raise an error if the record holds a match with these settings whose secret is gone."""
    for match_id in sorted(match_ids):
        tag = settings_part(match_id).partition(TAG)[2]
        if tag in tags:
            continue
        if settings_part(match_id) in map(settings_part, plan_of(Luck(None, b"", tag, _key=b"?")).match_ids):
            problem = (
                f"match {match_id} was played without a seed, and its secret is gone: the other games would have different luck"
            )
            remedy = f"put {record}{SUFFIX} back, or begin a new match without --resume"
            raise RecordError(problem, given=str(record), where="--resume", remedy=remedy)


def _not_there(record: Path, wanted: str, found: list[str]) -> RecordError:
    remedy = f"it holds: {', '.join(found)}" if found else "it holds no match with these settings and without a seed"
    return RecordError("there is no such match to go on with", given=wanted, where=str(record), remedy=remedy)
