"""Numba's side of kernels: the dispatchers of inner kernels and entries, and the disk cache of entries.

Numba has no public interface for either, so this uses private names of it; PRIVATE_NAMES lists all of them, a test looks each
up, and numba's minor version is pinned. Numba's global settings are never touched.
"""

import importlib
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.core.typed_passes import NativeLowering

from mctsky.core import contract, jit
from mctsky.core.native import MachineCode
from mctsky.core.shared_code import Kernel, SharedCode, is_ours, make_shared, module_of, read_shared, shared_file, write_shared
from mctsky.core.wrapper import write_wrapper

# nogil: threads search in parallel. error_model: a division needs no zero check. No fastmath: results must be the same on
# every CPU, and reassociation would break that.
COMPILE_FLAGS: dict[str, Any] = {"nogil": True, "error_model": "numpy"}

# Everything of numba that we use and that its documentation does not promise, as module and attribute.
PRIVATE_NAMES = (
    ("numba.core.codegen", "JITCodeLibrary._optimize_final_module"),  # once per entry
    ("numba.core.codegen", "JITCodeLibrary._finalize_dynamic_globals"),
    ("numba.core.codegen", "JITCodeLibrary._raise_if_finalized"),
    ("numba.core.codegen", "JITCodeLibrary._get_module_for_linking"),
    ("numba.core.codegen", "JITCodeLibrary.add_linking_library"),
    ("numba.core.codegen", "JITCodeLibrary.add_ir_module"),
    ("numba.core.codegen", "JITCodeLibrary.create_ir_module"),
    ("numba.core.codegen", "JITCodeLibrary.get_pointer_to_function"),
    ("numba.core.codegen", "JITCodeLibrary.codegen"),
    ("numba.core.codegen", "JITCPUCodegen.create_library"),
    ("numba.core.codegen", "JITCPUCodegen._init"),  # makes the attribute _tm, which writes object files
    ("numba.core.codegen", "JITCPUCodegen.set_env"),
    ("numba.core.codegen", "JITCPUCodegen.magic_tuple"),  # CPU features, for `nth`
    ("numba.core.callconv", "CPUCallConv.call_function"),  # how an entry calls its kernel
    ("numba.core.callconv", "CPUCallConv.get_function_type"),
    ("numba.core.callconv", "excinfo_t"),  # what raised.py reads
    ("numba.core.compiler", "Compiler.compile_extra"),
    ("numba.core.compiler", "Compiler.define_pipelines"),
    ("numba.core.compiler", "CompileResult"),  # what kept_kernels.py makes without the compiler
    ("numba.core.funcdesc", "FunctionDescriptor"),
    ("numba.core.lowering", "Environment.from_fndesc"),
    ("numba.core.cpu", "CPUContext.get_executable"),
    ("numba.core.caching", "NullCache.load_overload"),  # what a dispatcher asks before it compiles
    ("numba.core.caching", "NullCache.save_overload"),
    ("numba.core.dispatcher", "Dispatcher.enable_caching"),  # which changes the attribute _cache
    ("numba.core.compiler_lock", "global_compiler_lock"),
    ("numba.core.compiler_machinery", "register_pass"),  # for functions that are only declared
    ("numba.core.lowering", "Lower.lower"),
    ("numba.core.typed_passes", "NativeLowering.lowering_class"),
    ("numba.core.dispatcher", "Dispatcher._numba_type_"),  # what a call of a kernel is compiled to
    ("numba.core.registry", "cpu_target"),
    ("numba.core.runtime", "rtsys.initialize"),  # for kernels that allocate or raise
    ("numba.core.typing.templates", "make_intrinsic_template"),  # plain functions as intrinsics
    ("numba.core.typing.templates", "infer"),
    ("numba.core.typing.templates", "infer_global"),
    ("numba.core.cgutils", "alloca_once"),
    ("numba.core.cgutils", "raw_memcpy"),
    ("numba.core.cgutils", "get_null_value"),
    ("numba.np.arrayobj", "populate_array"),
)


