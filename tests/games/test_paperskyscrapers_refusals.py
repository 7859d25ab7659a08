"""The card file of Paper Skyscrapers: what is refused, and that file, line, card and word are named."""

import re
from importlib import resources

import pytest

from mctsky.errors import DataFileError
from mctsky.games.paperskyscrapers.cards import read_cards
from mctsky.games.paperskyscrapers.state import TYPES

CARDS = (resources.files("mctsky.games.paperskyscrapers") / "data" / "cards.txt").read_text()
START_SCORES = next(line for line in CARDS.splitlines() if line.startswith("start scores | 3 |"))  # balance changes them

BUILD = "building | Test House | 1 | park | 1 | 0 1 0 | - | "
CITY = "city | Testville | "
PRIZE = "achievement | Test Prize | 1 | "

# A line at the end of the file, the word that is wrong, and what the error says.
BAD_LINES = [
    ("bilding | Mill", "bilding", "did you mean 'building'"),
    ("Mill", "Mill", "unknown kind of line"),
    ("building | Test House | 1 | park", "building | Test House | 1 | park", "7 columns after it, separated by |, not 3"),
    ("discount | civic", "discount | civic", "2 columns"),
    ("aid | A | B", "aid | A | B", "1 columns"),
    # settings
    ("discount | cvic | park", "cvic", "did you mean 'civic'"),
    ("discount | park | churches", "churches", "unknown type"),
    ("discount | park | civic", "park", "a type has two discounts"),
    ("chips | 1 1", "1 1", "chips are given twice"),
    ("start scores | 5 | 1 1 1 1 1", "5", "the number of players is not a whole number from 2 to 4"),
    ("start scores | 3 | 1 1 1", "3", "start scores are given twice"),
    ("aid |", "", "no text"),
    ("aid | Fifth", "Fifth", "more than 4 player aids"),
    ("round end | 5", "5", "the level is not a whole number from 1 to 4"),
    ("round end | 0", "0", "the level is not a whole number from 1 to 4"),
    ("round end | 2", "2", "a level has two round ends"),
    ("award | Test Award | height | 3", "height", "unknown quantity"),
    ("award | Test Award | tallest | 0", "0", "the number of points is not a whole number from 1 to 9"),
    ("award | Test Award | tallest | 10", "10", "the number of points is not a whole number from 1 to 9"),
    # names
    ("building | mill | 1 | park | 1 | 0 1 0 | - | none", "mill", "two cards have the same name"),
    ("city | MILL | tuck | - | none", "MILL", "two cards have the same name"),
    ("achievement | Chicago | 1 | park >= 1", "Chicago", "two cards have the same name"),
    ("award | Green Belt | park | 1", "Green Belt", "two cards have the same name"),
    ("building | | 1 | park | 1 | 0 1 0 | - | none", "", "a name has 1 to 30"),
    ("building | 7 Hills | 1 | park | 1 | 0 1 0 | - | none", "7 Hills", "begins with a letter"),
    ("building | Café | 1 | park | 1 | 0 1 0 | - | none", "Café", "a name has 1 to 30"),
    (f"building | {'x' * 31} | 1 | park | 1 | 0 1 0 | - | none", "x" * 31, "a name has 1 to 30"),
    ("city | Deck | tuck | - | none", "Deck", "used in move texts"),
    ("city | hand | tuck | - | none", "hand", "used in move texts"),
    ("city | Hand Card | tuck | - | none", "Hand Card", "used in move texts"),
    ("building | Level 2 | 1 | park | 1 | 0 1 0 | - | none", "Level 2", "used in move texts"),
    # buildings
    ("building | Test House | 5 | park | 1 | 0 1 0 | - | none", "5", "the level is not"),
    ("building | Test House | 1 | parc | 1 | 0 1 0 | - | none", "parc", "did you mean 'park'"),
    ("building | Test House | 1 | park | 10 | 0 1 0 | - | none", "10", "the cost is not a whole number from 0 to 9"),
    ("building | Test House | 1 | park | -1 | 0 1 0 | - | none", "-1", "the cost is not a whole number from 0 to 9"),
    ("building | Test House | 1 | park | 1 | 0 1 | - | none", "0 1", "the income has 3 numbers, not 2"),
    ("building | Test House | 1 | park | 1 | 0 1 x | - | none", "x", "a number of the income is not a whole number"),
    ("building | Test House | 1 | park | 1 | 0 1 10 | - | none", "10", "a number of the income is not a whole number"),
    ("building | Test House | 1 | park | 1 | 0 1 0 | tower | none", "tower", "unknown landmark icon"),
    # actions
    (BUILD, "", "a part of the action is empty"),
    (f"{BUILD} draw 1;", "", "a part of the action is empty"),
    (f"{BUILD} may", "", "a part of the action is empty"),
    (f"{BUILD} none; draw 1", "none", "unknown part of an action"),
    (f"{BUILD} darw 1", "darw", "did you mean 'draw'"),
    (f"{BUILD} Draw 1", "Draw", "did you mean 'draw'"),
    (f"{BUILD} may may draw 1", "may", "unknown part of an action"),
    (f"{BUILD} steal top", "steal top", "did you mean 'steal top card'"),
    (f"{BUILD} opponent decline 1 any", "opponent decline", "did you mean 'opponent declines'"),
    (f"{BUILD} draw", "", "the number after `draw` is not a whole number from 1 to 4"),
    (f"{BUILD} draw 0", "0", "the number after `draw` is not a whole number from 1 to 4"),
    (f"{BUILD} tuck 5", "5", "the number after `tuck` is not a whole number from 1 to 4"),
    (f"{BUILD} draw 1 top", "top", "this cannot follow `draw N`; write one of: draw N, draw N row"),
    (f"{BUILD} tuck 1 row", "row", "this cannot follow `tuck N`"),
    (f"{BUILD} draw 1 and tuck 1", "and tuck 1", "write `;` between parts"),
    (f"{BUILD} advance 1", "", "something is missing after `advance N`"),
    (f"{BUILD} advance 1 score", "score", "this cannot follow `advance N`"),
    (f"{BUILD} opponent declines 1 each", "each", "this cannot follow `opponent declines N`"),
    (f"{BUILD} each opponent declines 1 any", "any", "this cannot follow `each opponent declines N`"),
    (f"{BUILD} build 1 discount", "discount", "this cannot follow `build N`"),
    (f"{BUILD} build 1 discount 5", "discount 5", "this cannot follow `build N`"),
    (f"{BUILD} build 1 discount 0", "discount 0", "this cannot follow `build N`"),
    (f"{BUILD} bonus action 2", "2", "this cannot follow `bonus action`"),
    (f"{BUILD} discard 1", "discard 1", "`discard 1` needs `for` after it"),
    (f"{BUILD} declare park for draw 1", "declare park for draw 1", "`declare` needs `for` after it"),
    (f"{BUILD} discard 1 for", "", "a part of the action is empty"),
    (f"{BUILD} discard 1 for may draw 1", "may draw 1", "cannot begin with `may`"),
    (f"{BUILD} discard 1 for declare for draw 1", "declare for draw 1", "a `for` after another `for`"),
    (f"{BUILD} declare for draw 1 and discard 1 for tuck 1", "discard 1 for tuck 1", "a `for` after another `for`"),
    (f"{BUILD} may advance 1 each", "advance 1 each", "`may` cannot come"),
    (f"{BUILD} may each opponent declines 1 profit", "each opponent declines 1 profit", "`may` cannot come"),
    (f"{BUILD} {'; '.join(['tuck 1'] * 7)}", "; ".join(["tuck 1"] * 7), "7 parts, more than 6"),
    (
        f"{BUILD} discard 1 for {' and '.join(['tuck 1'] * 6)}",
        f"discard 1 for {' and '.join(['tuck 1'] * 6)}",
        "7 parts, more than 6",
    ),
    (f"{BUILD} tuck 4; draw 4; tuck 4; claim 1", "tuck 4; draw 4; tuck 4; claim 1", "add up to 13, more than 12"),
    (f"{BUILD} advance 4 each; bonus action", "advance 4 each; bonus action", "add up to 13, more than 12"),
    # cities
    (f"{CITY} tuk | - | none", "tuk", "did you mean 'tuck'"),
    (f"{CITY} build bridge | - | none", "build bridge", "unknown trigger"),
    (f"{CITY} tuck park | - | none", "tuck park", "unknown trigger"),
    (f"{CITY} tuck | - |", "", "a part of the action is empty"),
    (f"{CITY} tuck | | none", "", "a comparison is quantities"),
    (f"{CITY} tuck | - | bonus action", "bonus action", "a city grants no bonus action"),
    (f"{CITY} tuck | - | discard 1 for bonus action", "bonus action", "a city grants no bonus action"),
    (f"{CITY} tuck | - | cost -1", "tuck", "costs cannot be reduced with this trigger"),
    (f"{CITY} visit park | - | cost -1", "visit park", "costs cannot be reduced with this trigger"),
    (f"{CITY} sprawl | - | cost -5", "cost -5", "`cost -1` to `cost -4`"),
    (f"{CITY} sprawl | - | cost 1", "cost 1", "`cost -1` to `cost -4`"),
    (f"{CITY} sprawl | - | cost -1; draw 1", "cost -1; draw 1", "`cost -1` to `cost -4`"),
    # conditions
    ("achievement | Test Prize | 5 | park >= 1", "5", "the number of stars is not a whole number from 1 to 4"),
    ("achievement | Test Prize | 0 | park >= 1", "0", "the number of stars is not a whole number from 1 to 4"),
    (f"{PRIZE} -", "-", "a comparison is quantities"),
    (f"{PRIZE} park", "park", "a comparison is quantities"),
    (f"{PRIZE} park >= ", "park >=", "a comparison is quantities"),
    (f"{PRIZE} park > 3", "park > 3", "a comparison is quantities"),
    (f"{PRIZE} park >= 3 <= 4", "park >= 3 <= 4", "a comparison is quantities"),
    (f"{PRIZE} park >= 3 and", "park >= 3 and", "a comparison is quantities"),
    (f"{PRIZE} parks >= 3", "parks", "did you mean 'park'"),
    (f"{PRIZE} park >= 100", "100", "the number of a comparison is not a whole number from 0 to 99"),
    (f"{PRIZE} park >= x", "x", "the number of a comparison is not a whole number from 0 to 99"),
    (f"{PRIZE} >= 3", "", "quantities are joined by `+`"),
    (f"{PRIZE} park civic >= 3", "park civic", "quantities are joined by `+`"),
    (f"{PRIZE} park + >= 3", "park +", "quantities are joined by `+`"),
    (f"{PRIZE} park + arch + clock + civic >= 3", "park + arch + clock + civic", "4 quantities, more than 3"),
    (f"{PRIZE} {' and '.join(['park >= 1'] * 4)}", " and ".join(["park >= 1"] * 4), "4 comparisons, more than 3"),
]


