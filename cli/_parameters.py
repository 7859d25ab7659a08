"""Parameters that several commands share, with completion of names in the shell."""

import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import click
from click.shell_completion import CompletionItem

from mctsky.errors import OptionError, UnknownNameError, nearest

if TYPE_CHECKING:
    from mctsky.core.position import Game

    TextType = click.ParamType[str]
    ChoiceType = click.Choice[str]
else:
    TextType, ChoiceType = click.ParamType, click.Choice  # generic only in newer versions of click


def _matching(names: Iterable[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]


class GameName(TextType):
    """The name of a game."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the games."""
        from mctsky.core.registry import game_names

        return _matching(game_names(), incomplete)


class Source(TextType):
    """The name of a game, or a record file."""

    name = "source"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the games, and files."""
        return [*GameName().shell_complete(ctx, param, incomplete), CompletionItem(incomplete, type="file")]


class BotSpec(TextType):
    """The spec string of a bot."""

    name = "bot"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Offer the bots, without parameters."""
        from mctsky.bots.registry import bot_names

        return _matching(bot_names(), incomplete)


class Word(ChoiceType):
    """One of a few words; an error names the nearest."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word, or refuse it."""
        if value not in self.choices:
            raise UnknownNameError("there is no such choice", given=value, remedy=nearest(str(value), self.choices))
        return value


class BareOptionsCommand(click.Command):
    """A command with options whose value may be left out; a value is only what follows an `=`, never the next word."""

    BARE: ClassVar[Mapping[str, str]] = {"--resume": "", "--isolate": "process"}  # what an option without a value means

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line, after giving such options their values."""
        end = args.index("--") if "--" in args else len(args)
        words = [f"{word}={self.BARE[word]}" if word in self.BARE else word for word in args[:end]]
        return super().parse_args(ctx, words + args[end:])


def _check_kernels(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        from mctsky.core.jit import check_kernels

        check_kernels()


checked_option = click.option(
    "--checked",
    is_flag=True,
    is_eager=True,  # before any other parameter can load a game
    expose_value=False,
    callback=_check_kernels,
    help="Check arrays, counts and codes of the game at every step, and stop at the first fault; slower.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON instead of a table.")
color_option = click.option("--color/--no-color", default=None, help="Use colours or not; by default as the terminal allows.")
options_option = click.option(
    "--option",
    "options",
    multiple=True,
    metavar="K=V",
    help="A rules option, for example players=3.",
)


def load_game(name: str, options: Iterable[str]) -> "Game":
    """Return a game with the options given as K=V texts."""
    from mctsky.core.registry import load

    chosen: dict[str, object] = {}
    for text in options:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise OptionError("not of the form K=V", given=text, where=name, remedy="for example --option players=2")
        if key in chosen:
            raise OptionError(f"{key} is given twice", given=text, where=name, remedy="keep one of them")
        chosen[key] = value
    return load(name, chosen)


def wants_color(chosen: bool | None) -> bool:
    """Say whether stdout is written in colour: as chosen by --color or --no-color, else as the terminal can."""
    from mctsky.core.color import has_color

    return has_color(sys.stdout) if chosen is None else chosen
