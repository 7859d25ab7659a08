"""`mctsky check-bot`: does a program of yours keep the protocol of docs/bots.md?"""

import click

from mctsky.cli._output import say, show_json
from mctsky.cli._parameters import GameName, json_option, load_game, options_option

NOT_CONFORMING = 1


@click.command(
    "check-bot",
    epilog='CMD is a command line in one argument, as after `exec:` in a match: mctsky check-bot "./mybot --flag". '
    "Exits with code 0 if the program keeps the protocol, 1 if not.",
)
@click.argument("cmd", metavar="CMD")
@click.option(
    "--game",
    "games",
    type=GameName(),
    multiple=True,
    help="A game it has to play; may be repeated. By default the games that it names.",
)
@options_option
@click.option("--time", "time_text", default="200ms", show_default=True, help="The small time limit per move.")
@click.option(
    "--patience", type=float, default=10.0, show_default=True, help="Seconds to wait for an answer when no clock runs."
)
@json_option
@click.pass_context
def command(
    context: click.Context,
    /,
    cmd: str,
    games: tuple[str, ...],
    options: tuple[str, ...],
    time_text: str,
    patience: float,
    as_json: bool,
) -> None:
    """Test whether an external bot keeps the protocol, and say what is wrong."""
    from mctsky.bots.external import ExternalBot, find_program
    from mctsky.bots.processes.conformance import Conformance
    from mctsky.core.clock import read_time
    from mctsky.errors import OptionError

    cmd = cmd.removeprefix("exec:")
    find_program(ExternalBot(cmd).arguments, cmd)
    if options and len(games) != 1:
        raise OptionError("options need one game", given=options[0], where="check-bot", remedy="name it with --game")
    limit = read_time(time_text).move_seconds
    if limit is None:
        raise OptionError("a time per move is needed", given=time_text, where="--time", remedy="for example --time 200ms")
    if not 0.1 <= patience <= 3600:
        raise OptionError("patience must be from 0.1 to 3600 seconds", given=patience, where="--patience")
    chosen = [load_game(name, options) for name in games] if games else None
    trial = Conformance(cmd, chosen, limit, patience)
    steps = []
    for step in trial.run():
        steps.append(step)
        if not as_json:
            say(f"{'ok   ' if step.ok else 'WRONG'} {step.step}" + (f": {step.detail}" if step.detail else ""), "      ")
            if step.remedy:
                say(f"      {step.remedy}", "      ")
    ok = all(step.ok for step in steps)
    if as_json:
        name = trial.about.get("name")
        show_json({"command": cmd, "name": name, "ok": ok, "steps": [step.to_dict() for step in steps]})
    else:
        say("keeps the protocol" if ok else "does not keep the protocol; docs/bots.md documents it field by field")
    context.exit(0 if ok else NOT_CONFORMING)
