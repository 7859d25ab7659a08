"""Paper Skyscrapers: the table as text and as SVG."""

import random
import re
import xml.etree.ElementTree as ElementTree
from importlib import resources

import pytest

import mctsky
from games.test_paperskyscrapers_notation import ACTION, TEXT, TWO, VIEW, stepped
from mctsky.errors import UnknownNameError
from mctsky.games.paperskyscrapers.art import BOLD_LETTER, LETTER, fitted
from mctsky.games.paperskyscrapers.cards import SETS
from mctsky.games.paperskyscrapers.render import render_card, render_card_svg

CARDS, RULES = SETS[TWO.rules.cards].cards, TWO.rules
LONG = "Extraordinarily Long Promenade"
WIDE = ACTION.replace("-, Ink Works", f"{'-, ' * 13}Ink Works")
SVG = "{http://www.w3.org/2000/svg}"


def lines_of(text):
    return [line.rstrip() for line in TWO.position(text).render().split("\n")]


def texts_of(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_a_city_is_a_skyline():
    lines = lines_of(TEXT)
    start = lines.index("seat 0  Chicago  3 points  2 cards in hand  <")
    assert lines[start + 1 : start + 6] == ["   M", "  [R ]", "  [R ][@ ]....[I ]", "   1   2   3   4", "      ($n)"]
    assert lines[start + 6 : start + 10] == [
        "  1 Row House: build 1 discount 1",
        "  2 Chicago",
        "  4 Ink Works: discard 1 for draw 2",
        "  Chicago: sprawl if width >= 3: cost -1",
    ]
    assert lines[start + 10].startswith("  - Ferry Gate: level 1 civic, cost 1, income 0/1/0, arch: declare for draw 1")
    assert lines[start + 12].startswith("  * Corner Deli: ") or lines[start + 11].startswith("  * Corner Deli: ")


def test_tracks_show_seats_and_lines():
    lines = lines_of(TEXT)
    assert "profit     start      ..1..|0....|.....|.....| end" in lines
    assert "prestige   start 1    ...0.|.....|.....|.....| end" in lines
    assert "population start 01   .....|.....|.....|.....| end" in lines
    far = TEXT.replace("profit 6", "profit 21").replace("3 points", "30 points") + " | finished profit"
    assert "profit     start      ..1..|.....|.....|.....| end 0" in lines_of(far)


def test_the_last_line_says_what_is_next():
    steps = {
        "part": "seat 0 is to act: part of Row House",
        "draw": "seat 0 draws a card",
        "pay 1 for Watchmaker House over 2": "seat 0 is to act: pay 1 more for Watchmaker House",
    }
    for step, line in steps.items():
        assert lines_of(TEXT if step == "part" else stepped(step))[-1] == line
    assert lines_of(ACTION)[-1] == "seat 0 is to act: action, 1 left"
    assert lines_of("level 1 | lap 0 | step first | seat 0; 0 points | seat 1; 0 points")[-1] == "chance decides who is first"


def test_a_view_shows_backs_and_own_cards():
    view = TWO.view(VIEW, 0)
    assert "  ? 2 of level 1, 1 of level 2" in view.render()
    assert "Fire House" not in view.render()
    texts = texts_of(view.svg())
    assert "Ferry Gate" in texts
    assert not {"Fire House", "Pigeon Post", "Reading Room"} & set(texts)
    assert "Fire House" in texts_of(TWO.position(TEXT).svg())


def test_achievements_and_awards():
    lines = lines_of(TEXT)
    assert "Long Avenue, 1 point, width >= 6: 1 (chip)" in lines
    assert "Metropolis, 4 points, tracks >= 45 and towers >= 2: nobody" in lines
    over = stepped("over", "order 1, 0 | awards Most Buildings 0").replace("Long Avenue*", "Long Avenue*3")
    lines = lines_of(over)
    assert "Long Avenue, 1 point, width >= 6: 1 (chip 3)" in lines
    assert "Most Buildings, 3 points: 0" in lines
    assert lines[-1] == "over: seat 1 with 4 points"


def test_a_card_alone():
    assert render_card(RULES, "corner deli") == "\n".join(
        [
            "+------------------------+",
            "| Corner Deli          1 |",
            "| commercial, cost 1     |",
            "| profit 1               |",
            "| ---------------------- |",
            "| may tuck 1; draw 1 row |",
            "+------------------------+",
        ]
    )
    assert "Corner Deli" in texts_of(render_card_svg(RULES, "Corner Deli"))
    with pytest.raises(UnknownNameError, match="did you mean 'Corner Deli'"):
        render_card(RULES, "Corner Dely")


def test_every_card_is_a_rectangle_that_says_everything():
    for card in CARDS.buildings.values():
        lines = render_card(RULES, card.name).split("\n")
        assert {len(line) for line in lines} == {26}
        said = " ".join(" ".join(line[2:-2].split()) for line in lines[1:-1])
        assert card.action in said
        assert card.name in said


@pytest.mark.parametrize("text", [WIDE, TEXT])
def test_pictures_stay_in_their_frames(text):
    position = TWO.position(text)
    assert max(map(len, position.render().split("\n"))) <= 80
    check_frame(position.svg())


def check_frame(svg):
    """Demand that boxes and words lie inside the picture, as far as the width of letters can be told."""
    root = ElementTree.fromstring(svg)
    width, height = (float(word) for word in root.attrib["viewBox"].split()[2:])
    for box in root.iter(f"{SVG}rect"):
        assert 0 <= float(box.attrib.get("x", 0)) <= width - float(box.attrib["width"])
        assert 0 <= float(box.attrib.get("y", 0)) <= height - float(box.attrib["height"])
    for words in root.iter(f"{SVG}text"):
        letter = BOLD_LETTER if "font-weight" in words.attrib else LETTER
        room = len(words.text) * letter * float(words.attrib["font-size"])
        left = float(words.attrib["x"]) - room * {"start": 0, "middle": 0.5, "end": 1}[words.attrib["text-anchor"]]
        assert left > 0
        assert left + room < width
        assert 0 < float(words.attrib["y"]) < height


def test_long_names_stay_in_their_frames(tmp_path):
    cards, text = (
        tmp_path / "cards.txt",
        WIDE.replace("hand Ferry Gate", "hand Ferry Gate, Stock Exchange, Kite Meadow, Newsstand"),
    )
    text = text.replace("discards Newsstand, ", "discards ")
    said = (resources.files("mctsky.games.paperskyscrapers") / "data" / "cards.txt").read_text()
    for number, name in enumerate(
        ("Ink Works", "Chicago", "Ferry Gate", "Mill ", "Toy Arcade", "Long Avenue", "Stock Exchange")
    ):
        long_name = f"{LONG[:-1]}{number}"
        said, text = said.replace(f"| {name}", f"| {long_name} ", 1), text.replace(name.strip(), long_name)
    cards.write_text(said)
    position = mctsky.load("paperskyscrapers", players=2, cards=str(cards)).position(text)
    assert max(map(len, position.render().split("\n"))) == 80
    check_frame(position.svg())


def test_long_names_are_wrapped_or_cut():
    assert fitted(LONG, 70, 9.5, 2) == ["Extraordinari", "ly Long Prom\u2026"]
    assert fitted("Mill", 70, 9.5, 2) == ["Mill"]
    for width in (30, 60, 90):
        for line in fitted(f"{LONG} {LONG}", width, 8, 3):
            assert len(line) * LETTER * 8 <= max(width, 4 * LETTER * 8)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pictures_of_whole_games(players):
    rng = random.Random(players)
    position = mctsky.load("paperskyscrapers", players=players).start(seed=players)
    check_frame(position.svg())
    while not position.is_over:
        codes = position.legal_codes()
        position.play(rng.choice([code for code in codes if code > 1] or codes))
        if rng.random() < 0.1:
            view = position.view(rng.randrange(players))
            assert max(map(len, view.render().split("\n"))) <= 80
            assert re.sub(r"\x1b\[[0-9;]*m", "", view.render(color=True)) == view.render()
            check_frame(view.svg())
    check_frame(position.svg())
    assert position.render().split("\n")[-1].startswith("over: seat")
