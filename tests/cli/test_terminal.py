"""`mctsky play` and `mctsky analyse` in a real terminal: Tab, colours, Ctrl-C and Ctrl-D."""

import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from mctsky.cli.main import commands

pytestmark = pytest.mark.slow  # a process with kernels to load, and somebody who types


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self.process, self.handle = pty.fork()
        if self.process == 0:
            os.environ |= {"TERM": "xterm-256color", "INPUTRC": os.devnull}
            os.environ.pop("NO_COLOR", None)
            os.execv(sys.executable, [sys.executable, "-m", "mctsky", *arguments])
        self.shown = ""

    def wait_for(self, pattern: str, seconds: float = 120) -> str:
        """Return what is shown up to a text; fail if it does not come."""
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self.shown)):
            assert time.monotonic() < end, self.shown
            if select.select([self.handle], [], [], 1)[0]:
                try:
                    self.shown += os.read(self.handle, 4096).decode()
                except OSError:  # the other side has gone
                    assert re.search(pattern, self.shown), self.shown
        before, self.shown = self.shown[: found.end()], self.shown[found.end() :]
        return before

    def type(self, text: str) -> None:
        os.write(self.handle, text.encode())

    def code(self) -> int:
        """Return the exit code."""
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def test_tab_completes_a_move_and_colours_are_shown() -> None:
    terminal = Terminal("play", "connect4", "random", "--seed", "1")
    terminal.wait_for("seat 0> ")
    terminal.type("d\n")
    assert "\x1b[" in terminal.wait_for("seat 0> ")
    terminal.type("resi\t\n")
    terminal.wait_for("you have resigned")
    assert terminal.code() == 0


def test_control_c_leaves_and_says_that_nothing_was_saved() -> None:
    terminal = Terminal("play", "kuhn", "random", "--seed", "1")
    terminal.wait_for("seat 0> ")
    terminal.type("\x03")
    terminal.wait_for("interrupted; the game is not saved")
    assert terminal.code() == 128 + signal.SIGINT


def test_the_end_of_the_input_is_a_way_to_leave() -> None:
    terminal = Terminal("play", "kuhn", "random", "--seed", "1")
    terminal.wait_for("seat 0> ")
    terminal.type("\x04")
    terminal.wait_for("the input has ended; the game is not saved")
    assert terminal.code() == 0


def test_control_c_ends_a_hint_but_not_the_game() -> None:
    terminal = Terminal("play", "leduc", "random", "--seed", "3", "--time", "100s")
    terminal.wait_for("seat 0> ")
    terminal.type("hint\n")
    terminal.wait_for("thinking about a hint")
    time.sleep(1)
    terminal.type("\x03")
    terminal.wait_for("Play ")
    terminal.wait_for("seat 0> ")
    terminal.type("resign\n")
    terminal.wait_for("you lose")
    assert terminal.code() == 0


def test_control_c_ends_watching_with_the_answer_so_far() -> None:
    terminal = Terminal("analyse", "leduc", "--view", "? Ks | - | r", "--seat", "1", "--watch", "--time", "1000s")
    terminal.wait_for("So far, play ")
    terminal.type("\x03")
    terminal.wait_for("seat 1: Ks")
    terminal.wait_for("Play ")
    terminal.wait_for("interrupted; what follows was found so far")
    assert terminal.code() == 128 + signal.SIGINT


def test_control_c_ends_a_review_with_the_decisions_so_far(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ("match", "random", "random", "--game", "connect4", "--games", "2", "--record", str(file))
    assert CliRunner().invoke(commands, arguments).exit_code == 0
    terminal = Terminal("analyse", str(file), "--time", "1s")
    terminal.wait_for("decisions .* 2/")
    terminal.type("\x03")
    terminal.wait_for(r"[23] of \d+ decisions were looked at")
    terminal.wait_for("interrupted; what follows was found so far")
    assert terminal.code() == 128 + signal.SIGINT
