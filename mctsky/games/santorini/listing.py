"""Writing eight move codes at once, the innermost step of listing turns."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from mctsky.core.contract import MoveBuffer
from mctsky.core.jit import JIT_DISABLED
from mctsky.games.santorini.state import OFFSETS


def _direction_table() -> Any:
    """Return, for each set of neighbours, their directions ascending; the rest of a row is padding.

    A set is numbered by nine bits: three rows of three squares, of which the one in the middle does not count.
    """
    table = np.zeros((512, len(OFFSETS)), np.uint8)
    places = (0, 1, 2, 3, 5, 6, 7, 8)
    for number in range(512):
        found = [direction for direction, place in enumerate(places) if number >> place & 1]
        table[number, : len(found)] = found
    return table


DIRECTIONS = _direction_table()

if JIT_DISABLED:

    def write_codes(out: MoveBuffer, n: int, code: int, directions: Any, number: int) -> None:
        """Write `code` plus each of the eight entries of row `number` of `directions` to `out`, from place `n` on."""
        out[n : n + 8] = directions[number].astype(np.int32) + code

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def write_codes(typing_context: Any, out: Any, n: Any, code: Any, directions: Any, number: Any) -> Any:
        """Write `code` plus each of the eight entries of row `number` of `directions` to `out`, from place `n` on.

        One vector instruction each for reading, adding and writing: numba's own loop over eight places takes three per place,
        because it does not merge the steps of a loop that it has unrolled.
        """

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from llvmlite import ir

            buffer = context.make_array(signature.args[0])(context, builder, value=arguments[0])
            table = context.make_array(signature.args[3])(context, builder, value=arguments[3])
            eight, eight_bytes = ir.VectorType(ir.IntType(32), 8), ir.VectorType(ir.IntType(8), 8)
            row = builder.gep(table.data, [builder.shl(arguments[4], ir.Constant(ir.IntType(64), 3))])
            found = builder.load(builder.bitcast(row, eight_bytes.as_pointer()), align=8)
            first = builder.insert_element(
                ir.Constant(eight, ir.Undefined), builder.trunc(arguments[2], ir.IntType(32)), ir.Constant(ir.IntType(32), 0)
            )
            zeros = ir.Constant(eight, [0] * 8)
            base = builder.shuffle_vector(first, ir.Constant(eight, ir.Undefined), zeros)
            codes = builder.add(builder.zext(found, eight), base)
            place = builder.gep(buffer.data, [arguments[1]])
            builder.store(codes, builder.bitcast(place, eight.as_pointer()), align=4)
            return context.get_dummy_value()

        return types.void(out, types.int64, types.int64, directions, types.int64), codegen
