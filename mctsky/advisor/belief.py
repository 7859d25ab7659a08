"""Who is likely to hold what, as far as a seat can tell: worlds are drawn by the game's own odds and counted."""

from collections import Counter
from collections.abc import Callable

import numpy as np

from mctsky.advisor.advice import Belief, HiddenItem, Likelihood
from mctsky.core.contract import has_verb
from mctsky.core.position import Game, OpenView, View
from mctsky.core.rng import derive_seed, make_rng

MIN_WORLDS, MAX_WORLDS = 5, 500  # one for each new iteration, within these bounds


def draw_belief(view: View, worlds: int, seed: int) -> tuple[Belief | None, str]:
    """Return the belief of a view's seat from so many worlds, or None and the reason."""
    game = view.game
    if not game.spec.hidden:
        return None, f"{game.name} has no hidden information"
    if isinstance(view, OpenView):
        return None, "an open view hides nothing"
    if worlds == 0:
        return None, "not asked for"
    if not has_verb(game.spec.game_type, "hidden"):
        return None, f"{game.name} does not say what is hidden (it has no verb `hidden`)"
    rng, rules = make_rng(derive_seed("belief", seed)), game.rules
    determinise, hidden = game.verb("determinise"), game.verb("hidden")
    places = np.zeros((worlds, game.spec.bounds.max_hidden), np.int32)
    n_items = 0
    for row in places:
        world = game.copy_state(view.state)
        determinise(rules, world, view.seat, rng)
        n_items = int(hidden(rules, world, row))
    if n_items == 0:
        return None, f"nothing is hidden with these options of {game.name}"
    items, names = hidden_names(game, n_items)
    first, fixed = places[0].tolist(), (places == places[0]).all(axis=0).tolist()  # most items of a large game are fixed
    sure, entries = likelihood(worlds, worlds), []
    for number, item in enumerate(items):
        if fixed[number]:
            entries.append(HiddenItem(item, {names(first[number]): sure}))
            continue
        counts = Counter(places[:, number].tolist())
        entries.append(HiddenItem(item, {names(place): likelihood(n, worlds) for place, n in sorted(counts.items())}))
    return Belief(worlds, tuple(entries)), ""


def likelihood(n: int, worlds: int) -> Likelihood:
    """Return the share of worlds and its standard error.

    The error is computed with one more world of each kind, so that it is not 0 if all worlds agree.
    """
    share = (n + 1) / (worlds + 2)
    return Likelihood(n / worlds, float((share * (1 - share) / worlds) ** 0.5))


def hidden_names(game: Game, n_items: int) -> tuple[list[str], Callable[[int], str]]:
    """Return the names of the hidden items, and a function that names places."""
    own = game.spec.find_function("notation", "hidden_names")
    items, places = own(game.rules) if own is not None else ([], [])

    def name(place: int) -> str:
        if place < len(places):
            return str(places[place])
        return f"seat {place}" if place < game.n_seats else f"place {place}"

    return [*items[:n_items], *(f"item {number}" for number in range(len(items), n_items))], name
