"""A review as text: the values as a plot of characters, the moves that lost most, all in 80 columns."""

import textwrap
from collections.abc import Sequence

from mctsky.cli._advice_text import WIDTH, cut
from mctsky.cli._review import Judged, Review
from mctsky.errors import printable

HEIGHT = 11
_MARGIN = 6  # columns of the scale
TOP = 5
_MOVE = 22


def review_lines(review: Review, top: int) -> list[str]:
    """Return all that is said about a game."""
    record = review.record
    options = " ".join(f"{name}={value}" for name, value in record.options.items())
    lines = textwrap.wrap(printable(f"{record.game} {options}".strip() + f", game {record.id or 'without id'}"), WIDTH)
    for seat, name in enumerate(record.names):
        lines.append(cut(f"seat {seat}: {record.result[seat]:6.3f}  {printable(name)}", WIDTH))
    budget = ", ".join(f"{value:g} {'seconds' if name == 'time' else name}" for name, value in review.budget.items())
    looked = "all decisions" if review.seat is None else f"the decisions of seat {review.seat}"
    lines.append(f"{looked}, each with what its seat knew, by {printable(review.bot)} with {budget}")
    if not review.is_whole:
        lines.append(f"{len(review.decisions)} of {review.n_decisions} decisions were looked at")
    return [*lines, "", *plot_lines(review), "", *worst_lines(review, top)]


def plot_lines(review: Review, width: int = WIDTH, height: int = HEIGHT) -> list[str]:
    """Return the expected results by seat after every move, a digit per seat, `*` where seats meet."""
    n_seats, last = len(review.record.result), max(1, len(review.record.moves))
    columns = min(width - _MARGIN, last + 1) if last + 1 > (width - _MARGIN) // 2 else width - _MARGIN
    cells = [[" "] * columns for _ in range(height)]
    for seat in range(n_seats):
        by_column: dict[int, float] = {}
        for ply, value in review.curve(seat):
            by_column[round(ply * (columns - 1) / last)] = value  # of moves that share a column, the last
        for column, value in by_column.items():
            row = cells[round((1.0 - min(1.0, max(0.0, value))) * (height - 1))]
            row[column] = str(seat) if row[column] == " " else "*"
    lines = ["expected result of each seat after every move"]
    for number, row in enumerate(cells):
        level = 1.0 - number / (height - 1)
        label = f"{level:.1f}" if number % 5 == 0 else ""
        lines.append(f"{label:>4} |{''.join(row)}".rstrip())
    lines.append(" " * 4 + " +" + "-" * columns)
    left, right = "0", f"{last} moves"
    return [*lines, " " * _MARGIN + left + right.rjust(max(len(right) + 1, columns - 1))]


def worst_lines(review: Review, top: int) -> list[str]:
    """Return the moves that lost most, and how many were the advisor's own."""
    chosen = [judged for judged in review.decisions if judged.advice is not None]
    agreed = sum(judged.agrees for judged in chosen)
    forced = len(review.decisions) - len(chosen)
    note = f"{agreed} of {len(chosen)} choices are the advisor's own" + (f"; {forced} moves were forced" if forced else "")
    worst = review.worst(top)
    if not worst:
        return [note, "no move lost more than the searches can tell"]
    lines = [note, "moves that lost most:", f"{'move':>5}  who     {'played':{_MOVE}}  lost          advised"]
    return [*lines, *(line for judged in worst for line in _worst(judged))]


def _worst(judged: Judged) -> list[str]:
    played, advised = _cells(judged.move), _cells(judged.advised)
    rows = max(len(played), len(advised))
    lost = f"{judged.loss:.3f} ± {judged.loss_error:.3f}"
    lines = []
    for row in range(rows):
        head = f"{judged.ply:5d}  seat {judged.seat}  " if row == 0 else " " * 15
        left, right = (cells[row] if row < len(cells) else "" for cells in (played, advised))
        lines.append(f"{head}{left:{_MOVE}}  {lost if row == 0 else '':13} {right}".rstrip())
    return lines


def _cells(text: str) -> Sequence[str]:
    return textwrap.wrap(printable(text), _MOVE) or [""]
