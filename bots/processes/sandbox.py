"""A cell for one bot in one game, made by bubblewrap (`bwrap`): no network, no other processes, no files to write or remember.

The file system is read-only. Temporary folders, /run and the folders of record and log are empty inside; what the bot needs of
them (Python, our code, compiled kernels, files that its command line names) is shown again, read-only. Everything that it
writes is gone with its process, of which every game has a new one.
"""

import os
import platform
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import mctsky
from mctsky.core.cache import cache_root
from mctsky.errors import OptionError

WORK = "/tmp/mctsky-game"  # the bot's working folder, empty
_EMPTY = ("/tmp", "/var/tmp", "/run")  # sockets of other programs are in the last
_TRIAL_SECONDS = 20.0
_INSTALL = "install bubblewrap (Debian and Ubuntu: apt-get install bubblewrap), or use --isolate"
_NO_NAMESPACES = (
    "allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, on Ubuntu "
    "kernel.apparmor_restrict_unprivileged_userns=0; Docker: --security-opt seccomp=unconfined), or use --isolate"
)
_SEPARATE = ("--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
# Kernel keyrings outlive a process and are inherited: a bot could leave itself a note there. Sockets to the host of a virtual
# machine (AF_VSOCK) are in no network namespace, and io_uring opens sockets without asking.
# What the kernel calls the machine, then the numbers of socket, and of add_key, request_key, keyctl and io_uring_setup.
_MACHINES = {"x86_64": (0xC000003E, 41, (248, 249, 250, 425)), "aarch64": (0xC00000B7, 198, (217, 218, 219, 425))}
_AF_VSOCK = 40
_X32 = 0x40000000  # calls of x86_64 from this number on are the same ones again
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050001  # the second with errno 1, EPERM


@dataclass(frozen=True)
class Sandbox:
    """What a cell must not show: folders that are empty inside, and files that are not shown whatever a command names."""

    hidden_folders: tuple[str, ...] = ()
    hidden_files: tuple[str, ...] = ()

    def check(self) -> None:
        """Raise an error with the reason if no cell can be made here."""
        if not sys.platform.startswith("linux") or shutil.which("bwrap") is None:
            problem = "bubblewrap is not installed" if sys.platform.startswith("linux") else "bubblewrap needs Linux"
            raise OptionError(problem, given="sandbox", where="--isolate", remedy=_INSTALL)
        with Cell(self, ["true"]) as cell:
            try:
                trial = subprocess.run(
                    cell.command, pass_fds=cell.descriptors, capture_output=True, text=True, timeout=_TRIAL_SECONDS, check=False
                )
                problem = trial.stderr.strip().splitlines()[-1] if trial.returncode and trial.stderr.strip() else ""
            except (OSError, subprocess.TimeoutExpired) as error:
                problem = str(error)
            else:
                if trial.returncode == 0:
                    return
        raise OptionError(f"no sandbox can be made here: {problem}", given="sandbox", where="--isolate", remedy=_NO_NAMESPACES)

    def _mounts(self, needed: Iterable[str]) -> list[str]:
        """Return the arguments that make the file system, outer folders first, so that nothing shows through or is covered."""
        empty = {os.path.realpath(path) for path in (*_EMPTY, *self.hidden_folders) if os.path.isdir(path)}  # noqa: PTH112
        cache = str(cache_root())
        shown = {path for name in needed for path in (name, os.path.realpath(name)) if os.path.lexists(path)}
        if os.path.isdir(cache):  # noqa: PTH112  # a folder that can be written, of entries that cannot: core/cache.py asks
            empty.add(os.path.realpath(cache))
            shown |= {os.path.join(os.path.realpath(cache), name) for name in os.listdir(cache)}  # noqa: PTH118, PTH208
        shown = {path for path in shown - empty if path not in self.hidden_files and path != "/"}
        mounts: list[str] = []
        made: list[str] = []
        for path in sorted(empty | shown):  # a folder comes before what is in it
            around = max((folder for folder in made if _is_in(path, folder)), key=len, default="/")
            if path in empty:
                mounts += ["--tmpfs", path]
            elif around not in empty:
                continue  # it is there already
            elif os.path.islink(path):  # noqa: PTH114
                mounts += ["--symlink", os.readlink(path), path]  # noqa: PTH115
            else:
                mounts += ["--ro-bind", path, path]
            made.append(path)
        return mounts


class Cell:
    """The command line that runs a program in a cell, and the descriptors that it is given; close it after the start."""

    def __init__(self, sandbox: Sandbox, arguments: Sequence[str], needed: Iterable[str] = ()) -> None:
        """Prepare; words that name a file here are passed on with their full paths, since the working folder is empty."""
        words = [_full_path(word, is_program=number == 0) for number, word in enumerate(arguments)]
        named = [word for word in words if os.path.isabs(word) and os.path.lexists(word)]  # noqa: PTH117
        bwrap = shutil.which("bwrap") or "bwrap"
        calls = _filter_of_calls()
        self.descriptors: tuple[int, ...] = ()
        self.command = [bwrap, *_SEPARATE, *(("--disable-userns",) if _version(bwrap) >= (0, 8) else ())]
        self.command += ["--cap-drop", "ALL", "--die-with-parent", "--new-session"]
        if calls:
            self.descriptors = (_file_of(calls),)
            self.command += ["--seccomp", str(self.descriptors[0])]
        self.command += ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
        self.command += sandbox._mounts([*_ours(), *named, *needed])
        self.command += ["--dir", WORK, "--chdir", WORK, "--setenv", "TMPDIR", "/tmp", "--setenv", "PWD", WORK, "--", *words]

    def __enter__(self) -> "Cell":
        """Return the cell."""
        return self

    def __exit__(self, *error: object) -> None:
        """Close the descriptors."""
        for descriptor in self.descriptors:
            os.close(descriptor)


def _full_path(word: str, *, is_program: bool) -> str:
    found = shutil.which(word) if is_program else word
    if found is None or not (is_program or os.path.lexists(word)):
        return word
    return os.path.abspath(found)  # noqa: PTH100  # not resolved: the Python of an environment is a link


def _is_in(path: str, folder: str) -> bool:
    return path.startswith(folder + "/")


@lru_cache(maxsize=1)
def _ours() -> tuple[str, ...]:
    """Return what a bot of mctsky needs wherever it lies: Python, our package and whatever Python would import from."""
    package = Path(mctsky.__file__).parent
    linked = [str(path.resolve()) for path in package.iterdir() if path.is_symlink()]  # bots and cli in a checkout
    prefixes = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.executable]
    return (*prefixes, str(package), *linked, *(path for path in sys.path if path and os.path.lexists(path)))