class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of one kernel: its functions are simplified, and optimised only with the entry that needs them.

    Numba optimises a function together with all that it calls, and does so again for each of its callers, up to the entry. With
    calls ten deep that is ten times the work, and only the last time is useful.
    """

    is_ours = True  # not of a game
    is_kept = False  # whether other processes can load it

    def finalize(self) -> None:
        """Leave the code as it is, without that of the kernels that it calls."""
        self._raise_if_finalized()
        self._finalize_dynamic_globals()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = "linkonce_odr"  # several kernels may bring the same helper
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """Return the code with all that it calls, for a library of numba's own kind."""
        module = self._final_module.clone()
        for library in needed_libraries(self._linking_libraries):
            module.link_in(own_module(library), preserve=True)
        return module

    def get_pointer_to_function(self, name: str) -> int:
        """Say that there is no machine code."""
        return 0

    @property
    def codegen(self) -> Any:
        """Stand in for numba's code generator, which stores an environment beside the machine code."""
        return self

    def set_env(self, env_name: str, env: Any) -> None:
        """Leave the function without code."""
        self.call_helper = None


def needed_libraries(libraries: list[Any], ends: Callable[[Any], bool] = lambda library: False) -> list[Any]:
    """Return libraries and all that they need, each once, after those that need it: only what is called is linked.

    Of a library that `ends` it is not asked what it needs.
    """
    done: dict[Any, None] = {}
    waiting = [(library, False) for library in libraries]
    while waiting:
        library, visited = waiting.pop()
        if visited:
            done[library] = None
        elif library not in done:
            waiting.append((library, True))
            if isinstance(library, InnerLibrary) and not ends(library):
                waiting += [(needed, False) for needed in library._linking_libraries]
    return list(reversed(done))


def own_module(library: Any) -> Any:
    """Return the code of a kernel alone, of any other library with what it needs."""
    return library._final_module if isinstance(library, InnerLibrary) else library._get_module_for_linking()


class _Declaration(Lower):  # type: ignore[misc]
    """Writes no code: who calls the function has to know only its name and its types."""

    def lower(self) -> None:
        """Leave the function without code."""
        self.call_helper = None


@register_pass(mutates_CFG=True, analysis_only=False)
class _Declare(NativeLowering):  # type: ignore[misc]
    """The step of the compiler that writes such a declaration."""

    _name = "mctsky_declare"
    lowering_class = _Declaration


_declared_only = False  # whether kernels of games become declarations
IN_COMPILATION: list[Callable[..., Any]] = []  # functions, each needed by the one before it


