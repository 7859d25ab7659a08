"""Running the command line inside the test process."""

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result

from mctsky.cli.main import commands


@pytest.fixture
def run() -> Callable[..., Result]:
    """Run a command line and return its exit code and output."""

    def invoke(*arguments: str) -> Result:
        return CliRunner().invoke(commands, arguments)

    return invoke
