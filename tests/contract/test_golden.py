"""Each game has a golden playthrough and a signature, and both still come out the same.

After a deliberate change: `python tests/contract/make_playthroughs.py GAME`, and raise `version` in the game's spec.py if the
rules have changed.
"""

import json

import pytest

from contract.make_playthroughs import FOLDER, SIGNATURES, playthrough, signature, signatures
from contract.subjects import smallest, specs


@pytest.mark.parametrize("name", specs())
def test_playthrough_reproduces(name):
    path = FOLDER / f"{name}.txt"
    assert path.exists(), "run python tests/contract/make_playthroughs.py"
    assert playthrough(name) == path.read_text()


@pytest.mark.parametrize("name", specs())
def test_signature_reproduces(name):
    stored = json.loads(SIGNATURES.read_text())
    assert name in stored, "run python tests/contract/make_playthroughs.py"
    assert signatures(name) == stored[name]


def test_nothing_is_kept_for_games_that_are_gone():
    names = set(specs())
    assert {path.stem for path in FOLDER.glob("*.txt")} <= names
    assert set(json.loads(SIGNATURES.read_text())) <= names


def test_a_signature_depends_on_the_game():
    assert signature(smallest("tictactoe")) != signature(smallest("pennies"))
    assert signature(smallest("tictactoe")) == signature(smallest("tictactoe"))
