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
from click.shell_completion import shell_complete

from mctsky._version import __version__
from mctsky.cli._signals import BROKEN_PIPE, how_ended, listen, signal_code
from mctsky.cli._streams import OutputError, drop_stdout, take_streams
from mctsky.errors import MachineError, MctskyError, UnknownNameError, nearest, one_line

PROGRAM = "mctsky"
COMPLETION_VARIABLE = "_MCTSKY_COMPLETE"
FAILED, WRONG_INPUT, INTERNAL = 1, 2, 3
MAX_WORD = 500  # characters of a word in a message

log = logging.getLogger(__name__)


class Commands(click.Group):
    """A group whose commands are the files of this folder; each is imported only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names without importing anything."""
        stems = (path.stem for path in Path(__file__).parent.glob("*.py"))
        return sorted(stem.replace("_", "-") for stem in stems if not stem.startswith("_") and stem != "main")

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """Import a command, or name the nearest."""
        names = self.list_commands(ctx)
        if cmd_name not in names:
            raise UnknownNameError("there is no such command", given=cmd_name, where=PROGRAM, remedy=nearest(cmd_name, names))
        module = importlib.import_module(f"mctsky.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def main(  # type: ignore[override]  # always leaves the process, whatever standalone_mode says
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> Any:
        """Run a command line and leave with the right exit code; whatever goes wrong is one line, never a traceback.

        All errors end here. Click's own `main` is not used: it has other answers to interruptions and closed pipes.
        """
        try:
            try:
                code = self._run(sys.argv[1:] if args is None else list(args))
            except (KeyboardInterrupt, click.Abort) as error:
                word, code = how_ended(error)
                _say(word)
            sys.stdout.flush()
        except OutputError as error:
            drop_stdout()
            stopped = signal_code()  # nor can a terminal that hung up take a table
            code = stopped or (BROKEN_PIPE if error.is_closed else FAILED)
            if not error.is_closed and not stopped:
                _say(f"cannot write to stdout: {error}; make room, or send the output elsewhere")
        sys.exit(code)

    def _run(self, args: list[str]) -> int:
        """Run a command line and return the exit code; interruptions and a failing stdout are left to the caller."""
        completion = os.environ.get(COMPLETION_VARIABLE)
        try:
            if completion:
                return shell_complete(self, {}, PROGRAM, COMPLETION_VARIABLE, completion)
            with self.make_context(PROGRAM, args) as context:
                result = self.invoke(context)
            return result if isinstance(result, int) else 0
        except click.exceptions.Exit as error:
            return error.exit_code
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.ctx.get_help() if error.ctx else "")
            return 0
        except click.MissingParameter as error:
            _say(f"{error.format_message().rstrip('.')}; see `{error.ctx.command_path if error.ctx else PROGRAM} --help`")
            return WRONG_INPUT
        except click.ClickException as error:
            _say(error.format_message())
            return WRONG_INPUT
        except MctskyError as error:
            _say(str(error))
            return WRONG_INPUT
        except OutputError:
            raise
        except OSError as error:
            _say(_from_system(error))
            return WRONG_INPUT
        except Exception as error:
            log.debug("traceback", exc_info=True)
            _say(
                f"internal error: {one_line(error)}; this is a bug of mctsky: {PROGRAM} -vv shows where it is, please report it"
            )
            return INTERNAL


def _say(message: str) -> None:
    """Write one line to stderr; of a very long word, such as a number of 5,000 digits, only the beginning."""
    words = (word if len(word) <= MAX_WORD else word[: MAX_WORD // 2] + "..." for word in message.split())
    click.echo(f"{PROGRAM}: " + " ".join(words), err=True)


def _from_system(error: OSError) -> str:
    """Return the message for a system error that no other code has explained."""
    name = error.filename.decode(errors="replace") if isinstance(error.filename, bytes) else error.filename
    problem, remedy = error.strerror or one_line(error), _REMEDIES.get(error.errno or 0, "")
    return str(MachineError(problem, given=name if isinstance(name, str) else None, remedy=remedy))


_REMEDIES = {
    errno.ENAMETOOLONG: "choose a shorter file name, of at most 255 bytes",
    errno.EMFILE: "allow more open files with `ulimit -n 1024`, or use fewer --jobs",
    errno.ENFILE: "end other programs, or use fewer --jobs",
    errno.EAGAIN: "allow more processes with `ulimit -u`, or use fewer --jobs",
    errno.ENOMEM: "use fewer --jobs, or less memory per bot",
    errno.ENOSPC: "make room on the disk",
}


class _Stderr(logging.Handler):
    """Shows log messages above a running progress bar."""

    def emit(self, record: logging.LogRecord) -> None:
        from mctsky.cli._output import stderr

        stderr().print(f"{PROGRAM}: {self.format(record)}", markup=False, highlight=False, soft_wrap=True)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name=PROGRAM, message="%(prog)s %(version)s")
@click.option("-v", "--verbose", count=True, help="Say more on stderr; twice for everything.")
def commands(verbose: int) -> None:
    """Monte Carlo search for board games with hidden hands, at C speed.

    Compiled code is kept in a cache, so only the first use of a game is slow: see `mctsky cache`.
    """
    library = logging.getLogger("mctsky")
    library.handlers = [_Stderr()]
    library.propagate = False
    library.setLevel({0: logging.WARNING, 1: logging.INFO}.get(verbose, logging.DEBUG))
    # A first compilation takes long enough to look like a hang, so it is always announced.
    logging.getLogger("mctsky.core.cache").setLevel(logging.DEBUG if verbose > 1 else logging.INFO)


def _rehearse_plug_ins() -> None:
    """Let bots of other packages be tried in a copy of this process before they are loaded here."""
    from mctsky.core.foreign import try_first

    def is_foreign(spec: str) -> bool:
        from mctsky.bots.registry import is_foreign

        return is_foreign(spec)

    try_first(is_foreign)


def main() -> None:
    """Run the command line of this process."""
    try:
        take_streams()
        listen()
        _rehearse_plug_ins()
        commands()
    except KeyboardInterrupt as error:  # between two of the lines above
        sys.exit(how_ended(error)[1])
