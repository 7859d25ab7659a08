"""`mctsky completion`: prints what makes the shell complete commands, games and bots."""

import click
from click.shell_completion import get_completion_class

from mctsky.cli._parameters import Word

_SETUP = {
    "bash": 'eval "$(mctsky completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(mctsky completion zsh)" in ~/.zshrc',
    "fish": "mctsky completion fish > ~/.config/fish/completions/mctsky.fish",
}


@click.command(epilog="Set up once: " + "; ".join(_SETUP.values()) + ".")
@click.argument("shell", type=Word(sorted(_SETUP)))
def command(shell: str) -> None:
    """Print the completion script of a shell."""
    from mctsky.cli.main import COMPLETION_VARIABLE, PROGRAM, commands

    kind = get_completion_class(shell)
    if kind is None:
        raise click.UsageError(f"click has no completion for {shell}")
    script = kind(commands, {}, PROGRAM, COMPLETION_VARIABLE)
    click.echo(script.source_template % script.source_vars())
