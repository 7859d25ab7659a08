"""Small programs that speak the protocol and then misbehave, and a look at which of them are still there."""

import os
import shlex
import sys
import time
import uuid
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

PRELUDE = """
import json, os, signal, subprocess, sys, time
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def answer(message, **fields):
    say(json.dumps({"id": message["id"], **fields}))
def play(choose, begin=lambda message: None, finish=lambda message: None):
    while line := sys.stdin.buffer.raw.readline():
        message = json.loads(line)
        if message["type"] == "hello":
            answer(message, protocol=1, name="rogue")
        elif message["type"] == "new_game":
            begin(message)
            answer(message)
        elif message["type"] == "choose":
            choose(message)
        elif message["type"] in ("end", "quit"):
            finish(message)
            if message["type"] == "quit":
                break
def first(message):
    answer(message, code=message["codes"][0])
def child(*options):
    "Start a process that carries the marker and outlives any farewell."
    code = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(1000)"
    return [sys.executable, "-I", "-S", "-c", code, *sys.argv[1:], *options]
"""


def new_marker() -> str:
    """Return a word that no other process carries."""
    return f"rogue-{uuid.uuid4().hex}"


def rogue(code: str, marker: str = "") -> str:
    """Return the spec of a program; `code` may use what the prelude defines."""
    return "exec:" + shlex.join([sys.executable, "-I", "-S", "-c", PRELUDE + code, marker or new_marker()])


def carriers(marker: str) -> list[int]:
    """Return the living processes that have the marker in their command line."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes()
        except OSError:
            continue
        if marker.encode() in command and int(path.parent.name) != os.getpid():
            found.append(int(path.parent.name))
    return found


def wait_for_none(marker: str, seconds: float = 20.0) -> None:
    """Demand that no process carries the marker, after a while at the latest."""
    deadline = time.monotonic() + seconds
    while carriers(marker):
        assert time.monotonic() < deadline, f"still there: {carriers(marker)}"
        time.sleep(0.02)
