"""Read a whole file that the user names: only regular files up to a size, so that reading cannot hang."""

import errno
import os
import stat
from pathlib import Path

_KINDS = {
    stat.S_IFIFO: "a pipe",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a disk",
    stat.S_IFSOCK: "a socket",
    stat.S_IFDIR: "a folder",
}


class InputFileError(OSError):
    """A path that is not a regular file of the allowed size; its `strerror` says what it is."""

    def __init__(self, problem: str, path: Path) -> None:
        """Build it like an error of the system, so that callers handle one kind of error."""
        super().__init__(errno.EINVAL, problem, str(path))


def require_regular(path: Path) -> os.stat_result:
    """Return the `stat` of a file; refuse pipes and devices, which may never end."""
    found = path.stat()
    kind = stat.S_IFMT(found.st_mode)
    if kind != stat.S_IFREG:
        raise InputFileError(f"this is {_KINDS.get(kind, 'something else')}, not a file", path)
    return found


def read_bytes(path: Path, max_bytes: int) -> bytes:
    """Return the contents of a regular file of at most `max_bytes`."""
    size = require_regular(path).st_size
    with path.open("rb") as file:
        data = file.read(max_bytes + 1) if size <= max_bytes else b""
    if size > max_bytes or len(data) > max_bytes:  # files of /proc say 0
        raise InputFileError(f"larger than {max_bytes // (1 << 20)} MiB", path)
    return data
