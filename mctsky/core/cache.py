"""The disk cache of compiled kernels: one directory per game, so that no game can run another's code or old code.

Numba's own disk cache looks only at the file of the function itself: after a rule is edited it would still use old code of
the search that calls it. Ours names a directory by a digest of all code that a kernel can be made from, and keeps one
checksummed file per entry in it. What is in such a file is native.py's business. Two more directories hold what does not
depend on the rules of any game (shared_code.py), and single kernels, each under a digest of its own (kept_kernels.py).

The digest covers the code of mctsky's core and search, of the game and its data, and of the modules that the game imports, in
turn. It looks at code, not at text: a comment, a docstring or a blank line does not change it. Other modules that a program
imports do not count.
"""

import ast
import contextlib
import glob
import hashlib
import importlib.util
import json
import logging
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

log = logging.getLogger(__name__)

CACHE_VARIABLE = "MCTSKY_CACHE_DIR"
SUFFIX = ".kernel"
SHARED = "mctsky.shared"  # begins the name of the directory that all games share
KERNELS = "mctsky.kernels"  # and that of single kernels
KEPT_DIGESTS = 4  # per game: compilers, CPUs and debug settings that share one home
_MAGIC = b"mctsky-kernel-1\n"
_LIBRARY = Path(__file__).parent.parent
_VERSIONED = {"numba", "numpy", "llvmlite"}  # in the digest by version, not by content
_ALWAYS = ("mctsky.core", "mctsky.search")  # in the digest of every game


# ---------------------------------------------------------------- the digest


def entry_file(function: Callable[..., Any], arguments: str, game_type: type, platform: tuple[Any, ...]) -> Path:
    """Return the file of an entry for arguments of some types; an entry may also be outside the folders in the digest."""
    own = _facts(Path(function.__code__.co_filename)).digest
    key = hashlib.sha256("\n".join((function.__module__, function.__qualname__, arguments, own)).encode()).hexdigest()[:24]
    return game_directory(game_type, platform) / f"{function.__name__}-{key}{SUFFIX}"


def shared_file(name: str, parts: tuple[str, ...], platform: tuple[Any, ...]) -> Path:
    """Return the file of something that depends on these parts, on core and search, and on no game's rules."""
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:24]
    return shared_directory(platform) / f"{name}-{key}{SUFFIX}"


def kernel_file(name: str, parts: tuple[str, ...], digest: str, platform: tuple[Any, ...]) -> Path:
    """Return the file of one kernel: `parts` say which kernel it is, the digest what it is made of."""
    key = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]
    return shared_directory(platform, KERNELS) / f"{name}-{key}-{digest[:24]}{SUFFIX}"


def write_kernel(path: Path, payload: bytes) -> None:
    """Store a kernel, and remove the oldest versions of it, except the KEPT_DIGESTS newest.

    Where that cannot be done nothing is said: the entries that follow cannot be kept either, and they say so.
    """
    with contextlib.suppress(OSError):
        _store(path, payload)
        versions = list(path.parent.glob(f"{glob.escape(path.name.rpartition('-')[0])}-*"))
        for old in sorted(versions, key=lambda version: version.stat().st_mtime_ns)[:-KEPT_DIGESTS]:
            old.unlink(missing_ok=True)


@cache
def shared_directory(platform: tuple[Any, ...], name: str = SHARED) -> Path:
    """Return the cache directory for this version of core and search."""
    sources = {name: path for package in _ALWAYS for name, path in _folder_modules(package, _package_folder(package)).items()}
    return cache_root() / f"{name}-{_digest(sources, platform)}"


def game_folder(game_type: type) -> Path | None:
    """Return the folder of a game whose tag type lives in a `spec` module, None for a game in a single file."""
    name = game_type.__module__
    file = getattr(sys.modules.get(name), "__file__", None)
    return Path(file).parent if file and name.rpartition(".")[2] == "spec" else None


def game_directory(game_type: type, platform: tuple[Any, ...]) -> Path:
    """Return the cache directory of a game for this version of everything that its kernels are made from."""
    return cache_root() / _directory_name(game_type, platform)


@cache
def _directory_name(game_type: type, platform: tuple[Any, ...]) -> str:
    name = game_type.__module__
    if game_folder(game_type) is not None:
        name = name.rpartition(".")[0]
    return f"{name}.{game_type.__qualname__}-{_digest(_sources(game_type), platform)}"


