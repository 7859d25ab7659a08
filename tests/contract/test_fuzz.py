"""Bad texts of positions and moves, by the thousand."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contract.run_game import fuzz
from contract.subjects import cover, specs
from mctsky.errors import IllegalMoveError, MctskyError, PositionError
from mctsky.testing.histories import random_history

RUN_GAME = Path(__file__).with_name("run_game.py")


@pytest.mark.parametrize("name", specs())
def test_bad_texts(name):
    long_texts = specs()[name].bounds.max_plies > 2_000  # take longer to read; the slow tier tries as many as of others
    accepted = fuzz(name, 500 if long_texts else 1_500, 1)
    assert accepted["positions"] > 0, "the mutations are too wild to test what is accepted"
    assert accepted["moves"] > 0


@pytest.mark.parametrize("name", specs())
def test_any_text(name):
    """What hypothesis thinks of as text, surrogates and control signs included."""
    game = cover(name)[0]
    position = random_history(game, 1, 0.4).position

    @given(st.text(max_size=60))
    @settings(max_examples=200)
    def check(text):
        with contextlib.suppress(PositionError):
            board = game.position(text)
            assert game.position(board.text()) == board
        with contextlib.suppress(PositionError):
            view = game.view(text, 0)
            assert game.view(view.text(), 0) == view
        with contextlib.suppress(IllegalMoveError):
            code = position.parse_move(text)
            assert position.parse_move(position.format_move(code)) == code

    check()


@pytest.mark.parametrize("name", specs())
def test_refusals_say_what_is_wrong(name):
    game = cover(name)[0]
    with pytest.raises(PositionError) as refused:
        game.position("no such thing")
    assert name in str(refused.value)
    assert refused.value.problem
    position = game.start(seed=1)
    with pytest.raises(IllegalMoveError, match="legal: "):
        position.play("no such thing")
    with pytest.raises(IllegalMoveError, match="legal codes"):
        position.play(game.spec.bounds.n_codes + 5)
    with pytest.raises(MctskyError, match="longer"):
        game.position("x" * 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", specs())
def test_bad_texts_at_length(name):
    fuzz(name, 10_000, 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", specs())
def test_bad_texts_with_bounds_checks(name):
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    command = [sys.executable, str(RUN_GAME), "fuzz", "10000", name]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=1_500, check=False)
    assert done.returncode == 0, done.stderr[-3_000:]
    assert json.loads(done.stdout)[name]["positions"] > 0
