"""Fixtures of the cache tests."""

from pathlib import Path

import pytest
from second_process import Machine, install_plugin


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "site", tmp_path / "cache")


@pytest.fixture
def plugin(tmp_path: Path, machine: Machine) -> Path:
    return install_plugin(tmp_path / "plugins", machine)
