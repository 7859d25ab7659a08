"""The tables of a tournament, final or live."""

import time
from typing import TYPE_CHECKING, Any

from mctsky.cli._output import how_far
from mctsky.cli._table import Table
from mctsky.errors import printable

if TYPE_CHECKING:
    from mctsky.arena.tournaments.standings import Standings
    from mctsky.arena.tournaments.tournament import Tournament

MAX_COLUMNS = 20  # bots in a crosstable on a terminal
_MAX_REASONS = 10
_PATIENCE = 20.0  # ratings are computed again when this many times their own duration has passed


def heading(tournament: "Tournament") -> str:
    """Return the line above the standings."""
    plan, scores = tournament.plan, tournament.scores
    left_out = f", {tournament.left_out} games of unfinished blocks left out" if tournament.left_out else ""
    games = f"{scores.n_games} games in {len(tournament.outcomes)} blocks"
    return f"{printable(plan.name)}: {plan.format}, {games}, {plan.luck}{left_out}"


def standings_table(standings: "Standings", only_first: bool = False) -> Table:
    """Return the bots by rating."""
    table = Table(only_first=only_first)
    table.add_number()
    table.add_columns("bot", key=True, folds=True)
    table.add_columns("rating", "95 % interval", "> next", joined=True)
    table.add_columns("score", "games", "wins", "draws", "losses", "failures", "moves/s")
    for bot in standings.bots:
        interval = "-" if bot.low is None or bot.high is None else f"{bot.low:+.0f} - {bot.high:+.0f}"
        table.add_row(
            "-" if bot.rank is None else str(bot.rank),
            printable(bot.name),
            "-" if bot.rating is None else f"{bot.rating:+.0f}" + ("*" if bot.by_prior else ""),
            interval,
            "-" if bot.superiority is None else f"{bot.superiority:.1%}",
            f"{bot.score:.3f}",
            *(str(count) for count in (bot.games, bot.wins, bot.draws, bot.losses, bot.failures)),
            f"{bot.moves / bot.seconds:,.0f}" if bot.seconds else "-",
        )
    return table


def cross_table(standings: "Standings") -> Table:
    """Return what each bot scored against each other."""
    table = Table()
    table.add_number()
    table.add_columns("bot", key=True, folds=True)
    table.add_columns(*(str(number + 1) for number in range(len(standings.bots))))
    for number, bot in enumerate(standings.bots):
        cells = ("" if score is None else f"{score:.3f}" for _, score in standings.met[number])
        table.add_row(str(number + 1), printable(bot.name), *cells)
    return table


def seat_tables(standings: "Standings") -> list[tuple[str, Table]]:
    """Return who wins how often at which seat, a table with its title per game."""
    tables = []
    for number, game in enumerate(standings.game_rows):
        if not game.games:
            continue
        table = Table()
        table.add_columns("bot", key=True, folds=True)
        table.add_columns(*(f"seat {seat}" for seat in range(game.n_seats)))
        for bot in standings.bots:
            seats = {row.seat: f"{row.wins / row.games:.1%}" for row in bot.seats[number]}
            if seats:
                table.add_row(printable(bot.name), *(seats.get(seat, "-") for seat in range(game.n_seats)))
        table.add_section()
        table.add_row("all", *(f"{row.wins / row.games:.1%}" for row in game.seats))
        tables.append((f"{game.title.strip()}: {game.games} games", table))
    return tables


def notes(standings: "Standings") -> list[str]:
    """Return the lines under the tables: doubts about ratings, and failures with their reasons."""
    lines = standings.warning.splitlines()
    if any(bot.by_prior for bot in standings.bots):
        lines[-1] = f"* {lines[-1]}"
    for bot in standings.bots:
        if bot.failures:
            lines.append(f"{bot.name} lost {bot.failures} of {bot.games} games by failure")
    lines += [f"  {reason}" for reason in standings.reasons[:_MAX_REASONS]]
    if len(standings.bots) > MAX_COLUMNS:
        lines.append(f"the crosstable of {len(standings.bots)} bots is too wide for a terminal; see --csv, --json and --html")
    return [printable(line) for line in lines]


class LiveStandings:
    """What a terminal shows while a tournament is played: the standings so far, how far it is, and the time left."""

    def __init__(self, tournament: "Tournament") -> None:
        """Start the clock; games that were played before are not counted in the speed."""
        self.tournament, self.begun, self.n_before = tournament, time.monotonic(), tournament.n_finished
        self._table: Table | None = None
        self._next = 0.0

    def update(self) -> None:
        """Compute the table again if it is time to; called after each game, by the thread that counts games."""
        now = time.monotonic()
        if now >= self._next:
            self._table = standings_table(self.tournament.standings(), only_first=True)
            self._next = time.monotonic() + max(0.5, _PATIENCE * (time.monotonic() - now))

    def __rich__(self) -> Any:
        """Draw it; rich asks a few times a second, from a thread of its own."""
        from rich.console import Group
        from rich.text import Text

        table = [self._table] if self._table is not None else []
        below = how_far(self.tournament.n_finished, self.tournament.n_games, self.n_before, self.begun)
        return Group(Text(heading(self.tournament)), *table, *below)
