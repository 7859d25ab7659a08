"""Colours of `mctsky replay` and of the bot `human`: at a terminal only, and not where the user refuses them."""

import os
import pty
import re
import subprocess
import sys
import threading

import pytest
from record_games import write
from test_replay import by_hand

from mctsky import load
from mctsky.core.color import ansi
from mctsky.games.connect4.render import LOOKS

FOUR = load("connect4")
MOVES = ["d", "c", "d", "c", "d", "c", "d"]  # four in a column


@pytest.fixture
def path(tmp_path):
    position = FOUR.start()
    for move in MOVES:
        position.play(move)
    return write(tmp_path / "games.jsonl", by_hand(FOUR, position.moves))


def run(*arguments, at_terminal, typed="", **settings):
    """Return what a command writes to each of its streams; those in `at_terminal` are a terminal of their own."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    environment |= {"TERM": "xterm-256color", **settings}
    ends, shown, readers = {}, {"stdout": b"", "stderr": b""}, []
    for name in ("stdin", "stdout", "stderr"):
        ends[name] = pty.openpty() if name in at_terminal else os.pipe()
        if name == "stdin" and name not in at_terminal:
            ends[name] = ends[name][::-1]  # ours first

    def read(name):
        try:
            while chunk := os.read(ends[name][0], 4096):
                shown[name] += chunk
        except OSError:  # a terminal whose other side is closed
            pass

    child = subprocess.Popen(
        [sys.executable, "-m", "mctsky", *map(str, arguments)],
        env=environment,
        **{name: theirs for name, (_, theirs) in ends.items()},
    )
    for _, theirs in ends.values():
        os.close(theirs)
    try:
        readers = [threading.Thread(target=read, args=(name,), daemon=True) for name in shown]
        for reader in readers:
            reader.start()
        os.write(ends["stdin"][0], typed.encode())
        code = child.wait(timeout=120)
        for reader in readers:
            reader.join(10)
    finally:
        child.kill()
        child.wait()
        for ours, _ in ends.values():
            os.close(ours)
    assert code == 0, shown
    return {name: text.decode().replace("\r\n", "\n") for name, text in shown.items()}


def stripped(text):
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_replay_shows_colours_at_a_terminal_and_none_in_a_pipe(path):
    coloured = run("replay", path, "--step", at_terminal=("stdout",))["stdout"]
    piped = run("replay", path, "--step", at_terminal=())["stdout"]
    assert "\x1b" not in piped
    assert stripped(coloured) == piped
    position = FOUR.start()
    for move in MOVES:
        position.play(move)
        assert position.render(color=True) in coloured
        assert position.render() in piped
    assert coloured.count("\x1b") > 2 * len(MOVES)
    seen = run("replay", path, "--step", "--seat", "1", at_terminal=("stdout",))["stdout"]
    assert position.view(1).render(color=True) in seen


@pytest.mark.parametrize("settings", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_replay_shows_no_colours_to_who_refuses_them(path, settings):
    shown = run("replay", path, "--step", at_terminal=("stdout",), **settings)["stdout"]
    assert "1. seat 0: d" in shown
    assert "\x1b" not in shown


HUMAN = ("match", "--game", "connect4", "human", "random", "--games", "2")


@pytest.mark.parametrize(
    ("at_terminal", "settings", "coloured"),
    [
        (("stdin", "stderr"), {}, True),  # the board goes to stderr
        (("stdin", "stdout"), {}, False),
        (("stdin", "stderr"), {"NO_COLOR": "1"}, False),
    ],
)
def test_somebody_who_plays_sees_colours_where_the_board_is_a_terminal(at_terminal, settings, coloured):
    streams = run(*HUMAN, at_terminal=at_terminal, typed="a\nb\nc\nd\ne\nf\ng\n" * 42, **settings)
    _, _, board, *_ = streams["stderr"].split("to move in connect4")  # the one behind the second question
    assert "\n. . . . . . .\n" in board
    assert stripped(board).count("x") + stripped(board).count("o") >= 4
    for disc, look in LOOKS.items():
        assert (ansi(disc, look) in board) is coloured
        assert coloured or "\x1b" not in board
