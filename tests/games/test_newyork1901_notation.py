"""Texts and pictures of New York 1901."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from random import Random

import pytest

import mctsky
from mctsky.core.contract import CHANCE
from mctsky.errors import IllegalMoveError, PositionError

DOCS = Path(__file__).parents[2] / "docs" / "games" / "newyork1901.md"
SCORING = "streets broadway wall pine | bonus generation-king"
A = "A blue 5 cards shift grab land M1e E1e city bronze-I2@i12+i11 bronze-L3@l11+l10+m10"
B = "B red 4 cards shift land W2c E2e M3b M3f E3b city bronze-I2@l7+m7 bronze-I2@e5+f5 starter@l6+m6"
TURN = f"step build B | turns 4 | {SCORING} | open green2 green3 yellow2 yellow3 | {A} | {B}"
FRESH = (
    "A red 0 cards shift grab boom land E3b city starter@l6+m6 | B yellow 0 cards shift grab boom land M3a city starter@e4+f4"
)
DRAWING = f"step draw A then start | turns 0 | {SCORING} | open blue2 | {FRESH}"
OPENED = f"step start A | turns 0 | {SCORING} | open blue2 blue2 red3 yellow2 | {FRESH}"
GRABBED = (
    f"step claim A yellow2 then take | turns 0 | {SCORING} | open green3 blue2 blue2 | "
    f"{FRESH.replace('shift grab boom', 'shift boom', 1)}"
)
BEFORE = f"step character A | turns 0 | {SCORING} | A 0 cards shift grab boom | B 0 cards shift grab boom"
RAZING = (
    f"step place A raze bronze-I2 | turns 3 | {SCORING} | open green3 yellow2 yellow3 yellow3 | "
    "A blue 0 cards shift grab boom land M1e E1e city starter@i12+i11 | "
    "B red 4 cards shift land W2c E2e M3f E3b city bronze-I2@l7+m7 bronze-I2@e5+f5 starter@l6+m6"
)
OVER = (
    "step over B | turns 86 | end A | streets broadway nassau cedar | bonus bronze-baron | open blue2 blue2 red2 red2 | "
    "under blue3 / blue2 / yellow2 / blue2 / blue2 / yellow2 / green2 / yellow3 / blue3 / red2 / green2 / yellow2 / green2 / "
    "green2 / yellow2 / blue2 | A green 67 land W1a W1d E1a E1c E1e W2c W2e M2e M2f M2g E2d E2e W3a W3b W3c W3d E3a W4e city "
    "bronze-I2@c2+c1 bronze-L4@i8+g7+h7+i7 silver-O4@b5+c5+b4+c4 silver-T4@d9+c8+d8+d7 gold-I4@j7+k7+l7+m7 "
    "gold-L4@a6+b6+c6+a5 gold-U5@j12+k12+l12+j11+l11 gold-P5@a12+a11+b11+a10+b10 "
    "gone bronze-I2 bronze-I3 bronze-L3 bronze-O4 silver-I3 silver-L3 | "
    "B yellow 51 land W1b W1e M1d W2a W2b W2d E2b E2c M3c M3e M3f E3b E3c E3e city bronze-L4@a9+b9+c9+a8 silver-I3@k9+l9+m9 "
    "gold-I4@j4+k4+l4+m4 gold-L4@c12+c11+c10+d10 gold-P5@e6+f6+g6+e5+f5 gone bronze-I2 bronze-I2 bronze-I3 bronze-L3 silver-L3"
)
ALL = {"TURN": TURN, "OPENED": OPENED, "DRAWING": DRAWING, "GRABBED": GRABBED, "BEFORE": BEFORE, "RAZING": RAZING, "OVER": OVER}


@pytest.fixture(scope="module")
def game():
    return mctsky.load("newyork1901")


@pytest.mark.parametrize("name", ALL)
def test_a_text_comes_back(game, name):
    assert game.position(ALL[name]).text() == ALL[name]
    assert game.view(ALL[name], 1).text() == ALL[name]


def test_squares_of_a_placement_stand_in_any_order(game):
    position = game.position(TURN)
    position.play("build bronze-L3")
    assert position.parse_move("place h4+g4+g5") == position.parse_move("place g5+g4+h4")
    with pytest.raises(IllegalMoveError, match="no such move"):
        position.parse_move("place g5+g4+g9")


@pytest.mark.parametrize(
    ("name", "move", "why"),
    [
        ("TURN", "place g5+g4+h4", "choose a tile first"),
        ("RAZING", "place e5+f5+g5", "the chosen tile has a different shape"),
        ("RAZING", "place a12+b12", "it must replace an inferior building"),
        ("TURN", "build silver-I3", "silver needs 6 points"),
        ("TURN", "build woolworth", "gold needs 18 points"),
        ("TURN", "build bronze-I2", "this tile is not available any more"),
        ("TURN", "raze bronze-I3", "there is no place for this tile now"),
        ("GRABBED", "build bronze-I3", "no tile is chosen in this step"),
        ("TURN", "reclaim W2c", "a worker is taken back only if none is left"),
        ("TURN", "claim W1a", "take a card first"),
        ("GRABBED", "claim W1a", "the card taken is yellow2"),
        ("GRABBED", "claim M3a", "the territory is already claimed"),
        ("OPENED", "take green2", "no such card lies open"),
        ("TURN", "shift", "not possible in this step"),
    ],
)
def test_an_illegal_move_is_explained(game, name, move, why):
    with pytest.raises(IllegalMoveError, match=why):
        game.position(ALL[name]).parse_move(move)


def test_a_place_that_is_not_free_is_explained(game):
    position = game.position(TURN)
    position.play("build bronze-L3")
    with pytest.raises(IllegalMoveError, match="the squares are not free land of this player"):
        position.parse_move("place a12+a11+b11")


def test_a_picture_shows_owners_in_the_colours_of_their_characters(game):
    blue, red = '"#21618c"', '"#b03a2e"'
    seats = [text for text in game.position(TURN).svg().split("<text") if " seat " in text]
    assert [ink in line for ink, line in zip((blue, red), seats, strict=True)] == [True, True]
    plain = mctsky.load("newyork1901", advanced=1).start(1).svg()  # nobody has a character there
    inks = {line.split('fill="')[1].split('"')[0] for line in plain.split("<text") if " seat " in line}
    assert len(inks) == 2


def test_what_follows_is_filled_in(game):
    state = game.position(TURN).state
    assert (int(state.first), int(state.seat), int(state.actor)) == (2, 1, 1)
    assert list(state.workers[:2]) == [0, 2]  # M1e and E1e are built on; of B only W2c and M3b hold a worker
    assert int(state.heap.sum()) + 4 + 7 == 52
    assert int(state.unbuilt[0]).bit_count() == 16
    razing = game.position(RAZING)
    assert [razing.format_move(code) for code in razing.legal_codes()] == ["place i12+i11"]
    assert int(game.position(OVER).state.final) == 0


def test_order_and_spaces_do_not_matter(game):
    fields = TURN.split(" | ")
    assert game.position("|".join(reversed(fields))) == game.position(TURN)
    shuffled = (
        TURN.replace("W2c E2e", "E2e W2c").replace("@l11+l10+m10", "@m10+l11+l10").replace("green2 green3", "green3 green2")
    )
    assert shuffled != TURN
    assert game.position(shuffled) == game.position(TURN)


GAMES = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 2, "beginner": 1},
    {"players": 3, "advanced": 1},
    {"players": 4, "action_cards": 0},
    {"players": 2, "beginner": 1, "advanced": 1, "action_cards": 0},
    {"players": 3, "advanced": 1, "action_cards": 0},
]


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_random_games_come_back_byte_for_byte(options):
    game, random = mctsky.load("newyork1901", **options), Random(str(options))
    position, n = game.start(), 0
    while True:
        n += 1
        if n < 12 or random.random() < 0.15 or position.is_over:
            text = position.text()
            assert game.position(text).state.tobytes() == position.state.tobytes(), text
            assert len(text) < 2_000
            assert "," not in text
            assert "\n" not in text
        if position.is_over:
            break
        codes = [code for code, _ in position.chance_codes()] if position.to_act == CHANCE else position.legal_codes()
        position.play(random.choice(codes[1:] or codes))  # seldom a pass


@pytest.mark.parametrize(
    ("name", "old", "new", "problem"),
    [
        # words
        ("TURN", "turns 4", "turn 4", "unknown field 'turn'"),
        ("TURN", "turns 4 | ", "", "field turns is missing"),
        ("TURN", "turns 4", "turns 4 | turns 4", "field turns is given twice"),
        ("TURN", "turns 4", "turns", "field turns is empty"),
        ("TURN", "turns 4", "turns 4 | ", "unknown field ''"),
        ("TURN", "turns 4", "turns -4", "turns: not a whole number of at most 4 digits"),
        ("TURN", "turns 4", "turns ²", "turns: not a whole number of at most 4 digits"),
        ("TURN", "turns 4", "turns 40000", "turns: not a whole number of at most 4 digits"),
        ("TURN", "turns 4", "turns 4 5", "turns: not a whole number of at most 4 digits"),
        ("TURN", f" | {A}", "", "field A is missing"),
        ("TURN", f" | {A}", f" | {A} | C blue 0", "unknown field 'C'"),
        ("TURN", "step build B", "step built B", "unknown step; did you mean 'build'"),
        ("TURN", "step build B", "step build", "the step needs a seat"),
        ("TURN", "step build B", "step build C", "unknown seat"),
        ("TURN", "turns 4", "turns 4 | end AB", "unknown seat"),
        ("TURN", "step build B", "step build B bronze-I2", "too many words in the step"),
        ("TURN", "wall", "fleet", "unknown street"),
        ("TURN", "wall", "pine", "name three streets"),
        ("TURN", "generation-king", "king", "unknown bonus challenge"),
        ("TURN", "green2", "green4", "unknown kind of card"),
        ("TURN", "cards shift grab", "cards shift steal", "unknown action card"),
        ("TURN", "cards shift grab", "cards shift shift", "A has an action card twice"),
        ("TURN", "W2c", "W2z", "unknown territory"),
        ("TURN", "cards shift grab land", "hand shift grab land", "unknown word after the points of A"),
        ("TURN", "A blue 5 cards", "A blue cards", "points of A: not a whole number of at most 4 digits"),
        ("TURN", A, "A blue", "points of A: not a whole number of at most 4 digits"),
        ("TURN", "land M1e E1e city", "land M1e land E1e city", "land of A is given twice"),
        ("TURN", "bronze-I2@i12+i11", "bronze-I9@i12+i11", "unknown tile; did you mean 'bronze-I"),
        ("TURN", "bronze-I2@i12+i11", "bronze-I2", "unknown square to build on; for example: bronze-I2@a12"),
        ("TURN", "bronze-I2@i12+i11", "bronze-I2@i12+z11", "unknown square to build on"),
        ("TURN", "bronze-I2@i12+i11", "bronze-I2@i12+i12", "the squares have a different shape"),
        ("TURN", "bronze-I2@i12+i11", "bronze-I2@i12+h11", "the squares have a different shape"),
        ("TURN", "bronze-I2@i12+i11", "bronze-I2@i12+i11+i11", "the squares have a different shape"),
        ("TURN", "bronze-I2@i12+i11", "bronze-I2@i12+j12", "lie across a street"),
        ("TURN", "bronze-I2@i12+i11", "bronze-I2@f11+g11", "touch neither a street nor a park"),
        ("DRAWING", " then start", "", "after a draw comes start or build"),
        ("GRABBED", " yellow2 then take", "", "claim names the card taken"),
        ("GRABBED", "claim A yellow2 then take", "take A 3", "Land Grab takes 2 cards, or 1 more"),
        ("RAZING", "raze bronze-I2", "bronze-I2", "place names build or raze and the tile"),
        ("RAZING", "raze bronze-I2", "raze starter", "unknown tile"),
        ("OVER", "under blue3 / blue2 /", "under blue3 / /", "a group of cards under the pile is empty"),
        # turns
        ("TURN", "turns 4", "turns 400", "the game is over after 400 turns"),
        ("OVER", "turns 86", "turns 401", "the game is over after 400 turns"),
        ("BEFORE", "turns 0", "turns 1", "no turn is completed during the set-up"),
        ("BEFORE", "turns 0", "turns 0 | end A", "no turn is completed during the set-up"),
        # set-up
        ("BEFORE", " | bonus generation-king", "", "name one bonus challenge, once it is drawn"),
        ("BEFORE", "streets broadway wall pine", "streets broadway wall", "name three streets, once they are drawn"),
        ("BEFORE", "step character A", "step bonus A", "name one bonus challenge, once it is drawn"),
        ("BEFORE", "A 0 cards shift grab boom", "A 0 cards shift grab boom land W1a", "A has the starter on the start"),
        ("BEFORE", "A 0 cards shift grab boom", "A 2 cards shift grab boom gone bronze-I2", "A has the starter on the start"),
        ("BEFORE", "A 0 cards shift grab boom", "A red 0 cards shift grab boom", "A has the starter on the start"),
        ("BEFORE", "turns 0", "turns 0 | open green2", "no card lies open or under the pile during the set-up"),
        ("BEFORE", "turns 0", "turns 0 | under green2", "no card lies open or under the pile during the set-up"),
        ("BEFORE", "B 0", "B red 0", "in the order of the seats"),
        ("DRAWING", "step draw A then start", "step character A", "every seat has a character"),
        ("DRAWING", "B yellow 0", "B 0", "a starter stands on the start territory of its character"),
        ("DRAWING", "B yellow 0 cards shift grab boom land M3a city starter@e4+f4", "B 0", "every seat needs a character"),
        ("DRAWING", "B yellow 0 cards shift grab boom land M3a city starter@e4+f4", "B red 0", "the same character"),
        ("DRAWING", "B yellow 0 cards shift grab boom land M3a city starter@e4+f4", "B pink 0", "pink is not in a game of two"),
        # land and buildings
        ("TURN", "land M1e E1e", "land M1e E1e W2c", "the territory is claimed twice"),
        ("TURN", "land M1e E1e", "land M1e E1e M1e", "the territory is claimed twice"),
        ("TURN", "land M1e E1e", "land M1e E1e E4b", "not in a game of two players"),
        ("TURN", "land M1e E1e", "land M1e", "the building is not on land of A"),
        ("TURN", "starter@l6+m6", "starter@l7+m7", "stands on the start territory of its character"),
        ("TURN", "starter@l6+m6", "starter@l6+m6 starter@l6+m6", "the building overlaps another"),
        ("TURN", "bronze-I2@e5+f5", "bronze-I3@l7+m7", "the squares have a different shape"),
        ("TURN", "bronze-I2@e5+f5", "bronze-I2@l7+m7", "the building overlaps another"),
        ("OVER", "W4e city", "W4e M1a M1b M1c M1f M1g city", "A has [0-9]+ territories without a building, and only 4 workers"),
        ("TURN", "starter@l6+m6", "starter@l6+m6 gone bronze-I2", "B has built this tile more often than there are copies"),
        ("OVER", "silver-I3 silver-L3 |", "silver-I3 silver-L3 silver-P5 |", "A has built too many tiles: 4 stay unbuilt"),
        ("OVER", "| end A ", "", "the game is not over"),
        ("OVER", "turns 86 | end A ", "turns 400 ", "A has only 4 unbuilt tiles, which triggers the end"),
        ("OVER", "step over B | turns 86 | end A", "step start A | turns 86 | end B", "A has only 4 unbuilt tiles, but"),
        # points
        ("TURN", "A blue 5", "A blue 6", "the tiles of A are worth 5 points"),
        ("TURN", "A blue 5", "A blue 9999", "the tiles of A are worth 5 points"),
        ("TURN", "starter@l6+m6", "starter@l6+m6 gone bronze-L3", "the tiles of B are worth 7 points"),
        ("OVER", "A green 67", "A green 62", "the tiles of A are worth 67 points"),
        ("OVER", "step over B", "step start B", "the tiles of A are worth 62 points"),
        # cards
        ("TURN", "open green2 green3", "open green2 green3 red2", "more than 4 open cards"),
        ("TURN", "open green2 green3", "open green2", "4 cards lie open in this step, not 3"),
        ("TURN", "open green2", "open pink2", "more cards of this kind than unclaimed territories"),
        ("TURN", "turns 4", "turns 4 | under" + " green3 /" * 3 + " green3", "more cards of this kind than unclaimed"),
        ("GRABBED", "green3 blue2 blue2", "green3 blue2 blue2 red2", "3 cards lie open in this step, not 4"),
        ("GRABBED", GRABBED, GRABBED.replace(" then take", "").replace(" blue2 blue2", ""), "2 to 3 cards lie open"),
        ("DRAWING", "open blue2", "open blue2 blue2 blue2 blue2", "a card is drawn only if fewer than four lie open"),
        # steps
        ("GRABBED", "shift boom", "shift grab boom", "A has used Land Grab"),
        ("GRABBED", "yellow2 then", "yellow3 then", "Land Grab takes cards of size 2"),
        ("GRABBED", "open green3 blue2 blue2", "open green3 blue3 blue3", "Land Grab needs 1 open cards of size 2"),
        ("GRABBED", "land E3b", "land E3b W1a W1b W1c", "A needs 2 workers for this step, and has 1"),
        ("TURN", "step build B", "step boom B", "B has no Construction Boom left"),
        ("OPENED", "step start A", "step boom A", "A cannot build a second tile"),
        ("TURN", "step build B", "step draw B then build", "a card is drawn only if fewer than four lie open"),
        ("RAZING", "step place A raze bronze-I2", "step over B", "the game is not over"),
        ("RAZING", "raze bronze-I2", "raze silver-L3", "A cannot build the chosen tile now"),
        ("RAZING", "raze bronze-I2", "build bronze-I3", "A cannot build the chosen tile now"),
        ("RAZING", "raze bronze-I2", "raze woolworth", "A cannot build the chosen tile now"),
        ("OVER", "step over B", "step over A", "the game is not over"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(game, name, old, new, problem):
    text = ALL[name]
    assert old in text
    with pytest.raises(PositionError, match=problem) as refused:
        game.position(text.replace(old, new, 1))
    assert refused.value.where == "newyork1901 position"


@pytest.mark.parametrize(
    ("options", "text", "problem"),
    [
        ({"beginner": 1}, "step first | turns 0 | A 0 cards shift grab boom | B 0 cards shift grab boom", "beginners score"),
        ({"beginner": 1}, BEFORE.replace("character", "streets"), "beginners draw no streets"),
        ({"advanced": 1}, TURN, "characters are not dealt yet, or not at all in the advanced game"),
        ({"action_cards": 0}, TURN, "without action cards"),
        ({"players": 3}, TURN, "field C is missing"),
    ],
    ids=str,
)
def test_positions_of_other_options_are_refused(options, text, problem):
    with pytest.raises(PositionError, match=problem):
        mctsky.load("newyork1901", **options).position(text)


def test_a_legendary_skyscraper_stands_once(game):
    # The Singer has replaced a silver building; a silver tile that is gone stands in for the gold one that lay there.
    one = OVER.replace("silver-O4@b5+c5+b4+c4 ", "").replace("gold-L4@a6+b6+c6+a5", "singer@a6+b6+c6+a5+b5+c5+b4")
    one = one.replace("silver-L3 |", "silver-L3 silver-O4 silver-P5 |")
    with pytest.raises(PositionError, match="the tiles of A are worth 78 points"):  # 6 less for gold, 6 and 11 more
        game.position(one)
    one = one.replace("A green 67", "A green 78")
    assert list(game.position(one).state.legends) == [0, 1, 0, 0]
    with pytest.raises(PositionError, match="the legendary skyscraper is built twice"):
        game.position(one.replace("gold-P5@e6+f6+g6+e5+f5", "singer@a9+b9+c9+a8+b8+c8+b7"))
    with pytest.raises(PositionError, match="A has two legendary skyscrapers"):
        game.position(one.replace("gold-U5@j12+k12+l12+j11+l11", "park-row@j12+k12+l12+m12+j11+m11"))


def test_before_the_end_is_near_there_are_cards_to_open_four():
    game, random = mctsky.load("newyork1901", players=4), Random(1)
    position = game.start(seed=1)
    while not (position.state.trigger and position.text().startswith("step start") and not position.state.heap.any()):
        position.play(random.choice(position.legal_codes()))
    # One card is back on the pile.
    drawing = re.sub(r"step start (\w)(.*) open \w+ ", r"step draw \1 then start\2 open ", position.text())
    assert game.position(drawing).to_act == CHANCE
    with pytest.raises(PositionError, match="too few cards are left to open four"):
        game.position(re.sub(r" end \w \|", "", drawing))


def test_the_map_shows_land_buildings_and_streets(game):
    position = game.position(TURN)
    lines = position.render().splitlines()
    assert lines[0].split() == ["broadway", "nassau"]
    assert lines[1].split() == ["W1", "-----------M1", "--------------E1", "--------"]
    assert lines[2] == " 12 .a .a .b .c | .a .b .d .d A1 | .a .a .a .b"
    assert lines[6] == "  9 .a .b .b bc | .a .b .c .d .e | .a .b .b .c"  # W2c is B's land
    assert lines[10] == "  6 .a .a .b ## | .e .e .e .d .d | .a .a B0 B0"
    assert lines[17].split() == list("abcdefghijklm")
    assert [line.split()[-1] for line in lines if line.startswith("    W")] == ["--------", "cedar", "pine", "wall"]
    text = position.render()
    assert "open: 1 green2, free W1b W1c W1e" in text
    assert "A seat 0 blue, 5 points, 4 of 4 workers, cards shift grab, 16 tiles: bronze I2 I3 O4 L4; silver" in text
    assert "turn 5, B (seat 1) is to act: build" in text
    assert "streets: broadway wall pine; bonus: generation-king; unbuilt legendary: park-row singer" in text
    assert "claim yellow2" in game.position(GRABBED).render()
    assert "place bronze-I2 in place of others" in game.position(RAZING).render()
    assert "the set-up (character)" in game.position(BEFORE).render()
    assert "over after 86 turns" in game.position(OVER).render()


def test_the_picture_shows_points_workers_and_streets(game):
    position = game.position(TURN)
    svg = ET.fromstring(position.svg())
    space = "{http://www.w3.org/2000/svg}"
    texts = [element.text for element in svg.iter(f"{space}text")]
    assert texts.count("A 2") == 1
    assert texts.count("A 3") == 1
    assert texts.count("B 2") == 2
    assert texts.count("B 0") == 1
    assert texts.count("B") == 2  # workers
    assert len(list(svg.iter(f"{space}circle"))) == 2 + 6  # workers and trees
    assert {"broadway", "wall", "nassau", "cedar", "pine", "W1a", "E4e", "a", "m", "12"} <= set(texts)
    bold = {element.text for element in svg.iter(f"{space}text") if element.get("font-weight")}
    assert bold == {"broadway", "wall", "pine"}
    assert position.svg() == game.position(TURN).svg()


def test_the_page_shows_this_position_as_it_is_drawn(game):
    page = DOCS.read_text()
    assert f"    {TURN}\n" in page
    assert f"```\n{game.position(TURN).render()}\n```" in page
