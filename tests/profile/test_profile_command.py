"""`mctsky profile` as a user runs it: the table, the files, comparisons and refusals."""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mctsky.cli.main import commands

QUICK = ("profile", "kuhn", "--iterations", "300", "--sample", "0.001")
AGAIN = ("profile", "--sample", "0.001", "--compare")


@pytest.fixture
def run() -> Callable[..., Result]:
    return lambda *arguments: CliRunner().invoke(commands, arguments)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, str]:
    """A profile of kuhn, its picture and the table."""
    folder = tmp_path_factory.mktemp("profile")
    data, picture = folder / "kuhn.json", folder / "kuhn.svg"
    result = CliRunner().invoke(commands, (*QUICK, "--save", str(data), "--plot", str(picture)))
    assert result.exit_code == 0, result.output
    return data, picture, result.stdout


def test_the_table_is_readable_in_80_columns(saved: tuple[Path, Path, str]) -> None:
    shown = saved[2].splitlines()
    assert max(len(line) for line in shown) <= 80
    for name in ("world", "selection", "expansion", "playout", "  draw", "  decisive", "backup", "difference", "signature"):
        assert sum(line.startswith(name) for line in shown) == 1, name
    assert "300 iterations, 5 repeats, positions from self-play with seed 1" in saved[2]


def test_the_file_holds_everything(saved: tuple[Path, Path, str]) -> None:
    data = json.loads(saved[0].read_text())
    (profile,) = data["profiles"]
    assert (profile["game"], profile["bot"], data["plan"]["seed"]) == ("kuhn", "ismcts", 1)
    for place in profile["places"]:
        assert len(place["ns"]["samples"]) == 5
        assert len(place["signature"]) == 16
        assert place["same_tree"] is True
        assert {"world", "selection.choice", "playout.draw", "backup"} <= set(place["phases"])


def test_the_picture_is_an_svg_file(saved: tuple[Path, Path, str]) -> None:
    root = ElementTree.parse(saved[1]).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    titles = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0] == "Search profile of kuhn"
    assert any(title.startswith("selection: ") for title in titles)


def slower(path: Path, tmp_path: Path, factor: float) -> Path:
    """Return a saved profile in which everything took longer by a factor, and played differently."""
    data = json.loads(path.read_text())
    for place in data["profiles"][0]["places"]:
        place["ns"]["samples"] = [factor * sample for sample in place["ns"]["samples"]]
        place["signature"] = "0" * 16
    other = tmp_path / "other.json"
    other.write_text(json.dumps(data))
    return other


def test_comparing_with_a_file(run: Callable[..., Result], saved: tuple[Path, Path, str], tmp_path: Path) -> None:
    again = run(*AGAIN, str(saved[0]), "--json")
    data = json.loads(again.stdout)
    assert [one["what"] for one in data["changes"]].count("iteration") == len(data["profiles"][0]["places"])
    assert all(one["same_play"] for one in data["changes"])
    far = slower(saved[0], tmp_path, 1000.0)
    ahead = run(*AGAIN, str(far), "--fail-under", "10", "--no-phases")
    assert ahead.exit_code == 0
    assert "faster" in ahead.stdout
    assert "PLAYS DIFFERENTLY (another signature): kuhn (opening)" in ahead.stdout
    behind = run(*AGAIN, str(slower(saved[0], tmp_path, 0.001)), "--fail-under", "0.95", "--no-phases")
    assert behind.exit_code == 1
    assert "less than 0.95" in behind.stderr
    assert "SLOWER" in behind.stdout


def refusals(path: Path) -> dict[str, tuple[tuple[str, ...], str]]:
    return {
        "no game": (("profile",), "no game is named"),
        "unknown game": (("profile", "kuhm"), "did you mean 'kuhn'"),
        "unknown phase": ((*QUICK, "--phase", "bakcup"), "did you mean 'backup'"),
        "unknown stage": ((*QUICK, "--stage", "midle"), "did you mean 'middle'"),
        "unknown bot": ((*QUICK, "--bot", "ismct"), "did you mean 'ismcts'"),
        "no search": ((*QUICK, "--bot", "random"), "does not search"),
        "few repeats": ((*QUICK, "--repeats", "4"), "5<=x<=1000"),
        "no file": (("profile", "--compare", str(path.with_name("none"))), "No such file"),
        "other game": (("profile", "leduc", "--compare", str(path)), "no profile of the game leduc"),
        "other iterations": (("profile", "--compare", str(path), "--iterations", "7"), "comes from the file"),
        "both": ((*QUICK, "--compare", str(path), "--against", "x"), "exclude each other"),
        "nothing to fail": ((*QUICK, "--fail-under", "1"), "nothing to compare with"),
        "no such version": ((*QUICK, "--against", "no-such-thing"), "neither a checkout, nor a Python, nor a commit"),
        "no folder": ((*QUICK, "--save", "/no/such/folder/x"), "cannot be written"),
    }


@pytest.mark.parametrize("name", refusals(Path("x")))
def test_bad_input_is_one_line(run: Callable[..., Result], saved: tuple[Path, Path, str], name: str) -> None:
    arguments, words = refusals(saved[0])[name]
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stderr.count("\n") == 1
    assert words in result.stderr
    assert result.stdout == ""


def test_a_move_that_is_no_longer_legal_is_refused(run: Callable[..., Result], saved: Any, tmp_path: Path) -> None:
    data = json.loads(saved[0].read_text())
    data["profiles"][0]["places"][-1]["place"]["codes"] = [77]
    other = tmp_path / "other.json"
    other.write_text(json.dumps(data))
    result = run("profile", "--compare", str(other))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


@pytest.mark.slow
def test_two_versions_side_by_side(run: Callable[..., Result]) -> None:
    """A checkout against itself: the same signatures, and no speed is asserted."""
    here = str(Path(__file__).parents[2])
    result = run(*QUICK, "--against", here, "--json")
    assert result.exit_code == 0, result.output
    assert all(one["same_play"] for one in json.loads(result.stdout)["changes"])


@pytest.mark.slow
def test_growth_and_start(run: Callable[..., Result], tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    more = (
        "--growth",
        "--nodes",
        "20000",
        "--seconds",
        "2",
        "--start",
        "--no-phases",
        "--plot",
        str(picture),
    )
    shown = run("profile", "goofspiel", "--option", "cards=5", "--iterations", "300", "--json", *more)
    assert shown.exit_code == 0, shown.output
    (profile,) = json.loads(shown.stdout)["profiles"]
    tree = profile["growth"]["tree"]
    assert [step["iterations"] for step in tree[:2]] == [1000, 2000]
    assert all(one["nodes"] <= two["nodes"] for one, two in pairwise(tree))
    assert [row["what"] for row in profile["growth"]["players"]] == ["2 players", "3 players", "4 players", "5 players"]
    moves = [row["n_moves"] for row in profile["growth"]["branching"]]
    assert moves == sorted(set(moves))
    cold, warm = profile["start"]["runs"]
    assert cold["compile_seconds"] > 0 == warm["compile_seconds"]
    assert "curve" in picture.read_text()
    table = run("profile", "kuhn", "--iterations", "300", *more)
    assert max(len(line) for line in table.stdout.splitlines()) <= 80
