"""Finding bots and reading their spec strings: `random`, `mcts:iterations=2000,c=1.4`, `exec:./mybot --flag`."""

import contextlib
import importlib
import re
import sys
from functools import cache, partial
from pathlib import Path
from typing import Any

from mctsky.bots.api import Bot
from mctsky.core.foreign import add_plugins, call_bot, rehearse, stdout_to_stderr
from mctsky.errors import MctskyError, OptionError, UnknownNameError, nearest, one_line

ENTRY_POINTS = "mctsky.bots"
COMMAND_BOT = "exec"  # the one whose spec is not a list of parameters: all after the colon is a command line
_OTHER_NAMES = {"external": COMMAND_BOT}  # where the bot is not named like its file
_OFFERS_A_BOT = re.compile(r"^def build\(", re.MULTILINE)


@cache
def _own_modules() -> dict[str, str]:
    """Return the names of the bots that come with mctsky and where their `build` is found; nothing is imported yet."""
    return {
        _OTHER_NAMES.get(path.stem, path.stem.replace("_", "-")): f"mctsky.bots.{path.stem}"
        for path in sorted(Path(__file__).parent.glob("*.py"))
        if _OFFERS_A_BOT.search(path.read_text(encoding="utf-8"))
    }


@cache
def _modules() -> dict[str, str]:
    """Return all bots, those of other packages too."""
    return add_plugins(dict(_own_modules()), ENTRY_POINTS, "bot")


def bot_names() -> list[str]:
    """Return the names of all bots that can be made."""
    return sorted(_modules())


def is_foreign(spec: str) -> bool:
    """Say whether a spec names a bot that does not come with mctsky; `exec` does: its programs have their own processes."""
    return split_spec(spec)[0] not in _own_modules()


def stays_here(spec: str) -> bool:
    """Say whether a bot that comes with mctsky needs no process of its own: its module says STAYS_HERE."""
    name = split_spec(spec)[0]
    return not is_foreign(spec) and getattr(_import(name), "STAYS_HERE", False)


def broken_bots() -> list[OptionError]:
    """Import all bots of other packages and return what is wrong with those that cannot be."""
    broken: list[OptionError] = []
    for name in filter(is_foreign, bot_names()):
        try:
            _import(name)
        except OptionError as error:
            broken.append(error)
    return broken


def find_module(spec: str) -> str:
    """Return where the bot of a spec is found; nothing is imported. Refuse a bot that does not exist or a malformed spec."""
    name, modules = split_spec(spec)[0], _own_modules()
    if name not in modules:
        modules = _modules()  # only now, because a look at all that is installed takes time
    if name not in modules:
        raise UnknownNameError("there is no such bot", given=name, remedy=nearest(name, modules))
    return modules[name]


def _import(name: str) -> Any:
    module, _, attribute = find_module(name).partition(":")
    if module not in sys.modules:
        rehearse("its import", name, partial(importlib.import_module, module))
    try:
        with stdout_to_stderr() if is_foreign(name) else contextlib.nullcontext():
            loaded = importlib.import_module(module)
        return getattr(loaded, attribute) if attribute else loaded
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a plug-in is foreign code: whatever it does, only it is refused
        raise OptionError(f"its module {module} cannot be loaded: {one_line(error)}", given=name, where="bots") from error


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Return the name and the parameters of a spec string, unchecked."""
    name, colon, rest = spec.partition(":")
    if name.strip() == COMMAND_BOT:
        return COMMAND_BOT, {"command": rest.strip()} if colon else {}
    parameters: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            problem = f"{part!r} is not of the form key=value"
            raise OptionError(problem, given=spec, where="bots", remedy="write name:key=value,key=value")
        if key in parameters:
            raise OptionError(f"{key} is given twice", given=spec, where="bots", remedy="keep one of them")
        parameters[key] = value
    return name.strip(), parameters


def make_bot(spec: str) -> Bot:
    """Return a new bot, for example make_bot("mcts:iterations=2000,c=1.4"); every parameter is checked here."""
    name, parameters = split_spec(spec)
    module = _import(name)
    build = getattr(module, "build", module)  # an entry point may also name the function itself
    try:
        bot = call_bot("build", spec, build, parameters) if is_foreign(name) else build(parameters)
    except MctskyError:
        raise
    except (TypeError, ValueError) as error:
        raise OptionError(str(error), given=spec, where=f"bot {name}") from error
    if not isinstance(bot, Bot):
        raise OptionError(f"build returned {type(bot).__name__}, not a Bot", given=spec, where=f"bot {name}")
    return bot
