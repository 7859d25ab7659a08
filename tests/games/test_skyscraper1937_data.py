"""Data files of Skyscraper (1937): what is refused and how, and cards that exist in files only."""

import subprocess
import sys
from importlib import resources

import pytest

import mctsky
from games.skyscraper1937_files import luck_text, prices_text
from games.skyscraper1937_tables import Table, shops
from games.skyscraper1937_twins import summary
from mctsky.errors import DataFileError, OptionError
from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.luck import read_luck
from mctsky.games.skyscraper1937.prices import read_prices
from naive.skyscraper1937_data import standard
from naive.skyscraper1937_table import District

FOLDER = resources.files("mctsky.games.skyscraper1937") / "data"
PRICES, LUCK = (FOLDER.joinpath(f"{name}.txt").read_text() for name in ("prices", "luck"))


def refused(read, text):
    with pytest.raises(DataFileError) as error:
        read(text, "my.txt")
    return error.value


@pytest.mark.parametrize("players", range(2, 7))
def test_the_files_say_what_the_oracle_says(players, tmp_path):
    own = BOXES[mctsky.load("skyscraper1937", players=players).rules.box]
    (tmp_path / "prices.txt").write_text(prices_text(standard(players), players))
    (tmp_path / "luck.txt").write_text(luck_text(standard(players)))
    files = {name: str(tmp_path / f"{name}.txt") for name in ("prices", "luck")}
    other = BOXES[mctsky.load("skyscraper1937", players=players, **files).rules.box]
    assert own.tables.tobytes() == other.tables.tobytes()
    assert (own.money, own.left_over, own.cards) == (other.money, other.left_over, other.cards)


def test_the_pack_has_forty_cards_and_both_files_say_that_they_are_a_reconstruction():
    assert sum(card.copies for card in read_luck(LUCK, "luck.txt")) == 40
    assert "RECONSTRUCTION" in PRICES.splitlines()[0]
    assert "RECONSTRUCTION" in LUCK.splitlines()[0]
    assert "reconstruction" in mctsky.find_spec("skyscraper1937").notice


LINES = {line.split("#")[0].strip(): number for number, line in enumerate(PRICES.splitlines(), 1)}

# An entry of prices.txt, what stands there instead, and what the error says.
BAD_PRICES = [
    ("throw 2 porch", "throw 13 porch", "the total is not a whole number from 2 to 12"),
    ("throw 2 porch", "throw 2 porsche", "unknown piece"),
    ("throw 2 porch", "throw 2", "throw TOTAL PIECE"),
    ("throw 3 garage", "throw 2 garage", "throw 2 is given twice"),
    ("price floor 10", "price floor 100", "the price is not a whole number from 0 to 99"),
    ("price floor 10", "price floor ten", "the price is not a whole number"),
    ("price floor 10", "price school 10", "unknown piece"),
    ("price floor 10", "price floor", "price PIECE DOLLARS"),
    ("price floor 10", "price store 10", "price store is given twice"),
    ("supply jail 1 +0 +0", "supply jail 1", "supply PIECE COUNT"),
    ("supply jail 1 +0 +0", "supply jail 1 0 0", "COUNT +FIVE +SIX"),
    ("supply jail 1 +0 +0", "supply jail 50 +10 +1", "more than 60 with six players"),
    ("supply jail 1 +0 +0", "supply prison 1 +0 +0", "unknown piece"),
    ("supply jail 1 +0 +0", "supply bank 1 +0 +0", "supply bank is given twice"),
    ("chips 5 45 90", "chips 5 45", "chips DOLLARS COUNT BOTH"),
    ("chips 5 45 90", "chips 0 45 90", "the value of a chip is not"),
    ("chips 5 45 90", "chips 5 9999 9999", "more than $30000"),
    ("chips 5 45 90", "chips 1 45 90", "chips 1 is given twice"),
    ("policy fire 5 25 4 +1 +1", "policy flood 5 25 4 +1 +1", "unknown policy"),
    ("policy fire 5 25 4 +1 +1", "policy fire 5 25", "policy KIND PRICE CAP STOCK"),
    ("policy fire 5 25 4 +1 +1", "policy fire 5 250 4 +1 +1", "the cap is not a whole number"),
    ("policy fire 5 25 4 +1 +1", "policy fire -5 25 4 +1 +1", "the price is not a whole number"),
    ("policy tornado 5 25 4 +1 +1", "policy fire 5 25 4 +1 +1", "policy fire is given twice"),
    ("card spaces 2", "card spaces 3", "card spaces is not a whole number from 1 to 2"),
    ("card floors 5", "card floors 6", "card floors is not a whole number from 1 to 5"),
    ("card floors 5", "card cellar 5", "unknown entry of the district card"),
    ("card floors 5", "card spaces 2", "card spaces is given twice"),
    ("bonus 10", "bonus", "bonus N"),
    ("bonus 10", "bonus 100", "bonus is not a whole number"),
    ("throws 1000", "throws 0", "throws is not a whole number from 1 to 1000"),
    ("throws 1000", "throws 1001", "throws is not a whole number from 1 to 1000"),
    ("throws 1000", "bonus 10", "bonus is given twice"),
    ("bonus 10", "bonsu 10", "did you mean 'bonus'"),
]


