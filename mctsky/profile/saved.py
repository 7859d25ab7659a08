"""Read and write profiles: write a whole file or none, and refuse one of a different schema, game or machine."""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from mctsky.errors import DataFileError, MachineError
from mctsky.profile.machine import describe_machine

SCHEMA = "mctsky-profile-1"
_SAME_MACHINE = ("processor", "cores", "system")


def check_writable(path: Path, what: str) -> None:
    """Refuse a file that cannot be written, before anything is measured."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise MachineError(
            f"the file cannot be written there ({what})", given=str(path), remedy="name a file in a writable folder"
        )


def write_whole(path: Path, text: str) -> None:
    """Write a file under a temporary name and rename it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".tmp")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def read_profile(path: Path) -> dict[str, Any]:
    """Return a saved profile of this machine; refuse anything else."""
    where = str(path)
    try:
        data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataFileError(error.strerror or "cannot be read", given=where, where="--compare") from error
    except ValueError as error:
        raise DataFileError("not a JSON file", given=where, where="--compare", remedy=_MAKE_ONE) from error
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema != SCHEMA:
        problem = f"its schema is {schema!r}, but this version reads {SCHEMA!r}"
        raise DataFileError(problem, given=where, where="--compare", remedy=_MAKE_ONE)
    _check_shape(data, where)
    here = describe_machine()
    for name in _SAME_MACHINE:
        if data["machine"].get(name) != here[name]:
            problem = f"it was measured on a different machine ({name} {data['machine'].get(name)!r}, here {here[name]!r})"
            raise DataFileError(problem, given=where, where="--compare", remedy="only figures of one machine can be compared")
    return data


_MAKE_ONE = "write one with `mctsky profile GAME --save FILE`"


def _check_shape(data: Mapping[str, Any], where: str) -> None:
    """Refuse a file that lacks fields needed for a comparison."""
    try:
        for name in ("iterations", "repeats", "seed"):
            int(data["plan"][name])
        dict(data["machine"])
        for profile in data["profiles"]:
            str(profile["game"]), str(profile["bot"]), dict(profile["options"])
            for place in profile["places"]:
                [int(code) for code in place["place"]["codes"]]
                str(place["signature"]), str(place["place"]["name"]), int(place["place"]["seed"])
                for figure in (place["ns"], *place["phases"].values()):
                    if not [float(sample) for sample in figure["samples"]]:
                        raise ValueError
    except (KeyError, TypeError, ValueError) as error:
        problem = "it is not a complete profile"
        raise DataFileError(problem, given=where, where="--compare", remedy=_MAKE_ONE) from error


def check_same_games(data: Mapping[str, Any], games: tuple[str, ...], bot: str | None, where: Path) -> None:
    """Refuse a file that is not about the games and the bot that were asked for."""
    for what, asked, saved in (
        ("game", games, [profile["game"] for profile in data["profiles"]]),
        ("bot", (bot,) if bot else (), [profile["bot"] for profile in data["profiles"]]),
    ):
        for name in asked:
            if name not in saved:
                problem = f"it has no profile of the {what} {name}, only of {', '.join(dict.fromkeys(saved))}"
                raise DataFileError(
                    problem, given=str(where), where="--compare", remedy=f"leave the {what} out, or save another"
                )
