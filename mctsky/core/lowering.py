"""What compiled code does instead of calling a plain function: one instruction, an array on the stack, a verb of the game.

The plain functions say so by `jit.lower(function, kind, ...)`; here is a definition for each kind, as numba's intrinsics are
written: it takes the types of the arguments and returns a signature and a generator of code.
"""

import inspect
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing.templates import infer, infer_global, make_intrinsic_template
from numba.extending import overload
from numba.np.arrayobj import populate_array

from mctsky.core import contract
from mctsky.core.bits import ONE, ZERO, lowest
from mctsky.core.compiler import INNER_FLAGS
from mctsky.core.jit import LOWERED, WHEN_LOWERED, kernel
from mctsky.core.kernel_arrays import SMALL_RECORD
from mctsky.core.marks import IDLE, read_cycles
from mctsky.core.rng import AHEAD_DTYPE, GAMMA, MIX1, MIX2, mix

_WORD = ir.IntType(64)
_NOT_POISON = ir.Constant(ir.IntType(1), 0)  # the count of an empty word is 64, not undefined
_S30, _S27, _S31 = (np.uint64(shift) for shift in (30, 27, 31))

Definition = Callable[..., Any]

# ---------------------------------------------------------------- bits


def _popcount(typing_context: Any, board: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.uint64), codegen


def _lowest(typing_context: Any, board: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], _NOT_POISON)

    return types.int64(types.uint64), codegen


def _highest(typing_context: Any, board: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sub(ir.Constant(_WORD, 63), builder.ctlz(arguments[0], _NOT_POISON))

    return types.int64(types.uint64), codegen


def _nth_by_steps(board: Any, n: int) -> int:
    for _ in range(n):
        board &= board - ONE
    return lowest(board)


def _nth(typing_context: Any, board: Any, n: Any) -> Any:
    """Use one instruction (PDEP) where the CPU has it, instead of a loop whose length cannot be predicted."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if "+bmi2" not in context.codegen().magic_tuple()[2].split(","):
            return context.compile_internal(builder, _nth_by_steps, signature, arguments)
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(_WORD, [_WORD, _WORD]))
        found = builder.call(deposit, [builder.shl(ir.Constant(_WORD, 1), arguments[1]), arguments[0]])
        return builder.cttz(found, _NOT_POISON)

    return types.int64(types.uint64, types.int64), codegen


def _lines_one_by_one(board: Any, one: int, two: int, three: int, four: int) -> bool:
    first, second = board & (board >> np.uint64(one)), board & (board >> np.uint64(two))
    third, fourth = board & (board >> np.uint64(three)), board & (board >> np.uint64(four))
    fours = (first & (first >> np.uint64(2 * one))) | (second & (second >> np.uint64(2 * two)))
    fours |= (third & (third >> np.uint64(2 * three))) | (fourth & (fourth >> np.uint64(2 * four)))
    return bool(fours != ZERO)


def _four_in_line(typing_context: Any, board: Any, one: Any, two: Any, three: Any, four: Any) -> Any:
    """Look in all directions at once where the CPU can: a quarter of the instructions."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if "+avx2" not in context.codegen().magic_tuple()[2].split(","):
            return context.compile_internal(builder, _lines_one_by_one, signature, arguments)
        lanes = ir.VectorType(_WORD, 4)

        def gather(values: Any) -> Any:
            vector = ir.Constant(lanes, ir.Undefined)
            for lane, value in enumerate(values):
                vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), lane))
            return vector

        boards, steps = gather([arguments[0]] * 4), gather(arguments[1:])
        pairs = builder.and_(boards, builder.lshr(boards, steps))
        beyond = builder.lshr(pairs, builder.add(steps, steps))
        kind = ir.FunctionType(ir.IntType(32), [lanes, lanes])
        test = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.avx.ptestz.256")
        return builder.icmp_unsigned("==", builder.call(test, [pairs, beyond]), ir.Constant(ir.IntType(32), 0))

    return types.boolean(types.uint64, types.int64, types.int64, types.int64, types.int64), codegen


