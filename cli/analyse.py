"""`mctsky analyse`: what the advisor thinks of a position, or of every decision of a recorded game."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mctsky.cli._output import interruptible, live, progress, show_json, write_file
from mctsky.cli._parameters import BotSpec, Source, color_option, json_option, wants_color
from mctsky.cli._signals import how_ended
from mctsky.cli._sources import board_options, is_record, read_board, read_record
from mctsky.errors import BudgetError, OptionError, PositionError

if TYPE_CHECKING:
    from mctsky.advisor.advice import Advice
    from mctsky.cli._review import Judged
    from mctsky.core.position import Position, View

ITERATIONS = 2000  # of a decision, if nothing is said
WATCH_SECONDS = 10.0
EVERY = 0.5  # seconds between the answers of --watch


@click.command(
    epilog="SOURCE is the name of a game, or a record file. Every decision of a record is judged by what its seat knew; "
    "with --seat only those of one seat. Ctrl-C ends the search, or skips the remaining decisions; the results so far are "
    "shown, with exit code 130."
)
@click.argument("source", type=Source(), metavar="SOURCE")
@board_options
@click.option("--seat", type=int, metavar="S", help="The seat to advise; by default the one to act.")
@click.option("--bot", type=BotSpec(), default="ismcts", show_default=True, help="The search that gives the advice.")
@click.option("--iterations", type=int, help=f"Budget per decision; {ITERATIONS} if neither this nor --time is given.")
@click.option("--time", metavar="TIME", help="Time per decision, for example 500ms.")
@click.option("--top", type=click.IntRange(1, 1000), help="How many moves to show; for a record, how many of the worst.")
@click.option("--watch", is_flag=True, help=f"Show answers while the search goes on, for {WATCH_SECONDS:g} s if not limited.")
@click.option("--svg", "svg_file", type=click.Path(path_type=Path), metavar="FILE", help="Draw the advice on the board.")
@click.option(
    "--html", "html_file", type=click.Path(path_type=Path), metavar="FILE", help="For a record: write a page with plots."
)
@color_option
@json_option
@click.pass_context
def command(
    context: click.Context,
    /,
    source: str,
    bot: str,
    top: int | None,
    watch: bool,
    svg_file: Path | None,
    html_file: Path | None,
    color: bool | None,
    as_json: bool,
    **settings: Any,
) -> None:
    """Analyse a position of a game, or a recorded game."""
    of_record = is_record(source, settings) and settings["ply"] is None
    _check_flags(of_record, {"--watch": watch, "--svg": svg_file} if of_record else {"--html": html_file})
    budget = _budget(settings, watch)
    if of_record:
        ended = _review(source, settings, bot, budget, top, html_file, as_json)
    else:
        ended = _position(read_board(source, settings), bot, budget, top, watch, svg_file, as_json, wants_color(color))
    if ended is not None:
        word, code = how_ended(ended)
        click.echo(f"mctsky: {word}; what follows was found so far", err=True)
        context.exit(code)


def _check_flags(of_record: bool, flags: dict[str, Any]) -> None:
    """Refuse options that do not fit a whole game, or a position."""
    for flag, given in flags.items():
        if given and of_record:
            remedy = "add --ply N for one position of the record"
            raise OptionError("this option is for positions", given=flag, where="analyse", remedy=remedy)
        if given:
            raise OptionError("this option is for whole games", given=flag, where="analyse", remedy="name a record file")


def _budget(settings: dict[str, Any], watch: bool) -> dict[str, Any]:
    """Return the budget of a decision as `advise` takes it."""
    from mctsky.core.clock import read_time
    from mctsky.search.params import read_params

    budget: dict[str, Any] = {}
    if settings["iterations"] is not None:
        read_params("flat", {"iterations": settings["iterations"]})
        budget["iterations"] = settings["iterations"]
    if settings["time"] is not None:
        seconds = read_time(settings["time"]).move_seconds
        if seconds is None:
            remedy = "write --time 500ms"
            raise BudgetError("a decision takes a time per move", given=settings["time"], where="--time", remedy=remedy)
        budget["time"] = seconds
    return budget or ({"time": WATCH_SECONDS} if watch else {"iterations": ITERATIONS})


# ---- one position


def _position(
    board: Any,
    bot: str,
    budget: dict[str, Any],
    top: int | None,
    watch: bool,
    svg_file: Path | None,
    as_json: bool,
    color: bool,
) -> BaseException | None:
    """Advise about a position; return what has ended the search early."""
    from mctsky.cli._advice_text import TOP, advice_lines
    from mctsky.core.position import Position

    view: View = _view_to_act(board) if isinstance(board, Position) else board
    advice, ended = _search(view, bot, budget, top or TOP, watch, as_json)
    if svg_file is not None:
        write_file(svg_file, advice._repr_svg_(), "--svg")
    if as_json:
        click.echo(json.dumps(_data(advice, top))) if watch else show_json(_data(advice, top))
    else:
        click.echo(view.render(color=color).rstrip() + "\n", color=color)
        click.echo("\n".join(advice_lines(advice, top or TOP)))
    return ended


def _view_to_act(position: "Position") -> "View":
    """Return what the seat to act knows; refuse a position in which none is."""
    from mctsky.core.contract import CHANCE

    if position.is_over:
        raise PositionError("the game is over, there is nothing to decide", given=position.text(), where=position.game.name)
    if position.to_act == CHANCE:
        remedy = "draw the luck with --seed N, or say whose view is meant with --seat S"
        raise PositionError("chance is to act, not a seat", given=position.text(), where=position.game.name, remedy=remedy)
    return position.view()


def _search(
    view: "View", bot: str, budget: dict[str, Any], top: int, watch: bool, as_json: bool
) -> tuple["Advice", BaseException | None]:
    """Return the final advice, and what has ended the search early, if anything; with `watch` answers are shown meanwhile."""
    from mctsky.advisor.advisor import Advisor
    from mctsky.cli._hints import last_advice

    ended: list[BaseException] = []
    shown = _Shown(view, top, watch, as_json)
    with live(shown, quiet=as_json):
        advice = last_advice(Advisor(bot, seed=0, **budget), view, EVERY, shown.update, ended.append)
    return advice, ended[0] if ended else None


class _Shown:
    """The answers of --watch: a table that changes at a terminal, else one answer after another."""

    def __init__(self, view: "View", top: int, watch: bool, as_json: bool) -> None:
        self.view, self.top, self.watch, self.as_json = view, top, watch, as_json
        self.text = "searching; Ctrl-C ends it early"

    def update(self, advice: "Advice") -> None:
        """Take the next answer."""
        from mctsky.cli._advice_text import advice_lines
        from mctsky.cli._output import stderr

        if not self.watch or advice.final:
            return
        if self.as_json:
            click.echo(json.dumps(_data(advice, self.top)))
            return
        self.text = "\n".join(advice_lines(advice, self.top))
        if not stderr().is_terminal:
            click.echo(f"{self.text}\n")

    def __rich__(self) -> str:
        from rich.markup import escape

        return escape(self.text)


def _data(advice: "Advice", top: int | None) -> dict[str, Any]:
    data = {"options": dict(advice.view.game.options), "view": advice.view.text(), **advice.to_dict()}
    data["moves"] = data["moves"][:top]
    return data


# ---- a recorded game


def _review(
    source: str,
    settings: dict[str, Any],
    bot: str,
    budget: dict[str, Any],
    top: int | None,
    html_file: Path | None,
    as_json: bool,
) -> BaseException | None:
    """Judge the decisions of a game; return what has ended that early."""
    from mctsky.cli._review import Review, decisions_of, judge
    from mctsky.cli._review_page import review_page
    from mctsky.cli._review_text import TOP, review_lines

    record = read_record(source, settings)
    decisions = decisions_of(record, settings["seat"])
    if not decisions:
        raise OptionError(
            "no seat decides anything in this game", given=source, where="analyse", remedy="choose another with --game"
        )
    judged: list[Judged] = []
    ended: BaseException | None = None
    with progress() as bar:
        task = bar.add_task("decisions", total=len(decisions))
        work = judge(record, decisions, bot, budget)
        try:
            while (found := interruptible(next, work, None)) is not None:
                judged.append(found)
                bar.advance(task)
        except KeyboardInterrupt as error:
            ended = error
    review = Review(record, settings["seat"], tuple(judged), len(decisions), bot, budget)
    if html_file is not None:
        write_file(html_file, review_page(review, top or TOP), "--html")
    if as_json:
        show_json(review.to_dict())
    elif html_file is None or str(html_file) != "-":
        click.echo("\n".join(review_lines(review, top or TOP)))
    return ended
