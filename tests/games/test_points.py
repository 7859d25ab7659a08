"""Points by source, for games that can tell: they add up to the score, and the rules agree about each of them."""

import random

import pytest

from mctsky import load


def finished(name, seed, **options):
    position, rng = load(name, options).start(seed), random.Random(seed)
    while not position.is_over:
        position.play(rng.choice(position.legal_codes()))
    return position


def sources(position):
    tell = position.game.spec.find_function("points", "points_by_source")
    return tell(position.game.rules, position.state)


@pytest.mark.parametrize("name", ["newyork1901", "paperskyscrapers"])
def test_the_sources_add_up_and_none_is_negative(name):
    for seed in range(3):
        position = finished(name, seed)
        before = position.state.tobytes()
        columns = sources(position)
        assert position.state.tobytes() == before
        points = position.game.spec.find_function("points", "points")
        assert [sum(column.values()) for column in columns] == points(position.game.rules, position.state)
        assert min(min(column.values()) for column in columns) >= 0
        assert position.view(0).returns() == position.returns()


def test_newyork_streets_are_five_points_each():
    columns = [column for seed in range(3) for column in sources(finished("newyork1901", seed))]
    assert {column["streets"] % 5 for column in columns} == {0}
    assert any(column["streets"] for column in columns)
    assert all(0 <= column["unused cards"] <= 3 for column in columns)


def test_paper_compensation_is_the_start():
    assert {column["start"] for column in sources(finished("paperskyscrapers", 1, compensation=0))} == {0}
    assert any(column["start"] for column in sources(finished("paperskyscrapers", 1)))
