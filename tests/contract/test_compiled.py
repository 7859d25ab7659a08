"""Compiled code, pure Python and compiled code with bounds checks do the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from contract.run_game import digests
from contract.subjects import cases, specs
from mctsky.testing.digest import digest

RUN_GAME = Path(__file__).with_name("run_game.py")


@pytest.mark.parametrize("setting", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_another_way_to_run_gives_the_same(setting):
    """One process for all games: starting Python and numba costs more than the games do.

    A RuntimeWarning of pure Python is an integer that overflowed, which compiled code would do in another way.
    """
    environment = {**os.environ, setting: "1"}
    command = [sys.executable, "-W", "error::RuntimeWarning", str(RUN_GAME), "digest"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-3_000:]
    assert json.loads(done.stdout) == digests(list(specs()))


def test_digests_tell_games_apart():
    """A digest that were blind would agree with everything; games of one rules type but other options must differ."""
    found = [digest(game) for game in cases()]
    assert len(set(found)) > len(found) / 2
