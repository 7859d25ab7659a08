"""Bitboard vocabulary: a set of squares is one uint64, square 0 is the lowest bit.

Every constant is typed once, because `uint64 op int` would become int64 in compiled code.
"""

from typing import Any, TypeAlias

import numpy as np
from numba import types
from numba.extending import intrinsic

from mctsky.core.jit import JIT_DISABLED, kernel

Bitboard: TypeAlias = Any  # uint64
Square: TypeAlias = int

ZERO = np.uint64(0)
ONE = np.uint64(1)


def _nth_by_steps(board: Any, n: int) -> Square:
    for _ in range(n):
        board &= board - ONE
    return lowest(board)


if JIT_DISABLED:

    def popcount(board: Bitboard) -> int:
        """Count the squares of a bitboard."""
        return int(board).bit_count()

    def lowest(board: Bitboard) -> Square:
        """Return the lowest square of a bitboard, 64 for the empty one."""
        value = int(board)
        return (value & -value).bit_length() - 1 if value else 64

    def highest(board: Bitboard) -> Square:
        """Return the highest square of a bitboard, -1 for the empty one."""
        return int(board).bit_length() - 1

    def nth(board: Bitboard, n: int) -> Square:
        """Return the square of a bitboard that has `n` lower ones."""
        return _nth_by_steps(board, n)

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(typing_context: Any, board: Any) -> Any:
        """Count the squares of a bitboard."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return types.int64(types.uint64), codegen

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(typing_context: Any, board: Any) -> Any:
        """Return the lowest square of a bitboard, 64 for the empty one."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from llvmlite import ir

            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), codegen

    @intrinsic  # type: ignore[untyped-decorator]
    def highest(typing_context: Any, board: Any) -> Any:
        """Return the highest square of a bitboard, -1 for the empty one."""

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from llvmlite import ir

            leading = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
            return builder.sub(ir.Constant(ir.IntType(64), 63), leading)

        return types.int64(types.uint64), codegen

    @intrinsic  # type: ignore[untyped-decorator]
    def nth(typing_context: Any, board: Any, n: Any) -> Any:
        """Return the square of a bitboard that has `n` lower ones.

        Where the CPU can deposit bits (PDEP) that is one instruction and no loop, whose length nobody could predict.
        """

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from llvmlite import ir

            if "+bmi2" not in context.codegen().magic_tuple()[2].split(","):
                return context.compile_internal(builder, _nth_by_steps, signature, arguments)
            word = ir.IntType(64)
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
            found = builder.call(deposit, [builder.shl(ir.Constant(word, 1), arguments[1]), arguments[0]])
            return builder.cttz(found, ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64, types.int64), codegen


@kernel
def bit(square: Square) -> Bitboard:
    """Return the bitboard of one square."""
    return ONE << np.uint64(square)


@kernel
def without_lowest(board: Bitboard) -> Bitboard:
    """Return `board` without its lowest square; the empty board stays empty."""
    return board & (board - ONE) if board != ZERO else ZERO
