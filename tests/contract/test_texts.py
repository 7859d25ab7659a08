"""Positions, views and moves as text and pictures."""

import pytest
from hypothesis import given, settings

from contract.subjects import case_id, cases, cover, games, seeds, specs
from mctsky.testing.histories import walk
from mctsky.testing.texts import LOOK, check_colors, check_texts


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
