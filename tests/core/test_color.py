"""Who is shown colours, and boards with and without them."""

import io

import pytest

import mctsky
from mctsky.core.color import SEATS, ansi, has_color, plain


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ({"TERM": "xterm-256color"}, True),
        ({}, True),
        ({"TERM": "xterm", "NO_COLOR": ""}, True),
        ({"TERM": "xterm", "NO_COLOR": "0"}, False),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({"TERM": "unknown"}, False),
    ],
)
def test_a_terminal_has_colours_unless_it_cannot_or_the_user_refuses(monkeypatch, settings, shown):
    for name in ("TERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    assert has_color(Terminal()) is shown
    assert has_color(io.StringIO()) is False


def test_what_paints():
    assert ansi("A2", "1;31") == "\x1b[1;31mA2\x1b[0m"
    assert plain("A2", "1;31") == "A2"
    assert len(set(SEATS)) == len(SEATS)


def test_boards_are_plain_unless_colours_are_asked_for():
    position = mctsky.load("connect4").start()
    position.play("d")
    position.play("c")
    for board in (position, position.view(0)):
        assert "\x1b" not in board.render()
        assert board.render() == board.render(color=False)
        row = board.render(color=True).splitlines()[-2]
        assert row == f". . {ansi('o', SEATS[2])} {ansi('x', SEATS[0])} . . ."


def test_a_game_without_colours_gives_its_plain_text():
    position = mctsky.load("tictactoe").start()
    assert not hasattr(position.game.spec.module("render"), "render_color")
    assert position.render(color=True) == position.render()


@pytest.mark.parametrize(
    ("name", "workers"), [("santorini", {"A0": SEATS[0], "B0": SEATS[1]}), ("santorini-ny", {"A0": SEATS[0], "B0": SEATS[1]})]
)
def test_workers_are_in_the_colours_of_their_seats(name, workers):
    position = mctsky.load(name).start(seed=1)
    while not all(worker in position.render() for worker in workers):
        position.play(position.legal_codes()[0])
    for worker, look in workers.items():
        assert ansi(worker, look) in position.render(color=True)
