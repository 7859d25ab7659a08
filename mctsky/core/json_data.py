"""Make data fit for JSON: bots may return anything, and every reader must accept our files and messages."""

import math
import numbers
from collections.abc import Mapping
from typing import Any

MAX_DEPTH = 64  # levels of lists and objects that are kept; more than the protocol of bots allows


def plain(value: Any, parents: tuple[int, ...] = ()) -> Any:
    """Return a value fit for JSON: NumPy numbers become Python's, NaN and infinity null, unknown types their name.

    `parents` are the ids of the containers around it, which it must not repeat.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, numbers.Integral):
        return int(value)
    if isinstance(value, numbers.Real):
        return float(value) if math.isfinite(value) else None
    if len(parents) < MAX_DEPTH and id(value) not in parents:
        inside = (*parents, id(value))
        if isinstance(value, Mapping):
            return {str(key): plain(part, inside) for key, part in value.items() if isinstance(key, str | int | float)}
        if isinstance(value, list | tuple):
            return [plain(part, inside) for part in value]
        if hasattr(value, "tolist"):  # arrays and NumPy's own booleans
            return plain(value.tolist(), inside)
    return f"<{type(value).__name__}>"
