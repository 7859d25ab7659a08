"""`mctsky check-game`: does a game keep the contract, and does it leak?"""

import click

from mctsky.cli._output import progress, say, show_json
from mctsky.cli._parameters import GameName, Word, json_option, load_game, options_option

NOT_SOUND = 1
EFFORTS = ("quick", "normal", "long")


@click.command(
    "check-game",
    epilog="Every finding names the verb, the sentence of the contract that it breaks, what was found instead, and a command "
    "that repeats it. Exits with code 0 if nothing was found, 1 if something was. docs/adding-a-game.md tells more.",
)
@click.argument("game", type=GameName(), metavar="GAME")
@options_option
@click.option("--only", multiple=True, metavar="GROUP", help="Run this group of checks; may be repeated.")
@click.option("--effort", type=Word(EFFORTS), default="normal", show_default=True, help="How much is checked.")
@click.option("--seed", type=click.IntRange(0), help="Check only this seed, as the command of a finding does.")
@click.option("--python", is_flag=True, help="Run as plain Python: quicker for small games, and errors name lines.")
@click.option(
    "--limit",
    type=float,
    default=120.0,
    show_default=True,
    help="CPU seconds for one call of a verb, including its compilation.",
)
@click.option(
    "--seconds", type=float, default=60.0, show_default=True, help="CPU seconds after which a group starts no new check."
)
@json_option
@click.pass_context
def command(
    context: click.Context,
    /,
    game: str,
    options: tuple[str, ...],
    only: tuple[str, ...],
    effort: str,
    seed: int | None,
    python: bool,
    limit: float,
    seconds: float,
    as_json: bool,
) -> None:
    """Check that GAME keeps the contract, and that no seat learns what it must not."""
    from mctsky.core.registry import find_spec
    from mctsky.testing.leaks import account
    from mctsky.testing.report import GroupReport, Report
    from mctsky.testing.run import check_groups

    spec = find_spec(game)
    chosen = load_game(game, options).options if options else None
    reports: list[GroupReport] = []
    with progress() as bar:
        task = bar.add_task(game, total=None)

        def told(group: str, n: int, of: int) -> None:
            bar.update(task, description=f"{game}: {group}", completed=n, total=of)

        for report in check_groups(
            game, only=only, options=chosen, effort=effort, seed=seed, python=python, limit=limit, seconds=seconds, told=told
        ):
            reports.append(report)
            if not as_json:
                say(report.summary(), "      ")
                for line in report.finding.lines() if report.finding is not None else ():
                    say(f"      {line}", "        ")
    whole = Report(spec, reports, account(spec) is not None)
    if as_json:
        show_json(whole.to_dict())
    else:
        for note in whole.notes():
            say(f"note: {note}", "      ")
        say(f"{game}: {whole.verdict}")
    context.exit(0 if whole.ok else NOT_SOUND)