@pytest.mark.parametrize(("old", "new", "problem"), BAD_PRICES)
def test_bad_prices_are_refused_with_file_line_and_remedy(old, new, problem):
    assert PRICES.count(f"\n{old}\n") == 1
    error = refused(read_prices, PRICES.replace(f"\n{old}\n", f"\n{new}\n"))
    assert problem in str(error)
    assert error.where == f"my.txt, line {LINES[old] if 'twice' not in problem else find_line(new, problem)}"
    assert error.remedy


def find_line(new, problem):
    """Return the second of the two lines that say the same."""
    name = problem.split(" is given twice")[0]
    replaced = [old for old, other, _ in BAD_PRICES if other == new]
    return max(LINES[line] for line in LINES if line.startswith(f"{name} ") or line in replaced)


@pytest.mark.parametrize("line", [line for line in LINES if line and not line.startswith("chips")])
def test_a_missing_line_is_named(line):
    error = refused(read_prices, PRICES.replace(f"\n{line}\n", "\n"))
    assert "is missing" in str(error)
    assert line.startswith(error.problem.split("`")[1])


FLOOR = "1 | gain floor                       | gain       | -  | -                      | gain floor"

BAD_CARDS = [
    ("1 | x | gain | - | - ", "a card has 6 columns"),
    ("0 | x | gain | - | - | gain floor", "copies is not a whole number from 1 to 64"),
    ("64 | x | gain | - | - | gain floor", "more than 64"),
    ("1 | X | gain | - | - | gain floor", "a name has"),
    ("1 | | gain | - | - | gain floor", "a name has"),
    ("1 | mayor | gain | - | - | gain floor", "two lines have the same name"),
    ("1 | x | gian | - | - | gain floor", "did you mean 'gain'"),
    ("1 | x | gain | 5 | - | gain floor", "the dollars of such a card is `-`"),
    ("1 | x | gain | - | once | gain floor", "the condition of such a card is `-`"),
    ("1 | x | gain | - | - | take floor", "begins with `gain`"),
    ("1 | x | gain | - | - | gain flour", "did you mean 'floor'"),
    ("1 | x | gain | - | - | gain porch or part", "named twice"),
    ("1 | x | take | - | - | take store", "unknown piece"),
    ("1 | x | take | - | - | take pent house", "unknown piece"),
    ("1 | x | tax | five | once | pay tax collector", "dollars is not a whole number"),
    ("1 | x | tax | 5 | - | pay tax collector", "the condition of such a card is `once`"),
    ("1 | x | tax | 5 | once | pay pot", "the effect of such a card is `pay tax collector`"),
    ("1 | x | bill | 5 | - | pay tax collector", "the effect of such a card is `pay public utilities`"),
    ("1 | x | salary | 5 | - | from pot", "begins with `double with`"),
    ("1 | x | salary | 5 | double with store | from pot", "unknown public building"),
    ("1 | x | pay | 5 | - | pay owners of store", "unknown public building"),
    ("1 | x | residences | 5 | - | from pot", "per complete residence"),
    ("1 | x | fire | - | - | lose everything", "unknown thing to lose"),
    ("1 | x | fire | - | - | lose porch and porch", "named twice"),
    ("1 | x | fire | - | - | lose porch and two floors", "cannot be lost together"),
    ("1 | x | fire | - | - | lose porch or else garage or else chimney", "at most two alternatives"),
    ("no cards", "must be the only line"),
]


@pytest.mark.parametrize(("line", "problem"), BAD_CARDS)
def test_bad_cards_are_refused_with_file_line_and_remedy(line, problem):
    assert LUCK.count(FLOOR) == 1
    error = refused(read_luck, LUCK.replace(FLOOR, line))
    assert problem in str(error)
    assert error.where == f"my.txt, line {LUCK[: LUCK.index(FLOOR)].count(chr(10)) + 1}" or "more than 64" in problem
    assert error.where.startswith("my.txt, line ")
    assert error.remedy


def test_a_file_without_cards_says_so():
    assert "no cards" in str(refused(read_luck, "# nothing"))
    assert read_luck("no cards", "my.txt") == ()


def test_files_that_are_not_there_or_not_text(tmp_path):
    with pytest.raises(OptionError, match="luck file not found"):
        mctsky.load("skyscraper1937", luck=str(tmp_path / "none.txt"))
    path = tmp_path / "prices.txt"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DataFileError, match="UTF-8"):
        mctsky.load("skyscraper1937", prices=str(path))
    path.write_text("#" * 30_000)
    with pytest.raises(DataFileError, match="larger than"):
        mctsky.load("skyscraper1937", prices=str(path))


