"""The game contract: what a game tells the library, as documented stubs.

Every verb takes the game first: a NamedTuple class of that game whose first field is `n_seats`, holding scalars and at most one
record (core/record.py) with tables. `state` is one record of the game's state dtype. A game implements a verb by writing a
function of the same name and signature under `@implement(TagType)`; calling the stub, compiled or not, reaches that function by
the type of `game`. Kernels trust their callers: everything that comes from outside is validated before it becomes a record.

A verb changes nothing but what its docstring names, and never the game's own tables. It raises nothing, reads and writes
inside its arrays only, and always comes to an end. `mctsky check-game` checks all of this, and quotes what is broken.
"""

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias, TypeVar

import numpy as np

from mctsky.core import jit
from mctsky.core.jit import kernel, lower
from mctsky.core.kernel_arrays import on_stack
from mctsky.core.rng import Rng, below, uniform

Rules: TypeAlias = Any  # the NamedTuple of a game, called `game` in kernels
State: TypeAlias = Any  # one record of the game's state dtype
Seat: TypeAlias = int
Move: TypeAlias = int  # a move code, from 0 to the game's n_codes - 1
MoveBuffer: TypeAlias = Any  # int32 array
ValueBuffer: TypeAlias = Any  # float64 array

CHANCE: Seat = -1  # to_act: the next move is luck
NOBODY: Seat = -2  # to_act: the game is over
NOTHING: Move = -1  # observe: the viewer notices nothing
MAX_SEATS = 6
MAX_CODES = 1 << 15  # move codes of one game; the tree keeps them in 16 bits, one of which marks observations

F = TypeVar("F", bound=Callable[..., Any])

IMPLEMENTATIONS: dict[tuple[str, type], Callable[..., Any]] = {}
MAX_CHANCE: dict[type, int] = {}  # most outcomes of a chance move of each game, as its spec says
STATES: dict[type, tuple[np.dtype[Any], Any]] = {}  # state dtype and bounds of each game, as its spec says


def setup(game: Rules, state: State) -> None:
    """Write the start of the game, before any chance move, into a zeroed record; not needed where zeros say it."""
    find_verb("setup", type(game))(game, state)


def to_act(game: Rules, state: State) -> Seat:
    """Return the seat that chooses next, CHANCE, or NOBODY when the game is over."""
    seat: Seat = find_verb("to_act", type(game))(game, state)
    return seat


def legal_moves(game: Rules, state: State, out: MoveBuffer) -> int:
    """Fill `out` with the legal moves of the seat to act, ascending, without duplicates; return how many.

    There is at least one and there are at most `max_legal`; a code is a number from 0 to n_codes - 1. A move is listed only if
    the turn that it begins can be completed.
    """
    n: int = find_verb("legal_moves", type(game))(game, state, out)
    return n


def random_move(game: Rules, state: State, out: MoveBuffer, rng: Rng) -> Move:
    """Draw one of the legal moves, each exactly equally likely; optional, for playouts of games that need not list moves.

    It may use any number of random numbers, and so may draw moves until one is legal. `out` is work space.
    """
    move: Move = find_verb("random_move", type(game))(game, state, out, rng)
    return move