def _rarely(typing_context: Any, condition: Any, then: Any, otherwise: Any) -> Any:
    """Say how often, so that LLVM does not make one instruction of it, which would have to wait for the condition."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        before = builder.block
        with builder.if_then(arguments[0], likely=False):
            rare = builder.block
        chosen = builder.phi(_WORD)
        chosen.add_incoming(arguments[1], rare)
        chosen.add_incoming(arguments[2], before)
        return chosen

    return types.int64(types.boolean, types.int64, types.int64), codegen


def _divided(typing_context: Any, n: Any, divisor: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sdiv(*arguments, flags=("exact",))

    return types.int64(types.int64, types.int64), codegen


def _unlikely(typing_context: Any, condition: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bit = ir.IntType(1)
        expect = builder.module.declare_intrinsic("llvm.expect", (bit,), ir.FunctionType(bit, [bit, bit]))
        return builder.call(expect, [arguments[0], ir.Constant(bit, 0)])

    return types.boolean(types.boolean), codegen


def _write_eight(typing_context: Any, out: Any, n: Any, code: Any, table: Any, row: Any) -> Any:
    """Use one vector instruction each for reading, adding and writing.

    Numba's own loop over eight places takes three per place, because it does not merge the steps of a loop that it has
    unrolled.
    """

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        buffer = context.make_array(signature.args[0])(context, builder, value=arguments[0])
        rows = context.make_array(signature.args[3])(context, builder, value=arguments[3])
        eight, eight_bytes = ir.VectorType(ir.IntType(32), 8), ir.VectorType(ir.IntType(8), 8)
        start = builder.gep(rows.data, [builder.shl(arguments[4], ir.Constant(_WORD, 3))])
        found = builder.load(builder.bitcast(start, eight_bytes.as_pointer()), align=8)
        first = builder.insert_element(
            ir.Constant(eight, ir.Undefined), builder.trunc(arguments[2], ir.IntType(32)), ir.Constant(ir.IntType(32), 0)
        )
        base = builder.shuffle_vector(first, ir.Constant(eight, ir.Undefined), ir.Constant(eight, [0] * 8))
        codes = builder.add(builder.zext(found, eight), base)
        place = builder.gep(buffer.data, [arguments[1]])
        builder.store(codes, builder.bitcast(place, eight.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(out, types.int64, types.int64, table, types.int64), codegen


# ---------------------------------------------------------------- random numbers


def _next(rng: Any) -> Any:
    rng.state += GAMMA
    return mix(rng.state)


def _next_ahead(rng: Any) -> Any:
    number = rng.ahead
    rng.state += GAMMA
    rng.ahead = mix(rng.state + GAMMA)
    return number


def _after(state: Any) -> Any:
    return mix(state + GAMMA)


def _next_u64(typing_context: Any, rng: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        draw = _next_ahead if "ahead" in signature.args[0].fields else _next
        return context.compile_internal(builder, draw, signature, arguments)

    return types.uint64(rng), codegen


def _drawing_ahead(typing_context: Any, rng: Any, state: Any) -> Any:
    ahead = numba.from_dtype(AHEAD_DTYPE) if _is_small(state) else rng

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _room_for(builder, context.get_value_type(ahead))
        if ahead is rng:
            _copy_words(builder, place, arguments[0], rng.size)
            return place
        state = builder.load(builder.bitcast(arguments[0], _WORD.as_pointer()))
        number = context.compile_internal(builder, _after, types.uint64(types.uint64), [state])
        words = builder.bitcast(place, _WORD.as_pointer())
        builder.store(number, words)
        builder.store(state, builder.gep(words, [ir.Constant(_WORD, 1)]))
        return place

    return ahead(rng, state), codegen


# ---------------------------------------------------------------- timed searches


def _cycles(typing_context: Any) -> Any:
    """The time stamp of x86, the virtual counter of ARM; LLVM's own instruction is forbidden to programs on ARM."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if context.codegen().magic_tuple()[0].startswith(("aarch64", "arm64")):
            counter = ir.InlineAsm(ir.FunctionType(_WORD, []), "mrs $0, cntvct_el0", "=r", side_effect=True)
        else:
            counter = builder.module.declare_intrinsic("llvm.readcyclecounter", (), ir.FunctionType(_WORD, []))
        return builder.call(counter, [])

    return types.int64(), codegen


def _timed_mark(work: Any, phase: int) -> None:
    """Add the cycles since the last mark to the phase that ends here; an interruption counts for no phase."""
    if (work.clock_mask >> phase) & 1:
        now = read_cycles()
        cycles, ended = now - work.clock_last, work.clock_phase
        if cycles > work.clock_limit and ended != IDLE:
            work.clock_lost += cycles
        else:
            work.clock_cycles[ended] += cycles
        work.clock_marks[phase] += 1
        work.clock_phase = phase
        work.clock_last = now


