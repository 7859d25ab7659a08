"""What people type: moves, beginnings, numbers, whole turns, and what Tab makes of a text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mctsky import load
from mctsky.arena.records.moves import whole_turns
from mctsky.bots._typed_moves import SeveralMovesError, Typed, complete, move_table, read_moves
from mctsky.errors import IllegalMoveError


def new_york_turn(seed=5):
    """Return a position of Santorini: New York in which a turn of two moves begins, and its moves."""
    position = load("santorini-ny").start(seed)
    while True:
        world = position.copy()
        seat, texts = world.to_act, []
        begins = any("-" in move for move in world.legal_moves())
        while begins and world.to_act == seat and len(texts) < 2:
            texts.append(world.legal_moves()[0])
            world.play(texts[-1])
        if len(texts) == 2:
            return position, texts
        position.play(position.legal_codes()[0])


def codes_of(position, texts):
    here, codes = position.copy(), []
    for text in texts:
        codes.append(here.parse_move(text))
        here.play(text)
    return tuple(codes)


@pytest.mark.parametrize("joint", [" ", ", ", ";", "", "  "])
def test_a_whole_turn_is_read_at_once(joint):
    position, texts = new_york_turn()
    assert texts[1].startswith("+")  # so that nothing need stand between the moves
    assert read_moves(position.view(), joint.join(texts)) == Typed(codes_of(position, texts))


def test_a_turn_is_read_as_records_write_it():
    position, texts = new_york_turn()
    codes = codes_of(position, texts)
    written = whole_turns(position, codes)[0]
    card, _, turn = written.partition(" ")
    assert card.isdigit()
    assert read_moves(position.view(), turn).codes == codes
    assert read_moves(position.view(), written).codes == codes
    with pytest.raises(IllegalMoveError):
        read_moves(position.view(), f"{int(card) + 1} {turn}")


def test_numbers_are_moves_of_a_turn_too():
    position, texts = new_york_turn()
    assert read_moves(position.view(), "#1 #1").codes == codes_of(position, texts)


def test_a_turn_that_goes_wrong_is_refused_whole_and_says_where():
    position, texts = new_york_turn()
    with pytest.raises(IllegalMoveError, match="this cannot be move 2 of the turn") as caught:
        read_moves(position.view(), f"{texts[0]} +z9")
    assert caught.value.given == "+z9"
    with pytest.raises(IllegalMoveError, match="the turn is over before this"):
        read_moves(position.view(), f"{' '.join(texts)} {texts[1]}")


def test_two_turns_are_not_one():
    position = load("tictactoe").start()
    with pytest.raises(IllegalMoveError, match="the turn is over before this"):
        read_moves(position.view(), "b2 a1")


def test_beginnings():
    view = load("leduc").start(3).view()
    assert view.format_move(read_moves(view, "r").codes[0]) == "raise"
    with pytest.raises(SeveralMovesError) as caught:
        read_moves(load("tictactoe").start().view(), "a")
    assert caught.value.begun == ("a3", "a2", "a1")


def test_tab_offers_moves_and_words():
    view = load("leduc").start(3).view()
    assert complete(view, "r", ["resign"]) == ["raise", "resign"]
    assert complete(view, "", []) == view.own_moves()
    assert complete(view, "xyz", ["resign"]) == []


def test_tab_goes_on_with_a_turn():
    position, texts = new_york_turn()
    after = position.copy()
    after.play(texts[0])
    wanted = [f"{texts[0]} {move}" for move in after.legal_moves()]
    assert complete(position.view(), f"{texts[0]} ") == wanted
    assert complete(position.view(), f"{texts[0]} +") == wanted
    assert complete(position.view(), f"{texts[0]} {texts[1]}") == [f"{texts[0]} {texts[1]}"]


def test_tables_fit_into_eighty_columns():
    moves = load("santorini").start().legal_moves()
    assert max(map(len, move_table(moves).splitlines())) <= 80


ALPHABET = st.sampled_from([*"ab12#+- ,;/?x", "a1", "b2", "raise", "call", "#1", "fold", "\x00", "é", "9" * 30])


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["tictactoe", "leduc", "goofspiel", "connect4"]), st.lists(ALPHABET, max_size=12).map("".join))
def test_any_text_is_moves_or_an_error(name, text):
    view = load(name).start(1).view()
    try:
        typed = read_moves(view, text)
    except IllegalMoveError:
        return
    assert typed.codes[0] in view.own_codes()
