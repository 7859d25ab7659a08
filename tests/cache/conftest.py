"""Fixtures of the cache tests."""

import shutil
from pathlib import Path

import pytest
from second_process import Answer, Machine, install_plugin


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine with an empty cache."""
    return Machine(tmp_path / "site", tmp_path / "cache")


@pytest.fixture(scope="session")
def first_run(tmp_path_factory: pytest.TempPathFactory) -> tuple[Machine, Answer]:
    """A machine on which tic-tac-toe was played once, and what came out."""
    folder = tmp_path_factory.mktemp("first")
    machine = Machine(folder / "site", folder / "cache")
    return machine, machine.run("tictactoe")


@pytest.fixture
def warm_machine(first_run: tuple[Machine, Answer], tmp_path: Path) -> Machine:
    """A copy of that machine, to be edited and damaged."""
    original, _ = first_run
    shutil.copytree(original.site / "mctsky", tmp_path / "site/mctsky")
    shutil.copytree(original.cache, tmp_path / "cache")
    return Machine(tmp_path / "site", tmp_path / "cache")


@pytest.fixture
def before(first_run: tuple[Machine, Answer]) -> Answer:
    """What the first process on the warm machine answered."""
    return first_run[1]


@pytest.fixture
def plugin(tmp_path: Path, warm_machine: Machine) -> Path:
    """The folder of a plug-in game installed on the warm machine."""
    return install_plugin(tmp_path / "plugins", warm_machine)
