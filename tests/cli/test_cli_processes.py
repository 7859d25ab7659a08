"""The command line as users start it: real processes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = str(Path(sys.executable).with_name("mctsky"))


def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    return subprocess.Popen(arguments, stdout=pipe, stderr=pipe, text=True, env=os.environ | environment)


def finish(*arguments: str, **environment: str) -> tuple[int, str, str]:
    child = start(*arguments, **environment)
    out, err = child.communicate(timeout=300)
    return child.returncode, out, err


def test_the_script_and_python_m_are_the_same() -> None:
    assert finish(SCRIPT, "--version") == finish(sys.executable, "-m", "mctsky", "--version")
    assert finish(sys.executable, "-m", "mctsky", "--help")[1] == finish(SCRIPT, "--help")[1]


def test_an_error_is_one_line_without_traceback() -> None:
    code, out, err = finish(SCRIPT, "perft", "tictactoe", "--depth", "1", "--position", "x")
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("mctsky ga", "games"),
        ("mctsky games tic", "tictactoe"),
        ("mctsky match so", "so-ismcts"),
        ("mctsky match random --game conn", "connect4"),
    ],
)
def test_the_shell_completes_commands_games_and_bots(words: str, expected: str) -> None:
    position = str(len(words.split()) - 1)
    code, out, _ = finish(SCRIPT, _MCTSKY_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=position)
    assert code == 0
    assert out.splitlines() == [f"plain,{expected}"]


def interrupt(child: subprocess.Popen[str], after: str) -> tuple[str, str]:
    """Press Ctrl-C once a line with these words has come out of stderr; return what else was written."""
    assert child.stderr is not None
    while after not in child.stderr.readline():
        assert child.poll() is None
    child.send_signal(signal.SIGINT)
    return child.communicate(timeout=120)


def test_ctrl_c_shows_the_table_so_far() -> None:
    child = start(SCRIPT, "-vv", "match", "random", "random", "--game", "tictactoe", "--games", "1000000")
    out, err = interrupt(child, after="game 5 of")
    assert child.returncode == 130
    assert "95 % interval" in out
    assert "interrupted after" in err
    assert "Traceback" not in err


def test_ctrl_c_stops_a_long_kernel() -> None:
    child = start(SCRIPT, "-vv", "perft", "connect4", "--depth", "40")
    out, err = interrupt(child, after="depth 9:")
    assert (child.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "mctsky: interrupted"


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{SCRIPT} games --json | head -c 1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120)
    assert "Traceback" not in done.stderr


def test_the_first_compilation_says_so_once(tmp_path: Path) -> None:
    line = (SCRIPT, "perft", "tictactoe", "--depth", "2")
    code, _, err = finish(*line, MCTSKY_CACHE_DIR=str(tmp_path))
    assert code == 0
    assert err.count("compiling") == 1
    assert finish(*line, MCTSKY_CACHE_DIR=str(tmp_path))[2] == ""


def test_a_light_command_does_not_import_numba() -> None:
    """`mctsky --version` and completion of commands must not cost what compiling costs."""
    code = "import sys\nfrom mctsky.cli.main import main\nsys.argv[1:] = ['--version']\n"
    code += "try: main()\nfinally: print('numba' in sys.modules)"
    _, out, _ = finish(sys.executable, "-c", code)
    assert out.splitlines()[-1] == "False"