class InnerCompiler(Compiler):  # type: ignore[misc]
    """Numba's compiler with that kind of library."""

    def define_pipelines(self) -> Any:
        """Return the steps of compilation."""
        pipelines = super().define_pipelines()
        if _declared_only and not self.state.library.is_ours:
            for pipeline in pipelines:
                pipeline.passes = [(_Declare if step is NativeLowering else step, about) for step, about in pipeline.passes]
        return pipelines

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        """Compile a Python function."""
        self.state.library = InnerLibrary(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.is_ours = is_ours(func.__module__)
        IN_COMPILATION.append(func)
        try:
            return super().compile_extra(func)
        finally:
            IN_COMPILATION.pop()


# Without the wrappers that would let Python call the compiled function: they are a third of the compile time of small ones.
INNER_FLAGS = COMPILE_FLAGS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": InnerCompiler}


def _checked(flags: dict[str, Any]) -> dict[str, Any]:
    """Return flags with those of checked mode."""
    return flags | {"boundscheck": True} if jit.CHECKED else flags


def dispatcher_of(function: Callable[..., Any], inline: bool) -> Any:
    """Return a dispatcher that compiled code can call."""
    importlib.import_module("mctsky.core.lowering")  # late, because it imports this module
    dispatcher = numba.njit(forceinline=inline, **_checked(INNER_FLAGS))(function)
    if not jit.CHECKED:
        dispatcher._cache = importlib.import_module("mctsky.core.kept_kernels").KeptKernels(function, inline)
    return dispatcher


def only_declares() -> bool:
    """Say whether kernels of games are left without code in this process."""
    return _declared_only


def provide_run_time() -> None:
    """Let machine code find the functions of numba's run time."""
    cpu_target.target_context.refresh()
    rtsys.initialize(cpu_target.target_context)


# ---------------------------------------------------------------- entries


def compile_entry(dispatcher: Any, arguments: tuple[Any, ...], name: str) -> tuple[MachineCode, bool]:
    """Compile a kernel for arguments of these types; say also whether its code can be kept."""
    symbol = "mctsky." + name
    with global_compiler_lock:
        module, returns = entry_module(dispatcher, arguments, symbol)
        code = cpu_target.target_context.codegen()._tm.emit_object(module)
    needs = [value.name for value in (*module.functions, *module.global_variables) if value.is_declaration]
    needs = [name for name in needs if not name.startswith("llvm.")]
    lasting = not any(value.name.startswith("numba.dynamic.globals") for value in module.global_variables)
    return MachineCode(symbol, code, tuple(needs), returns), lasting


def prepare_entry(dispatcher: Any, arguments: tuple[Any, ...]) -> None:
    """Keep what an entry shares, without compiling the rules of the game beyond their types.

    After that this process cannot compile other entries of the game.
    """
    global _declared_only
    path = shared_file(dispatcher.py_func, arguments)
    if path is None or read_shared(path) is not None:
        return
    with global_compiler_lock:
        _declared_only = True
        kinds = tuple(numba.typeof(argument) for argument in arguments)
        compiled = compiled_kernel(dispatcher, kinds)
        shared = _shared_code(dispatcher.overloads[kinds].library, compiled, type(arguments[0]))
    if shared is not None:
        write_shared(path, shared)


def entry_module(dispatcher: Any, arguments: tuple[Any, ...], symbol: str) -> tuple[Any, str]:
    """Return the optimised code of an entry and the kind of its result."""
    kernel, modules = _kernel_and_modules(dispatcher, arguments)
    library = cpu_target.target_context.codegen().create_library(symbol)
    returns = write_wrapper(library, kernel, symbol, arguments)
    module = _linked(library, modules, symbol, kernel.llvm_func_name)
    library._optimize_final_module()
    module.verify()
    return module, returns


def _kernel_and_modules(dispatcher: Any, arguments: tuple[Any, ...]) -> tuple[Kernel, list[Any]]:
    """Return the kernel of an entry, and the code of it and of all that it calls.

    What does not depend on the game's rules comes from the disk if it is there.
    """
    game_type, path = type(arguments[0]), shared_file(dispatcher.py_func, arguments)
    shared = read_shared(path)
    found = _with_verbs_of(shared, game_type) if shared is not None else None
    if found is not None:
        return found
    kinds = tuple(numba.typeof(argument) for argument in arguments)
    compiled = compiled_kernel(dispatcher, kinds)
    root = dispatcher.overloads[kinds].library
    shared = _shared_code(root, compiled, game_type) if path is not None else None
    found = _with_verbs_of(shared, game_type) if shared is not None else None
    if found is None:
        return compiled, _modules(needed_libraries([root]))
    if path is not None and shared is not None:
        write_shared(path, shared)
    return found


def compiled_kernel(dispatcher: Any, kinds: tuple[Any, ...]) -> Kernel:
    """Compile a kernel for arguments of these types."""
    dispatcher.compile(kinds)
    described = dispatcher.overloads[kinds].fndesc
    return Kernel(tuple(described.argtypes), described.restype, described.llvm_func_name)


def _shared_code(root: Any, kernel: Kernel, game_type: type) -> SharedCode | None:
    """Return what an entry shares with the same entry after an edit of the rules.

    None if it calls other functions of the game than verbs, or cannot be kept.
    """
    verbs: dict[Any, tuple[str, Any]] = {}
    for (verb, kind), function in contract.IMPLEMENTATIONS.items():
        if kind is game_type:
            verbs |= {made.library: (verb, kinds) for kinds, made in _inner(function).compiled.items()}
    libraries = needed_libraries([root], lambda library: not library.is_ours)
    of_game = [library for library in libraries if isinstance(library, InnerLibrary) and not library.is_ours]
    if any(library not in verbs for library in of_game):
        return None
    called = []
    for library in of_game:
        verb, kinds = verbs[library]
        called.append((verb, compiled_kernel(_dispatcher_of(verb, game_type), kinds)))
    modules = _modules([library for library in libraries if library not in of_game])
    if any(value.name.startswith(_LOCAL) for module in modules for value in module.global_variables):
        return None
    return make_shared(modules, kernel, tuple(called))


def _with_verbs_of(shared: SharedCode, game_type: type) -> tuple[Kernel, list[Any]] | None:
    """Return shared code with the verbs of a game; None if one of them returns something of another type now."""
    now, libraries = [], []
    for verb, then in shared.verbs:
        dispatcher = _dispatcher_of(verb, game_type)
        now.append(compiled_kernel(dispatcher, then.argtypes))
        libraries.append(dispatcher.overloads[then.argtypes].library)
        if now[-1].restype != then.restype:
            return None
    return shared.kernel, [module_of(shared, now), *_modules(needed_libraries(libraries))]


def _inner(function: Any) -> jit.InnerKernel:
    kernel: jit.InnerKernel = function
    return kernel


def _dispatcher_of(verb: str, game_type: type) -> Any:
    return _inner(contract.IMPLEMENTATIONS[verb, game_type]).dispatcher


def _modules(libraries: list[Any]) -> list[Any]:
    return [own_module(library) for library in libraries if library is not rtsys.library]


def _linked(library: Any, modules: list[Any], symbol: str, kernel_name: str) -> Any:
    """Return the module of an entry with everything that it calls.

    What is not seen from outside is merged into its callers more freely. Search kernels are left as they are: those to be
    merged say so, and the others are functions that a profile by perf can name.
    """
    module = library._final_module
    for needed in modules:
        module.link_in(needed, preserve=True)
    run_time = {function.name for function in module.functions if function.name.startswith("NRT_")}
    if run_time <= {"NRT_incref", "NRT_decref"}:
        module.link_in(llvm.parse_assembly(_NO_COUNTS))
    else:
        module.link_in(own_module(rtsys.library), preserve=True)
    recursive = [value.name for value in module.global_variables if value.name.startswith(_RECURSIVE)]
    for name in recursive:  # numba calls a kernel that is still being compiled by way of a variable
        target = name.removeprefix(_RECURSIVE)
        module.link_in(llvm.parse_assembly(f'declare void @"{target}"()\n@"{name}" = global ptr @"{target}"\n'))
    for function in module.functions:
        if not function.is_declaration and function.name != symbol and not function.name.startswith(_SEARCH):
            function.linkage = "internal"
    kernel = module.get_function(kernel_name)
    kernel.linkage = "internal"
    kernel.add_function_attribute("noinline")
    return module


_RECURSIVE = ".numba.unresolved$"
_LOCAL = (_RECURSIVE, "numba.dynamic.globals")  # variables that mean something in this process only
# Where nothing is allocated there is nothing to count: arrays from Python and at an address come without a count.
_NO_COUNTS = "\n".join(f"define linkonce_odr void @NRT_{word}(ptr %array) {{ ret void }}" for word in ("incref", "decref"))
_SEARCH = "_ZN6mctsky6search"  # how numba begins the names of functions in mctsky.search
