"""Tables that fit the terminal: texts are folded, columns move to a further table, and no number is ever cut."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.table import Table as RichTable

_FOLDED = 20  # columns that a text gets at least, before others have to move to a further table
_BETWEEN, _EDGES = 3, 4  # blanks between two columns, and at both ends together
_PIECE = re.compile(r"[^\s,:;/|]*[\s,:;/|]*")  # a text may be folded after these, so that numbers stay whole
_SMALLER_PIECE = re.compile(r"[^=_]*[=_]*")  # and after these where it must be


def fold(text: str, width: int) -> list[str]:
    """Return a text in lines of at most `width` columns, broken where words or parameters end; longer words are cut."""
    from rich.cells import cell_len, chop_cells

    def fits(piece: str) -> bool:
        return cell_len(piece.rstrip()) <= width

    lines = [""]
    for large in _PIECE.findall(text):
        for piece in [large] if fits(large) else _SMALLER_PIECE.findall(large):
            if fits(lines[-1] + piece):
                lines[-1] += piece
            else:
                parts = [piece] if fits(piece) else chop_cells(piece, width)
                lines = [*lines, *parts] if lines[-1] else parts
    return [line.rstrip() for line in lines]


@dataclass
class Column:
    """A column: its cells, and what may happen to them where there is no room."""

    heading: str
    justify: Literal["left", "right"]
    is_key: bool  # is repeated in further tables
    folds: bool  # holds texts that may take several lines
    joined: bool = False  # stays beside the column before it
    cells: list[str] = field(default_factory=list)

    def widths(self) -> tuple[int, int]:
        """Return the smallest width that works, and the one that it would like to have."""
        from rich.cells import cell_len

        least = max(map(cell_len, [*self.cells, *self.heading.split(), ""]))
        most = max(least, cell_len(self.heading))
        return min(most, _FOLDED) if self.folds else least, most


@dataclass
class Table:
    """A table in the style of all commands, as wide as what it is printed on and no wider."""

    title: str = ""
    only_first: bool = False  # leave columns that do not fit out, instead of moving them to a further table
    columns: list[Column] = field(default_factory=list)
    _sections: set[int] = field(default_factory=set)  # rows under which a line is drawn

    def add_columns(self, *headings: str, key: bool = False, folds: bool = False, joined: bool = False) -> None:
        """Add columns: of numbers, at the right; of names (`key`) that further tables repeat; of texts that may be folded.

        With `joined` they stay together in one table.
        """
        for place, heading in enumerate(headings):
            self.columns.append(Column(heading, "left" if key or folds else "right", key, folds, joined and place > 0))

    def add_number(self, heading: str = "#") -> None:
        """Add a column with the number of each row, which further tables repeat."""
        self.columns.append(Column(heading, "right", is_key=True, folds=False))

    def add_row(self, *cells: str) -> None:
        """Add a row of plain texts."""
        for column, cell in zip(self.columns, cells, strict=True):
            column.cells.append(cell)

    def add_section(self) -> None:
        """Draw a line under the last row."""
        self._sections.add(len(self.columns[0].cells) - 1)

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[RenderableType]":
        """Draw it for the width that there is."""
        from rich.text import Text

        if self.title:
            yield Text("\n".join(fold(self.title, options.max_width)), style="table.title")
        for columns in self._parts(options.max_width)[: 1 if self.only_first else None]:
            yield self._draw(columns, options.max_width)

    def _parts(self, width: int) -> list[list[Column]]:
        """Return the columns of each table: as many as fit, in their order, after the key columns."""
        keys = [column for column in self.columns if column.is_key]
        if _least(self.columns) <= width:
            return [self.columns]
        groups: list[list[Column]] = []
        for column in self.columns:
            if column.joined:
                groups[-1].append(column)
            elif not column.is_key:
                groups.append([column])
        parts = [keys]
        for group in groups:
            if parts[-1] is not keys and _least([*parts[-1], *group]) > width:
                parts.append(keys)
            parts[-1] = [*parts[-1], *group]
        return parts

    def _draw(self, columns: Sequence[Column], width: int) -> "RichTable":
        from rich import box
        from rich.table import Table as RichTable
        from rich.text import Text

        table = RichTable(box=box.SIMPLE)
        widths = _widths(columns, width)
        for column, n_columns in zip(columns, widths, strict=True):
            heading = Text("\n".join(fold(column.heading, n_columns)))
            table.add_column(heading, justify=column.justify, width=n_columns, no_wrap=True)
        for place in range(len(columns[0].cells)):
            cells = [
                fold(column.cells[place], n) if column.folds else [column.cells[place]]
                for column, n in zip(columns, widths, strict=True)
            ]
            table.add_row(*(Text("\n".join(lines)) for lines in cells), end_section=place in self._sections)
        return table


def _least(columns: Sequence[Column]) -> int:
    """Return the smallest width of a table of these columns that works."""
    return sum(column.widths()[0] for column in columns) + _BETWEEN * (len(columns) - 1) + _EDGES


def _widths(columns: Sequence[Column], width: int) -> list[int]:
    """Return the columns' widths: spare columns go to those that want more, the narrowest first."""
    widths, wanted = map(list, zip(*(column.widths() for column in columns), strict=True))
    left = width - _least(columns)
    while left > 0 and widths != wanted:
        place = min((n, place) for place, n in enumerate(widths) if n < wanted[place])[1]
        widths[place] += 1
        left -= 1
    while left < 0 and any(column.folds and n > 1 for column, n in zip(columns, widths, strict=True)):
        place = max((n, place) for place, n in enumerate(widths) if columns[place].folds)[1]
        widths[place] -= 1
        left += 1
    return widths
