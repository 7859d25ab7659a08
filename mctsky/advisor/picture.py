"""The advice as a picture: the board with the best moves and the last move drawn on it, for notebooks and pages."""

import html
import re
from textwrap import wrap
from typing import TYPE_CHECKING

from mctsky.core.position import OBSERVED, View

if TYPE_CHECKING:
    from mctsky.advisor.advice import Advice

Point = tuple[float, float]

DRAWN = 3  # moves
COLOURS = ("#0a7d28", "#c77700", "#8a4fbf")
LAST = "#d81b60"
LINE = 18
_VIEW_BOX = re.compile(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"')
_SIZE = re.compile(r' (?:width|height)="[0-9.]+"')


def advice_svg(advice: "Advice") -> str:
    """Return an SVG document: the board as the seat sees it, with marks and, under it, the moves in words."""
    view = advice.view
    board = view.svg()
    found = _VIEW_BOX.search(board)
    width, height = (float(found[1]), float(found[2])) if found else (400.0, 300.0)
    marks = []
    now = advice.decides == "now"
    last = last_seen(view)
    if last is not None:
        marks.append(_mark(trace(view, last, True), LAST, 0.9, dashed=True))
    for move, colour in reversed([*zip(advice.moves[:DRAWN] if now else (), COLOURS, strict=False)]):
        marks.append(_mark(trace(view, move.code, False), colour, 0.35 + 0.6 * move.share, dashed=False))
    lines = [("#222", line) for line in wrap(advice.sentence, max(30, int(width / 7)))]
    for move, colour in zip(advice.moves, COLOURS, strict=False):
        lines.append((colour, f"{move.text}   {move.share:.0%} of visits   {move.value:.3f} ± {move.error:.3f}"))
    if last is not None and any(marks[:1]):
        lines.append((LAST, "dashed: the last move"))
    total = height + LINE * len(lines) + 10
    wide = max([width, *(8.0 * len(text) + 20 for _, text in lines)])
    texts = [
        f'<text x="10" y="{height + LINE * (k + 1):g}" font-family="sans-serif" font-size="13" fill="{colour}">'
        f"{html.escape(text)}</text>"
        for k, (colour, text) in enumerate(lines)
    ]
    head, body = board.split(">", 1)
    head = _SIZE.sub("", head).replace("<svg", f'<svg x="0" y="0" width="{width:g}" height="{height:g}"', 1)
    return "".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {total:g}" width="{wide:g}" height="{total:g}">',
            f'<rect width="{wide:g}" height="{total:g}" fill="#fff"/>',
            f"{head}>{body}",
            *marks,
            *texts,
            "</svg>",
        ]
    )


def last_seen(view: View) -> int | None:
    """Return the code of the last event by another seat or chance that the view observed; None if there is none."""
    event = next((event for event in reversed(view.observed) if event & OBSERVED), None)
    return None if event is None else event & ~OBSERVED


def trace(view: View, code: int, played: bool) -> list[Point]:
    """Return where a move is in the game's picture; empty if the game does not say."""
    own = view.game.spec.find_function("render", "trace_move")
    return [] if own is None else own(view.game.rules, view.state, code, played)


def _mark(points: list[Point], colour: str, opacity: float, *, dashed: bool) -> str:
    """Return a line through the places of a move, with a ring around the last."""
    if not points:
        return ""
    look = f'fill="none" stroke="{colour}" stroke-opacity="{opacity:.2f}" stroke-width="4"'
    look += ' stroke-dasharray="5 4"' if dashed else ""
    path = " ".join(f"{x:g},{y:g}" for x, y in points)
    line = f'<polyline points="{path}" {look}/>' if len(points) > 1 else ""
    x, y = points[-1]
    return f'<g>{line}<circle cx="{x:g}" cy="{y:g}" r="{13 if dashed else 10}" {look}/></g>'


def advice_html(advice: "Advice") -> str:
    """Return the picture and a table of the moves."""
    rows = "".join(
        f"<tr><td>{html.escape(move.text)}</td><td>{move.visits}</td><td>{move.share:.1%}</td>"
        f"<td>{move.value:.3f} ± {move.error:.3f}</td><td>{html.escape(' '.join(move.variation[1:8]))}</td></tr>"
        for move in advice.moves[:10]
    )
    head = "<tr><th>move</th><th>visits</th><th>share</th><th>value</th><th>then</th></tr>"
    return f"<div>{advice_svg(advice)}<table>{head}{rows}</table></div>"
