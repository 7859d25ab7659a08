"""Card files of Paper Skyscrapers made by tests."""

import tempfile
from functools import cache
from itertools import count
from pathlib import Path

import mctsky
from mctsky.core.position import Game

TYPES = ("civic", "commercial", "industrial", "park", "residential")
# Cheaper by the next one: civic by commercial, and so on, residential by civic.
DISCOUNTS = dict(zip(TYPES, (*TYPES[1:], TYPES[0]), strict=True))
LETTERS = "abcdefghijklmnop"
QUIET = "turn end | score >= 99 | advance 1 profit"  # the bonus of a city that never works
_folder = tempfile.TemporaryDirectory(prefix="paperskyscrapers-")
_numbers = count()


@cache
def write(text: str) -> str:
    """Write a card file and return its path; the same text is written once."""
    path = Path(_folder.name) / f"cards{next(_numbers)}.txt"
    path.write_text(text)
    return str(path)


def plain_names(level: int, n: int) -> list[str]:
    """Return the names of the plain cards of a level: `Civ1a` is civic, of level 1; n of each type."""
    return [f"{kind[:3].title()}{level}{letter}" for kind in TYPES for letter in LETTERS[:n]]


def card_line(name: str, text: str) -> str:
    """Return the line of a card written as `1 civic cost 2 income 1 0 0 arch: draw 2`; only level and type must be there."""
    head, _, action = text.partition(":")
    level, kind, *words = head.split()
    cost, income, landmark = "0", "0 0 0", "-"
    while words:
        word = words.pop(0)
        if word == "cost":
            cost = words.pop(0)
        elif word == "income":
            income, words = " ".join(words[:3]), words[3:]
        else:
            landmark = word
    return f"building | {name} | {level} | {kind} | {cost} | {income} | {landmark} | {action.strip() or 'none'}"


def file_text(
    *,
    bonuses: tuple[str, ...] = (),
    achievements: tuple[str, ...] = ("First | 1 | score >= 99",),
    awards: tuple[str, ...] = (),
    chips: str = "",
    start: tuple[str, ...] = ("0 0", "0 0 0", "0 0 0 0"),
    plain: int | tuple[int, int, int, int] = 2,
    **cards: str,
) -> str:
    """Return a card file: plain cards, so many of each type and level, cards of its own, and cities Home0 to Home7."""
    each = (plain,) * 4 if isinstance(plain, int) else plain
    lines = [f"discount | {kind} | {cheaper}" for kind, cheaper in DISCOUNTS.items()]
    lines += [f"chips | {chips or ' '.join('1' for _ in achievements)}"]
    lines += [f"start scores | {players} | {points}" for players, points in zip((2, 3, 4), start, strict=True)]
    lines += [f"aid | number {number}" for number in range(4)]
    lines += [f"round end | {level}" for level in range(1, 5)]
    lines += [f"award | {award}" for award in awards]
    lines += [f"achievement | {achievement}" for achievement in achievements]
    lines += [f"city | Home{seat} | {bonuses[seat] if seat < len(bonuses) else QUIET}" for seat in range(8)]
    full = {kind[:3].title(): kind for kind in TYPES}
    for level in range(1, 5):
        lines += [card_line(name, f"{level} {full[name[:3]]}") for name in plain_names(level, each[level - 1])]
    lines += [card_line(name, text) for name, text in cards.items()]
    return "\n".join([*lines, ""])


@cache
def _load(players: int, text: str, compensation: int) -> Game:
    return mctsky.load("paperskyscrapers", players=players, cards=write(text), compensation=compensation)


def box(players: int = 2, compensation: int = 0, **contents: object) -> Game:
    """Return the game with a card file of `file_text`."""
    return _load(players, file_text(**contents), compensation)  # type: ignore[arg-type]
