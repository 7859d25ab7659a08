"""`mctsky new-game`: a package for a game of your own, made from the template."""

import shlex
from pathlib import Path

import click

from mctsky.cli._output import say, show_json
from mctsky.cli._parameters import json_option


@click.command(
    "new-game",
    epilog="The package works as it is: a small card game in which players may look at a card. Next: docs/adding-a-game.md.",
)
@click.argument("name", metavar="NAME")
@click.option(
    "--into", type=click.Path(path_type=Path), default=Path(), help="Folder for the new NAME-game; by default the current one."
)
@json_option
def command(name: str, into: Path, as_json: bool) -> None:
    """Write a package for a new game NAME, with an entry point and tests."""
    from mctsky.new_game import write_game

    files = write_game(name, into)
    root = files[0].parent.parent
    if as_json:
        show_json({"game": name, "folder": str(root), "files": [str(path.relative_to(root)) for path in files]})
        return
    say(f"wrote {len(files)} files to {root}")
    say("next:")
    for line in (f"cd {shlex.quote(str(root))}", "python -m pip install -e .", "python -m pytest", f"mctsky check-game {name}"):
        click.echo(f"  {line}")