@lru_cache(maxsize=1)
def _version(bwrap: str) -> tuple[int, ...]:
    try:
        told = subprocess.run([bwrap, "--version"], capture_output=True, text=True, timeout=_TRIAL_SECONDS, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0,)
    return tuple(int(number) for number in re.findall(r"\d+", told)[:2])


def _filter_of_calls() -> bytes:
    """Return a seccomp program that refuses what reaches out of a cell, and all calls of other machines; nothing if unknown."""
    if platform.machine() not in _MACHINES:
        return b""
    machine, socket, refused = _MACHINES[platform.machine()]
    load, if_equal, if_at_least, give_back = 0x20, 0x15, 0x35, 0x06
    n_steps = len(refused) + 9
    allow, refuse = n_steps - 2, n_steps - 1  # places of the last two steps
    number, architecture, first_argument = 0, 4, 16  # places in what the kernel tells
    program = [(load, 0, 0, architecture), (if_equal, 2, refuse, machine), (load, 0, 0, number)]
    program.append((if_at_least, refuse, 4, _X32))
    program += [(if_equal, refuse, 5 + at, call) for at, call in enumerate(refused)]
    here = len(program)
    program += [(if_equal, here + 1, allow, socket), (load, 0, 0, first_argument), (if_equal, refuse, allow, _AF_VSOCK)]
    program += [(give_back, 0, 0, _ALLOW), (give_back, 0, 0, _REFUSE)]
    assert len(program) == n_steps
    jumps = (if_equal, if_at_least)  # they count from the step that follows
    return b"".join(
        struct.pack("HBBI", code, *((yes - at - 1, no - at - 1) if code in jumps else (0, 0)), value)
        for at, (code, yes, no, value) in enumerate(program)
    )


def _file_of(data: bytes) -> int:
    with tempfile.TemporaryFile() as file:
        file.write(data)
        file.seek(0)
        return os.dup(file.fileno())
