"""Files of openings: one per line, for matches whose games should not all begin alike."""

from pathlib import Path

from mctsky.arena.records.moves import open_game
from mctsky.core.input_files import read_bytes
from mctsky.core.position import Game
from mctsky.errors import DataFileError, MctskyError

MAX_BYTES = 64 << 20


def read_openings(path: Path, game: Game) -> list[str]:
    """Return the openings of a file: position texts, or `moves:` and moves separated by commas; `#` begins a comment line."""
    try:
        lines = read_bytes(path, MAX_BYTES).decode("utf-8").splitlines()
    except (OSError, ValueError) as error:  # ValueError: also a path with a null character
        problem = "not UTF-8 text" if isinstance(error, UnicodeDecodeError) else getattr(error, "strerror", None) or str(error)
        problem = f"the openings cannot be read: {problem}"
        raise DataFileError(
            problem, given=str(path), where="openings", remedy="name a text file, an opening per line"
        ) from None
    openings = []
    for number, line in enumerate(lines, 1):
        opening = line.strip()
        if not opening or opening.startswith("#"):
            continue
        try:
            open_game(game, 0, opening)
        except MctskyError as error:
            raise DataFileError(str(error), given=str(path), where=f"line {number}") from error
        openings.append(opening)
    if not openings:
        remedy = "write one position text, or `moves:` and moves separated by commas, per line"
        raise DataFileError("there is no opening in this file", given=str(path), where="openings", remedy=remedy)
    return openings
