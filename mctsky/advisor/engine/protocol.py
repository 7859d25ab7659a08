"""Read the lines of a client: check every field; errors name the field."""

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mctsky.core.checks import real_number, shown, whole_number
from mctsky.errors import ArgumentError, BudgetError, MctskyError, nearest

PROTOCOL = 1
MAX_LINE = 1 << 20  # bytes
DEFAULT_TOP = 5  # moves in a reply
MAX_DEPTH = 32
MAX_ID = 200  # characters
MAX_POINTS = 1000  # of one game in one request
ACTIONS = ("query_version", "terminate", "terminate_all", "clear_cache")
WHERE = "engine"


class RequestError(MctskyError):
    """A line that is not a request."""

    kind = "bad request"


@dataclass(frozen=True)
class Limits:
    """What one request, and all waiting requests together, may use."""

    iterations: int = 100_000_000
    seconds: float = 3600.0
    memory: int = 1024  # MiB
    threads: int = 64
    queue: int = 1000  # requests that wait


@dataclass(frozen=True)
class Query:
    """A request for advice, with all fields checked that can be checked without the game."""

    id: str
    game: str
    options: Mapping[str, object]
    seat: int
    view: tuple[str, ...]  # texts, empty if there are events
    events: tuple[str, ...] | None
    at: tuple[int, ...] | None  # numbers of events, or of texts in `view`, that replies name
    bot: str
    parameters: Mapping[str, object]
    iterations: int | None
    time: float | None
    nodes: int | None
    threads: int
    memory: int
    seed: int
    reuse: bool
    priority: int
    report_every: float | None
    top: int
    turns: int
    worlds: int | None
    moves_allowed: tuple[str, ...] | None
    moves_avoided: tuple[str, ...] | None
    unknown: tuple[str, ...] = field(default=())  # fields that the engine does not know


@dataclass(frozen=True)
class Action:
    """A request that is not about a game."""

    id: str
    action: str
    terminate_id: str | None
    unknown: tuple[str, ...] = ()


def read_line(line: bytes) -> dict[str, Any]:
    """Return the object of a line."""
    try:
        data = json.loads(line.decode("utf-8"), parse_constant=_refuse_constant, object_pairs_hook=_object)
    except UnicodeDecodeError:
        raise RequestError("the line is not UTF-8", where=WHERE, field="") from None
    except RecursionError:
        raise RequestError("the line is nested too deeply", where=WHERE, field="") from None
    except MctskyError:
        raise
    except ValueError as error:
        raise RequestError(f"the line is not JSON: {str(error)[:100]}", where=WHERE, field="") from None
    if not isinstance(data, dict):
        raise RequestError("a request is a JSON object", given=shown(data), where=WHERE, field="")
    if not _is_shallow(data, MAX_DEPTH):
        raise RequestError("the line is nested too deeply", where=WHERE, field="")
    return data


def _refuse_constant(word: str) -> Any:
    raise RequestError(f"the line is not JSON: {word} is not a number", where=WHERE, field="")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        twice = next(name for name, _ in pairs if sum(other == name for other, _ in pairs) > 1)
        raise RequestError("a field is given twice", given=twice, where=WHERE, field=twice)
    return data


def _is_shallow(data: Any, depth: int) -> bool:
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return depth > 0 and all(_is_shallow(value, depth - 1) for value in inner)


def read_id(data: Mapping[str, Any]) -> str:
    """Return the id of a request."""
    text = data.get("id")
    if not isinstance(text, str) or not 0 < len(text) <= MAX_ID:
        problem = f"id must be a text of 1 to {MAX_ID} characters"
        raise RequestError(problem, given=shown(text), where=WHERE, field="id")
    return text