def test_the_command_line_exits_with_2(tmp_path):
    path = tmp_path / "luck.txt"
    path.write_text(LUCK.replace("gain floor\n", "gain flour\n", 1))
    command = [sys.executable, "-m", "mctsky", "perft", "skyscraper1937", "--depth", "1", "--option", f"luck={path}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2, done.stderr
    assert f"{path}, line " in done.stderr
    assert "did you mean" in done.stderr


def test_files_are_known_by_their_contents(tmp_path):
    path = tmp_path / "luck.txt"
    path.write_text(LUCK)
    game = mctsky.load("skyscraper1937", luck=str(path))
    assert set(game.files) == {"luck"}
    path.write_text(LUCK.replace("| tax $5 ", "| tax $6 "))
    with pytest.raises(DataFileError, match="has changed"):
        game.check_files()
    assert mctsky.load("skyscraper1937", luck=str(path)) != game


def test_a_new_card_by_file_only(tmp_path):
    """A card that no code knows: an earthquake that takes the Church, or else a floor."""
    path = tmp_path / "luck.txt"
    path.write_text(LUCK + "\n3 | earthquake | other | - | - | lose church and porch or else floor\n")
    game = mctsky.load("skyscraper1937", players=4, luck=str(path))
    data = standard(4)
    data["luck"]["earthquake"] = {"copies": 3, "kind": "other", "lose": [["church", "porch"], ["floor"]]}
    (tmp_path / "more").mkdir()
    table = Table(4, tmp_path / "more", data)
    assert table.box.cards == BOXES[game.rules.box].cards
    odds = table.spot().roll(7).odds
    assert odds["draw earthquake"] == pytest.approx(3 / 43)
    assert table.spot(District(church="business", porch=2)).draw("earthquake").card() == District(porch=1)
    choice = table.spot(shops("3", "1")).draw("earthquake")
    assert choice.moves == {"lose floor store 3", "lose floor store 1"}
    assert choice.play("lose floor store 1").card() == shops("3", "0")
    insured = table.spot(District(church="residential"), policies={0: "all-risk"}).draw("earthquake")
    assert insured.told["at_stake"] == "church residential"
    assert insured.play("turn in").cash == [115, 85, 100, 100]


# A card by file, a district card, what it does to it without a choice, and the money of seat 0 afterwards (of 100).
FILLED = District(church="municipal", municipal=("bank",), stores=((0, False),) * 2)
EFFECTS = [
    ("tax | 7 | once | pay tax collector", District(), District(), 93),
    ("bill | 7 | - | pay public utilities", District(), District(), 93),
    ("salary | 7 | double with church | from pot", District(church="business"), District(church="business"), 114),
    ("pay | 7 | - | pay owners of church", District(), District(), 100),
    ("residences | 7 | per complete residence | from pot", District(residence=1), District(residence=1), 100),
    ("fire | - | - | lose residence and porch and garage and church", District(porch=1, garage=2), District(garage=1), 100),
    ("tornado | - | - | lose complete residence or else porch", District(porch=2), District(porch=1), 100),
    ("other | - | - | lose public building", District(business=("bank",)), District(), 100),
    ("fire | - | - | lose school", District(business=("school",), municipal=("bank",)), District(municipal=("bank",)), 100),
    ("fire | - | - | lose school", District(business=("bank",)), District(business=("bank",)), 100),
    ("fire | - | - | lose floor of the tallest", shops("3", "1"), shops("2", "1"), 100),
    ("fire | - | - | lose floor", shops("3", "0"), shops("2", "0"), 100),
    ("fire | - | - | lose two floors", shops("3"), shops("1"), 100),
    ("fire | - | - | lose store without floors", shops("3", "0"), shops("3"), 100),
    ("fire | - | - | lose pent house", shops("3p"), shops("3"), 100),
    ("take | - | - | take part or floor or residence or public building or church", District(), District(), 100),
    ("gain | - | - | gain store", District(), shops("0"), 100),
    ("gain | - | - | gain pent house", shops("2", "1"), shops("2p", "1"), 100),
    ("gain | - | - | gain residence", District(residence=1), District(residence=2), 100),
    ("gain | - | - | gain bank", District(church="municipal", stores=((0, False),) * 2), FILLED, 100),
]


@pytest.mark.parametrize(("words", "before", "after", "cash"), EFFECTS)
def test_every_effect_of_the_documentation_works(tmp_path, words, before, after, cash):
    (tmp_path / "luck.txt").write_text(f"1 | x | {words}")
    table = Table(4)
    table.game = mctsky.load("skyscraper1937", players=4, luck=str(tmp_path / "luck.txt"))
    table.box = BOXES[table.game.rules.box]
    table.naive.data["luck"] = {"x": {"copies": 1}}  # the oracle sees the back of the card only
    position = table.spot(before, pot=50).position
    position.play("roll 7")
    position.play("draw x")
    told = summary(position)["seats"][0]
    counts = {name: told[name] for name in ("residence", "porch", "garage", "chimney", "church")}
    lists = {name: tuple(told[name]) for name in ("municipal", "business", "stores")}
    assert (District(**counts, **lists), told["money"]) == (after, cash)
