"""Somebody at the terminal, played by a script."""

import io

import pytest

from mctsky import load
from mctsky.arena.playing.failure import BotFailure, Fault
from mctsky.arena.playing.referee import play_game
from mctsky.bots import make_bot
from mctsky.bots.human import HumanBot


class Terminal(io.StringIO):
    def isatty(self):
        return True


def ask(position, text, terminal=True):
    """Return the move that is read from `text`, and what was shown."""
    sink = io.StringIO()
    bot = HumanBot(Terminal(text) if terminal else io.StringIO(text), sink)
    bot.new_game(position.game, position.to_act, 1)
    return position.view(position.to_act).format_move(bot.choose(position.view())), sink.getvalue()


def test_a_move_is_read_as_text_number_or_beginning():
    start = load("tictactoe").start()
    assert ask(start, "b2\n")[0] == "b2"
    assert ask(start, "  b2 \n")[0] == "b2"
    assert ask(start, "#1\n")[0] == ask(start, "1\n")[0] == start.legal_moves()[0]
    leduc = load("leduc").start(3)
    assert ask(leduc, "r\n")[0] == "raise"


def test_the_board_and_the_moves_are_shown_to_a_terminal_only():
    start = load("tictactoe").start()
    shown = ask(start, "b2\n")[1]
    assert start.render().rstrip() in shown
    assert "seat 0 to move in tictactoe" in shown
    assert "#5 b2" in shown
    assert shown.endswith("> ")
    assert ask(start, "b2\n", terminal=False) == ("b2", "")


def test_bad_input_is_explained_and_asked_again():
    position = load("tictactoe").start()
    position.play("b2")
    move, shown = ask(position, "\nz9\nb2\n#99\na1\n")
    assert move == "a1"
    assert "illegal move 'z9' in tictactoe" in shown
    assert "no such move; legal: " in shown
    assert "illegal move '#99'" in shown
    assert ask(position, "z9\na1\n", terminal=False)[1].count("illegal move") == 1


def test_a_beginning_that_fits_several_lists_them():
    position = load("tictactoe").start()
    move, shown = ask(position, "a\nc3\n")
    assert move == "c3"
    assert "3 moves begin with this:" in shown


def test_many_moves_are_listed_when_asked_for():
    position = load("santorini").start()
    moves = position.legal_moves()
    assert len(moves) > 30
    shown = ask(position, f"{moves[0]}\n")[1]
    assert f"{len(moves)} moves" in shown
    assert moves[-1] not in shown
    assert f"#{len(moves)} {moves[-1]}" in ask(position, f"?\n{moves[0]}\n")[1]


def test_where_moves_are_numbers_a_number_is_a_move():
    position = load("goofspiel", cards=5).start(1)
    position.play("5")  # the other seat's bid is pending: the view stands before it
    assert ask(position, "3\n")[0] == "3"
    assert ask(position, "#5\n")[0] == "5"
    move, shown = ask(position, "9\nprize=1\n2\n")
    assert move == "2"
    assert "illegal move '9' in goofspiel" in shown
    assert "not allowed now; legal: 1 2 3 4 5" in shown


def test_quit_interrupts_and_the_end_of_the_input_fails():
    start = load("tictactoe").start()
    with pytest.raises(KeyboardInterrupt):
        ask(start, "quit\n")
    with pytest.raises(BotFailure, match="the input has ended") as caught:
        ask(start, "z9\n")
    assert caught.value.fault == Fault.CLOSED


def test_a_whole_game_from_a_pipe():
    game = load("kuhn")
    sink = io.StringIO()
    record = play_game(game, [HumanBot(io.StringIO("bet\nbet\n"), sink), make_bot("random")], 1)
    assert record.failed_seat is None, record.reason
    assert sink.getvalue() == ""
    record = play_game(game, [HumanBot(Terminal("bet\nbet\n"), sink), make_bot("random")], 1)
    assert "result: seat 0 " in sink.getvalue()
    record = play_game(game, [HumanBot(io.StringIO(""), sink), make_bot("random")], 1)
    assert record.reason == "closed pipe: the input has ended before the game"


def test_a_human_is_interactive_and_has_no_parameters():
    assert make_bot("human").interactive
    with pytest.raises(ValueError, match="takes no parameters"):
        make_bot("human:name=me")
