"""Advice as lines of text for people, at most 80 columns wide: `hint` and `why` of `play`, and `analyse`."""

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mctsky.errors import printable

if TYPE_CHECKING:
    from mctsky.advisor.advice import Advice, Belief

WIDTH = 80
TOP = 8  # moves that are shown if nothing else is asked for
MAX_MOVE = 30  # columns of a move
_SURE = 0.995  # probability from which a hidden item is as good as known


def advice_lines(advice: "Advice", top: int = TOP) -> list[str]:
    """Return the sentence and the tables of some advice."""
    lines = [*textwrap.wrap(printable(advice.sentence), WIDTH), *move_lines(advice, top)]
    turns = [turn for turn in advice.turns[:top] if len(turn.moves) > 1]
    if turns:
        lines.append("whole turns:")
        for turn in turns:
            tail = "" if turn.complete else " ..."
            head = f"  {turn.value:.3f} ± {turn.error:.3f}  "
            lines += _folded(head, in_row(turn.moves) + tail)
    if advice.belief is not None:
        lines += belief_lines(advice.belief, top)
    if advice.points is not None:
        points = ", ".join(
            f"seat {seat} {value:.1f} ± {error:.1f}"
            for seat, (value, error) in enumerate(zip(advice.points.values, advice.points.errors, strict=True))
        )
        lines += _folded("points expected: ", points)
    kept = f", {advice.kept} visits kept" if advice.kept else ""
    return [*lines, f"{advice.iterations} iterations, {advice.seconds:.2f} s, {advice.nodes} nodes{kept}"]


def move_lines(advice: "Advice", top: int = TOP) -> list[str]:
    """Return the best moves with their numbers and what is expected to follow."""
    shown = advice.moves[:top]
    width = min(MAX_MOVE, max(4, *(len(move.text) for move in shown)))
    lines = [f"{'move':{width}}   visits  share  value  error  then"]
    for move in shown:
        text, proof = printable(move.text), " proven" if move.proven is not None else ""
        head = f"{cut(text, width):{width}} {move.visits:8d} {move.share:6.1%}  {move.value:.3f}  {move.error:.3f}{proof}  "
        lines.append(cut(head + printable(in_row(move.variation[1:])), WIDTH).rstrip())
    rest = len(advice.moves) - len(shown)
    return lines + ([f"and {rest} more"] if rest else [])


def belief_lines(belief: "Belief", top: int = TOP) -> list[str]:
    """Return where hidden items may be, those that the seat is sure of left out."""
    open_items = [item for item in belief.items if max(place.probability for place in item.places.values()) < _SURE]
    if not open_items:
        return []
    lines = [f"what is hidden, in {belief.worlds} possible worlds:"]
    for item in open_items[:top]:
        places = sorted(item.places.items(), key=lambda place: -place[1].probability)
        lines += _folded(f"  {item.item}: ", ", ".join(f"{name} {place.probability:.0%}" for name, place in places))
    rest = len(open_items) - top
    return lines + ([f"  and {rest} more"] if rest > 0 else [])


def in_row(moves: Sequence[str]) -> str:
    """Return moves one after another; with a semicolon between them if any has a space in it."""
    return ("; " if any(" " in move for move in moves) else " ").join(moves)


def _folded(head: str, text: str) -> list[str]:
    """Return a text in lines, the first of which begins with a head."""
    return textwrap.wrap(head + printable(text), WIDTH, subsequent_indent=" " * min(len(head), 24), drop_whitespace=True)


def cut(text: str, width: int) -> str:
    """Return the beginning of a text that is too long."""
    return text if len(text) <= width else text[: width - 3] + "..."
