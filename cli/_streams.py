"""The standard streams of a command: a failed write to stdout ends it with the right exit code, one to stderr never does."""

import errno
import io
import os
import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class OutputError(Exception):
    """Stdout cannot be written; not an OSError, which click and rich would answer in ways of their own."""

    def __init__(self, code: int) -> None:
        """Keep the error number of the system."""
        self.code = code
        super().__init__(os.strerror(code))

    @property
    def is_closed(self) -> bool:
        """Whether the reader has gone (`mctsky games | head`), or there never was one (`mctsky games >&-`)."""
        return self.code in (errno.EPIPE, errno.EBADF)


class _Stdout(io.FileIO):
    """The raw stdout; below all buffers, so that no writer bypasses it."""

    def __init__(self, closed_at_start: bool) -> None:
        super().__init__(1, "w", closefd=False)
        self._closed_at_start = closed_at_start

    def write(self, data: "ReadableBuffer", /) -> int:
        if self._closed_at_start:
            raise OutputError(errno.EBADF)
        try:
            return super().write(data) or 0
        except OSError as error:
            raise OutputError(error.errno or errno.EIO) from None


class _Stderr(io.FileIO):
    """The raw stderr; a message that cannot be written must not change how a match ends."""

    def write(self, data: "ReadableBuffer", /) -> int:
        try:
            return super().write(data) or 0
        except OSError:
            return len(memoryview(data).cast("B"))


def take_streams() -> None:
    """Put our stdout and stderr in place of Python's; closed ones are filled, so that no record file becomes number 1."""
    closed = {number for number in (0, 1, 2) if not _is_open(number)}
    while closed and (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(number, True)
    if closed and number > 2:
        os.close(number)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # for the rest of the process
    sys.stdout = _text(_Stdout(1 in closed), sys.stdout, "strict")
    sys.stderr = _text(_Stderr(2, "w", closefd=False), sys.stderr, "backslashreplace", lines=True)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _text(raw: io.FileIO, before: "TextIO | None", errors: str, lines: bool = False) -> io.TextIOWrapper:
    """Return a text stream that encodes as the one before."""
    if before is not None:
        before.flush()
    encoding = getattr(before, "encoding", None) or "utf-8"
    errors = getattr(before, "errors", None) or errors
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding=encoding, errors=errors, line_buffering=lines or raw.isatty())


def drop_stdout() -> None:
    """Send what is still buffered for stdout nowhere: the flush at exit would complain again."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(getattr(sys.stdout.buffer, "raw", None), _Stdout):
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8")
