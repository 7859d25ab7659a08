"""Plots of a tournament report as SVG text: narrow, so that their letters are readable on a phone; colours come from the page.

Every plot has a title and a description for those who do not see it, and the numbers stand in tables beside the plots.
"""

import math
from collections.abc import Mapping, Sequence
from html import escape

from mctsky import svg
from mctsky.arena.tournaments.scoreboard import BINS_PER_DECADE
from mctsky.arena.tournaments.standings import GameRow, Standing
from mctsky.svg import LEFT, RIGHT

_ROW = 40.0
_MAX_BARS = 40


def _short(name: str, most: int = 46) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


def rating_plot(bots: Sequence[Standing]) -> str:
    """Return the ratings with their 95 % intervals, a row per bot."""
    shown = [(bot, bot.rating, bot.low, bot.high) for bot in bots]
    rows = [
        (bot, rating, low, high)
        for bot, rating, low, high in shown
        if rating is not None and low is not None and high is not None
    ]
    if not rows:
        return ""
    lowest, highest = min(row[2] for row in rows), max(row[3] for row in rows)
    margin = max(10.0, 0.04 * (highest - lowest))
    lowest, highest = lowest - margin, highest + margin

    def x_of(value: float) -> float:
        return LEFT + (RIGHT - LEFT) * (value - lowest) / (highest - lowest)

    bottom = _ROW * len(rows) + 6
    parts = []
    for tick in svg.ticks(lowest, highest):
        parts.append(svg.line(x_of(tick), 4, x_of(tick), bottom, "grid"))
        if LEFT + 12 < x_of(tick) < RIGHT - 12:
            parts.append(svg.text(x_of(tick), bottom + 14, f"{tick:+.0f}" if tick else "0", "small", "middle"))
    for number, (bot, rating, low, high) in enumerate(rows):
        y = _ROW * number + 32
        words = f"{bot.name}: {rating:+.0f}, 95 % interval {low:+.0f} to {high:+.0f}"
        parts.append(f"<g><title>{escape(words)}</title>{svg.text(LEFT, y - 12, _short(bot.name))}")
        parts += [svg.line(x_of(low), y, x_of(high), y, "whisker"), svg.line(x_of(low), y - 4, x_of(low), y + 4, "whisker")]
        parts += [svg.line(x_of(high), y - 4, x_of(high), y + 4, "whisker")]
        parts.append(f'<circle cx="{x_of(rating):.1f}" cy="{y:.1f}" r="4.5" class="dot"/></g>')
    best, rating, _, _ = rows[0]
    description = f"One row for each of {len(rows)} bots, the best first: {best.name} with {rating:+.0f}."
    return svg.picture(bottom + 20, "Ratings with 95 % intervals", description, parts)


def seat_plot(row: GameRow) -> str:
    """Return the share of games that each seat wins and draws, over all bots."""
    parts: list[str] = []
    scale = RIGHT - LEFT
    fair = LEFT + scale / row.n_seats
    for seat in row.seats:
        y = _ROW * seat.seat
        wins, draws = (count / seat.games if seat.games else 0.0 for count in (seat.wins, seat.draws))
        label = f"seat {seat.seat}: {wins:.1%} won" + (f", {draws:.1%} drawn" if seat.draws else "")
        parts += [svg.text(LEFT, y + 14, label), svg.bar(LEFT, y + 19, scale, 14, "empty")]
        parts += [svg.bar(LEFT, y + 19, scale * wins, 14), svg.bar(LEFT + scale * wins, y + 19, scale * draws, 14, "pale")]
        parts.append(svg.line(fair, y + 17, fair, y + 35, "mark"))
    bottom = _ROW * row.n_seats
    parts.append(svg.text(fair, bottom + 8, f"1 in {row.n_seats}", "small", "middle"))
    description = "Bars from 0 to 100 % of the games: won, then drawn in a paler colour. " + "; ".join(
        f"seat {seat.seat} won {seat.wins} and drew {seat.draws} of {seat.games}" for seat in row.seats
    )
    return svg.picture(bottom + 20, f"Win rate per seat, {row.title}", description, parts)


