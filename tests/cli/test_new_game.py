"""`mctsky new-game` writes a package that works as it is."""

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from mctsky.cli.main import commands
from mctsky.new_game import TEMPLATE


def run(*words):
    return CliRunner().invoke(commands, ["new-game", *words])


def test_a_package_with_entry_point_and_tests(tmp_path):
    result = run("love-tokens", "--into", str(tmp_path), "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    root = Path(told["folder"])
    assert root == tmp_path / "love-tokens-game"
    assert {path.name for path in (root / "love_tokens").iterdir()} == {path.name for path in TEMPLATE.glob("*.py")}
    about = tomllib.loads((root / "pyproject.toml").read_text())
    assert about["project"]["name"] == "love-tokens-game"
    assert about["project"]["entry-points"]["mctsky.games"] == {"love-tokens": "love_tokens"}
    assert about["tool"]["setuptools"]["packages"] == ["love_tokens"]
    assert 'NAME = "love-tokens"' in (root / "love_tokens" / "__init__.py").read_text()
    tests = (root / "tests" / "test_love_tokens.py").read_text()
    assert 'mctsky.load("love-tokens", players=3)' in tests
    assert sorted(told["files"]) == sorted(str(path.relative_to(root)) for path in root.rglob("*") if path.is_file())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Love", "lower-case letters"),
        ("9lives", "lower-case letters"),
        ("a" * 41, "at most 40"),
        ("../x", "lower-case letters"),
        ("kuhn", "there is a game of this name"),
        ("json", "already has a module json"),
        ("class", "already has a module class"),
    ],
)
def test_names_that_cannot_be_are_refused(tmp_path, name, words):
    result = run(name, "--into", str(tmp_path))
    assert (result.exit_code, words in result.output) == (2, True), result.output
    assert not list(tmp_path.iterdir())


def test_the_commands_that_follow_can_be_pasted(tmp_path):
    (tmp_path / "my games").mkdir()
    output = run("mine", "--into", str(tmp_path / "my games")).output
    assert f"cd '{tmp_path}/my games/mine-game'" in output.replace("\n", " ").replace("  ", " ")


def test_nothing_is_overwritten(tmp_path):
    (tmp_path / "mine-game").mkdir()
    assert run("mine", "--into", str(tmp_path)).exit_code == 2
    assert run("mine", "--into", str(tmp_path / "nowhere")).exit_code == 2
    assert not list((tmp_path / "mine-game").iterdir())
