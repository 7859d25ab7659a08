"""The function of an entry that Python calls: it takes C numbers and Python objects, and calls numba's function.

`native.py` has the other side: how Python passes arguments, and where NumPy keeps the memory of arrays and records.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.registry import cpu_target
from numba.np.arrayobj import populate_array

from mctsky.core import native

_WORD, _HALF, _BYTE, _REAL = ir.IntType(64), ir.IntType(32), ir.IntType(8), ir.DoubleType()
_OBJECT = _BYTE.as_pointer()


def write_wrapper(library: Any, kernel: Any, symbol: str, arguments: tuple[Any, ...]) -> str:
    """Add to a library the function `symbol` that calls a compiled kernel; return what kind of value it returns."""
    return _Wrapper(library, kernel, symbol, arguments).returns


class _Wrapper:
    """The function that is being written."""

    def __init__(self, library: Any, kernel: Any, symbol: str, arguments: tuple[Any, ...]) -> None:
        self.context = cpu_target.target_context
        module = library.create_ir_module(symbol)
        self.returns, answer = _result(types.unliteral(kernel.restype))
        passed = [_parameter(argument) for argument in arguments[1:]]
        words = _WORD.as_pointer()
        function = ir.Function(module, ir.FunctionType(answer, [words, words, *passed]), symbol)
        self.builder = ir.IRBuilder(function.append_basic_block())
        self.failure, self.failed = function.args[0], ir.Constant(answer, float("nan") if answer is _REAL else native.FAILED)
        values = [self._game(kernel.argtypes[0], function.args[1], arguments[0])]
        for kind, given, argument in zip(kernel.argtypes[1:], function.args[2:], arguments[1:], strict=True):
            values.append(self._value(kind, given, argument))
        convention = self.context.call_conv
        callee = ir.Function(module, convention.get_function_type(kernel.restype, kernel.argtypes), kernel.llvm_func_name)
        status, result = convention.call_function(self.builder, callee, kernel.restype, kernel.argtypes, values)
        with self.builder.if_then(status.is_error, likely=False):
            self._fail(self.builder.sext(status.code, _WORD), self.builder.ptrtoint(status.excinfoptr, _WORD))
        self.builder.ret(self._answer(result, answer))
        library.add_ir_module(module)

    def _fail(self, status: Any, place: Any) -> None:
        self.builder.store(status, self.failure)
        self.builder.store(place, self.builder.gep(self.failure, [ir.Constant(_WORD, 1)]))
        self.builder.ret(self.failed)

    def _answer(self, result: Any, answer: Any) -> Any:
        if self.returns == "none":
            return ir.Constant(_WORD, 0)
        if self.returns == "float":
            return result if result.type == answer else self.builder.fpext(result, answer)
        if result.type == answer:
            return result
        return self.builder.sext(result, answer) if self.returns == "int" else self.builder.zext(result, answer)

    def _game(self, kind: Any, words: Any, game: Any) -> Any:
        """Return numba's tuple, read from the words that `native.words_of_game` makes."""
        values = []
        for index, (part, value) in enumerate(zip(kind, game, strict=True)):
            place = self.builder.gep(words, [ir.Constant(_WORD, index)])
            given = _parameter(value)
            values.append(self._value(part, self.builder.load(self.builder.bitcast(place, given.as_pointer())), value))
        return self.context.make_tuple(self.builder, kind, values)

    def _value(self, kind: Any, given: Any, argument: Any) -> Any:
        """Return numba's value of one argument."""
        if isinstance(kind, types.Array):
            return self._array(kind, given, argument)
        wanted = self.context.get_value_type(kind)
        if isinstance(kind, types.Record):
            return self.builder.bitcast(self._field(given, native.RECORD_DATA, _OBJECT), wanted)
        if given.type == wanted:
            return given
        return self.builder.fptrunc(given, wanted) if isinstance(kind, types.Float) else self.builder.trunc(given, wanted)

    def _array(self, kind: Any, given: Any, argument: Any) -> Any:
        mask, flags = native.flags_of(argument)
        found = self.builder.and_(self._field(given, native.ARRAY_FLAGS, _HALF), ir.Constant(_HALF, mask))
        axes = self._field(given, native.ARRAY_NDIM, _HALF)
        wrong = self.builder.or_(
            self.builder.icmp_unsigned("!=", found, ir.Constant(_HALF, flags)),
            self.builder.icmp_unsigned("!=", axes, ir.Constant(_HALF, kind.ndim)),
        )
        with self.builder.if_then(wrong, likely=False):
            self._fail(ir.Constant(_WORD, native.DOES_NOT_FIT), ir.Constant(_WORD, 0))
        struct = self.context.make_array(kind)(self.context, self.builder)
        lengths, steps = (self._field(given, place, _WORD.as_pointer()) for place in (native.ARRAY_SHAPE, native.ARRAY_STRIDES))
        populate_array(
            struct,
            data=self.builder.bitcast(self._field(given, native.ARRAY_DATA, _OBJECT), struct.data.type),
            shape=self._numbers(lengths, kind.ndim),
            strides=self._numbers(steps, kind.ndim),
            itemsize=ir.Constant(_WORD, argument.dtype.itemsize),
            meminfo=None,
        )
        return struct._getvalue()

    def _numbers(self, start: Any, n: int) -> list[Any]:
        return [self.builder.load(self.builder.gep(start, [ir.Constant(_WORD, k)])) for k in range(n)]

    def _field(self, given: Any, offset: int, kind: Any) -> Any:
        """Read a field of a Python object."""
        place = self.builder.gep(given, [ir.Constant(_WORD, offset)])
        return self.builder.load(self.builder.bitcast(place, kind.as_pointer()))


def _parameter(argument: Any) -> Any:
    """Return the C type in which an argument is passed."""
    if isinstance(argument, np.ndarray | np.void):
        return _OBJECT
    return _REAL if isinstance(argument, float | np.floating) else _WORD


def _result(kind: Any) -> tuple[str, Any]:
    """Return the kind of a result, by its name in `native.MachineCode`, and its C type."""
    if isinstance(kind, types.NoneType):
        return "none", _WORD
    if isinstance(kind, types.Boolean):
        return "bool", _WORD
    if isinstance(kind, types.Integer):
        return "int" if kind.signed else "uint", _WORD
    if isinstance(kind, types.Float):
        return "float", _REAL
    raise TypeError(f"an entry returns a number, a truth value or None, not {kind}")
