"""Card files of Paper Skyscrapers made by tests."""

import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

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


# ---------------------------------------------------------------- random files

TRACKS = ("profit", "prestige", "population")
LANDMARKS = ("arch", "bridge", "clock", "statue")
QUANTITIES = (
    *TYPES, "types", "fewest", "most", *LANDMARKS, "landmarks", "sites", "tallest", "towers", "buildings", "width", "tucked",
    *TRACKS, "tracks", "lowest", "highest", "hand", "score", "claims", "level",
)  # fmt: skip
PLAIN_TRIGGERS = (
    "build", "sprawl", "build over", "tuck", "discard", "visit", "advance", "hop", "line", "claim", "draw row", "draw deck",
    "declare", "steal", "turn start", "turn end", "round end",
)  # fmt: skip
MAX_PARTS, MAX_STEPS = 6, 12


def random_simple_part(random: Random, bonus: bool) -> tuple[str, int]:
    """Return a part that can stand after `for`, and what its numbers count."""
    if random.random() < 0.1:
        return "steal top card", 1  # more often: few of them find a mayor to displace
    n = random.choice((1, 1, 1, 2, 2, 3, 4))
    track = random.choice(TRACKS)
    parts = {
        f"draw {n}{random.choice(('', ' row', ' deck', ' next'))}": n,
        f"tuck {n}": n,
        f"advance {n} {random.choice((*TRACKS, 'any'))}": n,
        f"advance {(n + 1) // 2} each": 3 * ((n + 1) // 2),
        f"opponent declines {n} {random.choice((*TRACKS, 'any'))}": n,
        f"each opponent declines {n} {track}": n,
        f"build {n}{random.choice(('', ' free', f' discount {random.randint(1, 4)}'))}": n,
        f"claim {n}": n,
        "steal top card": 1,
        "steal hand card": 1,
    }
    if bonus:
        parts["bonus action"] = 1
    return random.choice(sorted(parts.items()))


def random_part(random: Random, bonus: bool) -> tuple[list[str], int]:
    """Return a part, as a list with the parts after its `for`, and what its numbers count."""
    if random.random() < 0.7:
        text, n = random_simple_part(random, bonus)
        choice = not text.startswith("each") and not text.endswith("each") and text != "bonus action"
        return ["may " + text if choice and random.random() < 0.4 else text], n
    count = random.choice((1, 1, 2, 3))
    head, total = random.choice(((f"discard {count} for", count), ("declare for", 1)))
    benefit: list[str] = []
    for _ in range(random.choice((1, 1, 2, 3))):
        text, n = random_simple_part(random, bonus and "bonus action" not in benefit)
        benefit.append(text)
        total += n
    may = "may " if random.random() < 0.4 else ""
    return [f"{may}{head} {benefit[0]}", *benefit[1:]], total


def random_action(random: Random, bonus: bool = True) -> str:
    """Return an action within the bounds of the language."""
    parts: list[str] = []
    n_parts = n_steps = 0
    for _ in range(random.choice((0, 1, 1, 2, 2, 3, 4))):
        part, n = random_part(random, bonus and not any("bonus action" in other for other in parts))
        size = len(part) + (" for " in part[0])
        if n_parts + size <= MAX_PARTS and n_steps + n <= MAX_STEPS:
            parts.append(" and ".join(part))
            n_parts, n_steps = n_parts + size, n_steps + n
    return "; ".join(parts) or "none"


def random_condition(random: Random) -> str:
    """Return a condition that is met now and then."""
    comparisons = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        names = " + ".join(random.choice(QUANTITIES) for _ in range(random.choice((1, 1, 2, 3))))
        sign, bound = random.choice(((">=", random.randint(0, 6)), (">=", random.randint(0, 3)), ("<=", random.randint(0, 20))))
        comparisons.append(f"{names} {sign if random.random() < 0.9 else '='} {bound}")
    return " and ".join(comparisons)


def random_city(random: Random, number: int) -> str:
    typed = [f"{word} {kind}" for word in ("build", "visit") for kind in TYPES]
    trigger = random.choice((*PLAIN_TRIGGERS, *random.sample(typed, 2)))
    condition = random_condition(random) if random.random() < 0.4 else "-"
    builds = trigger.startswith(("build", "sprawl"))
    effect = f"cost -{random.randint(1, 4)}" if builds and random.random() < 0.5 else random_action(random, bonus=False)
    return f"city | City {number} | {trigger} | {condition} | {effect}"


def random_building(random: Random, name: str, level: int) -> str:
    kind, landmark = random.choice(TYPES), random.choice(("-", "-", *LANDMARKS))
    cost = random.choice((0, 0, 1, 1, 2, 3, random.randint(0, 9)))
    income = " ".join(str(random.choice((0, 0, 1, 2, random.randint(0, 9)))) for _ in TRACKS)
    return f"building | {name} | {level} | {kind} | {cost} | {income} | {landmark} | {random_action(random)}"


def random_file(random: Random) -> str:
    """Return a valid card file: short decks for the most part, and any actions, conditions and bonuses."""
    cycle = random.sample(TYPES, len(TYPES))
    lines = [f"discount | {kind} | {by}" for kind, by in zip(cycle, (*cycle[1:], cycle[0]), strict=True)]
    n_achievements = random.randint(1, 12)
    lines += [f"chips | {' '.join(str(random.randint(1, 9)) for _ in range(n_achievements))}"]
    lines += [f"start scores | {n} | {' '.join(str(random.randint(0, 4)) for _ in range(n))}" for n in (2, 3, 4)]
    lines += [f"aid | number {number}" for number in range(4)]
    lines += [f"round end | {level}" for level in range(1, 5)]
    for number in range(random.randint(0, 4)):
        lines.append(f"award | Award {number} | {random.choice(QUANTITIES)} | {random.randint(1, 9)}")
    for number in range(n_achievements):
        lines.append(f"achievement | Goal {number} | {random.randint(1, 4)} | {random_condition(random)}")
    lines += [random_city(random, number) for number in range(random.randint(8, 32))]
    for level in range(1, 5):
        for number in range(random.choice((1, 4, 6, 10, 14, 16))):
            lines.append(random_building(random, f"House {level}{LETTERS[number]}", level))
    return "\n".join([*lines, ""])
