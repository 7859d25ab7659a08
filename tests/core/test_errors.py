"""Messages name kind, input, place, problem and remedy, and errors survive a process border."""

import pickle

import pytest

from mctsky import errors
from mctsky.errors import IllegalMoveError, MctskyError, OptionError, nearest

KINDS = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, MctskyError)]


def test_the_message_has_all_parts_in_order():
    error = IllegalMoveError("column d is full", given="d", where='connect4 "..."', remedy="legal: a b")
    assert str(error) == "illegal move 'd' in connect4 \"...\": column d is full; legal: a b"


def test_parts_that_are_not_given_leave_no_trace():
    assert str(MctskyError("it is broken")) == "error: it is broken"
    assert str(OptionError("no", given=0)) == "bad option '0': no"


def test_a_long_input_is_cut():
    message = str(MctskyError("too long", given="x" * 5_000))
    assert len(message) < 250
    assert "xxx...'" in message


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_a_value_error_and_pickles(kind):
    error = kind("problem", given=["a", 1], where="here", remedy="do that")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(error, ValueError)
    assert type(again) is kind
    assert str(again) == str(error)
    assert (again.problem, again.given, again.where, again.remedy) == ("problem", ["a", 1], "here", "do that")


def test_kinds_are_told_apart_by_their_words():
    assert len({kind.kind for kind in KINDS}) == len(KINDS) >= 6


@pytest.mark.parametrize(
    ("word", "choices", "sentence"),
    [
        ("khun", ["leduc", "kuhn"], "did you mean 'kuhn'? choose from: kuhn, leduc"),
        ("zzz", ["leduc", "kuhn"], "choose from: kuhn, leduc"),
        ("zzz", [], "there are none"),
    ],
)
def test_nearest(word, choices, sentence):
    assert nearest(word, choices) == sentence