def _digest(sources: dict[str, Path], platform: tuple[Any, ...]) -> str:
    """Return the digest of some files by name, and of everything beside them that machine code depends on."""
    import numpy

    digest = hashlib.sha256(repr((sys.version_info[:3], numpy.__version__, platform)).encode())
    before = dict(_known_files())
    for name, path in sorted(sources.items()):
        digest.update(f"\n{name} {_facts(path).digest}".encode())
    if _known_files() != before:
        with contextlib.suppress(OSError):
            there = {path: facts for path, facts in _known_files().items() if Path(path).exists()}
            _write(_known_files_path(), json.dumps(there).encode())
    return digest.hexdigest()[:20]


def _sources(game_type: type) -> dict[str, Path]:
    """Return all files that a kernel of this game can be made from, by a name that does not depend on where they are."""
    found: dict[str, Path] = {}
    for package in _ALWAYS:
        found |= _folder_modules(package, _package_folder(package))
    folder = game_folder(game_type)
    package = game_type.__module__.rpartition(".")[0]
    waiting = sorted(_folder_modules(package, folder)) if folder is not None else [game_type.__module__]
    while waiting:
        name = waiting.pop()
        path = None if name in found or name.startswith(_ALWAYS) else _module_file(name)
        if path is None:
            continue
        found[name] = path
        found |= {f"{name}: {data.relative_to(path.parent)}": data for data in _data_files(path.parent)}
        waiting += _imported_names(name, path)
    return found


def _package_folder(package: str) -> Path:
    return _LIBRARY / package.rpartition(".")[2]


def _folder_modules(package: str, folder: Path) -> dict[str, Path]:
    names = {package: folder / "__init__.py"} if (folder / "__init__.py").is_file() else {}
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        names[".".join((package, *(part for part in parts if part != "__init__")))] = path
    return names


def _data_files(folder: Path) -> list[Path]:
    return [path for path in (folder / "data").rglob("*") if path.is_file() and path.suffix not in (".py", ".pyc")]


def _module_file(name: str) -> Path | None:
    """Return the source file of a module that is neither the standard library's nor one of the pinned packages'."""
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names or top in _VERSIONED:
        return None
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if module is None:
        try:
            found = importlib.util.find_spec(name)
        except (ImportError, AttributeError, ValueError):  # `from package import name` where the name is not a module
            return None
        file = found.origin if found else None
    return Path(file) if file and file.endswith(".py") else None


def _imported_names(module: str, path: Path) -> Iterator[str]:
    """Yield every module name that an import statement at the top level of a file can mean; extra names do no harm."""
    base = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for level, stem, names in _facts(path).imports:
        prefix = base[: len(base) - level + 1] if level else []
        full = ".".join([*prefix, *([stem] if stem else [])])
        yield full
        yield from (f"{full}.{name}" for name in names)


