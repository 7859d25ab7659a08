"""Storing the games of a match or tournament in the record file; until the last game the secret is stored beside it."""

from pathlib import Path

from mctsky.arena.playing.luck import Luck
from mctsky.arena.records.record import GameRecord
from mctsky.arena.records.secret_file import SecretFile
from mctsky.arena.records.writer import RecordWriter


class GameKeeper:
    """A record file that is open for one match or tournament, and the file of its secret, where it has one."""

    def __init__(self, path: Path, match_id: str, luck: Luck) -> None:
        """Open the record file; `begin` stores the secret."""
        self._writer = RecordWriter(path)
        self._id, self._secret, self._luck = match_id, luck.secret.hex(), luck
        keeps_games = path.is_file() or not path.exists()  # a pipe or a device does not
        self._secret_file = SecretFile(path) if luck.secret and keeps_games else None

    def begin(self) -> None:
        """Keep the secret, before the first game."""
        if self._secret_file is not None:
            self._secret_file.add(self._id, self._luck)

    def write(self, record: GameRecord, is_last: bool) -> None:
        """Add a game; the secret goes with the last one."""
        self._writer.write(record, self._secret if is_last else "")

    def end(self) -> None:
        """Remove the secret's file, once the last game is written and counted."""
        if self._secret_file is not None:
            self._secret_file.remove(self._id)

    def close(self) -> None:
        """Close the record file."""
        self._writer.close()
