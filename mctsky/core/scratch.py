"""Work arrays on the stack: kernels allocate nothing, and threads share nothing."""

from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

from mctsky.core.jit import JIT_DISABLED


def on_stack(kind: Any, n: int) -> Any:
    """Return a function that gives kernels an uninitialised array of `n` numbers, alive until its caller returns."""
    if JIT_DISABLED:
        dtype = np.dtype(kind.name)
        return lambda: np.empty(n, dtype)

    def scratch(typing_context: Any) -> Any:
        """Return an uninitialised array that lives as long as the calling function."""
        array = types.Array(kind, 1, "C")

        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            number = context.get_data_type(kind)
            data = cgutils.alloca_once(builder, number, size=n)
            struct = context.make_array(array)(context, builder)
            size = context.get_abi_sizeof(number)
            shape = [context.get_constant(types.intp, n)]
            strides = [context.get_constant(types.intp, size)]
            item = context.get_constant(types.intp, size)
            populate_array(struct, data=data, shape=shape, strides=strides, itemsize=item, meminfo=None)
            return struct._getvalue()

        return array(), codegen

    return intrinsic(scratch)
