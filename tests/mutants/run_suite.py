"""Run some tests against the package in the working directory; the exit code is pytest's (1: tests failed)."""

import sys
from pathlib import Path

import pytest

import mctsky

HERE = Path(__file__).parent.parent

if __name__ == "__main__":
    copy = Path.cwd().resolve()
    if copy not in Path(mctsky.__file__).resolve().parents:
        sys.exit(f"{mctsky.__file__} is not the copy in {copy}")
    options = ["-x", "-q", "-p", "no:cacheprovider", "--rootdir", str(HERE.parent), "-c", str(HERE.parent / "setup.cfg")]
    sys.exit(pytest.main([*options, *sys.argv[1:]]))
