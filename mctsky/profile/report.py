"""Measure a whole profile and put it into one document that can be saved, shown and drawn."""

import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any

from mctsky.core.position import Game
from mctsky.profile import growth
from mctsky.profile.compare import Change, compare_places
from mctsky.profile.machine import describe_code, describe_machine
from mctsky.profile.measure import Load, PlaceProfile, Plan, flatten, measure
from mctsky.profile.positions import Place, Profiled, search_of, self_play, stages
from mctsky.profile.saved import SCHEMA
from mctsky.profile.start import measure_start

MAX_NODES = 10_000_000


@dataclass(frozen=True)
class Wanted:
    """What to measure."""

    games: tuple[Game, ...]
    bot: str
    seed: int
    stages: tuple[str, ...]
    plan: Plan
    growth: bool = False
    most_nodes: int = MAX_NODES
    growth_seconds: float = 60.0
    start: bool = False


@dataclass
class Subject:
    """A game and a bot with the places to measure."""

    game: Game
    profiled: Profiled
    all_places: list[Place]  # of the self-play game, empty if the places are given
    places: list[Place]
    profiles: list[PlaceProfile] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)


def subjects(wanted: Wanted, tell: Callable[[str], None]) -> list[Subject]:
    """Play the self-play games and choose places."""
    found = []
    for game in wanted.games:
        profiled = search_of(wanted.bot, game)
        tell(f"{game.name}: self-play")
        places = self_play(game, profiled, wanted.seed)
        found.append(Subject(game, profiled, places, stages(places, wanted.stages, game)))
    return found


def measure_all(wanted: Wanted, chosen: list[Subject], load: Load, tell: Callable[[str], None]) -> None:
    """Measure everything that is wanted of each subject."""
    for one in chosen:
        one.profiles = measure(one.game, one.profiled, one.places, wanted.plan, load, tell)
        if wanted.growth:
            one.more["growth"] = _grow(wanted, one, load, tell)
        if wanted.start:
            tell(f"{one.game.name}: cold and warm start")
            starts, numba = measure_start(one.game, "ismcts")
            one.more["start"] = {"runs": [asdict(start) for start in starts], "import_numba_seconds": numba}


def _grow(wanted: Wanted, one: Subject, load: Load, tell: Callable[[str], None]) -> dict[str, Any]:
    game, profiled, first = one.game, one.profiled, one.places[0]
    tree = []
    for step in growth.tree_growth(game, profiled, first, wanted.most_nodes, wanted.growth_seconds):
        tell(f"{game.name}: {step.nodes:,} nodes")
        tree.append(asdict(step))
    tell(f"{game.name}: threads")
    threads = growth.thread_growth(game, profiled, first, wanted.plan)
    tell(f"{game.name}: branching")
    branching = growth.branching_growth(game, profiled, one.all_places, wanted.plan, load)
    players = growth.player_growth(game, wanted.bot, wanted.seed, wanted.plan, load, tell)
    return {
        "place": first.name,
        "tree": tree,
        "threads": [asdict(step) for step in threads],
        "branching": [asdict(row) for row in branching],
        "players": [asdict(row) for row in players],
    }


def new_load() -> Load:
    """Begin to watch the machine."""
    return Load(load_before=os.getloadavg()[0])


def document(wanted: Wanted, chosen: list[Subject], load: Load) -> dict[str, Any]:
    """Return everything as data for JSON and for --compare."""
    plan = wanted.plan
    return {
        "schema": SCHEMA,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "code": describe_code(),
        "machine": describe_machine(),
        "load": asdict(load) | {"ratio": load.ratio, "warning": load.warning()},
        "plan": asdict(plan) | {"seed": wanted.seed},
        "profiles": [
            {
                "game": one.game.name,
                "options": dict(one.game.options),
                "bot": one.profiled.spec,
                "parameters": asdict(one.profiled.params),
                "places": [flatten(profile) for profile in one.profiles],
                **one.more,
            }
            for one in chosen
        ],
    }


def compare_documents(before: dict[str, Any], now: dict[str, Any], phases: tuple[str, ...]) -> list[Change]:
    """Compare all places of two documents; they were measured at the same places."""
    changes = []
    for old, new in zip(before["profiles"], now["profiles"], strict=True):
        for one, other in zip(old["places"], new["places"], strict=True):
            changes += compare_places(new["game"], new["bot"], one, other, phases)
    return changes
