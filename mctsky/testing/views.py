"""observe, conceal, determinise, stir and hidden agree with each other, in random games."""

from random import Random

import numpy as np

from mctsky.core.contract import NOBODY, NOTHING
from mctsky.core.position import Game, Position, View
from mctsky.core.rng import make_rng
from mctsky.testing.findings import broken, differences, require
from mctsky.testing.histories import History, concealed, options_here, random_code, walk, world_of
from mctsky.testing.states import ask, check_decisive_is_known, check_state, fill
from mctsky.testing.subjects import longest

SHARE = 0.15  # of the positions of a short game that are looked at closely
TWICE = "To conceal twice"
WORLD = "a state that some game reaches, byte for byte"


def share(game: Game) -> float:
    """Return which share of the positions of a game to look at closely: of long games a smaller one."""
    return min(SHARE, 40 / longest(game))


def check_observe(history: History) -> None:
    """The seat that moves sees its own move; codes are codes or NOTHING; looking changes nothing."""
    game, position = history.game, history.position
    n_codes = game.spec.bounds.n_codes
    for code in options_here(position):
        for viewer in range(game.n_seats):
            noticed = int(ask(position, "observe", code, viewer))
            if noticed != NOTHING and not 0 <= noticed < n_codes:
                broken("observe", "a code below n_codes", f"code {noticed} for seat {viewer}; the spec says n_codes={n_codes}")
            if viewer == position.to_act and noticed != code:
                broken("observe", "always sees its own move", f"seat {viewer} plays {code} and sees {noticed}")
            if noticed != NOTHING and not position.format_move(noticed):
                broken("format_move", "", f"no text for code {noticed}")


def check_view(history: History, viewer: int, seed: int) -> None:
    """What a seat knows: the same when concealed again, its own moves, the results; and worlds that fit it."""
    game, position = history.game, history.position
    view = position.view(viewer)
    _conceal_twice(view)
    pending = history.unnoticed_choices(viewer)
    if position.to_act == viewer:
        if pending == 0 and view.to_act != viewer:
            broken(
                "conceal", "A seat to act knows", f"seat {viewer} is to act, in its view it is {game.seat_name(view.to_act)}"
            )
        known, real = decision_of(view, seed, pending), position.legal_codes()
        if known != real:
            broken("conceal", "A seat to act knows", f"seat {viewer} believes in {known}, legal are {real}")
        check_decisive_is_known(view, seed)
    if position.is_over and pending == 0:
        known_results = view.returns() if view.is_over else None
        if known_results != position.returns():
            broken("conceal", "every seat knows the results", f"seat {viewer} knows {known_results}, not {position.returns()}")
    check_worlds(view, seed)


def decision_of(view: View, seed: int, n_pending: int) -> list[int]:
    """Return the viewer's legal moves after the choices that others still have to make have been made at random."""
    world = world_of(view, seed)
    random = Random(seed)
    n = 0
    while world.to_act != view.seat:
        if world.to_act < 0:
            who = view.game.seat_name(world.to_act)
            broken("determinise", WORLD, f"seat {view.seat} is to act, in a world of its view it is {who}")
        if n >= n_pending:
            broken("conceal", "Pending hidden choices", f"takes back more than the {n_pending} choices that are pending")
        world._apply(random_code(world, random))
        n += 1
    return world.legal_codes()


def check_worlds(view: View, seed: int) -> None:
    """Worlds of a view: one per seed, not to be told from the truth by the viewer, and good for a game to its end."""
    viewer = view.seat
    world, twin, other = world_of(view, seed), world_of(view, seed), world_of(view, seed + 1)
    if world != twin:
        broken("determinise", "One state of the generator", f"one seed, two worlds: {differences(world.state, twin.state)}")
    for possible in (world, other):
        back = concealed(view.game, possible.state, viewer)
        if back != view:
            found = f"seat {viewer} could tell its world from the truth by {differences(back.state, view.state)}"
            broken("determinise", "cannot tell from the truth", found)
        if possible.to_act != view.to_act:
            who = [view.game.seat_name(board.to_act) for board in (possible, view)]
            broken("determinise", "never invented", f"{who[0]} is to act in a world, {who[1]} in the view of seat {viewer}")
        check_state(possible)
    random = Random(seed)
    for _ in range(view.game.spec.bounds.max_plies + 1):
        if other.to_act == NOBODY:
            return
        other._apply(random_code(other, random))
        check_state(other)
    broken("play", "at most `max_plies`", f"a world of seat {viewer} is not over after {view.game.spec.bounds.max_plies} moves")


