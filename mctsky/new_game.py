"""Making a package for a new game: a copy of the template with an entry point and tests, which works as it is."""

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from mctsky.core.registry import game_names
from mctsky.errors import OptionError

TEMPLATE = Path(__file__).parent / "games" / "_template"
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
MAX_NAME = 40


def package_of(name: str) -> str:
    """Return the Python package for a game's name; refuse a name that cannot be one, or is taken."""
    where, package = "new-game", name.replace("-", "_")
    if NAME.fullmatch(name) is None or len(name) > MAX_NAME:
        remedy = f"use lower-case letters, digits and hyphens, at most {MAX_NAME}, for example love-letter"
        raise OptionError("this is not the name of a game", given=name, where=where, remedy=remedy)
    if name in game_names():
        raise OptionError("there is a game of this name", given=name, where=where, remedy="choose another name")
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise OptionError(f"Python already has a module {package}", given=name, where=where, remedy="choose another name")
    return package


def write_game(name: str, parent: Path) -> list[Path]:
    """Write the package of a new game into the folder `<name>-game` under `parent`; return its files."""
    package = package_of(name)
    root = parent / f"{name}-game"
    if root.exists():
        raise OptionError("it exists", given=str(root), where="new-game", remedy="choose another name, or move it away")
    if not parent.is_dir():
        raise OptionError("there is no such folder", given=str(parent), where="new-game", remedy="make it first")
    files = {root / package / path.name: path.read_text() for path in sorted(TEMPLATE.glob("*.py"))}
    own = root / package / "__init__.py"
    files[own] = files[own].replace('NAME = "template"', f'NAME = "{name}"')
    for source, target in (("pyproject.txt", "pyproject.toml"), ("test_game.txt", f"tests/test_{package}.py")):
        text = (TEMPLATE / "data" / source).read_text()
        files[root / target] = text.replace("PACKAGE", package).replace("NAME", name)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)
