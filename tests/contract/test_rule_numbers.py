"""Every numbered rule of every game is cited in its code and has a test named after it."""

import ast
import io
import re
import tokenize
from pathlib import Path

import pytest

from contract.subjects import shipped_names, specs

TESTS = Path(__file__).parent.parent
NUMBERED = re.compile(r"^([RB]\d+)\b", re.MULTILINE)
CITED = re.compile(r"\b([RB]\d+)\b")
NAMED = re.compile(r"^def test_([rb]\d+)_", re.MULTILINE)


def folder_of(name: str) -> Path:
    return Path(specs()[name].module("spec").__file__).parent


def sources(folder: Path) -> list[Path]:
    """Return the files of rules and beliefs, each a module or a package."""
    return [
        path for part in ("rules", "beliefs") for path in [folder / f"{part}.py", *folder.glob(f"{part}/*.py")] if path.exists()
    ]


def rule_numbers(folder: Path) -> list[str]:
    """Return the numbers that open a line of a module docstring, in order."""
    found = []
    for path in sources(folder):
        found += NUMBERED.findall(ast.get_docstring(ast.parse(path.read_text())) or "")
    return found


def citations(folder: Path) -> set[str]:
    """Return the numbers in comments and in docstrings of functions and classes."""
    found: set[str] = set()
    for path in folder.rglob("*.py"):
        text = path.read_text()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                found.update(CITED.findall(token.string))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.update(CITED.findall(ast.get_docstring(node) or ""))
    return found


def numbers_with_tests(name: str) -> set[str]:
    """Return the numbers that tests/games (for a micro game its own folder) has tests for."""
    stem = name.replace("-", "_")
    paths = [TESTS / "games" / f"test_{stem}.py", *TESTS.glob(f"games/test_{stem}_*.py"), TESTS / "micro" / f"test_{stem}.py"]
    return {number.upper() for path in paths if path.exists() for number in NAMED.findall(path.read_text())}


@pytest.mark.parametrize("name", specs())
def test_every_rule_has_code_and_a_test(name):
    folder = folder_of(name)
    numbers = rule_numbers(folder)
    assert numbers, "rules.py opens without numbered rules"
    for letter in {number[0] for number in numbers}:
        own = [number for number in numbers if number[0] == letter]
        assert own == [f"{letter}{i + 1}" for i in range(len(own))], "numbers run from 1 without gaps, each once"
    assert set(numbers) <= citations(folder), f"no code cites {sorted(set(numbers) - citations(folder))}"
    assert citations(folder) <= set(numbers), f"no rule is numbered {sorted(citations(folder) - set(numbers))}"
    assert set(numbers) <= numbers_with_tests(name), f"no test for {sorted(set(numbers) - numbers_with_tests(name))}"


@pytest.mark.parametrize("name", list(shipped_names()))
def test_every_game_has_the_same_files(name):
    expected = {"__init__.py", "spec.py", "state.py", "notation.py"}
    expected |= {"beliefs.py"} if specs()[name].hidden else set()
    folder = folder_of(name)
    assert expected <= {path.name for path in folder.iterdir()}
    assert (folder / "rules.py").exists() or (folder / "rules" / "__init__.py").exists()


def test_a_missing_number_is_noticed(tmp_path):
    (tmp_path / "rules.py").write_text('"""Game.\n\nR1  One.\nR2  Two, see R1.\n"""\n\nx = 1  # R1\n')
    assert rule_numbers(tmp_path) == ["R1", "R2"]
    assert citations(tmp_path) == {"R1"}