def _top_level(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run when a module is imported, those in `if` and `try` included.

    Imports inside functions do not count, since kernels have none, nor do those for type checkers.
    """
    for statement in statements:
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            yield from _top_level(statement.orelse)
            continue
        yield statement
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for part in ("body", "orelse", "finalbody", "handlers"):
            for inner in getattr(statement, part, ()):
                yield from _top_level(inner.body if isinstance(inner, ast.ExceptHandler) else [inner])


class Facts(NamedTuple):
    """Digest and imports of a file."""

    digest: str  # of Python its code without comments, docstrings and line numbers, of data the bytes
    imports: list[tuple[int, str, list[str]]]  # per import statement: dots, module, names


@cache
def _facts(path: Path) -> Facts:
    """Return digest and imports of a file.

    They are kept on disk with the time and size of the file, because computing them takes longer than the rest of a
    warm start.
    """
    try:
        state = path.stat()
        stamp = [state.st_mtime_ns, state.st_ctime_ns, state.st_size]
        known = _known_files().get(str(path))
        if known is not None and known[0] == stamp:
            return Facts(*known[1])
        facts = _find_facts(path, path.read_bytes())
    except OSError:
        return Facts("", [])
    _known_files()[str(path)] = [stamp, facts]
    return facts


def _find_facts(path: Path, content: bytes) -> Facts:
    try:
        if path.suffix != ".py":
            raise SyntaxError
        tree = ast.parse(content)
        imports: list[tuple[int, str, list[str]]] = []
        for node in _top_level(tree.body):
            if isinstance(node, ast.Import):
                imports += [(0, alias.name, []) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                imports.append((node.level, node.module or "", [alias.name for alias in node.names]))
        _drop_docstrings(tree)
        digest = hashlib.sha256()
        add_code(digest, compile(tree, "", "exec", dont_inherit=True, optimize=0))
        return Facts(digest.hexdigest(), imports)
    except (SyntaxError, ValueError):
        return Facts(hashlib.sha256(content).hexdigest(), [])


def _known_files_path() -> Path:
    return cache_root() / f"files-{sys.implementation.cache_tag}.json"


@cache
def _known_files() -> dict[str, Any]:
    """Return the stamps and facts that an earlier process has saved; empty if the file is unreadable."""
    try:
        known = json.loads(_known_files_path().read_bytes())
        return {str(path): [stamp, facts] for path, (stamp, facts) in known.items() if len(facts) == len(Facts._fields)}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _drop_docstrings(node: Any) -> None:
    """Remove the docstrings of a module, its classes and functions."""
    body = node.body
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and body:
        first = body[0]
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            body[0] = ast.copy_location(ast.Pass(), first)
    for inner in body:
        if isinstance(getattr(inner, "body", None), list):
            _drop_docstrings(inner)


def add_code(digest: Any, code: CodeType) -> None:
    """Add to the digest what a code object does, without line numbers and file names."""
    names = (code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    counts = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    digest.update(repr((names, counts, code.co_code, code.co_exceptiontable)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            add_code(digest, constant)
        else:
            ordered = sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant
            digest.update(f"{type(constant).__name__} {ordered!r};".encode())


# ---------------------------------------------------------------- the files


@cache
def cache_root() -> Path:
    """Return the directory under which all games keep their kernels, and make sure that it can be written."""
    wanted = os.environ.get(CACHE_VARIABLE)
    if wanted:
        root = Path(wanted)
    else:
        import platformdirs

        root = Path(platformdirs.user_cache_dir("mctsky"))
    if _writable(root):
        return root
    fallback = Path(tempfile.gettempdir()) / f"mctsky-{os.getuid()}"
    if not _private(fallback):
        fallback = Path(tempfile.mkdtemp(prefix="mctsky-"))
    log.warning("the cache directory %s is not writable; compiled kernels go to %s", root, fallback)
    return fallback


def _writable(root: Path) -> bool:
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return True
    except OSError:
        return False


def _private(directory: Path) -> bool:
    """Make or accept a directory that only this user can enter: cached code is executed, so nobody else may write it."""
    try:
        with contextlib.suppress(FileExistsError):
            directory.mkdir(mode=0o700)
        state = directory.lstat()
        ours = stat.S_ISDIR(state.st_mode) and state.st_uid == os.getuid() and not state.st_mode & 0o077
        return ours and _writable(directory)
    except OSError:
        return False


def read_entry(path: Path) -> bytes | None:
    """Return what `write_entry` has stored, None if the file is missing or damaged."""
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    head = len(_MAGIC)
    payload = raw[head + 32 :]
    if raw[:head] != _MAGIC or raw[head : head + 32] != hashlib.sha256(payload).digest():
        log.debug("the cache file %s is damaged", path)
        return None
    return payload


def write_entry(path: Path, payload: bytes) -> None:
    """Store a compiled entry; without disk space only the speed-up is lost."""
    try:
        _store(path, payload)
    except OSError as error:
        log.warning("compiled kernels are not kept: %s", error)


def _store(path: Path, payload: bytes) -> None:
    fresh = not path.parent.is_dir()
    _write(path, _MAGIC + hashlib.sha256(payload).digest() + payload)
    if fresh:
        _prune(path.parent)


@cache
def announce(game_directory_name: str) -> None:
    """Say once that a game is being compiled."""
    game = game_directory_name.rpartition("-")[0].rpartition(".")[2]
    log.info("compiling %s: first use of this version on this machine, up to a minute; later starts reuse it", game)


def _write(path: Path, payload: bytes) -> None:
    """Write under a temporary name and rename, so that no reader sees half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(payload)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _prune(current: Path) -> None:
    """Remove the oldest versions of the same game, except the KEPT_DIGESTS newest."""
    game = current.name.rpartition("-")[0]
    versions = [path for path in current.parent.glob(f"{game}-*") if path.is_dir() and path != current]
    versions = [path for path in versions if path.name.rpartition("-")[0] == game]
    versions.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in versions[KEPT_DIGESTS - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
