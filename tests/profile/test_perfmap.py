"""Names of kernels for Linux perf: the map file, who may have written it before, and perf itself."""

import os
import re
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from mctsky.core import cache, perfmap

SEARCH = "import mctsky; mctsky.analyse(mctsky.load('tictactoe').start(1), 'mcts', iterations={})"
MANGLED = (
    "_ZN6mctsky6search6ismcts10run_ismctsB4v860B56c8tJTIeFIjxB2IKSgI4CrvQCk0Z4yRYcWsBAK4JJIqUWsIgmAA_3d_3dE6RecordILi11099EE"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the map file, which nobody has open."""
    monkeypatch.setattr(perfmap, "FOLDER", tmp_path)
    monkeypatch.setattr(perfmap, "_lines", [])
    perfmap._open.cache_clear()
    perfmap._say_once.cache_clear()
    return tmp_path


def test_names_are_readable() -> None:
    assert perfmap.readable(MANGLED) == "mctsky.search.ismcts.run_ismcts"
    assert perfmap.readable("cfunc." + MANGLED) == "cfunc.mctsky.search.ismcts.run_ismcts"
    assert perfmap.readable("NRT_decref") == "NRT_decref"
    assert perfmap.readable("_ZN") == "_ZN"


def test_only_elf_has_names(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert perfmap.functions(b"\xcf\xfa\xed\xfe") == []
    perfmap.note(b"\xcf\xfa\xed\xfe", "entry", 1)
    assert "not in the format of Linux" in caplog.text
    assert list(folder.iterdir()) == []


def test_the_map_is_a_new_file_of_this_user(folder: Path) -> None:
    perfmap._append(["10 20 name\n"])
    perfmap._append(["30 40 other\n"])
    path = folder / f"perf-{os.getpid()}.map"
    assert path.read_text() == "10 20 name\n30 40 other\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_map_of_an_older_process_is_replaced(folder: Path) -> None:
    perfmap.map_path().write_text("stale\n")
    perfmap._append(["10 20 name\n"])
    assert perfmap.map_path().read_text() == "10 20 name\n"


@pytest.mark.parametrize("trap", ["link", "second name", "pipe", "folder"])
def test_a_trap_in_the_place_of_the_map_is_left_alone(folder: Path, caplog: pytest.LogCaptureFixture, trap: str) -> None:
    """Everybody can guess the file's name and put something there."""
    victim, path = folder / "victim", perfmap.map_path()
    victim.write_text("precious")
    {
        "link": lambda: path.symlink_to(victim),
        "second name": lambda: path.hardlink_to(victim),
        "pipe": lambda: os.mkfifo(path),
        "folder": path.mkdir,
    }[trap]()
    perfmap._append(["10 20 name\n"])
    assert victim.read_text() == "precious"
    assert "perf gets no names of kernels" in caplog.text


def test_a_forked_process_has_a_map_of_its_own(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(perfmap.VARIABLE, "1")
    monkeypatch.setattr(perfmap, "_lines", ["10 20 name\n"])
    monkeypatch.setattr(os, "getpid", lambda: 12345)
    perfmap._after_fork()
    assert (folder / "perf-12345.map").read_text() == "10 20 name\n"


def run_search(iterations: int, *before: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {cache.CACHE_VARIABLE: str(cache.cache_root())} | more
    command = [*before, sys.executable, "-c", SEARCH.format(iterations) + "; import os; print('process', os.getpid())"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)


def map_of(run: subprocess.CompletedProcess[str]) -> Path:
    assert run.returncode == 0, run.stderr
    found = re.search(r"process (\d+)", run.stdout)
    assert found
    return Path(f"/tmp/perf-{found[1]}.map")


@pytest.mark.skipif(sys.platform != "linux", reason="perf is Linux's")
def test_kernels_from_the_cache_are_in_the_map() -> None:
    run_search(10)  # so that they are in the cache
    path = map_of(run_search(10, MCTSKY_PERF_MAP="1"))
    try:
        lines = [line.split(" ", 2) for line in path.read_text().splitlines()]
    finally:
        path.unlink()
    names = {name for _, _, name in lines}
    assert {"mctsky.search.mcts.run_mcts", "mctsky.search.mcts._iterate"} <= names
    spans = sorted((int(start, 16), int(start, 16) + int(size, 16)) for start, size, _ in lines)
    assert all(end <= after for (_, end), (after, _) in pairwise(spans))  # functions do not overlap
    assert not map_of(run_search(10, MCTSKY_PERF_MAP="0")).exists()


def test_perf_names_the_kernels(tmp_path: Path) -> None:
    if shutil.which("perf") is None:
        pytest.skip("perf is not installed")
    data = tmp_path / "perf.data"
    run_search(10)
    run = run_search(400_000, "perf", "record", "-q", "-e", "cpu-clock", "-F", "499", "-o", str(data), MCTSKY_PERF_MAP="1")
    if run.returncode and not data.exists():
        pytest.skip(f"perf cannot record here: {run.stderr.strip().splitlines()[-1:]}")
    path = map_of(run)
    try:
        report = ["perf", "report", "-i", str(data), "--stdio", "--sort", "symbol"]
        shown = subprocess.run(report, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL).stdout
    finally:
        path.unlink()
    shares = {name: float(share) for share, name in re.findall(r"([\d.]+)%\s+\[\.\] (mctsky\.\S+)", shown)}
    assert sum(shares.values()) > 1, shown[:2000]
    kernels = {"mctsky.search.mcts._iterate_plainly", "mctsky.search.mcts.run_mcts", "mctsky.search.playout.random_game"}
    assert kernels & set(shares)


def test_a_full_disk_costs_only_the_names(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    perfmap._append(["10 20 name\n"])
    assert "No space left" in caplog.text
