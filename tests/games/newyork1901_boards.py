"""Boards of one's own for New York 1901, made by edits of the standard one."""

from importlib import resources
from pathlib import Path

import mctsky

DATA = resources.files("mctsky.games.newyork1901").joinpath("data")
BOARD = DATA.joinpath("board.txt").read_text()
TILES = DATA.joinpath("tiles.txt").read_text()


def line_of(text: str, start: str) -> int:
    """Return the number of the first line with this beginning."""
    return next(number for number, line in enumerate(text.splitlines(), start=1) if line.startswith(start))


def edited(text: str, *edits: tuple[str, str]) -> str:
    """Return a text with edits, each of something that stands there once."""
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def settle(folder: Path, edits: list[tuple[str, str]], land: str, players: int = 2) -> mctsky.Position:
    """Return a position on an edited board: seat 0 has claimed some territories and may build on them for the first time."""
    path = folder / "board.txt"
    path.write_text(edited(BOARD, *edits))
    game = mctsky.load("newyork1901", players=players, advanced=1, action_cards=0, board=str(path))
    others = ["W1a W1b W1c", "E2a E2b E2c"][: players - 1]
    before = len(land.split()) - 1
    seats = [f"{seat} 0 land {' '.join(lots.split()[:before])}" for seat, lots in zip("BC", others, strict=False)]
    scoring = "streets broadway wall pine | bonus gold-tycoon"
    head = f"step build A | turns {players * before} | {scoring} | open blue2 blue2 blue3 blue3"
    return game.position(" | ".join([head, f"A 0 land {land}", *seats]))
