"""Estimate for several players, from the points that each can expect, the share of rivals that each will be ahead of."""

from typing import Any

import numpy as np

from mctsky.core.contract import ValueBuffer
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack

MAX_RIVALS = 8

prospects_on_stack = on_stack(np.float64, MAX_RIVALS)


@kernel
def shares_of_rivals(prospects: Any, n_seats: int, scale: float, out: ValueBuffer) -> None:
    """Write for each seat the share of its rivals that it will be ahead of; a lead of `scale` points counts as 3/4."""
    for seat in range(n_seats):
        total = 0.0
        for rival in range(n_seats):
            if rival != seat:
                x = (prospects[seat] - prospects[rival]) / scale
                total += 0.5 + 0.5 * x / (1.0 + abs(x))
        out[seat] = total / (n_seats - 1)