def refused(text):
    with pytest.raises(DataFileError) as error:
        read_cards(text, "my.txt")
    assert error.value.remedy
    return error.value


@pytest.mark.parametrize(("line", "word", "problem"), BAD_LINES)
def test_a_bad_line_is_refused_with_file_line_card_and_word(line, word, problem):
    error = refused(f"{CARDS}{line}\n")
    where = f"my.txt, line {CARDS.count(chr(10)) + 1}"
    kind, _, rest = (part.strip() for part in line.partition("|"))
    if kind in ("building", "city", "achievement", "award"):
        where += f", {kind} {rest.split('|')[0].strip()}".rstrip()
    elif "unknown kind" not in error.problem:
        where += f", {kind}"
    assert (error.where, error.given) == (where, word)
    assert f" in {where}: " in str(error)
    assert repr(word) in str(error)
    assert problem in str(error)


# A line of the file, what stands there instead, the word that is wrong, and what the error says.
CHANGED_LINES = [
    ("chips        | 1 1 1 2 2 2 3 3 3", "chips | 1 1 1", "1 1 1", "there are 3 chips for 9 achievements"),
    ("chips        | 1 1 1 2 2 2 3 3 3", "chips | 1 1 1 2 2 2 3 3 3 3", "1 1 1 2 2 2 3 3 3 3", "10 chips for 9"),
    ("chips        | 1 1 1 2 2 2 3 3 3", "chips | 1 0", "0", "the value of a chip is not a whole number from 1 to 9"),
    ("chips        | 1 1 1 2 2 2 3 3 3", "chips | 1 10", "10", "the value of a chip is not a whole number from 1 to 9"),
    ("chips        | 1 1 1 2 2 2 3 3 3", "chips |", "", "there are no chips"),
    (START_SCORES, "start scores | 3 | 6 2", "6 2", "the start scores has 3 numbers, not 2"),
    (START_SCORES, "start scores | 3 | 6 2 10", "10", "a number of the start scores is not"),
    ("discount     | park        | commercial", "discount | park | park", "park", "a type makes two others cheaper"),
    ("discount     | civic       | park", "discount | civic | civic", "civic civic", "do not form one cycle"),
]


