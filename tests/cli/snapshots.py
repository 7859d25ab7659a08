"""Texts locked by files: `UPDATE_SNAPSHOTS=1 pytest tests/cli` writes them again, and the diff shows what users will see."""

import os
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"


def check_snapshot(name: str, text: str) -> None:
    """Compare a text with the stored one."""
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert path.is_file(), f"there is no snapshot {path.name}; make it with UPDATE_SNAPSHOTS=1"
    assert text == path.read_text(encoding="utf-8")
