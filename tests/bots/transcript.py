"""The conversation of one game as docs/bots.md prints it: `>` to the program, `<` from it."""

import shlex
import sys

import pytest
from rogues import EXAMPLES

from mctsky import load
from mctsky.arena.playing.referee import Limits, play_game
from mctsky.bots import make_bot
from mctsky.bots.processes.process import BotProcess
from mctsky.core.clock import TimeControl


def record_lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note every line that goes to a program or comes from it from now on."""
    lines: list[str] = []
    exchange = BotProcess.exchange

    def noted(self, message, patience, *, answered=True):
        lines.append(f"> {message.decode().rstrip()}")
        line = exchange(self, message, patience, answered=answered)
        if answered:
            lines.append(f"< {line.decode()}")
        return line

    monkeypatch.setattr(BotProcess, "exchange", noted)
    return lines


def printed_game(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines of the game that the docs print."""
    with monkeypatch.context() as patch:
        lines = record_lines(patch)
        command = shlex.join([sys.executable, str(EXAMPLES / "python_bot.py")])
        limits = Limits(TimeControl(move_seconds=20.0))
        play_game(load("leduc"), [make_bot(f"exec:{command}"), make_bot("random")], 5, [7, 8], limits=limits)
        return lines


if __name__ == "__main__":
    print("\n".join(printed_game(pytest.MonkeyPatch())))
