"""Where compiled kernels are kept: one directory per game, so that no game can be answered by another's or by stale code.

Numba's own disk cache looks only at the file of the function itself: an edited rule would be answered by old machine code of
the search that calls it. Ours names a directory by a digest of everything that a kernel can be made from, and keeps one
checksummed file per entry in it. It hangs on the dispatcher's private `_cache` slot, which is why numba's minor version is
pinned; numba's global cache settings are never touched.
"""

import contextlib
import hashlib
import logging
import os
import pickle
import re
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy
from numba.core import config, sigutils
from numba.core.caching import CompileResultCacheImpl, _Cache
from numba.core.compiler import CompileResult
from numba.core.runtime import rtsys
from numba.core.serialize import dumps

log = logging.getLogger(__name__)

CACHE_VARIABLE = "MCTSKY_CACHE_DIR"
SUFFIX = ".kernel"
KEPT_DIGESTS = 4  # per game: compilers, CPUs and debug settings that share one home
_MAGIC = b"mctsky-kernel-1\n"
_LIBRARY = Path(__file__).parent.parent
_VERSIONED = {"numba", "numpy", "llvmlite"}  # in the digest by version, not by content
_IMPORT = re.compile(r"^[ \t]*(?:from\s+([.\w]+)\s+import\s+(\([^)]*\)|[^\n#]*)|import\s+([^\n#]*))", re.MULTILINE)


