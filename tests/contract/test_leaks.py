"""Nothing that a seat cannot know reaches its view, its observations, its pictures or its search."""

import pytest

from contract.histories import observations
from contract.leaks import (
    LeakError,
    all_games,
    check_group,
    check_looks,
    conceal_all_but,
    conceal_nothing,
    groups,
    leaky_copy,
    samples,
    see_everything,
    telling_fields,
)
from contract.subjects import hidden_names, smallest

HIDDEN = hidden_names()
FEWEST_PAIRS = 200


@pytest.mark.parametrize("name", HIDDEN)
def test_look_alikes_look_alike(name):
    """At least 200 pairs of distinct states per seat, or all the pairs that the game has."""
    n_pairs: dict[int, int] = {}
    exhaustive = True
    for game in all_games(name):
        exhaustive = exhaustive and samples(game)[1]
        for viewer in range(game.n_seats):
            found = sum(check_group(game, histories, viewer) for histories in groups(game, viewer).values())
            n_pairs[viewer] = n_pairs.get(viewer, 0) + found
    for viewer, n in n_pairs.items():
        assert n >= (1 if exhaustive else FEWEST_PAIRS), f"only {n} pairs that seat {viewer} cannot tell apart"


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
    n_decisions = 0
    for game in all_games(name):
        for viewer in range(game.n_seats):
            accounts: dict[tuple[int, ...], object] = {}
            for known, histories in groups(game, viewer).items():
                for history in histories:
                    if history.position.to_act != viewer:
                        continue
                    noticed = observations(game, history, viewer)
                    assert accounts.setdefault(noticed, known) == known, (
                        f"seat {viewer} noticed too little of {history.events()}"
                    )
                    assert noticed == history.position.view(viewer).observed
            n_decisions += len(accounts)
    assert n_decisions > 1


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
        with leaky_copy(game, conceal=conceal_all_but(game, field)) as leaky, pytest.raises(LeakError):
            _first_leak(leaky, lambda viewer: groups(game, viewer))


@pytest.mark.parametrize("name", HIDDEN)
def test_an_honest_copy_passes(name):
    """The copies of the two tests above fail because of their leaks, not because they are copies."""
    game = smallest(name)
    with leaky_copy(game) as honest:
        _first_leak(honest, lambda viewer: dict(list(groups(game, viewer).items())[:200]))