def _mark(typing_context: Any, work: Any, phase: Any) -> Any:
    """Keep time where the record has a clock; compile to nothing where it has none."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if "clock_last" in signature.args[0].fields:
            context.compile_internal(builder, _timed_mark, signature, arguments)
        return context.get_dummy_value()

    return types.void(work, types.int64), codegen


def _has_field(name: str) -> Definition:
    """Return the definition of a constant: whether records of this type have a field."""

    def definition(typing_context: Any, record: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return ir.Constant(ir.IntType(1), int(name in record.fields))

        return types.boolean(record), codegen

    return definition


def _has_verb(verb: str) -> Definition:
    """Return the definition of a constant: whether a game implements a verb itself."""

    def definition(typing_context: Any, game: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return ir.Constant(ir.IntType(1), int(contract.has_verb(game.instance_class, verb)))

        return types.boolean(game), codegen

    return definition


def _optional_field(name: str) -> Definition:
    """Return the definition of a truth that some records have as a field; in others it is a constant: False."""

    def definition(typing_context: Any, record: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if name not in record.fields:
                return ir.Constant(ir.IntType(1), 0)
            start = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
            place = builder.gep(start, [ir.Constant(_WORD, record.offset(name))])
            value = builder.load(builder.bitcast(place, _WORD.as_pointer()))
            return builder.icmp_signed("!=", value, ir.Constant(_WORD, 0))

        return types.boolean(record), codegen

    return definition


# ---------------------------------------------------------------- arrays


def _borrow(typing_context: Any, array: Any) -> Any:
    if not isinstance(array, types.Array):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = context.make_array(signature.return_type)(context, builder, value=arguments[0])
        struct.meminfo = cgutils.get_null_value(struct.meminfo.type)
        struct.parent = cgutils.get_null_value(struct.parent.type)
        return struct._getvalue()

    return array(array), codegen


def _stack(dtype: Any, n: int) -> Definition:
    """Return the definition of an uninitialised array that lives as long as the calling function."""
    kind = numba.from_dtype(dtype)
    array = types.Array(kind, 1, "C")

    def definition(typing_context: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            number = context.get_data_type(kind)
            data = cgutils.alloca_once(builder, number, size=n)
            struct = context.make_array(array)(context, builder)
            size = context.get_constant(types.intp, context.get_abi_sizeof(number))
            length = context.get_constant(types.intp, n)
            populate_array(struct, data=data, shape=[length], strides=[size], itemsize=size, meminfo=None)
            return struct._getvalue()

        return array(), codegen

    return definition


def _copy_words(builder: Any, target: Any, source: Any, size: int) -> None:
    """Copy a record word by word: of a word whose bytes are fields LLVM then keeps the word in a register, and stores it whole.

    A word that was stored in pieces and is read as a whole makes the CPU wait.
    """
    first, second = (builder.bitcast(place, _WORD.as_pointer()) for place in (target, source))
    places = [ir.Constant(_WORD, k) for k in range(size // 8)]
    words = [builder.load(builder.gep(second, [place])) for place in places]
    for place, word in zip(places, words, strict=True):
        builder.store(word, builder.gep(first, [place]))


def _room_for(builder: Any, pointer: Any) -> Any:
    """Return room on the stack for a record, whose words are read and written whole."""
    place = cgutils.alloca_once(builder, pointer.pointee)
    place.align = 8
    return place


def _is_small(record: Any) -> bool:
    return bool(record.size <= SMALL_RECORD and record.size % 8 == 0)


def _in_registers(typing_context: Any, record: Any) -> Any:
    if not isinstance(record, types.Record):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        (source,) = arguments
        if not _is_small(record):
            return source
        place = _room_for(builder, source.type)
        _copy_words(builder, place, source, record.size)
        return place

    return record(record), codegen


def _copy_in_registers(typing_context: Any, target: Any, source: Any) -> Any:
    if not isinstance(source, types.Record):
        return None

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place, original = arguments
        if _is_small(source):
            place = _room_for(builder, original.type)
            _copy_words(builder, place, original, source.size)
        else:
            cgutils.raw_memcpy(builder, place, original, ir.Constant(_WORD, source.size), 1)
        return place

    return source(target, source), codegen


def _write_back(typing_context: Any, record: Any, copy: Any) -> Any:
    """Copy words: numba's own assignment goes byte by byte, and LLVM would keep the fields in pieces because of it."""

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if _is_small(record):
            _copy_words(builder, arguments[0], arguments[1], record.size)
        return context.get_dummy_value()

    return types.void(record, copy), codegen