def check_views(game: Game, seed: int, portion: float = 1.0) -> int:
    """Check the views of all seats at some moments of a random game; return how many there were."""
    random, n = Random(seed + 11), 0
    long_and_open = not game.spec.hidden and share(game) < SHARE / 10  # nothing is hidden, and there is much of it
    for history in walk(game, seed):
        if not long_and_open or random.random() < 0.2:
            check_observe(history)
        if len(history.codes) < 8 or random.random() < share(game) * portion:
            for viewer in range(game.n_seats):
                check_view(history, viewer, seed)
                n += 1
    return n


def check_concealed(game: Game, seed: int) -> None:
    """Check `observe` and `conceal` alone, in all states of a random game."""
    for history in walk(game, seed):
        check_observe(history)
        for viewer in range(game.n_seats):
            _conceal_twice(history.position.view(viewer))


def _conceal_twice(view: View) -> None:
    again = concealed(view.game, view.state, view.seat)
    if again != view:
        broken("conceal", TWICE, f"seat {view.seat}: {differences(view.state, again.state)}")


# ---------------------------------------------------------------- equal views stay equal


def noticed_by(position: Position, code: int, viewer: int) -> int:
    """Return what `viewer` sees of a move about to be played; its own moves it sees as they are."""
    if position.to_act == viewer:
        return code
    return int(position.game.verb("observe")(position.game.rules, position.state, code, viewer))


def walk_together(view: View, random: Random) -> int:
    """Play two worlds of one view side by side as long as the viewer notices the same; return how many moves that were."""
    viewer = view.seat
    left, right = (world_of(view, random.getrandbits(60)) for _ in range(2))
    steps = 0
    while left.to_act != NOBODY and left.to_act == right.to_act:
        code = random_code(left, random)
        seen = noticed_by(left, code, viewer)
        same = [option for option in options_here(right) if noticed_by(right, option, viewer) == seen]
        if not same:
            break
        left._apply(code)
        right._apply(random.choice(same))
        if left.is_over and right.is_over:
            break  # a result shows more than the last move did: cards at a showdown
        known, other = left.view(viewer), right.view(viewer)
        if known != other:
            found = f"seat {viewer} noticed the same and now tells two states apart by {differences(known.state, other.state)}"
            broken("conceal", "equal byte for byte", found)
        steps += 1
    return steps


def check_equal_views(game: Game, seed: int) -> int:
    """Walk pairs of worlds from some views of a random game; return how many moves that were."""
    random, steps = Random(seed), 0
    for history in walk(game, seed):
        if random.random() < 2 * share(game):
            steps += walk_together(history.position.view(random.randrange(game.n_seats)), random)
    return steps


# ---------------------------------------------------------------- stir and hidden


def check_stirred(game: Game, seed: int) -> int:
    """A stirred world has the same view, byte for byte; the generator decides which world it is; return how many changed."""
    n_changed = 0
    for history in walk(game, seed):
        for viewer in range(game.n_seats):
            view = history.position.view(viewer)
            world, twin = world_of(view, 1), world_of(view, 1)
            before = world.state.tobytes()
            rngs = make_rng(7), make_rng(7)
            for _ in range(3):
                for same, rng in zip((world, twin), rngs, strict=True):
                    game.verb("stir")(game.rules, same.state, viewer, rng)
                seen = concealed(game, world.state, viewer)
                if world.state.tobytes() != twin.state.tobytes() or rngs[0].state != rngs[1].state:
                    broken("stir", "cannot tell from it", f"one seed, two worlds: {differences(world.state, twin.state)}")
                if seen != view:
                    broken("stir", "cannot tell from it", f"seat {viewer} can: {differences(seen.state, view.state)}")
                check_state(world)
            n_changed += world.state.tobytes() != before
    return n_changed


def hidden_places(world: Position) -> tuple[int, ...]:
    """Return the places of hidden items in a world."""
    most = world.game.spec.bounds.max_hidden
    n, out = fill(world, "hidden", np.int32, most, lambda out: int(ask(world, "hidden", out)))
    require(0 <= n <= most, "hidden", "at most `max_hidden`", f"{n} items; the spec says max_hidden={most}")
    return tuple(int(place) for place in out[:n])


def check_hidden(game: Game, seed: int) -> int:
    """Check that all worlds of a view list the same number of items; return in how many views the places differ."""
    n_different = 0
    for history in walk(game, seed):
        worlds = [history.position, *(world_of(history.position.view(0), seed + i) for i in (1, 2, 3))]
        places = [hidden_places(world) for world in worlds]
        lengths = {len(place) for place in places}
        require(len(lengths) == 1, "hidden", "the same number", f"{sorted(lengths)} items in worlds of one view")
        n_different += len(set(places)) > 1
    return n_different