def length_plot(row: GameRow) -> str:
    """Return how many games had how many moves."""
    if not row.lengths:
        return ""
    shortest, longest = min(row.lengths), max(row.lengths)
    width = max(1, math.ceil((longest - shortest + 1) / _MAX_BARS))  # moves per bar
    bars = [0] * ((longest - shortest) // width + 1)
    for length, games in row.lengths.items():
        bars[(length - shortest) // width] += games
    height, top = 110.0, 16.0
    step = min(36.0, (RIGHT - LEFT) / len(bars))
    parts = [
        svg.text(LEFT, 11, f"highest bar: {max(bars)} games", "small"),
        svg.line(LEFT, top + height, RIGHT, top + height, "axis"),
    ]
    label_every = max(1, math.ceil(30 / step))
    for number, games in enumerate(bars):
        first = shortest + number * width
        tall = height * games / max(bars)
        span = f"{first}" if width == 1 else f"{first} to {first + width - 1}"
        bar = svg.bar(LEFT + step * number + 0.5, top + height - tall, step - 1, tall)
        parts.append(f"<g><title>{span} moves: {games} games</title>{bar}</g>")
        if number % label_every == 0:
            parts.append(svg.text(LEFT + step * (number + 0.5), top + height + 14, str(first), "small", "middle"))
    description = f"{row.games} games of {shortest} to {longest} moves, {mean(row.lengths):.1f} in the mean."
    return svg.picture(top + height + 20, f"Game length in moves, {row.title}", description, parts)


def time_plot(bots: Sequence[Standing]) -> str:
    """Return how long the bots think about a move, a row of bars per bot over one logarithmic axis."""
    thinkers = [bot for bot in bots if bot.times]
    if not thinkers:
        return ""
    first = min(min(bot.times) for bot in thinkers) - 1
    last = max(max(bot.times) for bot in thinkers) + 2
    step = (RIGHT - LEFT) / (last - first)
    row_height, tallest = 58.0, 30.0
    bottom = row_height * len(thinkers)
    parts = []
    decades = range(math.ceil(first / BINS_PER_DECADE), last // BINS_PER_DECADE + 1)
    for decade in decades:
        x = LEFT + step * (decade * BINS_PER_DECADE - first)
        parts.append(svg.line(x, 4, x, bottom, "grid"))
        if len(decades) < 8 or decade % 2 == 0:
            parts.append(svg.text(x, bottom + 14, duration(10.0**decade), "small", "middle" if x < RIGHT - 15 else "end"))
    for number, bot in enumerate(thinkers):
        y = row_height * number
        middle = duration(median_time(bot.times))
        label = f"{_short(bot.name, 30)}: median {middle}"
        parts += [svg.text(LEFT, y + 14, label), svg.line(LEFT, y + 20 + tallest, RIGHT, y + 20 + tallest, "axis")]
        most = max(bot.times.values())
        for k, moves in bot.times.items():
            tall = max(1.0, tallest * moves / most)
            bar = svg.bar(LEFT + step * (k - first) + 0.5, y + 20 + tallest - tall, step - 1, tall)
            start, end = (duration(10 ** (edge / BINS_PER_DECADE)) for edge in (k, k + 1))
            parts.append(f"<g><title>{start} to {end}: {moves} moves</title>{bar}</g>")
    description = "; ".join(f"{bot.name} {duration(median_time(bot.times))} in the median" for bot in thinkers)
    return svg.picture(bottom + 20, "Time per move", f"A logarithmic axis of time. {description}.", parts)


def mean(counts: Mapping[int, int]) -> float:
    """Return the mean of counted numbers."""
    return sum(value * times for value, times in counts.items()) / max(1, sum(counts.values()))


def median_time(times: Mapping[int, int]) -> float:
    """Return the median of binned thinking times in seconds, as near as the bins tell."""
    half, seen = sum(times.values()) / 2, 0
    for k in sorted(times):
        seen += times[k]
        if seen >= half:
            return float(10 ** ((k + 0.5) / BINS_PER_DECADE))
    return 0.0


def duration(seconds: float) -> str:
    """Return a time with two digits and a unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= 0.9995 * size:
            return f"{_two_digits(seconds / size)} {unit}"
    return f"{_two_digits(seconds / 1e-6)} µs"


def _two_digits(value: float) -> str:
    return f"{value:.0f}" if value >= 9.95 else f"{value:.2g}"
