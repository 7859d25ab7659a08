"""The parameters of a search, each with its range, its default and what it does; the one place that reads them from text."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from mctsky.core.checks import instance, real_number, shown, whole_number
from mctsky.core.contract import has_verb
from mctsky.core.position import Game
from mctsky.errors import BudgetError, OptionError, UnknownNameError, nearest
from mctsky.search.playout import POLICIES
from mctsky.search.steering import MAX_STEERED_OPTIONS, MAX_STEERED_PLIES
from mctsky.search.strategy import RULES

TUNED = "ismcts"  # mo-ismcts with the parameters that a game recommends
VARIANTS = ("flat", "mcts", "pimc", "so-ismcts", "mo-ismcts")
TREES = ("mcts", "pimc", "so-ismcts", "mo-ismcts")
# What replaces a recommended strategy where nothing is to be drawn: for cheaters, and advice that has a value for every move.
STRAIGHT = {"select": "ucb", "tie": 0.0, "play": "best", "root": "view", "reuse": False}
BLOCKS = ("mcts", "pimc")
LISTS = ("so-ismcts", "mo-ismcts")
MAX_ITERATIONS = 1 << 30  # what the node's counters hold
MIN_SECONDS, MAX_SECONDS = 0.001, 1e6


@dataclass(frozen=True)
class SearchParams:
    """How to search. Budgets left at None do not limit; with no budget at all, 1,000 iterations are run."""

    variant: str = "mo-ismcts"
    iterations: int | None = None
    seconds: float | None = None
    nodes: int | None = None
    c: float = 0.7  # exploration, for values in [0, 1]
    threads: int = 1  # independent trees, summed at the root; for `analyse` and bots, one `Search` is one tree
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
    select: str = "ucb"  # mo-ismcts, at hidden or simultaneous decisions: ucb, rm = regret matching+, smooth = Smooth UCT
    play: str = "best"  # bots: best = the most visited move; mixed = a draw from the average strategy
    root: str = (
        "view"  # where iterations begin: view; game = the start of a short game, with select=rm; auto = game if it can be
    )
    gamma: float = 0.4  # rm: share of exploration
    tie: float = 0.0  # ucb and smooth, at those decisions: a random number below this is added to every score

    def __post_init__(self) -> None:
        """Check every value, whoever made it; numbers of other types become int and float."""
        for name, check in _CHECKS.items():
            given = getattr(self, name)
            checked = check(name, given)
            if checked is not given:
                object.__setattr__(self, name, checked)
        for name, variants in _ONLY.items():
            if self.variant not in variants and getattr(self, name) != _DEFAULTS[name]:
                given, remedy = f"{name}={getattr(self, name)}", f"{name} works with: {', '.join(variants)}"
                raise OptionError(f"{self.variant} cannot use {name}", given=given, where=self.variant, remedy=remedy)
        if self.mixes and self.opponents_know == "nothing":  # their trees would mix hands, and so legal moves
            given, remedy = f"select={self.select}", "leave opponents_know out, or use select=ucb,tie=0"
            raise OptionError("a strategy needs to know its own hand", given=given, where=self.variant, remedy=remedy)
        if self.mixes and self.grave > 0:
            raise OptionError(
                "grave has no part in a strategy",
                given=f"select={self.select}",
                remedy="leave grave out, or use select=ucb,tie=0",
            )
        if self.root == "game" and self.select != "rm":
            problem = "iterations from the start of the game need strategies with weights"
            raise OptionError(problem, given=f"select={self.select}", where="root=game", remedy="use select=rm")

    @property
    def mixes(self) -> bool:
        """Whether hidden decisions have a rule of their own."""
        return self.select != "ucb" or self.tie > 0


_WHOLE: dict[str, tuple[int, int]] = {
    "iterations": (1, MAX_ITERATIONS),
    "nodes": (1, 1 << 31),
    "threads": (1, 256),
    "memory": (1, 1 << 20),
    "ngram_visits": (1, 1 << 30),
    "cutoff": (-1, 1 << 20),
    "grave": (0, 1 << 30),
    "worlds": (1, 1 << 20),
}
_REAL: dict[str, tuple[float, float]] = {
    "seconds": (MIN_SECONDS, MAX_SECONDS),
    "c": (0, 100),
    "epsilon": (0, 1),
    "grave_bias": (0, 1e6),
    "history": (0, 1e6),
    "implicit": (0, 1),
    "gamma": (0.001, 1),
    "tie": (0, 1),
}
_CHOICES = {
    "backup": ("maxn", "paranoid"),
    "policy": POLICIES,
    "opponents_know": ("own_hand", "nothing"),
    "select": tuple(RULES),
    "play": ("best", "mixed"),
    "root": ("view", "game", "auto"),
}
_BUDGETS = ("iterations", "seconds", "nodes")  # None does not limit
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
    **dict.fromkeys(("select", "play", "root", "gamma", "tie"), ("mo-ismcts",)),
}
_DEFAULTS: dict[str, Any] = {field.name: field.default for field in fields(SearchParams)}


def _check_number(name: str, value: object) -> int | float | None:
    if value is None and name in _BUDGETS:
        return None
    error = BudgetError if name in _BUDGETS else OptionError
    if name in _WHOLE:
        return whole_number(name, value, *_WHOLE[name], error=error)
    return real_number(name, value, *_REAL[name], error=error)


def _check_switch(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise OptionError(f"{name} is true or false", given=shown(value))
    return value


def _check_choice(name: str, value: object) -> object:
    if not isinstance(value, str) or value not in _CHOICES[name]:
        raise OptionError(f"no such {name}", given=shown(value), remedy=nearest(shown(value), _CHOICES[name]))
    return value


def _check_variant(name: str, value: object) -> object:
    if isinstance(value, str) and value == TUNED:
        problem = f"{TUNED} is a search with the parameters that a game recommends"
        raise UnknownNameError(problem, given=TUNED, remedy="use tuned_params(game, {...}), analyse, or mo-ismcts")
    if not isinstance(value, str) or value not in VARIANTS:
        raise UnknownNameError("no such variant", given=shown(value), remedy=nearest(shown(value), (TUNED, *VARIANTS)))
    return value


_CHECKS: dict[str, Callable[[str, object], object]] = {
    "variant": _check_variant,
    **dict.fromkeys([*_WHOLE, *_REAL], _check_number),
    **dict.fromkeys(_CHOICES, _check_choice),
    **{name: _check_switch for name, default in _DEFAULTS.items() if isinstance(default, bool)},
}


def read_params(variant: str, given: Mapping[str, object] | None = None) -> SearchParams:
    """Return checked parameters from texts, numbers or truth values, by name."""
    _check_variant("variant", variant)
    values = {} if given is None else instance("the parameters", given, Mapping, where=variant, remedy="pass a dictionary")
    names = [name for name in _DEFAULTS if name != "variant"]
    for name in values:
        if name not in names:
            problem = f"{variant} has no parameter {name!r}"
            raise UnknownNameError(problem, given=shown(name), where=variant, remedy=nearest(shown(name), names))
    params = SearchParams(variant, **{name: _read(name, value) for name, value in values.items()})
    for name in values:
        is_off = not getattr(params, name)  # 0 and false switch the option off, which all variants allow
        if name in _ONLY and variant not in _ONLY[name] and not is_off:
            remedy = f"leave it out; {name} works with: {', '.join(_ONLY[name])}"
            raise OptionError(f"{variant} cannot use {name}", given=f"{name}={values[name]}", where=variant, remedy=remedy)
    return params


def tuned_params(game: Game, given: Mapping[str, object] | None = None) -> SearchParams:
    """Return the parameters of the recommended search, `ismcts`: those that won matches in this game, unless they are given."""
    instance("game", game, Game, where="tuned_params")
    return read_params("mo-ismcts", {**game.spec.tuned, **(given or {})})


def params_for(game: Game, variant: str, given: Mapping[str, object]) -> SearchParams:
    """Return the parameters of a variant, `ismcts` included, for a game."""
    return tuned_params(game, given) if isinstance(variant, str) and variant == TUNED else read_params(variant, given)


def _read(name: str, value: object) -> Any:
    """Return the value of a text; leave a text that cannot be read for `SearchParams` to refuse."""
    if isinstance(_DEFAULTS[name], bool):
        return _SWITCHES.get(shown(value).lower(), value)
    if not isinstance(value, str) or name in _CHOICES:
        return value
    for kind in (int,) if name in _WHOLE else (int, float):  # whole numbers stay so, and messages show what was typed
        try:
            return kind(value.replace("_", ""))
        except ValueError:
            pass
    return value


def check_params(params: SearchParams) -> None:
    """Refuse what is not a set of parameters; those that exist are checked."""
    remedy = 'make them with read_params("mcts", {"iterations": 1000})'
    instance("the parameters", params, SearchParams, where="a search", remedy=remedy)


def check_game(params: SearchParams, game: Game) -> None:
    """Refuse a search that this game cannot have."""
    check_params(params)
    instance("game", game, Game, where="a search")
    variant = params.variant
    if variant == "mcts" and game.spec.hidden:
        problem = f"mcts needs perfect information, and {game.name} has hidden information"
        raise OptionError(problem, given=variant, where=game.name, remedy="use mo-ismcts, so-ismcts, pimc or flat")
    needs_estimate = params.cutoff >= 0 or params.implicit > 0
    if needs_estimate and not has_verb(game.spec.game_type, "evaluate"):
        name = "cutoff" if params.cutoff >= 0 else "implicit"
        problem = f"{name} needs an `evaluate` rule, and {game.name} has none"
        raise OptionError(problem, given=name, where=game.name, remedy=f"leave {name} out")
    if params.root == "game" and not can_begin_at_start(game):
        problem = f"root=game is for games of at most {MAX_STEERED_PLIES} moves whose spec says mixing=all, such as poker"
        raise OptionError(problem, given=game.name, where="root=game", remedy="use root=view")


def can_begin_at_start(game: Game) -> bool:
    """Say whether iterations can begin at the start of this game: it is short, and all its decisions are strategic."""
    bounds = game.spec.bounds
    is_short = bounds.max_plies <= MAX_STEERED_PLIES and max(bounds.max_legal, bounds.max_chance) <= MAX_STEERED_OPTIONS
    return is_short and game.spec.mixing == "all"
