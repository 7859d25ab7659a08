"""The wheel: it holds all that it must, installs into an empty environment outside the checkout, and plays from there."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("mctsky", "bots", "cli", "pyproject.toml", "setup.py", "setup.cfg", "README.md", "LICENSE", "NOTICE")


def copy_checkout(target: Path) -> Path:
    """Copy what a build reads, links as links, so that the build leaves nothing in the real checkout."""
    target.mkdir()
    for name in SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target / name)
    return target


def build_wheel(checkout: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Build with the setuptools at hand if it is new enough, else in an environment that pip makes."""
    try:
        modern = int(version("setuptools").partition(".")[0]) >= 77
    except ImportError:
        modern = False
    if modern:
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(checkout)]
    else:
        command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--wheel-dir", str(out), str(checkout)]
    return subprocess.run(command, capture_output=True, text=True, cwd=out.parent, timeout=600)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    done = build_wheel(copy_checkout(folder / "checkout"), folder / "dist")
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = (folder / "dist").glob("mctsky-*.whl")
    return found


def test_the_wheel_holds_every_module_and_all_data_and_no_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = set()
    for folder in (ROOT / "mctsky", ROOT / "bots", ROOT / "cli"):
        prefix = "mctsky" if folder.name == "mctsky" else f"mctsky/{folder.name}"
        for path in folder.rglob("*"):
            inside = path.relative_to(folder)
            if path.is_file() and (path.suffix == ".py" or path.name == "py.typed" or "data" in inside.parts[:-1]):
                wanted.add(f"{prefix}/{inside.as_posix()}")
    assert {"mctsky/bots/random.py", "mctsky/cli/main.py", "mctsky/py.typed"} <= wanted
    assert wanted <= names
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"mctsky"}
    assert not [
        name for name in names if "test" in name and not name.startswith(("mctsky/testing/", "mctsky/games/_template/"))
    ]
    assert [name for name in names if name.endswith("licenses/LICENSE")]
    assert [name for name in names if name.endswith("licenses/NOTICE")]


def test_the_wheel_plays_in_an_empty_environment_outside_the_checkout(wheel: Path, tmp_path: Path) -> None:
    """Dependencies come from the running environment; its editable mctsky does not, because no .pth file is read there."""
    home = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    site = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "NUMBA_", "MCTSKY_"))}
    environment["MCTSKY_CACHE_DIR"] = str(tmp_path / "cache")

    def run(*command: str) -> str:
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=600)
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = run(str(python), "-c", "import mctsky, mctsky.bots, mctsky.cli; print(mctsky.__file__, mctsky.bots.__file__)")
    assert all(Path(path).is_relative_to(site) for path in where.split())
    script = str(home / "bin" / "mctsky")
    assert run(script, "--version").strip() == f"mctsky {version('mctsky')}"
    games = run(script, "games")
    for name in ("connect4", "kuhn", "leduc", "goofspiel", "tictactoe"):
        assert name in games
    assert "templat" not in games
    table = run(script, "match", "mcts:iterations=50", "random", "--game", "tictactoe", "--games", "2")
    assert "95 % interval" in table
    assert "mcts:iterations=50" in table
    assert run(str(python), "-m", "mctsky", "--version") == run(script, "--version")


@pytest.mark.parametrize("damage", ["text file", "missing"])
def test_a_checkout_without_symlinks_fails_loudly(tmp_path: Path, damage: str) -> None:
    checkout = copy_checkout(tmp_path / "checkout")
    link = checkout / "mctsky" / "cli"
    link.unlink()
    if damage == "text file":
        link.write_text("../cli")
    done = build_wheel(checkout, tmp_path / "dist")
    assert done.returncode != 0
    assert "core.symlinks true" in done.stdout + done.stderr
    assert not list((tmp_path / "dist").glob("*.whl")) if (tmp_path / "dist").exists() else True
