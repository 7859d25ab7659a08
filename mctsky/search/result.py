"""The answer of a search: the best move and the table behind it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(frozen=True)
class Row:
    """One move of the viewer's first decision."""

    move: str
    code: int
    visits: int
    available: int  # iterations in which the move could be chosen
    value: float  # mean result of the viewer, in [0, 1]
    values: tuple[float | None, ...]  # mean result per seat; None: a kept tree knows only the viewer's
    error: float  # standard error of `value`, as if playouts were independent
    proven: tuple[float, ...] | None = None  # exact result per seat, where the solver has one
    errors: tuple[float | None, ...] = ()  # standard error per seat, None where its mean is None


@dataclass(frozen=True)
class SearchResult:
    """What a search found for one seat; rows are sorted, the best move first."""

    game: str
    seat: int
    rows: tuple[Row, ...]
    pv: tuple[str, ...]  # principal variation, as far as the viewer can see it
    iterations: int
    nodes: int
    seconds: float
    parameters: dict[str, Any] = field(default_factory=dict)
    strategy: dict[int, float] = field(default_factory=dict)  # by code: the average strategy; without a rule, shares of visits

    @property
    def best(self) -> str:
        """The best move as text."""
        return self.rows[0].move

    @property
    def best_code(self) -> int:
        """The best move as a code."""
        return self.rows[0].code

    def table(self) -> str:
        """Return the rows as a text table."""
        width = max([len(row.move) for row in self.rows] + [4])
        lines = [f"{'move':{width}}    visits     avail   value  error  per seat"]
        for row in self.rows:
            seats = " ".join("    -" if value is None else f"{value:.3f}" for value in row.values)
            proof = f"  proven {' '.join(f'{value:g}' for value in row.proven)}" if row.proven else ""
            counts = f"{row.visits:9d} {row.available:9d}"
            lines.append(f"{row.move:{width}} {counts}   {row.value:.3f}  {row.error:.3f}  {seats}{proof}")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data for JSON, without NaN."""
        return {"best": self.best, **asdict(self)}


def rank(row: Row, seat: int) -> tuple[float, ...]:
    """Return the sort key of a row: proven wins first, proven losses last, else by visits, then value."""
    if row.proven is not None:
        if row.proven[seat] == 1.0:
            return (2, 0, 0)
        if row.proven[seat] == 0.0:
            return (0, row.visits, row.value)
    return (1, row.visits, row.value)


def standard_error(n: int, total: float, squares: float) -> float:
    """Return the standard error of the mean of `n` results in [0, 1] with this sum and sum of squares."""
    return (max(0.0, squares / n - (total / n) ** 2) / (n - 1)) ** 0.5 if n > 1 else 0.5


def visit_shares(rows: Sequence[Row]) -> dict[int, float]:
    """Return each move's share of the visits."""
    total = sum(row.visits for row in rows)
    return {row.code: row.visits / total for row in rows}
