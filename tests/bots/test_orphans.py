"""Our own death, by SIGKILL too, leaves nothing running."""

import os
import signal
import subprocess
import sys
import time

import pytest
from rogues import carriers, new_marker, rogue, wait_for_none

PLAYS = """
import sys
from mctsky import load
from mctsky.bots import make_bot
bot = make_bot(sys.argv[1])
bot.new_game(load("kuhn"), 0, 1)
print("ready", flush=True)
{wait}
"""
# A grandchild in a session of its own hears neither of the group's signals nor of the end of its parent.
FAMILY = "subprocess.Popen(child(), start_new_session=True)\nsubprocess.Popen(child())\nplay(first)"


def start(spec, wait="sys.stdin.read()"):
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", PLAYS.format(wait=wait), spec]
    player = subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True)
    assert player.stdout.readline() == b"ready\n"
    return player


@pytest.mark.parametrize("whom", ["process", pytest.param("group", marks=pytest.mark.slow)])
def test_kill_9_leaves_no_orphan(whom):
    marker = new_marker()
    with start(rogue(FAMILY, marker)) as player:
        assert len(carriers(marker)) == 4  # the program, its two children, and the player, whose command line names them
        os.kill(player.pid, signal.SIGKILL) if whom == "process" else os.killpg(player.pid, signal.SIGKILL)
        player.wait()
        wait_for_none(marker)


@pytest.mark.slow
def test_an_ordinary_end_leaves_no_orphan():
    marker = new_marker()
    with start(rogue(FAMILY, marker), wait="sys.exit(3)") as player:
        assert player.wait(60) == 3
        assert carriers(marker) == []  # at once: the player has seen to it itself


def test_a_forked_copy_neither_kills_nor_keeps_what_is_not_its_own():
    """Workers of a process pool may be forked while a program runs."""
    marker = new_marker()
    fork = """
import gc, os, time
child = os.fork()
if child == 0:
    del bot
    gc.collect()
    os._exit(0)
os.waitpid(child, 0)
assert bot.choose(load("kuhn").start(2).view()) in (0, 1)
child = os.fork()
if child == 0:
    time.sleep(1000)
print(child, flush=True)
os.kill(os.getpid(), 9)
"""
    with start(rogue(FAMILY, marker), wait=fork) as player:
        child = int(player.stdout.readline())
        try:
            player.wait(60)
            wait_for_only(marker, child)
        finally:
            os.kill(child, signal.SIGKILL)


def wait_for_only(marker, child):
    """The forked copy lives on, its command line is the player's; all else must go."""
    deadline = time.monotonic() + 20
    while set(carriers(marker)) != {child}:
        assert time.monotonic() < deadline, carriers(marker)
        time.sleep(0.02)
