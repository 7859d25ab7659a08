"""The language of the cards: actions and conditions as text, and as the rows of numbers that the rules carry out."""

import re
from dataclasses import dataclass, field

from mctsky.core.data_files import Lines
from mctsky.errors import nearest
from mctsky.games.paperskyscrapers import tables as t
from mctsky.games.paperskyscrapers.state import TRACKS

Part = tuple[int, int, int, int]  # operation, number, argument, may
Comparison = tuple[int, ...]  # number of quantities, three quantities, comparison, number

NO_ACTION = "none"
NO_CONDITION = "-"
MAX_BOUND = 99
COMPARED = re.compile(r"(>=|<=|=|\+)")
PLAIN = {"": 0}
ONE_TRACK = {name: number for number, name in enumerate(TRACKS)}
EACH = (t.ADVANCE_STEPS, t.EACH_TRACK)


@dataclass(frozen=True)
class Form:
    """How a part is written: its first words, a number if it has one, and one of its arguments or, after `for`, more parts."""

    operation: int
    counted: bool = True
    arguments: dict[str, int] = field(default_factory=lambda: PLAIN)
    benefit: bool = False


FORMS = {
    "draw": Form(
        t.DRAW_CARDS,
        arguments={"": t.ANY_PILE, "row": t.FROM_ROW, "deck": t.FROM_DECK, "next": t.FROM_NEXT},
    ),
    "tuck": Form(t.TUCK_CARDS),
    "advance": Form(t.ADVANCE_STEPS, arguments=ONE_TRACK | {"any": t.ANY_TRACK, "each": t.EACH_TRACK}),
    "opponent declines": Form(t.OPPONENT_DECLINES, arguments=ONE_TRACK | {"any": t.ANY_TRACK}),
    "each opponent declines": Form(t.EACH_DECLINES, arguments=ONE_TRACK),
    "build": Form(
        t.BUILD_CARDS,
        arguments=PLAIN | {f"discount {number}": number for number in range(1, t.MAX_COUNT + 1)} | {"free": t.FREE},
    ),
    "claim": Form(t.CLAIM_ACHIEVEMENTS),
    "steal top card": Form(t.STEAL_TOP_CARD, counted=False),
    "steal hand card": Form(t.STEAL_HAND_CARD, counted=False),
    "bonus action": Form(t.BONUS_ACTION, counted=False),
    "discard": Form(t.DISCARD_FOR, benefit=True),
    "declare": Form(t.DECLARE_FOR, counted=False, benefit=True),
}


def plain_action(text: str) -> str:
    """Return a text with one space between its words and none before a semicolon."""
    return "; ".join(" ".join(part.split()) for part in text.split(";"))


def read_action(lines: Lines, text: str) -> tuple[Part, ...]:
    """Return the parts of an action; those after `for` follow the part that they belong to."""
    if text == NO_ACTION:
        return ()
    parts: list[Part] = []
    for written in text.split(";"):
        words = written.split()
        may = words[:1] == ["may"]
        parts += _read_part(lines, words[may:], int(may))
    if len(parts) > t.MAX_PARTS:
        problem = f"the action has {len(parts)} parts, more than {t.MAX_PARTS}"
        lines.fail(problem, text, "leave out a part; those after `for` count too")
    if sum(operation == t.BONUS_ACTION for operation, *_ in parts) > 1:
        lines.fail("the action has two bonus actions", text, "leave out one of them")
    n_steps = sum(number * (3 if (operation, argument) == EACH else 1) for operation, number, argument, _ in parts)
    if n_steps > t.MAX_STEPS:
        problem = f"the numbers of the action add up to {n_steps}, more than {t.MAX_STEPS}"
        lines.fail(problem, text, "write smaller numbers; a part without a number counts 1, `advance N each` counts 3 N")
    return tuple(parts)


