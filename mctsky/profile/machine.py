"""Describe what figures depend on: the machine, and the version of the code."""

import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

from mctsky._version import __version__

ROOT = Path(__file__).parents[2]


def processor() -> str:
    """Return the name of the CPU."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def describe_machine() -> dict[str, Any]:
    """Return the facts that make figures comparable, and others that help to explain them."""
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": version("numba"),
    }


def describe_code() -> dict[str, Any]:
    """Return the version of mctsky and, from a checkout, the commit and whether files differ from it."""
    return {"version": __version__} | _checkout()


def _checkout() -> dict[str, Any]:
    if not (ROOT / ".git").exists():
        return {"commit": None, "changed": None}
    try:
        commit = _git("rev-parse", "HEAD")
        return {"commit": commit, "changed": bool(_git("status", "--porcelain", "--untracked-files=no"))}
    except (OSError, subprocess.SubprocessError):
        return {"commit": None, "changed": None}


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=60).stdout.strip()
