"""Writing a record file: one line per finished game, completely or not at all, whatever happens to disk and process."""

import errno
import fcntl
import json
import logging
import os
import stat
import weakref
from pathlib import Path
from types import TracebackType

from mctsky.arena.records.check import MAX_LINE, is_torn, read_head, read_line
from mctsky.arena.records.record import SCHEMA, GameRecord
from mctsky.core.json_data import plain
from mctsky.errors import RecordError

log = logging.getLogger(__name__)

_RESUME = "fix that, then repeat the command with --resume"
_OTHER = "choose another file"
_CHUNK = 1 << 16

_open_writers: "weakref.WeakSet[RecordWriter]" = weakref.WeakSet()


class RecordWriter:
    """Appends games to a record file, which only one writer at a time can have; nothing is buffered in this process.

    A line that an earlier writer could not finish (kill -9, full disk) is cut off when the file is opened.
    """

    def __init__(self, path: Path | str) -> None:
        """Open the file, or make it; the folder must be there."""
        self.path = Path(path)
        self.n_written = self._size = 0
        self._spoilt = False  # somebody has deleted or cut the file, and the caller has been told
        self._fd = _open(self.path)
        self._regular = stat.S_ISREG(os.fstat(self._fd).st_mode)
        try:
            if self._regular:
                self._lock()
                self._mend()
                self._size = os.fstat(self._fd).st_size  # what the file must have at least, from here on
        except BaseException as error:
            self._let_go()
            if isinstance(error, OSError):
                raise self._error(error.strerror or str(error), _OTHER) from error
            raise
        _open_writers.add(self)

    def write(self, record: GameRecord, secret: str = "") -> None:
        """Append a game, the last of a match with its secret; on an error the file is as it was before."""
        if self._fd < 0:
            raise self._error("the file is closed", _RESUME)
        line = encode(record, secret)
        before = self._require_whole()
        try:
            _write_all(self._fd, line)
        except BaseException as error:
            torn = self._restore(before.st_size, before.st_size + len(line))
            if isinstance(error, OSError):
                problem = f"cannot write: {error.strerror or error}; {self._safe()} are safe{torn}"
                raise self._error(problem, _RESUME) from error
            raise
        self.n_written += 1
        self._size = before.st_size + len(line)

    def close(self) -> None:
        """Close the file, once it is on the disk."""
        if self._fd < 0:
            return
        try:
            if self._regular:
                os.fsync(self._fd)
                if self.n_written and not self._spoilt:
                    self._require_whole()  # the last game is written, so no later write would notice
        except OSError as error:
            raise self._error(f"cannot write: {error.strerror or error}", _RESUME) from error
        finally:
            self._let_go()

    def __enter__(self) -> "RecordWriter":
        """Return the writer."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the file."""
        self.close()

    def _require_whole(self) -> os.stat_result:
        """Return the status of the file; refuse one that was deleted or cut meanwhile."""
        now = os.fstat(self._fd)
        self._spoilt = not now.st_nlink or (self._regular and now.st_size < self._size)
        if not now.st_nlink:
            raise self._error(f"somebody has deleted the file, with {self._safe()}", _OTHER)
        if self._spoilt:
            problem = f"somebody has cut the file from {self._size} to {now.st_size} bytes; what is left is as it was"
            raise self._error(problem, "find out who writes to it; the same command with --resume plays what is missing")
        return now

    def _let_go(self) -> None:
        fd, self._fd = self._fd, -1
        if fd >= 0:
            os.close(fd)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise self._error("another match is writing to it", "wait until that has ended, or choose another file") from None
        except OSError as error:
            if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS):
                raise
            log.warning("%s: its file system has no locks; see to it that only one match writes to it", self.path)

    def _mend(self) -> None:
        """Check that the file is a record file, and make it end with a whole line."""
        size = os.fstat(self._fd).st_size
        first = os.pread(self._fd, _CHUNK, 0)
        if b"\n" not in first:
            first = os.pread(self._fd, MAX_LINE, 0)
        if b"\n" in first:
            self._check_first(first[: first.index(b"\n")])
        start = _start_of_last_line(self._fd, size)
        if start == size:
            return
        if size - start > MAX_LINE:
            raise self._error("its last line is not a record", _OTHER)
        last = os.pread(self._fd, size - start, start)
        if is_torn(last):
            log.warning("%s: its last line was torn, %d bytes without an end; cut off", self.path, len(last))
            os.ftruncate(self._fd, start)
            return
        try:
            read_line(last, self.path, 1 + _count_lines(self._fd, start))
        except RecordError as error:
            raise RecordError(f"this is not a record file: {error.problem}", where=error.where, remedy=_OTHER) from None
        _write_all(self._fd, b"\n")

    def _check_first(self, line: bytes) -> None:
        try:
            schema = read_head(line, self.path, 1).schema
        except RecordError as error:
            raise RecordError(f"this is not a record file: {error.problem}", where=error.where, remedy=_OTHER) from None
        if schema > SCHEMA:
            problem = f"written by a newer mctsky (schema {schema}), this one writes {SCHEMA}"
            raise self._error(problem, "upgrade mctsky, or choose another file")

    def _restore(self, before: int, after: int) -> str:
        """Take back an unfinished line; return what to say if that cannot be done."""
        if not self._regular:
            return ""
        try:
            if os.fstat(self._fd).st_size == after:  # interrupted after the last byte: the game is written
                self.n_written += 1
                self._size = after
            elif os.fstat(self._fd).st_size > before:  # never longer: that would fill it with zeros
                os.ftruncate(self._fd, before)
        except OSError as error:
            self._let_go()
            return f", but its last line may be torn ({error.strerror}); --resume will cut it off"
        return ""

    def _safe(self) -> str:
        return f"the {self.n_written} games written to it in this run, and all before,"

    def _error(self, problem: str, remedy: str) -> RecordError:
        return RecordError(problem, where=str(self.path), remedy=remedy)


