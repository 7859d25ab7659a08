"""Nothing that a seat cannot know reaches its view, its observations, its pictures or its search."""

import pytest

from contract.leaky import conceal_all_but, conceal_nothing, leaky_copy, see_everything, telling_fields
from contract.subjects import all_games, hidden_names, smallest
from mctsky.testing.findings import LeakError
from mctsky.testing.leaks import check_group, check_looks, check_nothing_lost, groups

HIDDEN = hidden_names()


@pytest.mark.parametrize("name", HIDDEN)
def test_look_alikes_look_alike(name):
    """Pairs of distinct states are there for every seat, and no seat can tell them apart."""
    n_pairs: dict[int, int] = {}
    for game in all_games(name):
        for viewer in range(game.n_seats):
            found = sum(check_group(game, histories, viewer) for histories in groups(game, viewer).values())
            n_pairs[viewer] = n_pairs.get(viewer, 0) + found
    assert all(n_pairs.values()), f"pairs by seat: {n_pairs}"


@pytest.mark.parametrize("name", HIDDEN)
def test_look_alikes_have_the_same_texts_pictures_and_moves(name):
    checked = 0
    for game in all_games(name):
        for viewer in range(game.n_seats):
            several = [histories for histories in groups(game, viewer).values() if len(histories) > 1]
            for histories in several[:30]:
                check_looks(histories, viewer)
                checked += 1
    assert checked


@pytest.mark.parametrize("name", HIDDEN)
def test_what_a_seat_can_tell_apart_it_has_observed(name):
    """At a seat's decisions, different accounts mean different observations: nothing known is lost."""
    assert sum(check_nothing_lost(game, viewer) for game in all_games(name) for viewer in range(game.n_seats)) > 1


def _first_leak(game, histories_of):
    for viewer in range(game.n_seats):
        for histories in histories_of(viewer).values():
            check_group(game, histories, viewer)


@pytest.mark.parametrize("name", HIDDEN)
@pytest.mark.parametrize("fault", [{"conceal": conceal_nothing}, {"observe": see_everything}], ids=["conceal", "observe"])
def test_a_leaky_copy_is_caught(name, fault):
    game = smallest(name)
    with leaky_copy(game, **fault) as leaky, pytest.raises(LeakError):
        _first_leak(leaky, lambda viewer: groups(game, viewer))


@pytest.mark.parametrize("name", HIDDEN)
def test_a_copy_that_forgets_one_field_is_caught(name):
    game = smallest(name)
    fields = telling_fields(game, 0)
    assert fields
    for field in sorted(fields):
        with leaky_copy(game, conceal=conceal_all_but(game, field)) as leaky, pytest.raises(LeakError, match=f"{field}: "):
            _first_leak(leaky, lambda viewer: groups(game, viewer))


@pytest.mark.parametrize("name", HIDDEN)
def test_an_honest_copy_passes(name):
    """The copies of the two tests above fail because of their leaks, not because they are copies."""
    game = smallest(name)
    with leaky_copy(game) as honest:
        _first_leak(honest, lambda viewer: dict(list(groups(game, viewer).items())[:200]))
