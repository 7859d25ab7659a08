"""Help for tests of faults: a plug-in bot that does whatever bots must not do, and a way to find processes that are left."""

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mctsky.bots import registry

MARK = "MCTSKY_TEST_MARK"  # in the environment of all processes of a test

PLUG_IN = '''
"""A bot that misbehaves, in every game or in those that its seed chooses."""
import ctypes, os, sys, time
from mctsky.bots.api import Bot

LOG = "WICKED_LOG"  # names a file that is told when it begins


class Strange:
    def __str__(self):
        raise RuntimeError("no text")


class Wicked(Bot):
    def __init__(self, how, rate=1, when="choose", seconds=0.0):
        self.how, self.rate, self.when, self.seconds = how, int(rate), when, float(seconds)

    def check(self, game):
        pass

    def parameters(self):
        return {"how": self.how}

    def new_game(self, game, seat, seed):
        super().new_game(game, seat, seed)
        self.is_due = seed % self.rate == 0
        self.act("new_game")

    def choose(self, view):
        code = view.own_codes()[0]
        answer = self.act("choose")
        return code if answer is None else answer

    def thoughts(self):
        return self.act("thoughts")

    def end(self, result):
        self.act("end")

    def act(self, when):
        if when != self.when or not self.is_due:
            return None
        if LOG in os.environ:
            with open(os.environ[LOG], "a") as file:
                file.write(self.how + "\\n")
        return getattr(self, "do_" + self.how)()

    def do_exit(self):
        os._exit(3)

    def do_segfault(self):
        ctypes.string_at(0)

    def do_spin(self):
        while True:
            pass

    def do_stubborn(self):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                pass

    def do_seize(self):
        ctypes.PyDLL(None).sleep(100000)  # without letting go of the interpreter: no signal, no thread of Python runs

    def do_careless(self):
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

    def do_sleep(self):
        time.sleep(self.seconds)

    def do_error(self):
        raise ValueError("I am a broken bot")

    def do_strange_error(self):
        class Broken(Exception):
            def __str__(self):
                raise RuntimeError("no text")
        raise Broken()

    def do_leave(self):
        sys.exit(0)

    def do_interrupt(self):
        raise KeyboardInterrupt

    def do_illegal(self):
        return 9999

    def do_negative(self):
        return -1

    def do_huge(self):
        return 10**6000

    def do_text(self):
        return "raise"

    def do_fraction(self):
        return 1.5

    def do_strange(self):
        return Strange()

    def do_unsendable(self):
        return {"reason": lambda: 0, "n": __import__("numpy").int64(7), "x": float("nan"), (1, 2): 3}

    def do_endless(self):
        return {"text": "x" * (1 << 21)}

    def do_nothing(self):
        return None


def build(parameters):
    return Wicked(**parameters)
'''


@pytest.fixture(scope="module")
def plug_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Install the bot `wicked` for this module's tests; its folder can be given to other processes as PYTHONPATH."""
    folder = tmp_path_factory.mktemp("plug-in")
    (folder / "wicked_bot.py").write_text(PLUG_IN, encoding="utf-8")
    info = folder / "wicked_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wicked-bot\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\nwicked = wicked_bot\n", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        registry._modules.cache_clear()
        yield folder
    registry._modules.cache_clear()


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Mark all processes that this test starts, and see that none of them is left when it ends."""
    text = f"{MARK}={os.getpid()}-{time.monotonic_ns()}"
    monkeypatch.setenv(*text.split("="))
    yield text
    expect_none(text)


def marked(text: str) -> dict[int, str]:
    """Return the living processes whose environment holds the mark, with their command lines."""
    found = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit() or int(folder.name) == os.getpid():
            continue
        with contextlib.suppress(OSError):
            if text.encode() in (folder / "environ").read_bytes():
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found[int(folder.name)] = command
    # The tracker of multiprocessing serves this process for all its life and ends with it.
    return {number: command for number, command in found.items() if "resource_tracker" not in command}


def expect_none(text: str, seconds: float = 20.0) -> None:
    """Fail if marked processes live on; what is just ending is given time."""
    deadline = time.monotonic() + seconds
    while (left := marked(text)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not left
