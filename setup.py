"""Refuse to build from a checkout whose symlinks are missing; everything else is in pyproject.toml.

mctsky/bots and mctsky/cli are links to the folders of the same name. Where Git writes links as small text files (Windows,
core.symlinks=false) or a download tool drops them, setuptools would silently build a package without bots and commands.
"""

import sys
from pathlib import Path

from setuptools import setup

for name in ("bots", "cli"):
    link = Path(__file__).resolve().parent / "mctsky" / name
    if not (link / "__init__.py").is_file():
        sys.exit(
            f"mctsky cannot be built: {link} is not a link to the folder {name}/ (in an sdist: not that folder). "
            "Check the repository out with symlinks: git config core.symlinks true, then git checkout -- mctsky"
        )

setup()