class GameCache(_Cache):  # type: ignore[misc]
    """The disk cache of one entry kernel; the directory follows from the game in the first argument."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Attach to the Python function of an entry."""
        self._function = function
        self._enabled = True

    @property
    def cache_path(self) -> str:
        """The root of all game directories."""
        return str(cache_root())

    def enable(self) -> None:
        """Use the disk."""
        self._enabled = True

    def disable(self) -> None:
        """Leave the disk alone."""
        self._enabled = False

    def flush(self) -> None:
        """Forget nothing: files are removed by `mctsky cache clear` only."""

    def _file(self, signature: Any, codegen: Any) -> Path:
        arguments, _ = sigutils.normalize_signature(signature)
        parts = (self._function.__module__, self._function.__qualname__, str(arguments))
        key = hashlib.sha256("\n".join(parts).encode() + _function_source(self._function)).hexdigest()[:24]
        directory = game_directory(arguments[0].instance_class, codegen.magic_tuple())
        return directory / f"{self._function.__name__}-{key}{SUFFIX}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the compiled entry, or None when it must be compiled; an unreadable file is a miss."""
        if not self._enabled:
            return None
        # Machine code needs numba's run time only. Its typing and lowering tables (half of a warm start, and scipy where there
        # is one) are loaded by numba itself as soon as something is compiled.
        rtsys.initialize(target_context)
        path = self._file(sig, target_context.codegen())
        try:
            payload = _read(path)
            if payload is not None:
                return CompileResult._rebuild(target_context, *pickle.loads(payload))
        except Exception as error:  # whatever a damaged or foreign file can raise: compiling anew is always right
            log.debug("ignored the cache file %s: %s", path, error)
        _announce(path.parent.name)
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Store a compiled entry; a full or vanished disk costs the speed-up only."""
        if not self._enabled or not CompileResultCacheImpl.check_cachable(self, data):
            return
        path = self._file(sig, data.codegen)
        try:
            fresh = not path.parent.is_dir()
            _write(path, dumps(data._reduce()))
            if fresh:
                _prune(path.parent)
        except OSError as error:
            log.warning("compiled kernels are not kept: %s", error)


@cache
def _announce(game_directory_name: str) -> None:
    game = game_directory_name.rpartition("-")[0].rpartition(".")[2]
    log.info("compiling %s: first use of this version on this machine, up to a minute; later starts reuse it", game)


def _function_source(function: Callable[..., Any]) -> bytes:
    """Return the file of an entry, which may lie outside the hashed folders (a benchmark, a test)."""
    return _content(Path(function.__code__.co_filename))


@cache
def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


# ---------------------------------------------------------------- the digest


def game_folder(game_type: type) -> Path | None:
    """Return the folder of a game whose tag type lives in a `spec` module, None for a game in a single file."""
    name = game_type.__module__
    file = getattr(sys.modules.get(name), "__file__", None)
    return Path(file).parent if file and name.rpartition(".")[2] == "spec" else None


def game_directory(game_type: type, machine: tuple[Any, ...]) -> Path:
    """Return the cache directory of a game for this version of everything that its kernels are made from."""
    return cache_root() / _directory_name(game_type, machine)


@cache
def _directory_name(game_type: type, machine: tuple[Any, ...]) -> str:
    digest = hashlib.sha256()
    versions = (sys.version_info[:3], numba.__version__, llvmlite.__version__, numpy.__version__)
    digest.update(repr((versions, machine, config.BOUNDSCHECK, config.OPT, config.DEBUGINFO_DEFAULT)).encode())
    for path in sorted(_sources(game_type)):
        digest.update(f"\n{path.name}\n".encode() + _content(path))
    name = game_type.__module__
    if game_folder(game_type) is not None:
        name = name.rpartition(".")[0]
    return f"{name}.{game_type.__qualname__}-{digest.hexdigest()[:20]}"


def _sources(game_type: type) -> set[Path]:
    """Return all files that a kernel of this game can be made from: core, search, the game, and what it imports."""
    found = {path for part in ("core", "search") for path in (_LIBRARY / part).rglob("*.py")}
    folder = game_folder(game_type)
    package = game_type.__module__.rpartition(".")[0]
    if folder is not None:
        waiting = _folder_modules(package, folder)
        found.update(_data_files(folder))
    else:
        waiting = [game_type.__module__]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        path = _module_file(name)
        if path is None:
            continue
        found.add(path)
        found.update(_data_files(path.parent) if path.parent != folder else ())
        is_package = path.name == "__init__.py"
        waiting.extend(_imported_names(name, is_package, _content(path).decode(errors="replace")))
    return found


def _folder_modules(package: str, folder: Path) -> list[str]:
    names = [package]
    for path in folder.rglob("*.py"):
        parts = path.relative_to(folder).with_suffix("").parts
        names.append(".".join((package, *(part for part in parts if part != "__init__"))))
    return names


def _data_files(folder: Path) -> list[Path]:
    return [path for path in (folder / "data").rglob("*") if path.is_file() and path.suffix != ".pyc"]


def _module_file(name: str) -> Path | None:
    """Return the source file of a module that is neither the standard library's nor one of the pinned packages'."""
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names or top in _VERSIONED:
        return None
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if module is None:
        parent = sys.modules.get(name.rpartition(".")[0])
        for directory in getattr(parent, "__path__", ()):  # a module that is imported only later, inside a function
            for candidate in (Path(directory, name.rpartition(".")[2] + ".py"),):
                if candidate.is_file():
                    file = str(candidate)
    return Path(file) if file and file.endswith(".py") else None


def _imported_names(module: str, is_package: bool, source: str) -> Iterator[str]:
    """Yield every module name that an import statement of `source` can mean; a few too many do no harm."""
    base = module.split(".") if is_package else module.split(".")[:-1]
    for origin, names, plain in _IMPORT.findall(source):
        if plain:
            yield from (part.split(" as ")[0].strip() for part in plain.split(","))
            continue
        dots = len(origin) - len(origin.lstrip("."))
        stem = origin.lstrip(".")
        if dots:
            prefix = base[: len(base) - dots + 1]
            stem = ".".join([*prefix, stem] if stem else prefix)
        yield stem
        for part in names.strip("()").replace("\n", ",").split(","):
            yield f"{stem}.{part.split(' as ')[0].strip()}"


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
    """Make or accept a directory that only this user can enter: cached code is executed, so nobody else may plant it."""
    try:
        with contextlib.suppress(FileExistsError):
            directory.mkdir(mode=0o700)
        state = directory.lstat()
        ours = stat.S_ISDIR(state.st_mode) and state.st_uid == os.getuid() and not state.st_mode & 0o077
        return ours and _writable(directory)
    except OSError:
        return False


def _read(path: Path) -> bytes | None:
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


def _write(path: Path, payload: bytes) -> None:
    """Write under a temporary name and rename, so that no reader ever sees half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + hashlib.sha256(payload).digest() + payload)
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def _prune(current: Path) -> None:
    """Remove the oldest versions of the same game, beyond the few that can be in use side by side."""
    game = current.name.rpartition("-")[0]
    versions = [path for path in current.parent.glob(f"{game}-*") if path.is_dir() and path != current]
    versions = [path for path in versions if path.name.rpartition("-")[0] == game]
    versions.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for old in versions[KEPT_DIGESTS - 1 :]:
        shutil.rmtree(old, ignore_errors=True)
