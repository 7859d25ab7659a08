"""The report of a tournament as one HTML file: no scripts, nothing from the net, light or dark as the reader's system.

Everything that comes from a user or a record is escaped.
"""

import datetime
from html import escape

from mctsky.arena.playing.referee import software_versions
from mctsky.arena.tournaments.plan import TournamentPlan
from mctsky.arena.tournaments.report_plots import duration, length_plot, mean, median_time, rating_plot, seat_plot, time_plot
from mctsky.arena.tournaments.standings import Standings
from mctsky.page import figure, page, table


def make_report(plan: TournamentPlan, standings: Standings, date: datetime.datetime | None = None) -> str:
    """Return the report as the text of an HTML file."""
    moment = (date or datetime.datetime.now(datetime.UTC)).strftime("%Y-%m-%d %H:%M %Z").strip()
    total = plan.n_games
    progress = f"{standings.games} games" if standings.games == total else f"{standings.games} of {total} games so far"
    parts = [
        f'<p class="soft">{escape(plan.format)}, {len(plan.bots)} bots, {progress} in {standings.blocks} blocks; ',
        f"{escape(moment)}</p>\n",
        _standings(standings),
        _crosstable(standings),
        _seats(standings),
        _lengths(standings),
        _times(standings),
        _failures(standings),
        _settings(plan),
    ]
    return page(plan.name, "".join(parts))


def _number(value: float | None, form: str) -> str:
    return "-" if value is None else format(value, form)


def _standings(standings: Standings) -> str:
    rows = []
    for bot in standings.bots:
        span = "-" if bot.low is None or bot.high is None else f"{bot.low:+.0f} to {bot.high:+.0f}"
        rating = _number(bot.rating, "+.0f") + ("*" if bot.by_prior else "")
        chance = _number(bot.superiority, ".1%")
        counts = (bot.games, bot.wins, bot.draws, bot.losses, bot.failures)
        rows.append([escape(bot.name), _number(bot.rank, "d"), rating, span, chance, f"{bot.score:.3f}", *map(str, counts)])
    heads = ["bot", "rank", "rating", "95 % interval", "better than next", "score", "games", "won", "drawn", "lost", "failures"]
    base = f"the rating of {standings.anchor} is fixed" if standings.anchor else "the mean rating is 0"
    note = "".join(f"<p>{escape(line)}</p>\n" for line in standings.warning.splitlines())
    caption = (
        f"Plackett-Luce ratings on the Elo scale; {base}. Better than next: the likelihood that the bot is the stronger one."
    )
    drawn = figure(rating_plot(standings.bots), "Dots are ratings, lines their 95 % intervals.")
    return f'<h2>Standings</h2>\n{table(heads, rows, caption)}{note}<div class="plots">{drawn}</div>\n'


def _crosstable(standings: Standings) -> str:
    rows = []
    for number, bot in enumerate(standings.bots):
        row = [f"{number + 1}. {escape(bot.name)}"]
        for games, score in standings.met[number]:
            if score is None:
                row.append("")
                continue
            kind = "good" if score > 0.5 else "bad" if score < 0.5 else "even"
            row.append(f'<td class="{kind}" title="{games} comparisons">{score:.3f}</td>')
        rows.append(row)
    heads = ["bot", *(f"{number + 1}." for number in range(len(rows)))]
    caption = (
        "Mean score of the bot of the row against that of the column; in games of more than two, 1 for doing better and 0.5 "
        "for doing as well."
    )
    return f"<h2>Who beat whom</h2>\n{table(heads, rows, caption)}"


def _seats(standings: Standings) -> str:
    parts = ["<h2>Seats</h2>\n"]
    for number, game in enumerate(standings.game_rows):
        if not game.games:
            continue
        parts.append(f'<h3>{escape(game.title)}</h3>\n<div class="plots">')
        parts.append(
            figure(seat_plot(game), "Share of games won (dark) and drawn (pale) per seat, over all bots.") + "</div>\n"
        )
        rows = []
        for bot in standings.bots:
            seats = {row.seat: row for row in bot.seats[number]}
            if seats:
                cells = [seats.get(seat) for seat in range(game.n_seats)]
                rows.append([escape(bot.name), *(f"{row.wins / row.games:.1%}" if row else "-" for row in cells)])
        parts.append(table(["bot", *(f"seat {k}" for k in range(game.n_seats))], rows, f"Games won per seat, {game.title}"))
    return "".join(parts)


def _lengths(standings: Standings) -> str:
    parts = ['<h2>Game length</h2>\n<div class="plots">']
    for game in standings.game_rows:
        parts.append(figure(length_plot(game), f"{game.title}: moves per game, {mean(game.lengths):.1f} in the mean."))
    return "".join(parts) + "</div>\n"


def _times(standings: Standings) -> str:
    rows = [
        [escape(bot.name), str(bot.moves), duration(bot.seconds / bot.moves), duration(median_time(bot.times))]
        for bot in standings.bots
        if bot.moves
    ]
    drawn = figure(time_plot(standings.bots), "Moves by thinking time, logarithmic; every row has its own height.")
    listed_rows = table(["bot", "moves", "mean", "median"], rows, "Thinking time per move")
    return f'<h2>Time per move</h2>\n<div class="plots">{drawn}</div>\n{listed_rows}'


def _failures(standings: Standings) -> str:
    failed = [bot for bot in standings.bots if bot.failures]
    if not failed:
        return ""
    rows = []
    for bot in failed:
        kinds = ", ".join(f"{fault} {times}" for fault, times in bot.faults.items())
        rows.append([escape(bot.name), str(bot.failures), str(bot.games), f'<td class="left">{escape(kinds)}</td>'])
    reasons = "".join(f"<li>{escape(reason)}</li>" for reason in standings.reasons)
    listed_rows = table(["bot", "failures", "games", "kinds"], rows, "Games lost by failure of the bot")
    return f"<h2>Failures</h2>\n{listed_rows}<ul>{reasons}</ul>\n"


def _settings(plan: TournamentPlan) -> str:
    limits = plan.limits
    facts = {
        "format": plan.format,
        "seed": "none" if plan.luck.seed is None else str(plan.luck.seed),
        "games per table": str(plan.games or "one block"),
        "rounds": str(plan.rounds or 1),
        "seatings": plan.seating,
        "time": limits.clock or "no limit",
        "iterations": str(limits.iterations or "as the bots say"),
        "games": "; ".join(setting.title.strip() for setting in plan.settings),
        "openings": ", ".join(str(len(setting.openings)) for setting in plan.settings),
        "tournament": plan.id,
        "versions": ", ".join(f"{name} {number}" for name, number in software_versions().items()),
    }
    listed = "".join(f"<dt>{escape(key)}</dt><dd>{escape(value)}</dd>" for key, value in facts.items())
    rows = []
    for number, bot in enumerate(plan.bots):
        sets = dict.fromkeys(str(dict(setting.bots[number].parameters)) for setting in plan.settings)
        rows.append(
            [
                escape(bot.name),
                f'<td class="left"><code>{escape(bot.spec)}</code></td>',
                f'<td class="left"><code>{escape("; ".join(sets))}</code></td>',
            ]
        )
    listed_rows = table(["bot", "spec", "parameters"], rows, "Bots with all their parameters")
    return f"<h2>Settings</h2>\n<dl>{listed}</dl>\n{listed_rows}"