def encode(record: GameRecord, secret: str = "") -> bytes:
    """Return the line of a record; search statistics that JSON cannot hold are replaced, since a bot may return anything."""
    try:
        line = record.to_line(secret)
        if "NaN" not in line and "Infinity" not in line:
            return line.encode()
    except (TypeError, ValueError, RecursionError):  # ValueError: also texts that are not Unicode
        pass
    return json.dumps(plain(record.to_dict(secret)), separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _open(path: Path) -> int:
    """Return a descriptor of a file to append to; devices and pipes are only written."""
    where = str(path)
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        mode = stat.S_IFREG
    except (OSError, ValueError) as error:
        raise RecordError(_why(error), where=where, remedy=_OTHER) from None
    if stat.S_ISDIR(mode):
        raise RecordError("this is a folder", where=where, remedy=f"name a file in it, for example {path / 'games.jsonl'}")
    if stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
        raise RecordError("this is a disk or a socket, not a file", where=where, remedy=_OTHER)
    regular = stat.S_ISREG(mode)
    flags = os.O_RDWR | os.O_CREAT if regular else os.O_WRONLY | os.O_NONBLOCK  # a pipe without a reader would block
    try:
        fd = os.open(path, flags | os.O_APPEND | os.O_CLOEXEC, 0o666)
    except FileNotFoundError:
        raise RecordError("its folder does not exist", where=where, remedy=f"make it: mkdir -p {path.parent}") from None
    except (OSError, ValueError) as error:
        raise RecordError(_why(error), where=where, remedy=_OTHER) from None
    os.set_blocking(fd, True)
    return fd


def _why(error: OSError | ValueError) -> str:
    return f"cannot be opened: {getattr(error, 'strerror', None) or error}"


def _write_all(fd: int, line: bytes) -> None:
    rest = memoryview(line)
    while rest:
        n_written = os.write(fd, rest)
        if not n_written:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        rest = rest[n_written:]


def _start_of_last_line(fd: int, size: int) -> int:
    """Return the place after the last end of a line."""
    end = size
    while end:
        begin = max(0, end - _CHUNK)
        found = os.pread(fd, end - begin, begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0


def _count_lines(fd: int, end: int) -> int:
    return sum(os.pread(fd, min(_CHUNK, end - at), at).count(b"\n") for at in range(0, end, _CHUNK))


def _close_in_child() -> None:
    """Close the files in a forked child, which would otherwise keep them locked after its parent has ended."""
    for writer in list(_open_writers):
        writer._let_go()


os.register_at_fork(after_in_child=_close_in_child)
