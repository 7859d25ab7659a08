"""The table of a match, final or live."""

import math
import time
from typing import TYPE_CHECKING, Any

from mctsky.cli._output import how_far
from mctsky.cli._table import Table
from mctsky.errors import printable

if TYPE_CHECKING:
    from mctsky.arena.match import Match
    from mctsky.arena.statistics.sprt import SequentialTest
    from mctsky.arena.statistics.tally import BotResult, MatchResult


_REDRAW = 0.25  # seconds


def match_table(match: "Match", result: "MatchResult", only_first: bool = False) -> Table:
    """Return the table of the games so far, the best bot first."""
    game = match.game
    left_out = f", {result.left_out} games of an unfinished block left out" if result.left_out else ""
    blocks = f"{result.blocks} block{'s' if result.blocks != 1 else ''}"
    title = f"{game.name} {game.format_options()}: {result.games} games, {blocks}, {match.plan.luck}"
    table = Table(title + left_out, only_first)
    table.add_columns("bot", key=True, folds=True)
    rates = "Elo" if any(bot.elo is not None for bot in result.bots) else "rank"
    table.add_columns("score", "95 % interval", joined=True)
    table.add_columns(rates, "95 % interval", joined=True)
    table.add_columns("games", "wins", "draws", "losses", joined=True)
    table.add_columns(*(f"wins at {seat}" for seat in range(game.n_seats)), "moves/s")
    for bot in sorted(result.bots, key=lambda bot: -bot.score):
        wins = {row.seat: f"{row.wins / row.games:.1%}" for row in bot.seats if row.games}
        table.add_row(
            printable(bot.name),
            f"{bot.score:.3f}",
            f"{bot.low:.3f} - {bot.high:.3f}",
            *(_elo(bot) if rates == "Elo" else _rank(bot)),
            *(str(count) for count in (bot.games, bot.wins, bot.draws, bot.losses)),
            *(wins.get(seat, "-") for seat in range(game.n_seats)),
            f"{bot.moves / bot.seconds:,.0f}" if bot.seconds else "-",
        )
    return table


def _elo(bot: "BotResult") -> tuple[str, str]:
    if bot.elo is None or bot.elo_low is None or bot.elo_high is None:
        return "-", "-"
    return f"{bot.elo:+z.0f}", f"{bot.elo_low:+z.0f} - {bot.elo_high:+z.0f}"


def _rank(bot: "BotResult") -> tuple[str, str]:
    return str(bot.rank), f"{bot.rank_low} - {bot.rank_high}"


def notes(match: "Match", result: "MatchResult") -> list[str]:
    """Return the lines under the table: failures with their reasons, and the sequential test."""
    lines = []
    for bot in result.bots:
        if bot.failures:
            lines.append(f"{printable(bot.name)} lost {bot.failures} of {bot.games} games by failure")
    lines += [f"  {printable(reason)}" for reason in result.reasons[:10]]
    if match.test is not None:
        lines.append(_verdict(match.test, printable(match.names[0])))
    return lines


def _verdict(test: "SequentialTest", name: str) -> str:
    """Return the state of the sequential test in words."""
    settings = test.settings
    state = f"LLR {test.llr:+.2f} in ({test.lower:.2f}, {test.upper:.2f}) after {test.n_blocks} blocks"
    claims = {"H1": f"{name} is worth {settings.elo1:g} Elo rather than {settings.elo0:g}"}
    claims |= {"H0": f"{name} is worth {settings.elo0:g} Elo rather than {settings.elo1:g}", "": "not decided"}
    return f"sequential test: {claims[test.decision]} ({state})"


class LiveTable:
    """What a terminal shows while a match is played: the table so far, how far it is, and the time left."""

    def __init__(self, match: "Match") -> None:
        """Start the clock; games that were played before are not counted in the speed."""
        self.match, self.begun, self.n_before = match, time.monotonic(), match.n_finished
        self._drawn: Any = ""
        self._drawn_at = -math.inf

    def update(self) -> None:
        """Draw the table of the games so far, a few times a second at most.

        Called between games by the thread that counts them: rich's own thread, which shows it, must not read what changes.
        """
        if time.monotonic() - self._drawn_at < _REDRAW:
            return
        from rich.console import Group
        from rich.text import Text

        done, result = self.match.n_finished, self.match.result()
        table = [match_table(self.match, result, only_first=True)] if done else []
        below = how_far(done, self.match.n_games, self.n_before, self.begun)
        self._drawn = Group(*table, *map(Text, notes(self.match, result)), *below)
        self._drawn_at = time.monotonic()

    def __rich__(self) -> Any:
        """Return what was drawn last."""
        return self._drawn
