"""A review as one HTML file: plot, worst moves with their boards, all moves; no scripts, nothing from the net, all escaped."""

import base64
from html import escape

from mctsky import svg
from mctsky.cli._advice_text import in_row
from mctsky.cli._review import Judged, Review
from mctsky.page import figure, page, table
from mctsky.svg import LEFT, RIGHT

_COLOURS = ("#d1495b", "#1f65ab", "#b07d00", "#2e8540", "#7d3c98", "#5a646d")  # readable on light and on dark ground
_TOP, _HEIGHT = 14.0, 150.0


def review_page(review: Review, top: int) -> str:
    """Return the page."""
    record = review.record
    options = " ".join(f"{name}={value}" for name, value in record.options.items())
    seats = [[f"seat {seat}", escape(name), f"{record.result[seat]:.3f}"] for seat, name in enumerate(record.names)]
    budget = ", ".join(f"{value:g} {'seconds' if name == 'time' else name}" for name, value in review.budget.items())
    looked = "All decisions" if review.seat is None else f"The decisions of seat {review.seat}"
    part = "" if review.is_whole else f" {len(review.decisions)} of {review.n_decisions} were looked at."
    body = [
        f'<p class="soft">{escape(options)}; game {escape(record.id or "without id")}</p>\n',
        table(["seat", "who", "result"], seats, "The result of the game."),
        f"<p>{looked}, each with what its seat knew, by {escape(review.bot)} with {escape(budget)}.{part}</p>\n",
        '<h2>Expected results</h2>\n<div class="plots">',
        figure(value_plot(review), "What each seat could expect after every move, by what the seat to act knew."),
        "</div>\n<h2>Moves that lost most</h2>\n",
        *(map(_worst, review.worst(top)) if review.worst(top) else ["<p>None lost more than the searches can tell.</p>\n"]),
        "<h2>All decisions</h2>\n",
        _all(review),
    ]
    return page(f"{record.game}: review of a game", "".join(body))


def value_plot(review: Review) -> str:
    """Return the expected results as lines, one per seat, with the worst moves as dots."""
    last, n_seats = max(1, len(review.record.moves)), len(review.record.result)

    def x_of(ply: float) -> float:
        return LEFT + 20 + (RIGHT - LEFT - 20) * ply / last

    def y_of(value: float) -> float:
        return _TOP + _HEIGHT * (1.0 - min(1.0, max(0.0, value)))

    parts = []
    for level in (0.0, 0.5, 1.0):
        parts.append(svg.line(x_of(0), y_of(level), RIGHT, y_of(level), "grid"))
        parts.append(svg.text(LEFT, y_of(level) + 4, f"{level:.1f}", "small"))
    for seat in range(n_seats):
        points = " ".join(f"{x_of(ply):.1f},{y_of(value):.1f}" for ply, value in review.curve(seat))
        colour = _COLOURS[seat % len(_COLOURS)]
        parts.append(f'<polyline points="{points}" style="fill:none;stroke:{colour};stroke-width:2"/>')
        parts.append(
            f'<text x="{LEFT + 22 + 60 * seat:.0f}" y="{_TOP + _HEIGHT + 34:.0f}" style="fill:{colour}">seat {seat}</text>'
        )
    for judged in review.worst(len(review.decisions)):
        value = judged.values[judged.seat]
        if value is not None:
            words = escape(f"move {judged.ply}, seat {judged.seat}: {judged.move} lost {judged.loss:.3f}")
            style = f"fill:{_COLOURS[judged.seat % len(_COLOURS)]}"
            dot = f'<circle cx="{x_of(judged.ply - 1):.1f}" cy="{y_of(value):.1f}" r="3.5" style="{style}"/>'
            parts.append(f"<g><title>{words}</title>{dot}</g>")
    parts.append(svg.text(x_of(0), _TOP + _HEIGHT + 16, "0", "small"))
    parts.append(svg.text(RIGHT, _TOP + _HEIGHT + 16, f"{last} moves", "small", "end"))
    description = "Lines of the expected result, from 0 to 1, of each seat; dots are moves that lost."
    return svg.picture(_TOP + _HEIGHT + 42, "Expected result of each seat after every move", description, parts)


def _worst(judged: Judged) -> str:
    advice = judged.advice
    if advice is None:
        return ""
    # As an image: styles of the page must not reach into it, nor its own out of it.
    picture = base64.b64encode(advice._repr_svg_().encode()).decode()
    words = f"Move {judged.ply}, seat {judged.seat}: {judged.move} lost {judged.loss:.3f} ± {judged.loss_error:.3f}"
    rows = [
        [
            escape(move.text),
            str(move.visits),
            f"{move.value:.3f} ± {move.error:.3f}",
            f'<td class="left">{escape(in_row(move.variation[1:8]))}</td>',
        ]
        for move in advice.moves[:5]
    ]
    both = [f"{worth.value:.3f} ± {worth.error:.3f}" for worth in (judged.played, judged.best) if worth is not None]
    played = f"In searches of their own, {judged.move} is worth {' and the best move '.join(both)}."
    return (
        f"<h3>{escape(words)}</h3>\n<p>{escape(advice.sentence)} {escape(played)}</p>\n"
        f'<p><img alt="The board as seat {judged.seat} knew it, with the best moves" style="max-width:100%;height:auto" '
        f'src="data:image/svg+xml;base64,{picture}"></p>\n'
        + table(["move", "visits", "value", "then"], rows, "What the advisor thinks of the moves there.")
    )


def _all(review: Review) -> str:
    rows = []
    for judged in review.decisions:
        if judged.advice is None:
            rows.append([str(judged.ply), str(judged.seat), f'<td class="left">{escape(judged.move)}</td>', "", "forced", ""])
            continue
        kind = "good" if judged.agrees else "bad" if judged.is_sure else "even"
        loss = "" if judged.agrees else f"{judged.loss:.3f} ± {judged.loss_error:.3f}"
        rows.append(
            [
                str(judged.ply),
                str(judged.seat),
                f'<td class="left">{escape(judged.move)}</td>',
                f"{judged.advice.moves[0].value:.3f}",
                f'<td class="left">{escape(judged.advised)}</td>',
                f'<td class="{kind}">{loss}</td>',
            ]
        )
    return table(
        ["move", "seat", "played", "value", "advised", "lost"], rows, "Values are those of the best move, for its seat."
    )
