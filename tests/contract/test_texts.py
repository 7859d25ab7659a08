"""Positions, views and moves as text and pictures."""

import xml.etree.ElementTree as ElementTree
from random import Random

import pytest
from hypothesis import given, settings

from contract.histories import options_here, walk
from contract.subjects import case_id, cases, games, seeds, specs
from mctsky.core.position import Game, Position, View

CLOSELY = 400  # positions of one game, were it as long as games can get


def check_texts(game: Game, seed: int, pictures: float) -> None:
    random = Random(seed)
    share = CLOSELY / game.spec.bounds.max_plies  # of a long game a share of the positions
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


def check_pictures(board: Position | View) -> None:
    assert board.render().strip()
    assert all(sign.isprintable() or sign in "\n\x1b" for sign in board.render())
    root = ElementTree.fromstring(board.svg())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(root) > 0
    assert "viewBox" in root.attrib


@pytest.mark.parametrize("game", cases(), ids=case_id)
def test_texts_round_trip(game):
    check_texts(game, 1, 0.3)


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
