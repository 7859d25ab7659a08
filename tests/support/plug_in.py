"""Copies of the template game as packages that mctsky finds, with lines changed; nothing is installed."""

import shutil
from pathlib import Path

import mctsky.games

TEMPLATE = Path(mctsky.games.__path__[0]) / "_template"
Edit = tuple[str, str, str]  # file, old text, new text


def copy_template(folder: Path, name: str, *edits: Edit) -> Path:
    """Write the template as the game `name` under `folder`, which then belongs into PYTHONPATH; return its package."""
    package = folder / name
    shutil.copytree(TEMPLATE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file, old, new in (("__init__.py", 'NAME = "template"', f'NAME = "{name}"'), *edits):
        path = package / file
        text = path.read_text()
        assert text.count(old) == 1, f"{file} does not have once: {old}"
        path.write_text(text.replace(old, new))
    add_entry_point(folder, name)
    return package


def add_entry_point(folder: Path, name: str) -> None:
    """Let mctsky find the package `name`, which is in this folder of PYTHONPATH, as a game."""
    about = folder / f"{name}-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 0.1\n")
    (about / "entry_points.txt").write_text(f"[mctsky.games]\n{name} = {name}\n")
