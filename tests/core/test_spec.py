"""Options are read and checked; a game that breaks the contract is refused when it is loaded."""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest

import mctsky
from mctsky.core import contract
from mctsky.core.contract import implement, record_dtype
from mctsky.core.spec import Bounds, Option
from mctsky.errors import GameDefinitionError, OptionError, UnknownNameError

CARDS = Option("cards", 13, "cards per hand", low=3, high=13)
ORDER = Option("order", "random", "prize order", choices=("random", "descending"))
MAP = Option("map", "classic.txt", "board file")
SPEC = mctsky.find_spec("tictactoe")


@pytest.mark.parametrize(("given", "value"), [("5", 5), (5, 5), ("3", 3), (13, 13), (" 7 ", 7)])
def test_numbers_are_read(given, value):
    assert CARDS.read(given, "g") == value


@pytest.mark.parametrize("given", ["2", 14, "x", "", "5.5", None, "1e1", True])
def test_bad_numbers_are_refused(given):
    with pytest.raises(OptionError, match="cards is a whole number from 3 to 13"):
        CARDS.read(given, "g")


def test_the_nearest_number_is_named():
    with pytest.raises(OptionError, match="nearest: 13"):
        CARDS.read(99, "g")


def test_words_are_checked_and_the_nearest_named():
    assert ORDER.read("descending", "g") == "descending"
    with pytest.raises(OptionError, match="did you mean 'descending'"):
        ORDER.read("descendin", "g")


def test_texts_pass():
    assert MAP.read("my.txt", "g") == "my.txt"


def test_descriptions():
    assert CARDS.describe() == "cards=13 (3..13)"
    assert ORDER.describe() == "order=random (random | descending)"
    assert MAP.describe() == "map=classic.txt (text)"


def test_defaults_are_filled_in_and_players_come_first():
    spec = replace(SPEC, options=(CARDS, ORDER))
    assert spec.read_options({"cards": "4"}) == {"players": 2, "cards": 4, "order": "random"}
    assert list(spec.read_options({})) == ["players", "cards", "order"]


def test_an_unknown_option_names_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'cards'"):
        replace(SPEC, options=(CARDS,)).read_options({"card": 4})


def test_a_sound_game_passes():
    SPEC.check()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"chance": True}, "chance_moves"),
        ({"hidden": True}, "observe, conceal, determinise"),
        ({"bounds": Bounds(n_codes=0, max_legal=1, max_plies=1)}, "n_codes"),
        ({"bounds": Bounds(n_codes=contract.MAX_CODES + 1, max_legal=1, max_plies=1)}, "n_codes"),
        ({"players": (0, 2)}, "players"),
        ({"players": (3, 2)}, "players"),
        ({"players": (2, contract.MAX_SEATS + 1)}, "players"),
        ({"state_dtype": np.dtype([("x", np.int8)])}, "multiple of 8"),
    ],
)
def test_a_broken_game_is_refused(change, problem):
    with pytest.raises(GameDefinitionError, match=problem):
        replace(SPEC, **change).check()


class Unwritten(NamedTuple):
    n_seats: int


class SeatsLast(NamedTuple):
    size: int
    n_seats: int


def test_missing_verbs_are_listed():
    with pytest.raises(GameDefinitionError, match="to_act, legal_moves, play, returns"):
        replace(SPEC, game_type=Unwritten).check()


def test_the_first_field_is_n_seats(monkeypatch):
    for verb in ("setup", "to_act", "legal_moves", "play", "returns"):
        monkeypatch.setitem(contract.IMPLEMENTATIONS, (verb, SeatsLast), lambda: None)
    with pytest.raises(GameDefinitionError, match="n_seats"):
        replace(SPEC, game_type=SeatsLast).check()


def test_implement_refuses_what_is_no_verb():
    def legal_move(game, state, out):
        return 0

    with pytest.raises(TypeError, match="legal_move is not a verb"):
        implement(Unwritten)(legal_move)


def test_implement_refuses_another_signature():
    def play(game, move, state):
        pass

    with pytest.raises(TypeError, match=r"play takes \(game, state, move\), not \(game, move, state\)"):
        implement(Unwritten)(play)


def test_records_are_whole_words():
    dtype = record_dtype(("a", np.int8), ("b", np.uint64), ("c", np.int8, 3))
    assert dtype.itemsize == 24
    assert dtype.fields["b"][1] == 8
    assert record_dtype(("a", np.int8)).itemsize == 8
