"""Engines for tests: games are compiled in this process, so that no child process is needed."""

import pytest
from engines import Client

from mctsky.advisor.engine import server


@pytest.fixture
def client(monkeypatch):
    monkeypatch.setattr(server, "is_compiled", lambda game, variant: True)
    made = []

    def make(**options):
        made.append(Client(**options))
        return made[-1]

    yield make
    for one in made:
        one.engine.close()