@pytest.mark.parametrize(("old", "new", "word", "problem"), CHANGED_LINES)
def test_a_changed_line_is_refused_with_file_line_and_word(old, new, word, problem):
    assert CARDS.count(f"\n{old}\n") == 1
    error = refused(CARDS.replace(f"\n{old}\n", f"\n{new}\n"))
    number = CARDS[: CARDS.index(f"\n{old}\n")].count("\n") + 2
    assert (error.where, error.given) == (f"my.txt, line {number}, {new.split(' |')[0]}", word)
    assert problem in error.problem


def test_two_cycles_of_discounts_are_refused():
    pairs = ("civic | park", "park | civic", "commercial | industrial", "industrial | residential", "residential | commercial")
    lines = "\n".join(f"discount | {pair}" for pair in pairs)
    error = refused(f"{lines}\n" + without(r"^discount .*\n"))
    assert (error.where, error.given) == ("my.txt, line 2, discount", "park civic park")
    assert "one cycle" in error.problem


# A line that is added again and again, how often it is still allowed, and what the error says.
TOO_MANY = [
    ("building | X{} | 4 | {} | 1 | 0 1 0 | - | none", 11, "more than 31 buildings of level 4"),
    ("building | X{0} | {2} | park | 1 | 0 1 0 | - | none", 15, "more than 31 park buildings"),
    ("city | X{} | tuck | - | none", 16, "more than 32 cities"),
    ("achievement | X{} | 1 | park >= 1", 3, "more than 12 achievements"),
    ("award | X{} | park | 1", 2, "more than 4 awards"),
]


