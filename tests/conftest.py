"""Settings of the whole suite: helpers under tests/ are importable, and hypothesis runs the same examples every time.

Two hypothesis profiles: `fast` (the default; few and always the same examples) and `slow` (many and fresh ones). A test
marked slow takes the second one by the decorator `@settings.get_profile("slow")`.

With `-n` (several workers) the kernels of all games are compiled once before the workers start; they would otherwise compile
the same ones side by side.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

sys.path.insert(0, str(Path(__file__).parent))

_CHECKS = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile(
    "fast", derandomize=True, deadline=None, max_examples=25, database=None, suppress_health_check=_CHECKS
)
settings.register_profile("slow", deadline=None, max_examples=500, print_blob=True, suppress_health_check=_CHECKS)
settings.load_profile("fast")


@pytest.fixture(autouse=True)
def _no_columns() -> None:
    """Outputs are as wide as in a pipe, whatever the terminal says in which the suite runs."""
    os.environ.pop("COLUMNS", None)


def pytest_sessionstart(session: pytest.Session) -> None:
    config = session.config
    if not getattr(config.option, "numprocesses", None) or hasattr(config, "workerinput"):
        return
    print("\nwarming the kernel cache")
    subprocess.run([sys.executable, "-m", "mctsky", "cache", "warm"], stdout=subprocess.DEVNULL, check=True)