def chance_moves(game: Rules, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """Fill `out` with all outcomes of the chance move, ascending, and `odds` with their probabilities; return how many.

    There is at least one and there are at most `max_chance`; a code is a number from 0 to n_codes - 1. Odds are above 0 and
    add up to 1.
    """
    n: int = find_verb("chance_moves", type(game))(game, state, out, odds)
    return n


def sample_chance(game: Rules, state: State, rng: Rng) -> Move:
    """Draw one outcome of the chance move by the odds of `chance_moves`; without it they are listed and one is drawn."""
    move: Move = find_verb("sample_chance", type(game))(game, state, rng)
    return move


def play(game: Rules, state: State, move: Move) -> None:
    """Play a legal move or a chance outcome, in place; deterministic.

    Every move changes the state. A game is over after at most `max_plies` moves, chance moves included.
    """
    find_verb("play", type(game))(game, state, move)


def returns(game: Rules, state: State, out: ValueBuffer) -> None:
    """Fill `out[:n_seats]` with the result of a finished game, each in [0, 1].

    The results of two seats add up to 1.
    """
    find_verb("returns", type(game))(game, state, out)


def observe(game: Rules, state: State, move: Move, viewer: Seat) -> Move:
    """Return what `viewer` sees of `move`, about to be played in `state`: the move, a masked code, or NOTHING.

    The seat that moves always sees its own move. A masked code is a code below n_codes too.
    """
    seen: Move = find_verb("observe", type(game))(game, state, move, viewer)
    return seen


def conceal(game: Rules, state: State, viewer: Seat) -> None:
    """Erase from `state`, canonically, all that `viewer` does not know.

    Pending hidden choices of other seats are taken back, so that the concealed state is the one before them. Two states that
    `viewer` cannot tell apart become equal byte for byte. To conceal twice is to conceal once. A seat to act knows its
    legal moves, and at the end every seat knows the results.
    """
    find_verb("conceal", type(game))(game, state, viewer)


def determinise(game: Rules, state: State, viewer: Seat, rng: Rng) -> None:
    """Fill a state that was concealed for `viewer` with one possible world, drawn by the true odds.

    Hidden choices of other seats count as uniform over the options they had. Pending choices are never invented. A world is a
    state that some game reaches, byte for byte, and that the viewer cannot tell from the truth. One state of the generator
    gives one world. A game with the field `history` need not write it (core/replay.py).
    """
    find_verb("determinise", type(game))(game, state, viewer, rng)


def stir(game: Rules, state: State, viewer: Seat, rng: Rng) -> None:
    """Change one world, as `determinise` or `stir` left it, to another that `viewer` cannot tell from it; optional.

    For games whose `determinise` is slow. A world drawn by the odds of `determinise` must have the same odds afterwards, and
    repeated calls must be able to lead from any world of a view to any other. A search by information sets then draws one
    world and stirs it before every further iteration.
    """
    find_verb("stir", type(game))(game, state, viewer, rng)


def hidden(game: Rules, state: State, out: MoveBuffer) -> int:
    """Fill `out[i]` with the place (a seat, or a code of the game) of hidden item i in this world; return how many items.

    There are at most `max_hidden`, in every world of a view the same number. Optional; without it the advisor cannot say who
    is likely to hold what.
    """
    n: int = find_verb("hidden", type(game))(game, state, out)
    return n


def evaluate(game: Rules, state: State, out: ValueBuffer) -> None:
    """Fill `out[:n_seats]` with a quick estimate of the result, each in [0, 1]; optional."""
    find_verb("evaluate", type(game))(game, state, out)


def decisive(game: Rules, state: State) -> Move:
    """Return a legal move with which the seat to act wins, at once or by completing its turn, or NOTHING; optional.

    Searches play such a move without looking at others. It must depend on nothing that the seat to act does not know.
    """
    move: Move = find_verb("decisive", type(game))(game, state)
    return move


def look_ahead(game: Rules, state: State, deep: bool) -> int:
    """List moves as `legal_moves` does if `deep`, else without asking whether turns can be completed; optional, for `bench`.

    The difference in time is what completing turns costs. The number returned means nothing; it keeps the work from being
    optimised away.
    """
    n: int = find_verb("look_ahead", type(game))(game, state, deep)
    return n


def mid_turn(game: Rules, state: State, actor: Seat) -> bool:
    """Say whether the turn in which `actor` has just made a move is not over yet; optional, to count and record turns.

    Without it a turn lasts as long as the same seat is to act.
    """
    goes_on: bool = find_verb("mid_turn", type(game))(game, state, actor)
    return goes_on


REQUIRED = (to_act, legal_moves, play, returns)
FOR_CHANCE = (chance_moves,)
FOR_HIDDEN = (observe, conceal, determinise)
OPTIONAL = (setup, sample_chance, hidden, random_move, stir, evaluate, decisive, look_ahead, mid_turn)
VERBS = {stub.__name__: stub for stub in (*REQUIRED, *FOR_CHANCE, *FOR_HIDDEN, *OPTIONAL)}

for _stub in VERBS.values():
    lower(_stub, "verb")  # compiled code reaches the implementation by the type of its first argument


def implement(game_type: type, *, inline: bool = False) -> Callable[[F], F]:
    """Register the decorated function as this game's kernel for the verb of the same name.

    `inline` merges it into its callers, for verbs of a playout whose state should stay in registers (`in_registers`); the
    compiler does so by itself where they are short.
    """
    # Numba tells NamedTuple classes apart by name alone, and two packages may choose the same one.
    game_type.__name__ = f"{game_type.__module__}.{game_type.__qualname__}".replace(".", "_")

    def decorate(function: F) -> F:
        verb = function.__name__
        if verb not in VERBS:
            raise TypeError(f"{verb} is not a verb of the contract; the verbs are {', '.join(VERBS)}")
        expected = list(inspect.signature(VERBS[verb]).parameters)
        actual = list(inspect.signature(function).parameters)
        if actual != expected:
            raise TypeError(f"{verb} takes ({', '.join(expected)}), not ({', '.join(actual)})")
        compiled = kernel(entry=True, inline=inline)(function)
        IMPLEMENTATIONS[verb, game_type] = compiled
        return compiled

    return decorate


def has_verb(game_type: type, verb: str) -> bool:
    """Say whether the game itself implements `verb`."""
    return (verb, game_type) in IMPLEMENTATIONS


def has_chance(game: Rules) -> bool:
    """Say whether a game has moves of chance; a constant in compiled code."""
    return has_verb(type(game), "chance_moves")


lower(has_chance, "has_verb", "chance_moves")


def find_verb(verb: str, game_type: type) -> Callable[..., Any]:
    """Return the kernel of a verb for a game: its own, or the default of a game that does not need one."""
    found = IMPLEMENTATIONS.get((verb, game_type))
    if verb in ("play", "conceal", "determinise") and keeps_moves(game_type):
        from mctsky.core.replay import replay_kernels  # which is made of verbs

        found = replay_kernels(game_type)[verb]
    elif found is None:
        found = _sampler(MAX_CHANCE.get(game_type, 0)) if verb == "sample_chance" else _DEFAULTS[verb]
    if jit.CHECKED and game_type in STATES:
        from mctsky.core.checked import guarded  # which is made of verbs

        return guarded(verb, game_type, found)
    return found


def keeps_moves(game_type: type) -> bool:
    """Say whether core keeps the moves of a game: its state has the field `history`, and it has no `determinise` of its own."""
    has_field = game_type in STATES and "history" in (STATES[game_type][0].names or ())
    return has_field and ("determinise", game_type) not in IMPLEMENTATIONS


# A game without chance or hidden information says so in its spec and need not write these. The loader refuses a game that
# declares chance or hidden information and lacks the verbs for it, so a default never hides a missing rule.


@kernel(entry=True, inline=True)
def _any_listed(game: Rules, state: State, out: MoveBuffer, rng: Rng) -> Move:
    return int(out[below(rng, legal_moves(game, state, out))])


@kernel(entry=True)
def _set_up_nothing(game: Rules, state: State) -> None:
    pass


@kernel(entry=True)
def _no_chance_moves(game: Rules, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    return 0


@cache
def _sampler(n_outcomes: int) -> Callable[..., Any]:
    """Return a kernel that lists the outcomes of a chance move and draws one of at most so many."""
    outcomes_on_stack, odds_on_stack = on_stack(np.int32, max(1, n_outcomes)), on_stack(np.float64, max(1, n_outcomes))

    @kernel(entry=True)
    def sample_listed(game: Rules, state: State, rng: Rng) -> Move:
        out, odds = outcomes_on_stack(), odds_on_stack()
        n = chance_moves(game, state, out, odds)
        left, chosen = uniform(rng), 0
        while chosen < n - 1 and left >= odds[chosen]:
            left -= odds[chosen]
            chosen += 1
        return int(out[chosen])

    return sample_listed


@kernel(entry=True)
def _see_all(game: Rules, state: State, move: Move, viewer: Seat) -> Move:
    return move


@kernel(entry=True)
def _conceal_nothing(game: Rules, state: State, viewer: Seat) -> None:
    pass


@kernel(entry=True)
def _determinise_nothing(game: Rules, state: State, viewer: Seat, rng: Rng) -> None:
    pass


@kernel(entry=True)
def _draw_again(game: Rules, state: State, viewer: Seat, rng: Rng) -> None:
    """Do what `stir` promises, slowly: a caller gets the right odds for a game without the verb, too."""
    conceal(game, state, viewer)
    determinise(game, state, viewer, rng)


@kernel(entry=True)
def _hide_nothing(game: Rules, state: State, out: MoveBuffer) -> int:
    return 0


@kernel(entry=True)
def _no_estimate(game: Rules, state: State, out: ValueBuffer) -> None:
    for seat in range(game.n_seats):
        out[seat] = 0.5


@kernel(entry=True)
def _none_known(game: Rules, state: State) -> Move:
    return NOTHING


@kernel(entry=True)
def _no_look_ahead(game: Rules, state: State, deep: bool) -> int:
    return 0


@kernel(entry=True)
def _same_seat(game: Rules, state: State, actor: Seat) -> bool:
    return to_act(game, state) == actor


_DEFAULTS: dict[str, Callable[..., Any]] = {
    "setup": _set_up_nothing,
    "random_move": _any_listed,
    "chance_moves": _no_chance_moves,
    "observe": _see_all,
    "conceal": _conceal_nothing,
    "determinise": _determinise_nothing,
    "stir": _draw_again,
    "hidden": _hide_nothing,
    "evaluate": _no_estimate,
    "decisive": _none_known,
    "look_ahead": _no_look_ahead,
    "mid_turn": _same_seat,
}


def record_dtype(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """Return an aligned record dtype padded to whole 8-byte words, so that states can be hashed word by word."""
    aligned = np.dtype(list(fields), align=True)
    layout: Any = {
        "names": list(aligned.fields or ()),
        "formats": [kind[0] for kind in (aligned.fields or {}).values()],
        "offsets": [kind[1] for kind in (aligned.fields or {}).values()],
        "itemsize": -(-aligned.itemsize // 8) * 8,
        "aligned": True,
    }
    dtype: np.dtype[Any] = np.dtype(layout)
    return dtype
