"""Positions, views and moves as text and pictures."""

import re
import xml.etree.ElementTree as ElementTree
from random import Random

import pytest
from hypothesis import given, settings

from contract.histories import options_here, walk
from contract.subjects import case_id, cases, cover, games, longest, seeds, specs
from mctsky.core.position import Game, Position, View

LOOK = re.compile(r"\x1b\[[0-9;]*m")
CLOSELY = 400  # positions of one game, were it as long as games can get


def check_texts(game: Game, seed: int, pictures: float) -> None:
    random = Random(seed)
    share = CLOSELY / longest(game)  # of a long game a share of the positions
    for history in walk(game, seed):
        position = history.position
        if history.codes and not position.is_over and random.random() > share:
            continue
        assert game.position(position.text()) == position
        assert position.text() == position.text().strip()
        assert "\n" not in position.text()
        check_moves(position)
        for viewer in range(game.n_seats):
            view = position.view(viewer)
            again = game.view(view.text(), viewer)
            assert again == view
            assert again.text() == view.text()
            check_moves(view)
            if random.random() < pictures:
                check_pictures(view)
        if random.random() < pictures:
            check_pictures(position)


def check_moves(board: Position | View) -> None:
    codes = options_here(board)
    texts = [board.format_move(code) for code in codes]
    assert len(set(texts)) == len(texts), "two moves with one text"
    for code, text in zip(codes, texts, strict=True):
        assert text
        assert text == text.strip()
        assert board.parse_move(text) == code
        assert board.parse_move(f" {text} ") == code


def check_colors(board: Position | View) -> None:
    """Demand that colours add nothing but codes of looks, and that none outlasts its line."""
    coloured = board.render(color=True)
    assert LOOK.sub("", coloured) == board.render()
    for line in coloured.split("\n"):
        assert LOOK.findall(line)[-1:] in ([], ["\x1b[0m"])


def check_pictures(board: Position | View) -> None:
    assert board.render().strip()
    assert all(sign.isprintable() or sign == "\n" for sign in board.render())
    check_colors(board)
    root = ElementTree.fromstring(board.svg())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root) > 0
    assert "viewBox" in root.attrib


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_texts_round_trip(game):
    check_texts(game, 1, 0.3)


@pytest.mark.parametrize("name", specs())
def test_a_game_that_has_colours_uses_them(name):
    game = cover(name)[0]
    *_, history = walk(game, 1)
    coloured = history.position.render(color=True)
    assert bool(LOOK.search(coloured)) is (game.spec.find_function("render", "render_color") is not None)


@pytest.mark.parametrize("spoil", ["{}\x1b[2J", "{}.", "\x1b[1m{}", "\x1b[31m{}\x1b[1m", "\x1b]0;{}\x07"])
def test_colours_that_change_more_than_looks_are_noticed(monkeypatch, spoil):
    position = cover("connect4")[0].start()
    check_colors(position)
    spec = position.game.spec
    draw = spec.find_function("render", "render_text")
    monkeypatch.setitem(spec._functions, ("render", "render_color"), lambda game, state: spoil.format(draw(game, state)))
    with pytest.raises(AssertionError):
        check_colors(position)


@pytest.mark.parametrize("name", specs())
def test_texts_round_trip_for_any_options(name):
    @given(games(name), seeds)
    @settings(max_examples=6)
    def check(game, seed):
        check_texts(game, seed, 0.02)

    check()


@pytest.mark.slow
@pytest.mark.parametrize("name", specs())
def test_texts_round_trip_at_length(name):
    @settings(settings.get_profile("slow"), max_examples=150)
    @given(games(name), seeds)
    def check(game, seed):
        check_texts(game, seed, 0.1)

    check()
