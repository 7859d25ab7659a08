"""Checked mode: a bug in a game is an error with verb, position and move, not a crash and not a game that a bot loses.

`MCTSKY_CHECKED=1`, or `mctsky match --checked`, compiles with bounds checks and puts a guard around every verb: it catches what
the verb raises and looks at the counts and codes that it returns. Guards have their own machine code in the cache. Searches run
several times slower.
"""

import ctypes
import importlib
import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from mctsky.core import contract
from mctsky.core.jit import JIT_DISABLED, kernel, lower
from mctsky.core.record import record_from
from mctsky.errors import GameDefinitionError

_SHOWN = 64  # entries of one field


class KernelFault(Exception):  # noqa: N818  # never seen outside: `explain_fault` makes an error of it
    """What a guard raises: the verb, what is wrong, a number (a move, a code or a count), and the words of the state."""

    @classmethod
    def from_memory(cls, known: tuple[Any, ...], address: int, game: Any) -> "KernelFault":
        """Return the fault of compiled code: arguments that it did not know beforehand are words at an address.

        That is why guards raise numbers of 64 bits.
        """
        n_words = contract.STATES[type(game)][0].itemsize // 8
        numbers = [value for value in known[:-1] if isinstance(value, int)]
        n_unknown = len(known) - 1 - len(numbers)
        words = list((ctypes.c_int64 * n_unknown).from_address(address))
        values = [value if isinstance(value, int) else words.pop(0) for value in known[:-1]]
        state = (ctypes.c_uint64 * n_words).from_address(address + 8 * n_unknown)
        return cls(*values, tuple(state))


def words_of(state: Any) -> tuple[int, ...]:
    """Return the bytes of a state as words."""
    return tuple(int(word) for word in np.frombuffer(state.tobytes(), np.uint64))


lower(words_of, "words")

OUTSIDE, COUNT, CODE, SEAT = range(4)
_COUNT = """
    if answer < {low} or answer > {most}:
        raise KernelFault(VERB, {count}, np.int64(answer), before)
"""
_CODES = """
    for i in range(answer):
        if out[i] < 0 or out[i] >= {n_codes} or (i > 0 and out[i] <= out[i - 1]):
            raise KernelFault(VERB, {code}, np.int64(out[i]), before)
"""
_ONE_CODE = """
    if answer < {lowest} or answer >= {n_codes}:
        raise KernelFault(VERB, {code}, np.int64(answer), before)
"""
_GUARD = """
def {verb}_checked({parameters}):
    before, failed{first} = words_of(state), False{zero}
    try:
        {take}own({parameters})
    except Exception:
        failed = True
    if failed:
        raise KernelFault(VERB, {outside}, np.int64({number}), before)
{check}{give}
"""
_NUMBERS = {"play": "move", "observe": "move", "conceal": "viewer", "determinise": "viewer", "stir": "viewer"}
_SILENT = ("setup", "play", "returns", "conceal", "determinise", "stir", "evaluate")  # verbs that return nothing


def _checks(verb: str, bounds: Any) -> str:
    """Return the source that looks at the answer of a verb."""
    values = {"n_codes": bounds.n_codes, "count": COUNT, "code": CODE}
    if verb in ("legal_moves", "chance_moves"):
        most = bounds.max_legal if verb == "legal_moves" else bounds.max_chance
        return (_COUNT + _CODES).format(low=1, most=most, **values)
    if verb == "hidden":
        return _COUNT.format(low=0, most=bounds.max_hidden, **values)
    if verb in ("sample_chance", "random_move"):
        return _ONE_CODE.format(lowest=0, **values)
    if verb in ("observe", "decisive"):
        return _ONE_CODE.format(lowest=contract.NOTHING, **values)
    if verb == "to_act":
        wrong = f"answer < {contract.NOBODY} or answer >= game.n_seats"
        return f"\n    if {wrong}:\n        raise KernelFault(VERB, {SEAT}, np.int64(answer), before)\n"
    return ""


@cache
def guarded(verb: str, game_type: type, own: Callable[..., Any]) -> Callable[..., Any]:
    """Return a verb of a game with a guard around it."""
    _, bounds = contract.STATES[game_type]
    silent = verb in _SILENT
    source = _GUARD.format(
        verb=verb,
        parameters=", ".join(inspect.signature(contract.VERBS[verb]).parameters),
        first="" if silent else ", answer",
        zero="" if silent else ", False" if verb == "mid_turn" else ", 0",
        take="" if silent else "answer = ",
        outside=OUTSIDE,
        number=_NUMBERS.get(verb, "0"),
        check=_checks(verb, bounds),
        give="" if silent else "    return answer",
    )
    scope: dict[str, Any] = {"own": own, "words_of": words_of, "KernelFault": KernelFault, "np": np}
    scope["__name__"] = __name__
    scope["VERB"] = list(contract.VERBS).index(verb)
    exec(source, scope)
    guard: Callable[..., Any] = scope[f"{verb}_checked"]
    return _explaining(guard) if JIT_DISABLED else kernel(entry=True)(guard)


def _explaining(guard: Callable[..., Any]) -> Callable[..., Any]:
    """Return a guard in plain Python that raises what an entry makes of its faults."""

    def call(*arguments: Any) -> Any:
        try:
            return guard(*arguments)
        except KernelFault as error:
            raise explain_fault(error, arguments) or error from None

    return call


def explain_fault(error: BaseException, arguments: tuple[Any, ...]) -> GameDefinitionError | None:
    """Return what a guard or a bounds check has found as an error of the game; None for any other exception."""
    kind = type(arguments[0]) if arguments else object
    name = getattr(kind, "__module__", "").partition(".spec")[0]
    if isinstance(error, IndexError):
        problem = "a search left its arrays: a game of more moves than max_plies, or a wrong bound in spec.py"
        return GameDefinitionError(problem, given=name, remedy=f"mctsky check-game {name.rpartition('.')[2]} says more")
    if not isinstance(error, KernelFault):
        return None
    number, what, value, words = error.args
    verb, (dtype, bounds) = list(contract.VERBS)[number], contract.STATES[kind]
    state = record_from(bytearray(np.array(words, np.uint64).tobytes()), dtype)
    move = f", move {_move_text(arguments[0], state, value)}" if verb in ("play", "observe") else ""
    found = {
        OUTSIDE: f"reads or writes outside an array, or raises something{move}",
        COUNT: f"returns {value}, more than its bound in spec.py or less than 1",
        CODE: f"gives the code {value}; codes are from 0 to {bounds.n_codes - 1}, and lists of them ascend",
        SEAT: f"returns {value}, which is not a seat",
    }[what]
    return GameDefinitionError(f"{verb} {found}; position: {show_record(state)}", given=name)


def _move_text(rules: Any, state: Any, code: int) -> str:
    """Return a move as text, or its code where the game's own text fails, too."""
    try:
        notation = importlib.import_module(f"{type(rules).__module__.rpartition('.')[0]}.notation")
        return repr(notation.format_move(rules, state, code))
    except Exception:
        return str(code)


def show_record(record: Any) -> str:
    """Return the fields of a record that are not zero."""
    parts = [f"{name} {show_field(record[name])}" for name in record.dtype.names or () if np.any(record[name])]
    return ", ".join(parts) or "all zero"


def show_field(value: Any, longest: int = 300) -> str:
    """Return a field of a record as short text."""
    text = np.array2string(np.asarray(value), max_line_width=10_000, threshold=_SHOWN, edgeitems=16).replace("\n", "")
    return text if len(text) <= longest else text[:longest] + "..."