def _read_part(lines: Lines, words: list[str], may: int, after_for: bool = False) -> list[Part]:
    """Return one part, and the parts after its `for`."""
    name, form = _find_form(lines, words)
    rest = words[len(name.split()) :]
    number = 1
    if form.counted:
        number = lines.number_of(rest[0] if rest else "", 1, t.MAX_COUNT, f"the number after `{name}`")
        rest = rest[1:]
    if not form.benefit:
        argument = _read_argument(lines, name, form, rest)
        if may and (form.operation == t.EACH_DECLINES or (form.operation, argument) == EACH):
            lines.fail("`may` cannot come before a part without a choice", " ".join(words), "leave out `may`")
        return [(form.operation, number, argument, may)]
    if after_for:
        lines.fail("there is a `for` after another `for`", " ".join(words), f"write {name} as a part of its own, after a `;`")
    if rest[:1] != ["for"]:
        start = f"{name} {number}" if form.counted else name
        lines.fail(f"`{start}` needs `for` after it", " ".join(words), f"write for example: {start} for draw 2")
    benefit: list[Part] = []
    for written in " ".join(rest[1:]).split(" and "):
        more = written.split()
        if more[:1] == ["may"]:
            lines.fail("a part after `for` cannot begin with `may`", written, f"write: may {name} ...")
        benefit += _read_part(lines, more, 0, after_for=True)
    return [(form.operation, number, len(benefit), may), *benefit]


def _find_form(lines: Lines, words: list[str]) -> tuple[str, Form]:
    if not words:
        lines.fail("a part of the action is empty", "", f"write a part, or `{NO_ACTION}` for no action at all")
    for name, form in FORMS.items():
        head = name.split()
        if words[: len(head)] == head:
            return name, form
    begun = [len(name.split()) for name in FORMS if name.split()[0] == words[0]]  # for example `steal` without `top card`
    given = " ".join(words[: max(begun, default=1)])
    lines.fail("unknown part of an action", given, nearest(given, FORMS))


def _read_argument(lines: Lines, name: str, form: Form, words: list[str]) -> int:
    word = " ".join(words)
    if word in form.arguments:
        return form.arguments[word]
    start = f"{name} N" if form.counted else name
    if "and" in words:
        remedy = "write `;` between parts; `and` joins parts after `for` only"
    else:
        remedy = "write one of: " + ", ".join(f"{start} {argument}".strip() for argument in form.arguments)
    lines.fail(f"this cannot follow `{start}`" if word else f"something is missing after `{start}`", word, remedy)


def read_condition(lines: Lines, text: str) -> tuple[Comparison, ...]:
    """Return the comparisons of a condition."""
    comparisons = text.split(" and ")
    if len(comparisons) > t.MAX_COMPARISONS:
        problem = f"the condition has {len(comparisons)} comparisons, more than {t.MAX_COMPARISONS}"
        lines.fail(problem, text, "leave out a comparison")
    return tuple(_read_comparison(lines, comparison.split()) for comparison in comparisons)


def plain_condition(text: str) -> str:
    """Return a condition with one space between its words and signs."""
    return " ".join(COMPARED.sub(r" \1 ", text).split())


def _read_comparison(lines: Lines, words: list[str]) -> Comparison:
    signs = [place for place, word in enumerate(words) if word in t.COMPARISONS]
    if len(signs) != 1 or signs[0] != len(words) - 2:
        problem = "a comparison is quantities, then one of " + ", ".join(t.COMPARISONS) + ", then a number"
        lines.fail(problem, " ".join(words), "write for example: park >= 4, or: profit + prestige >= 20")
    names = words[: signs[0]]
    n_terms = (len(names) + 1) // 2
    if len(names) % 2 == 0 or any(word != "+" for word in names[1::2]):
        lines.fail("quantities are joined by `+`", " ".join(names), "write for example: park + civic >= 4")
    if n_terms > t.MAX_TERMS:
        problem = f"a comparison has {n_terms} quantities, more than {t.MAX_TERMS}"
        lines.fail(problem, " ".join(names), "leave out a quantity")
    terms = [lines.one_of(word, t.QUANTITIES, "quantity") for word in names[::2]]
    bound = lines.number_of(words[-1], 0, MAX_BOUND, "the number of a comparison")
    return (n_terms, *terms, *[0] * (t.MAX_TERMS - n_terms), t.COMPARISONS.index(words[-2]), bound)
