"""User files that options name, identified by their contents, because the file at a path can change."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from mctsky.errors import DataFileError

MAX_BYTES = 1 << 20  # of any data file; a game may allow less
DIGITS = 16
Digests = Mapping[str, str]  # of the user files of a game, by option


def digest_of(option: str, path: str, where: str, remedy: str) -> str:
    """Return the first 16 digits of a file's SHA-256, as `sha256sum` prints it; `remedy` may hold `{option}`."""
    given, remedy = f"{option}={path}", remedy.format(option=option)
    try:
        file = Path(path).expanduser()
        if not file.is_file():  # before reading, because the path may come from a record and name a device
            raise DataFileError(f"there is no file {path}", given=given, where=where, remedy=remedy)
        if file.stat().st_size > MAX_BYTES:
            raise DataFileError(f"{path} is larger than any data file", given=given, where=where, remedy=remedy)
        return hashlib.sha256(file.read_bytes()).hexdigest()[:DIGITS]
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(error, DataFileError):
            raise
        raise DataFileError(f"{path} cannot be read: {error}", given=given, where=where, remedy=remedy) from None


def require_same(paths: Mapping[str, str], now: Digests, then: Digests, since: str, where: str, remedy: str) -> None:
    """Refuse files whose contents differ from `then`; options missing there are not compared."""
    for option, digest in then.items():
        if now.get(option) != digest:
            path = paths.get(option, "?")
            given, advice = f"{option}={path}", remedy.format(option=option)
            raise DataFileError(f"{path} {since}", given=given, where=where, remedy=advice)
