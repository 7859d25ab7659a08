"""The parameters of a search, each with its range, its default and what it does; the one place that reads them from text."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from mctsky.core.contract import has_verb
from mctsky.core.position import Game
from mctsky.errors import BudgetError, OptionError, UnknownNameError, nearest
from mctsky.search.playout import POLICIES

TUNED = "ismcts"  # mo-ismcts with the parameters that a game recommends
VARIANTS = ("flat", "mcts", "pimc", "so-ismcts", "mo-ismcts")
TREES = ("mcts", "pimc", "so-ismcts", "mo-ismcts")
BLOCKS = ("mcts", "pimc")
LISTS = ("so-ismcts", "mo-ismcts")
MAX_ITERATIONS = 1 << 30  # what the node's counters hold


@dataclass(frozen=True)
class SearchParams:
    """How to search. Budgets left at None do not limit; with no budget at all, 1,000 iterations are run."""

    variant: str = "mo-ismcts"
    iterations: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    c: float = 0.7  # exploration, for values in [0, 1]
    threads: int = 1  # independent trees, summed at the root
    memory: int = 1024  # MiB; the tree stops growing there and the search goes on
    backup: str = "maxn"  # maxn: every seat for itself; paranoid: all against the viewer
    policy: str = "uniform"  # playouts: uniform, mast, ngram
    epsilon: float = 0.2  # share of uniform moves in guided playouts
    ngram_visits: int = 5  # visits that make a sequence count
    cutoff: int = -1  # moves of a playout before `evaluate` ends it; -1 = play to the end
    grave: int = 0  # visits that make a node a reference; 0 = off
    grave_bias: float = 0.001
    history: float = 0.0  # weight of progressive history
    implicit: float = 0.0  # weight of implicit minimax by `evaluate`
    solver: bool = False  # prove wins, losses and draws
    decisive: bool = True  # where the game can name a winning move, consider no other, in trees and playouts
    reuse: bool = False  # keep the tree between moves (bots and `Search.advance`)
    worlds: int = 20  # pimc: worlds per search (with `iterations`), or of 200 iterations each
    opponents_know: str = "own_hand"  # mo-ismcts: own_hand = a tree per hand that they may hold; nothing = one tree for all


_RANGES: dict[str, tuple[float, float]] = {
    "iterations": (1, MAX_ITERATIONS),
    "seconds": (0.001, 1e6),
    "nodes": (1, 1 << 31),
    "c": (0, 100),
    "threads": (1, 256),
    "memory": (1, 1 << 20),
    "epsilon": (0, 1),
    "ngram_visits": (1, 1 << 30),
    "cutoff": (-1, 1 << 20),
    "grave": (0, 1 << 30),
    "grave_bias": (0, 1e6),
    "history": (0, 1e6),
    "implicit": (0, 1),
    "worlds": (1, 1 << 20),
}
_CHOICES = {"backup": ("maxn", "paranoid"), "policy": POLICIES, "opponents_know": ("own_hand", "nothing"), "variant": VARIANTS}
_BUDGETS = ("iterations", "seconds", "nodes")
_SWITCHES = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}
# Options that only some variants can honour; elsewhere they are refused, never ignored.
_ONLY = {
    "solver": BLOCKS,
    "implicit": BLOCKS,
    "grave": TREES,
    "history": TREES,
    "nodes": ("mcts", *LISTS),
    "reuse": ("mcts", *LISTS),
    "worlds": ("pimc",),
    "opponents_know": ("mo-ismcts",),
}


def read_params(variant: str, given: Mapping[str, object] | None = None) -> SearchParams:
    """Return checked parameters from texts, numbers or truth values, by name."""
    _check_choice("variant", variant)
    defaults = SearchParams(variant=variant)
    names = [field.name for field in fields(SearchParams) if field.name != "variant"]
    values: dict[str, Any] = {}
    for name, value in (given or {}).items():
        if name not in names:
            raise UnknownNameError(
                f"{variant} has no parameter {name!r}", given=name, where=variant, remedy=nearest(name, names)
            )
        values[name] = _read(name, value, getattr(defaults, name))
        is_off = not values[name]  # 0 and false ask for nothing, which every variant can honour
        if name in _ONLY and variant not in _ONLY[name] and not is_off:
            remedy = f"leave it out; {name} works with: {', '.join(_ONLY[name])}"
            raise OptionError(f"{variant} cannot use {name}", given=f"{name}={value}", where=variant, remedy=remedy)
    return replace(defaults, **values)


def tuned_params(game: Game, given: Mapping[str, object] | None = None) -> SearchParams:
    """Return the parameters of the recommended search, `ismcts`: those that won matches in this game, unless they are given."""
    return read_params("mo-ismcts", {**game.spec.tuned, **(given or {})})


def _read(name: str, value: object, default: object) -> Any:
    if name in _CHOICES:
        _check_choice(name, str(value))
        return str(value)
    if isinstance(default, bool):
        switch = _SWITCHES.get(str(value).lower())
        if switch is None:
            raise OptionError(f"{name} is true or false", given=value)
        return switch
    kind = float if name in ("seconds", "c", "epsilon", "grave_bias", "history", "implicit") else int
    low, high = _RANGES[name]
    error = BudgetError if name in _BUDGETS else OptionError
    problem = f"{name} is a {'number' if kind is float else 'whole number'} from {low:g} to {high:g}"
    try:
        number = kind(str(value).replace("_", ""))
    except ValueError:
        raise error(problem, given=value) from None
    if not low <= number <= high:
        raise error(problem, given=value, remedy=f"nearest: {min(max(number, low), high):g}" if number == number else "")
    return number


def _check_choice(name: str, value: str) -> None:
    if value not in _CHOICES[name]:
        kind = UnknownNameError if name == "variant" else OptionError
        raise kind(f"no such {name}", given=value, remedy=nearest(value, _CHOICES[name]))


def check_game(params: SearchParams, game: Game) -> None:
    """Refuse a search that this game cannot have."""
    variant = params.variant
    if variant == "mcts" and game.spec.hidden:
        problem = f"mcts needs perfect information, and {game.name} has hidden information"
        raise OptionError(problem, given=variant, where=game.name, remedy="use mo-ismcts, so-ismcts, pimc or flat")
    needs_estimate = params.cutoff >= 0 or params.implicit > 0
    if needs_estimate and not has_verb(game.spec.game_type, "evaluate"):
        name = "cutoff" if params.cutoff >= 0 else "implicit"
        problem = f"{name} needs an `evaluate` rule, and {game.name} has none"
        raise OptionError(problem, given=name, where=game.name, remedy=f"leave {name} out")