@pytest.mark.parametrize(("line", "allowed", "problem"), TOO_MANY)
def test_too_many_cards_are_refused(line, allowed, problem):
    added = [line.format(number, TYPES[number % 5], 1 + number % 4) for number in range(allowed + 1)]
    chips = CARDS.replace("3 3 3", "3 3 3 1 1 1") if line.startswith("achievement") else CARDS
    read_cards(chips + "\n".join(added[:-1]), "my.txt")
    error = refused(chips + "\n".join(added))
    item = f"{line.split(' ')[0]} X{allowed}"
    assert (error.where, error.given) == (f"my.txt, line {CARDS.count(chr(10)) + 1 + allowed}, {item}", f"X{allowed}")
    assert problem in error.problem


def without(pattern):
    text, n_found = re.subn(pattern, "", CARDS, flags=re.MULTILINE)
    assert n_found
    return text


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        (r"^discount +\| park .*\n", "there is no line for discount park"),
        (r"^chips .*\n", "there is no line for chips"),
        (r"^start scores +\| 3.*\n", "there is no line for start scores 3"),
        (r"^round end +\| 2\n", "there is no line for round end 2"),
        (r"^achievement .*\n", "there is no line for achievement"),
        (r"^building [^|]*\|[^|]*\| 3 .*\n", "there is no line for building level 3"),
        (r"^aid .* score .*\n", "there are 3 player aids, fewer than 4"),
        (r"^city +\| [^CN].*\n", "there are 3 cities, fewer than 4"),
        (r"(?s).*", "there is no line for discount civic"),
    ],
)
def test_missing_lines_are_named(pattern, problem):
    error = refused(without(pattern))
    assert problem in error.problem
    assert error.where == "my.txt"