def _address(name: str, dtype: Any) -> Definition:
    """Return the definition of an array whose address and length are fields of a record."""
    array = types.Array(numba.from_dtype(dtype), 1, "C", aligned=True)

    def definition(typing_context: Any, record: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def field(part: str) -> Any:
                offset = ir.Constant(_WORD, record.offset(f"{name}_{part}"))
                start = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
                return builder.load(builder.bitcast(builder.gep(start, [offset]), _WORD.as_pointer()))

            struct = context.make_array(array)(context, builder)
            size = context.get_constant(types.intp, dtype.itemsize)
            data = builder.inttoptr(field("address"), struct.data.type)
            populate_array(struct, data=data, shape=[field("size")], strides=[size], itemsize=size, meminfo=None)
            return struct._getvalue()

        return array(record), codegen

    return definition


def _record_in(dtype: Any) -> Definition:
    """Return the definition of the i-th record in an array of words."""
    kind = numba.from_dtype(dtype)

    def definition(typing_context: Any, words: Any, i: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, value=arguments[0])
            start = builder.mul(arguments[1], ir.Constant(_WORD, dtype.itemsize // 8))
            return builder.bitcast(builder.gep(array.data, [start]), context.get_value_type(kind))

        return kind(words, types.int64), codegen

    return definition


def _words(typing_context: Any, record: Any) -> Any:
    kind = types.UniTuple(types.uint64, record.size // 8)

    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = builder.bitcast(arguments[0], _WORD.as_pointer())
        words = [builder.load(builder.gep(start, [ir.Constant(_WORD, k)])) for k in range(record.size // 8)]
        return context.make_tuple(builder, kind, words)

    return kind(record), codegen


def _copy(typing_context: Any, target: Any, source: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.raw_memcpy(builder, arguments[0], arguments[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


_DEFINITIONS: dict[str, Callable[..., Definition]] = {
    "popcount": lambda: _popcount,
    "lowest": lambda: _lowest,
    "highest": lambda: _highest,
    "nth": lambda: _nth,
    "four_in_line": lambda: _four_in_line,
    "rarely": lambda: _rarely,
    "divided": lambda: _divided,
    "unlikely": lambda: _unlikely,
    "write_eight": lambda: _write_eight,
    "borrow": lambda: _borrow,
    "stack": _stack,
    "next_u64": lambda: _next_u64,
    "drawing_ahead": lambda: _drawing_ahead,
    "in_registers": lambda: _in_registers,
    "copy_in_registers": lambda: _copy_in_registers,
    "write_back": lambda: _write_back,
    "address": _address,
    "record_in": _record_in,
    "copy": lambda: _copy,
    "words": lambda: _words,
    "mark": lambda: _mark,
    "has_field": _has_field,
    "has_verb": _has_verb,
    "optional_field": _optional_field,
    "cycles": lambda: _cycles,
}

# ---------------------------------------------------------------- other kernels


@kernel
def _compiled_mix(z: Any) -> Any:
    """Multiply with overflow, which compiled code does by itself."""
    z = (z ^ (z >> _S30)) * MIX1
    z = (z ^ (z >> _S27)) * MIX2
    return z ^ (z >> _S31)


_STAND_INS: dict[str, Any] = {"mix": _compiled_mix}


# Verbs whose state may be in registers, in places where LLVM does not merge them by itself.
_MERGED = (contract.random_move, contract.conceal, contract.determinise)


def _bind_verb(stub: Callable[..., Any]) -> None:
    """Let compiled code reach the implementation of a verb by the type of its first argument."""
    verb = stub.__name__
    parameters = ", ".join(inspect.signature(stub).parameters)

    def choose(game: Any, *rest: Any) -> Any:
        game_type = getattr(game, "instance_class", None)  # NamedTuple and NamedUniTuple alike
        if game_type is None:
            return None
        # The name must be unique per verb and game: functions of one name are linked as one function.
        name = f"{verb}_of_{game_type.__name__}"
        scope: dict[str, Any] = {"implementation": contract.find_verb(verb, game_type), "__name__": __name__}
        exec(f"def {name}({parameters}):\n    return implementation({parameters})\n", scope)
        return scope[name]

    scope: dict[str, Any] = {"choose": choose, "__name__": __name__}
    exec(f"def chooser({parameters}):\n    return choose({parameters})\n", scope)
    overload(stub, jit_options=INNER_FLAGS | {"forceinline": stub in _MERGED})(scope["chooser"])


# ---------------------------------------------------------------- registration

_n_registered = 0


def register_pending() -> None:
    """Tell numba about all functions that have been declared since the last time."""
    global _n_registered
    while _n_registered < len(LOWERED):
        function, kind, parameters = LOWERED[_n_registered]
        _n_registered += 1
        if kind == "verb":
            _bind_verb(function)
        elif kind in _STAND_INS:
            infer_global(function, _STAND_INS[kind].dispatcher._numba_type_)
        else:
            template = make_intrinsic_template(function, _DEFINITIONS[kind](*parameters), function.__name__)
            infer(template)
            infer_global(function, types.Function(template))


register_pending()
WHEN_LOWERED.append(register_pending)
