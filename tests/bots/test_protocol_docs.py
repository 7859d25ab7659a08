"""docs/bots.md documents every member of every message, and the conversation that it prints is a real one."""

import json
import re
from pathlib import Path

from rogues import rogue
from transcript import printed_game, record_lines

from mctsky import load
from mctsky.arena.playing.failure import Fault
from mctsky.arena.playing.referee import Limits, play_game
from mctsky.bots import bot_names, make_bot
from mctsky.bots.processes.process import MAX_PENDING
from mctsky.bots.processes.protocol import PROTOCOL
from mctsky.core.clock import TimeControl

PAGE = (Path(__file__).parent.parent.parent / "docs" / "bots.md").read_text()


def without_version(line):
    return re.sub(r'"mctsky [^"]*"', '"mctsky"', line)


def test_the_printed_conversation_is_a_real_one(monkeypatch):
    (block,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert [*map(without_version, block.splitlines())] == [*map(without_version, printed_game(monkeypatch))]


def members(message, prefix=""):
    """Return the names of all members; those of game options and results are the game's business."""
    names = set()
    for name, value in message.items():
        names.add(prefix + name)
        if name == "clock":
            names |= members(value, "clock.")
        elif name == "observed":
            for event in value:
                names |= members(event, "observed[].")
    return names


def test_every_member_of_every_message_is_documented(monkeypatch):
    lines = record_lines(monkeypatch)
    watcher = "m = json.loads(sys.stdin.readline())\nanswer(m, protocol=1, name='x', observe=True)\nplay(first)"
    for time in (TimeControl(move_seconds=20.0), TimeControl(game_seconds=60.0, increment=1.0)):
        record = play_game(load("kuhn"), [make_bot(rogue(watcher)), make_bot("random")], 1, limits=Limits(time, iterations=5))
        assert record.failed_seat is None, record.reason
    sent = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    assert {message["type"] for message in sent} == {"hello", "new_game", "choose", "observe", "end", "quit"}
    for message in sent:
        for name in members(message):
            assert f"`{name}`" in PAGE, f"{name} of {message['type']} is not documented"
    assert f"this protocol: {PROTOCOL}." in PAGE
    assert MAX_PENDING == 1 << 20


def test_the_tests_that_prove_the_promises_are_there() -> None:
    """Each promise of the section on isolation names its test; a test that was renamed or removed leaves one unproved."""
    section = PAGE[PAGE.index("## Isolation\n") : PAGE.index("## External programs\n")]
    tests = Path(__file__).parent.parent
    named = set(re.findall(r"(\w+/test_\w+\.py)::(test_\w+)", section))
    assert named
    for file, name in sorted(named):
        assert re.search(rf"^def {name}\(", (tests / file).read_text(), re.MULTILINE), f"there is no {file}::{name}"
    table = section[section.index("### What is promised") : section.index("### What is not promised")]
    promises = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(promises) >= 12
    for line in promises:
        assert "::test_" in line, f"no test proves: {line}"


def test_every_bot_and_every_fault_is_in_a_table():
    for name in bot_names():
        assert f"| `{name}`" in PAGE or f"| `{name}:" in PAGE, name
    for fault in Fault:
        assert f"| `{fault}` |" in PAGE, fault