class _Fields:
    """The fields of a request; each is read once, and fields that are never read are unknown."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data, self._left = data, dict(data)

    def get(self, name: str, check: Callable[[str, Any], Any], default: Any = None) -> Any:
        """Return a checked field, its default where it is left out or null."""
        self._left.pop(name, None)
        value = self._data.get(name)
        if value is None:
            return default
        try:
            return check(name, value)
        except MctskyError as error:
            error.field = error.field or name
            raise

    def need(self, name: str, check: Callable[[str, Any], Any]) -> Any:
        """Return a checked field that must be there."""
        value = self.get(name, check)
        if value is None:
            raise RequestError(f"{name} is missing", where=WHERE, field=name)
        return value

    @property
    def unknown(self) -> tuple[str, ...]:
        """The fields that were never read."""
        return tuple(self._left)


def read_action(data: Mapping[str, Any]) -> Action:
    """Return an action."""
    fields = _Fields(data)
    name = fields.need("action", _text)
    if name not in ACTIONS:
        raise RequestError("there is no such action", given=name, where=WHERE, remedy=nearest(name, ACTIONS), field="action")
    identity = fields.get("id", lambda name, value: read_id(data))
    target = fields.need("terminateId", _text) if name == "terminate" else None
    return Action(identity, name, target, fields.unknown)


def read_query(data: Mapping[str, Any], limits: Limits) -> Query:
    """Return a request for advice; refuse values beyond the limits."""
    fields = _Fields(data)
    whole = _whole
    identity = fields.need("id", lambda name, value: read_id(data))
    game = fields.need("game", _text)
    options = fields.get("options", _options, {})
    seat = fields.need("seat", whole(0, 5))
    views = fields.get("view", _texts_or_text, ())
    events = fields.get("events", _texts)
    if bool(views) == (events is not None):
        problem = "a request has either view or events" if views else "view or events is missing"
        raise RequestError(problem, where=WHERE, field="view")
    at = fields.get("at", _numbers)
    if events is not None and at is not None and max(at) > len(events):
        problem = f"at is a number of events, and there are only {len(events)}"
        raise RequestError(problem, given=max(at), where=WHERE, field="at")
    if views and at is not None:
        raise RequestError("at needs events", where=WHERE, remedy="leave it out; views are numbered from 0", field="at")
    return Query(
        identity,
        game,
        options,
        seat,
        views,
        events,
        at if events is not None else tuple(range(len(views))) if len(views) > 1 else None,
        fields.get("bot", _text, "ismcts"),
        fields.get("parameters", _options, {}),
        fields.get("iterations", whole(1, limits.iterations, BudgetError)),
        fields.get("time", _real(0.001, limits.seconds, BudgetError)),
        fields.get("nodes", whole(1, limits.iterations, BudgetError)),
        fields.get("threads", whole(1, limits.threads), 1),
        fields.get("memory", whole(1, limits.memory), min(256, limits.memory)),
        fields.get("seed", whole(-(1 << 63), (1 << 64) - 1), 0),
        fields.get("reuse", _truth, False),
        fields.get("priority", whole(-(1 << 31), (1 << 31) - 1), 0),
        fields.get("reportEvery", _real(0.01, 86_400.0)),
        fields.get("top", whole(1, 10_000), DEFAULT_TOP),
        fields.get("turns", whole(0, 10_000), 3),
        fields.get("worlds", whole(0, 100_000)),
        fields.get("movesAllowed", _texts),
        fields.get("movesAvoided", _texts),
        fields.unknown,
    )


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise RequestError(f"{name} must be a text", given=shown(value), where=WHERE)
    return value


def _truth(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise RequestError(f"{name} is true or false", given=shown(value), where=WHERE)
    return value


def _texts(name: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise RequestError(f"{name} must be a list of texts", given=shown(value), where=WHERE)
    for number, entry in enumerate(value):
        if not isinstance(entry, str):
            problem = f"{name} must be a list of texts"
            raise RequestError(problem, given=shown(entry), where=WHERE, field=f"{name}[{number}]")
    return tuple(value)


def _texts_or_text(name: str, value: Any) -> tuple[str, ...]:
    texts = (value,) if isinstance(value, str) else _texts(name, value)
    if not 0 < len(texts) <= MAX_POINTS:
        raise RequestError(f"{name} is a text or a list of 1 to {MAX_POINTS} texts", given=len(texts), where=WHERE)
    return texts


def _numbers(name: str, value: Any) -> tuple[int, ...]:
    if not isinstance(value, list) or not 0 < len(value) <= MAX_POINTS:
        raise RequestError(f"{name} is a list of 1 to {MAX_POINTS} whole numbers", given=shown(value), where=WHERE)
    return tuple(whole_number(name, entry, 0, 1 << 31, where=WHERE) for entry in value)


def _options(name: str, value: Any) -> dict[str, object]:
    """Return an object whose values are plain."""
    if not isinstance(value, dict):
        raise RequestError(f"{name} must be an object", given=shown(value), where=WHERE)
    for key, entry in value.items():
        if not isinstance(entry, str | int | float) or (isinstance(entry, float) and not math.isfinite(entry)):
            problem = f"{name} has texts, numbers, true and false only"
            raise RequestError(problem, given=shown(entry), where=WHERE, field=f"{name}.{key}")
    return dict(value)


def _whole(low: int, high: int, error: type[MctskyError] = ArgumentError) -> Callable[[str, Any], int]:
    return lambda name, value: whole_number(name, value, low, high, where=WHERE, error=error)


def _real(low: float, high: float, error: type[MctskyError] = ArgumentError) -> Callable[[str, Any], float]:
    return lambda name, value: real_number(name, value, low, high, where=WHERE, error=error)
