"""Check what callers pass; an error names the argument, the value, where it was passed, and what would work."""

import operator
from typing import Any, TypeVar

from mctsky.errors import ArgumentError, MctskyError

T = TypeVar("T")
Kinds = type[T] | tuple[type[T], ...]

_PLAIN = (str, bool, int, float, complex, bytes)
_LOWEST_SEED, _HIGHEST_SEED = -(1 << 63), (1 << 64) - 1


def shown(value: object) -> str:
    """Return a value as an error shows it: numbers and texts as they are, anything else by its type."""
    if value is not None and not isinstance(value, _PLAIN) and not hasattr(value, "dtype"):
        return type(value).__name__
    try:
        return str(value)
    except ValueError:  # Python does not write whole numbers of more than 4300 digits
        return f"({type(value).__name__}, too long to show)"


def whole_number(
    name: str,
    value: object,
    low: int,
    high: int,
    *,
    where: str = "",
    problem: str = "",
    error: type[MctskyError] = ArgumentError,
) -> int:
    """Return a whole number of any integer type as an int; refuse bool and float."""
    number: Any = value
    if type(value) is not int:
        try:
            number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
        except TypeError:
            number = None
    if number is None or not low <= number <= high:
        remedy = "" if number is None or problem else f"nearest: {min(max(number, low), high)}"
        problem = problem or f"{name} is a whole number from {low} to {high}"
        raise error(problem, given=shown(value), where=where, remedy=remedy)
    return int(number)


def real_number(
    name: str, value: object, low: float, high: float, *, where: str = "", error: type[MctskyError] = ArgumentError
) -> float:
    """Return a number of any type as a float; refuse NaN and bool."""
    number: Any = value
    if type(value) is not float and (isinstance(value, bool | str | bytes) or not hasattr(value, "__float__")):
        number = None
    try:
        fits = number is not None and bool(low <= number <= high)
    except (TypeError, ValueError):  # for example an array of several numbers
        number, fits = None, False
    if not fits:
        known = number is not None and number == number
        remedy = f"nearest: {min(max(number, low), high):g}" if known else ""
        raise error(f"{name} is a number from {low:g} to {high:g}", given=shown(value), where=where, remedy=remedy)
    return float(number)


def seed_number(value: object, where: str) -> int:
    """Return a seed; equal numbers of different types are one seed."""
    problem = "a seed is a whole number from -2**63 to 2**64 - 1"
    return whole_number("seed", value, _LOWEST_SEED, _HIGHEST_SEED, where=where, problem=problem)


def instance(
    name: str, value: object, kinds: Kinds[T], *, where: str = "", remedy: str = "", error: type[MctskyError] = ArgumentError
) -> T:
    """Return a value of one of some classes."""
    if not isinstance(value, kinds):
        wanted = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
        given = "None" if value is None else f"of type {type(value).__name__}"
        raise error(f"{name} must be of type {wanted}, but it is {given}", given=shown(value), where=where, remedy=remedy)
    return value


def function(name: str, value: object, where: str) -> None:
    """Refuse a value that cannot be called; None is allowed."""
    if value is not None and not callable(value):
        problem = f"{name} must be a function without arguments, or None"
        raise ArgumentError(problem, given=shown(value), where=where)
