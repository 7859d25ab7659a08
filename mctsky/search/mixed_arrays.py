"""What Python prepares for run_mixed, and reads from it: the rule, what the viewer has observed, the average strategy."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from mctsky.core.history import start_view
from mctsky.core.position import OpenView, View, digest_state
from mctsky.errors import PositionError
from mctsky.search import tree
from mctsky.search.histories import MAX_OUTCOMES
from mctsky.search.inspect import TreeReader, viewer_root
from mctsky.search.params import SearchParams, can_begin_at_start
from mctsky.search.strategy import RM, RULES

if TYPE_CHECKING:
    from mctsky.search.search import Search

EXPLORED = 0.05  # of the visits of the most visited move, what every other move may have from exploration


def prepare_mixed(search: "Search") -> None:
    """Fill the work record of a search whose hidden decisions have a rule."""
    work, params, game = search.work, search.params, search.game
    work.rule, work.gamma, work.tie = RULES[params.select], params.gamma, params.tie
    work.marks_all = game.spec.mixing == "all"
    work.mirrors, work.due = game.n_seats == 2, 1.0
    work.few_outcomes = game.spec.bounds.max_chance <= MAX_OUTCOMES
    if params.root == "game":
        check_complete(search.view)
        work.from_start = 1
        work.n_nodes += 1  # the root of the histories
        search.pool[tree.START] = game.first_state()


def settle_root(params: SearchParams, view: View) -> SearchParams:
    """Return the parameters with root=auto replaced by what this view allows; results tell them."""
    if params.root != "auto":
        return params
    from_start = (
        params.select == "rm" and can_begin_at_start(view.game) and not isinstance(view, OpenView) and is_complete(view)
    )
    return replace(params, root="game" if from_start else "view")


def is_complete(view: View) -> bool:
    """Say whether a view tells all that its seat has observed since the start of the game; a typed one does not."""
    return bool(view.origin == digest_state(start_view(view.game, view.seat)))


def check_complete(view: View) -> None:
    """Refuse a view that does not tell what its seat has observed since the start of the game."""
    if not is_complete(view):
        problem = "root=game needs all that its seat has observed since the start of the game, and a typed view does not tell"
        remedy = "use root=view or root=auto, or make the view with Game.view_from or from a Position"
        raise PositionError(problem, given=view.text(), where=view.game.name, remedy=remedy)


def show_events(search: "Search") -> None:
    """Tell the kernels what the viewer has observed."""
    observed = search.view.observed
    search.work.n_events = len(observed)
    search._attach("events", np.array(observed or (0,), np.int32))


def begin_view(search: "Search") -> None:
    """Go on with a later view of a search that begins at the start of the game: all trees stay, the table is begun again."""
    work = search.work
    work.iterations = work.n_rows = work.n_steered = 0
    work.mass, work.due = 0.0, 1.0
    search.arrays["rows"][:] = 0
    search.arrays["codes"]["row"][:] = 0
    show_events(search)


def average_strategy(search: "Search") -> dict[int, float]:
    """Return the viewer's average strategy at its decision, exploration removed.

    Where the rule keeps none, visits tell it, less `EXPLORED`.

    Empty while the viewer waits for what others do, and of a decision that no iteration has reached.
    """
    reader, node = TreeReader(search), viewer_root(search)
    for event in search.view.observed if search.params.root == "game" else ():
        node = next((child for child in reader.children(node) if reader.code(child) == event), tree.NONE)
        if node == tree.NONE:
            return {}
    moves = [child for child in reader.children(node) if reader.code(child) < tree.OBSERVED]
    weights = [float(reader.visits(child)) for child in moves]
    explored = EXPLORED * max(weights, default=0.0)
    weights = [max(0.0, weight - explored) for weight in weights]
    if search.work.rule == RM:
        averages = search.arrays["policies"]["average"]
        kept = [float(averages[child]) for child in moves]
        weights = kept if sum(kept) > 0 else weights
    total = sum(weights)
    return {reader.code(child): weight / total for child, weight in zip(moves, weights, strict=True)} if total > 0 else {}
