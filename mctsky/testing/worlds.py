"""Worlds follow the odds: every state behind a view is drawn, by its odds, and nothing else; by full enumeration.

On the way it is checked that a view forgets nothing: a seat that has observed other things, but sees the same, must have the
same worlds with the same odds.
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any, NamedTuple

from mctsky.core.checked import show_record
from mctsky.core.position import Game, View
from mctsky.testing.draws import UNLIKELY, chi_square, odds_table, sampled_worlds
from mctsky.testing.findings import broken
from mctsky.testing.histories import History, all_histories, record

Odds = dict[bytes, float]  # of the states behind a view
TRUE_ODDS = "drawn by the true odds"


class Behind(NamedTuple):
    """What is behind a view, for a seat that has observed the same."""

    game: str  # one of the games that lead there
    odds: Odds


Observed = tuple[int, ...]  # the codes that a seat has observed, in order


@cache
def weighted_worlds(game: Game, viewer: int, limit: int) -> dict[View, dict[Observed, Behind]]:
    """Return by full enumeration, for each view at rest, the odds of every state behind it; nothing if there is too much.

    They are kept apart by what the viewer has observed. A state weighs as much as the odds of its chance moves and, for each
    choice of another seat, one over the number of options. A view is at rest when it stands where the game stands: no choice
    of another seat was taken back.
    """
    histories, complete = all_histories(game, limit)
    groups: dict[View, dict[Observed, Behind]] = defaultdict(dict)
    for history in histories if complete else ():
        view = history.position.view(viewer)
        if view.to_act == history.position.to_act and not history.unnoticed_choices(viewer):
            observed = tuple(history.position._observed[viewer])
            odds = groups[view].setdefault(observed, Behind("; ".join(history.texts), defaultdict(float))).odds
            odds[history.position.state.tobytes()] += weight(history, viewer)
    return groups


def check_nothing_forgotten(view: View, groups: Iterable[Behind]) -> Odds:
    """Demand that a view tells all that its seat has observed of what is hidden; return the odds of the states behind it."""
    first, *others = groups
    whole = dict(first.odds)
    for other in others:
        for raw, odd in other.odds.items():
            whole[raw] = whole.get(raw, 0.0) + odd
        shares = [{raw: odd / math.fsum(each.odds.values()) for raw, odd in each.odds.items()} for each in (first, other)]
        if any(not math.isclose(*(share.get(raw, 0.0) for share in shares), abs_tol=1e-9) for raw in whole):
            rows = [
                [_short(record(view.game, raw), view), *(f"{share.get(raw, 0.0):.3f}" for share in shares)]
                for raw in sorted({*first.odds, *other.odds})
            ]
            problem = f"seat {view.seat} forgets: {view!r} is all that it knows after {first.game!r} and after {other.game!r}"
            broken(
                "conceal", "all that `viewer` does not know", problem, [["worlds", "after one", "after the other"], *rows[:20]]
            )
    return whole


def weight(history: History, viewer: int) -> float:
    """Return the odds of all moves that were not the viewer's own."""
    return math.prod(odd for actor, odd in zip(history.actors, history.odds, strict=True) if actor != viewer)


def check_odds_of_worlds(game: Game, limit: int, n_worlds: int, seed: int, n_stirs: int = 0, most: int = 25) -> int:
    """Compare drawn worlds with the enumeration, for some views of every seat; return how many views had several worlds."""
    checked = 0
    for viewer in range(game.n_seats):
        behind = weighted_worlds(game, viewer, limit)
        groups = {view: check_nothing_forgotten(view, observed.values()) for view, observed in behind.items()}
        wide = [view for view, worlds in groups.items() if len(worlds) > 1]
        for view in Random(seed).sample(wide, min(len(wide), most)):
            compare(view, groups[view], n_worlds, seed, n_stirs)
            checked += 1
        for view in list(groups)[:most]:
            _check_reached(view, groups[view], sampled_worlds(view, 20, seed, n_stirs))
    return checked


def _check_reached(view: View, odds: Odds, drawn: dict[bytes, int]) -> None:
    for raw in drawn:
        if raw not in odds:
            world = show_record(record(view.game, raw))
            broken("determinise", "a state that some game reaches", f"{view!r} gets a world that no game reaches: {world}")


def compare(view: View, odds: Odds, n_worlds: int, seed: int, n_stirs: int = 0) -> None:
    """Compare drawn worlds of one view with their odds."""
    counts = sampled_worlds(view, n_worlds, seed, n_stirs)
    _check_reached(view, odds, counts)
    p = chi_square([counts[world] for world in odds], list(odds.values()))
    if p < UNLIKELY:
        total = math.fsum(odds.values())
        common = {raw: record(view.game, raw) for raw in odds}
        rows = [(_short(common[raw], view), odd / total, counts[raw]) for raw, odd in odds.items()]
        verb = "stir" if n_stirs else "determinise"
        fragment = "must have the same odds" if n_stirs else TRUE_ODDS
        broken(verb, fragment, f"worlds behind {view!r} stray from their odds (p = {p:.0e})", odds_table(rows, n_worlds))


def _short(world: Any, view: View) -> str:
    """Return what a world fills in: the fields in which it differs from the view."""
    names = [name for name in view.state.dtype.names if world[name].tobytes() != view.state[name].tobytes()]
    return ", ".join(f"{name} {world[name]}" for name in names) or "as the view"
