"""Compiled code, pure Python and compiled code with bounds checks build the same trees."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from search.modes import digests

PROGRAM = Path(__file__).with_name("modes.py")


@pytest.mark.parametrize(("setting", "which"), [("NUMBA_DISABLE_JIT", "small"), ("NUMBA_BOUNDSCHECK", "all")])
def test_another_way_to_run_gives_the_same(setting, which):
    command = [sys.executable, "-W", "error::RuntimeWarning", str(PROGRAM), which]
    environment = {**os.environ, setting: "1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-3_000:]
    expected = digests(which)
    assert json.loads(done.stdout) == expected
    assert len(set(expected.values())) == len(expected), "the digest cannot tell searches apart"
