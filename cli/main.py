"""The command group: finds the commands by looking, and turns every error of the user into one line and exit code 2."""

import errno
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from mctsky._version import __version__
from mctsky.errors import MctskyError, UnknownNameError, nearest

PROGRAM = "mctsky"
COMPLETION_VARIABLE = "_MCTSKY_COMPLETE"
WRONG_INPUT, INTERRUPTED = 2, 130


class Commands(click.Group):
    """A group whose commands are the files of this folder; each is imported only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names without importing anything."""
        stems = (path.stem for path in Path(__file__).parent.glob("*.py"))
        return sorted(stem.replace("_", "-") for stem in stems if not stem.startswith("_") and stem != "main")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"mctsky.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return the command that the arguments begin with, or name the nearest."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            remedy = nearest(args[0], self.list_commands(ctx))
            raise UnknownNameError("there is no such command", given=args[0], where=PROGRAM, remedy=remedy)
        return super().resolve_command(ctx, args)

    def main(  # type: ignore[override]  # always leaves the process, whatever standalone_mode says
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        """Run a command line and leave with the right exit code; an error of the user is one line, never a traceback."""
        extra["standalone_mode"] = False
        try:
            result = super().main(args, PROGRAM, **extra)
            sys.exit(result if isinstance(result, int) else 0)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.ctx.get_help() if error.ctx else "")
            sys.exit(0)
        except click.ClickException as error:
            _fail(error.format_message())
        except MctskyError as error:
            _fail(str(error))
        except (KeyboardInterrupt, click.Abort):
            click.echo(f"{PROGRAM}: interrupted", err=True)
            sys.exit(INTERRUPTED)
        except OSError as error:
            if error.errno != errno.EPIPE:
                raise
            # The reader went away (`mctsky games | head`): nothing is left to say, and the flush at exit must not complain.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            sys.exit(1)


def _fail(message: str) -> None:
    click.echo(f"{PROGRAM}: " + " ".join(message.split()), err=True)
    sys.exit(WRONG_INPUT)


class _Stderr(logging.Handler):
    """Shows log messages above a running progress bar."""

    def emit(self, record: logging.LogRecord) -> None:
        from mctsky.cli._output import stderr

        stderr().print(f"{PROGRAM}: {record.getMessage()}", markup=False, highlight=False, soft_wrap=True)


def _set_logging(verbose: int) -> None:
    library = logging.getLogger("mctsky")
    library.handlers = [_Stderr()]
    library.propagate = False
    library.setLevel({0: logging.WARNING, 1: logging.INFO}.get(verbose, logging.DEBUG))
    # A first compilation takes long enough to look like a hang, so it is always announced.
    logging.getLogger("mctsky.core.cache").setLevel(logging.DEBUG if verbose > 1 else logging.INFO)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.option("-v", "--verbose", count=True, help="Say more on stderr; twice for everything.")
def commands(verbose: int) -> None:
    """Monte Carlo search for board games with hidden hands, at C speed.

    Compiled code is kept in a cache, so only the first use of a game is slow: see `mctsky cache`.
    """
    _set_logging(verbose)


def main() -> None:
    """Run the command line of this process."""
    commands()
