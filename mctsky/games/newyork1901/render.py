"""New York 1901's table as text and SVG."""

from collections import Counter
from functools import cache
from textwrap import wrap
from typing import Any
from xml.sax.saxutils import escape

from mctsky.core.color import Paint, ansi, ground, plain
from mctsky.core.contract import CHANCE, NOBODY
from mctsky.games.newyork1901.board import DISTRICTS, N_TERRITORIES, PARK, STREETS, Board, Cell, neighbours
from mctsky.games.newyork1901.layout import LAYOUTS
from mctsky.games.newyork1901.moves import BONUSES, CHOSEN, CLAIMED, KINDS, PLACED
from mctsky.games.newyork1901.notation import (
    CARDS,
    PHASES,
    free_lots,
    manned_lots,
    open_cards,
    own_buildings,
    own_lots,
    pile_groups,
)
from mctsky.games.newyork1901.rules.market import count_districts, count_heap
from mctsky.games.newyork1901.state import CLAIM, DRAW, LETTERS, PLACE, TAKE, WORKERS
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, N_TILES

CELL, GAP, LEFT, TOP = 40, 18, 30, 10
WRAP = 115  # signs in a line under the picture
OWNERS = ("#1e7d32", "#21618c", "#b03a2e", "#9a7d0a", "#ad1457")  # by the district of a character, else by seat
GROUND = ("#cfe8c9", "#cddff3", "#f4cfc9", "#f7efc0", "#f3d3e6")  # by district
# Background colours, not coloured letters, so that owners' letters are black on all of them, on any terminal (see `ground`).
# A park is darker than every district, inert land grey with faint signs.
LOOKS = tuple(ground(number) for number in (114, 117, 203, 228, 218))  # by district
PARK_LOOK, INERT_LOOK, BUILT = "38;5;120;48;5;22", "38;5;240;48;5;250", "1;"
INERT, ASPHALT, LAWN = "#e4e4e4", "#bdbdbd", "#3f9b4b"
GENERATIONS = (
    ("starter", "#5d6d7e"),
    ("bronze", "#a9682c"),
    ("silver", "#d0d7dc"),
    ("gold", "#f1c40f"),
    ("legendary", "#17202a"),
)


class Streets:
    """Where streets run between squares."""

    def __init__(self, board: Board) -> None:
        """Find the streets across rows and columns."""
        runs = board.streets.items()
        self.after_row = {cell: name for (cell, other), name in runs if other[0] > cell[0]}  # the street south of a square
        self.after_column = {cell: name for (cell, other), name in runs if other[1] > cell[1]}  # the street east of it
        self.rows = sorted({row for row, _ in self.after_row})
        self.columns = sorted({column for _, column in self.after_column})


@cache
def _streets(layout: int) -> Streets:
    return Streets(LAYOUTS[layout].board)


class City:
    """The owner and the building of each square."""

    def __init__(self, game: Any, state: Any) -> None:
        """Find the owner and the building of every square."""
        layout = LAYOUTS[game.layout]
        self.lot_of = {cell: lot for lot, territory in enumerate(layout.board.territories) for cell in territory.cells}
        self.owner: dict[Cell, int] = {}
        self.building: dict[Cell, tuple[int, int, int]] = {}  # seat, tile, placement
        self.workers: list[tuple[int, Cell]] = []
        for seat in range(game.n_seats):
            for tile, where in own_buildings(state, seat):
                self.building |= dict.fromkeys(layout.placement_cells[where], (seat, tile, where))
            for lot in own_lots(game, state, seat):
                self.owner |= dict.fromkeys(layout.board.territories[lot].cells, seat)
            self.workers += [(seat, layout.board.territories[lot].cells[0]) for lot in manned_lots(game, state, seat)]


def _is_inert(game: Any, district: int) -> bool:
    """R3: say whether a district is out of the game."""
    return district >= count_districts(game.n_seats)


def _sign(game: Any, city: City, cell: Cell) -> str:
    """Return two signs: A2 silver of A, ac free land of A, .c territory c of the block, unclaimed."""
    if cell not in city.lot_of:
        return PARK * 2 if cell in LAYOUTS[game.layout].board.parks else "  "
    if cell in city.building:
        seat, tile, _ = city.building[cell]
        return f"{LETTERS[seat]}{'L' if FIRST_LEGEND <= tile < N_TILES else int(game.tables.tile_generation[tile])}"
    lot = LAYOUTS[game.layout].board.territories[city.lot_of[cell]]
    if _is_inert(game, lot.district):
        return "xx"
    letter: str = lot.name[-1]
    return (LETTERS[city.owner[cell]].lower() if cell in city.owner else ".") + letter


def _look(game: Any, city: City, cell: Cell) -> str:
    """Return the look of a square: its district's, bold where something stands."""
    if cell not in city.lot_of:
        return PARK_LOOK
    district = LAYOUTS[game.layout].board.territories[city.lot_of[cell]].district
    look = INERT_LOOK if _is_inert(game, district) else LOOKS[district]
    return BUILT + look if cell in city.building else look


def _card(kind: int, paint: Paint) -> str:
    """Return a card's name in the colour of its district."""
    name = KINDS[kind]
    return paint(name, LOOKS[DISTRICTS.index(name[:-1])])


def _map_lines(game: Any, state: Any, paint: Paint) -> list[str]:
    """Return the map: blocks named in the line above them, streets between."""
    layout = LAYOUTS[game.layout]
    board, streets, city = layout.board, _streets(game.layout), City(game, state)
    corners: dict[int, list[tuple[int, str]]] = {}
    for name, cells in board.blocks:
        row, column = cells[0]
        corners.setdefault(row, []).append((column, name))
    places = [4 + 3 * column + 2 * sum(line < column for line in streets.columns) for column in range(board.n_columns)]
    width = places[-1] + 2

    def street_line(row: int) -> str:
        line = [" "] * 4 + ["-"] * (width - 4)
        for column, name in corners.get(row + 1, []):
            line[places[column] : places[column] + len(name) + 1] = list(name + " ")
        names = Counter(name for cell, name in streets.after_row.items() if cell[0] == row and name != "-")
        return "".join(line) + "".join(f" {name}" for name in names)

    head = [" "] * (width + 12)
    for line in streets.columns:
        names = [name for cell, name in streets.after_column.items() if cell[1] == line and name != "-"]
        name = Counter(names).most_common(1)[0][0] if names else ""
        start = max(0, places[line] + 3 - len(name) // 2)
        head[start : start + len(name)] = list(name)
    lines = ["".join(head).rstrip(), street_line(-1)]
    for row in range(board.n_rows):
        text = f"{board.n_rows - row:3} "
        for column in range(board.n_columns):
            sign = _sign(game, city, (row, column))
            square = paint(sign, _look(game, city, (row, column))) if sign.strip() else sign
            text += square + (" | " if column in streets.columns else " ")
        lines.append(text.rstrip(" |"))
        if row in streets.rows:
            lines.append(street_line(row))
    letters = [" "] * width
    for column, place in enumerate(places):
        letters[place] = chr(ord("a") + column)
    return [*lines, "".join(letters).rstrip()]


def _seat_line(game: Any, state: Any, seat: int, paint: Paint) -> str:
    names = LAYOUTS[game.layout].tile_names
    parts = [f"{LETTERS[seat]} seat {seat}"]
    if state.characters[seat]:
        character = int(state.characters[seat]) - 1
        parts[0] += " " + paint(DISTRICTS[character], LOOKS[character])
    parts.append(f"{int(state.scores[seat])} points")
    parts.append(f"{WORKERS - int(state.workers[seat])} of {WORKERS} workers")
    if game.action_cards:
        parts.append("cards " + (" ".join(name for name, card in CARDS.items() if int(state.actions[seat]) & card) or "none"))
    parts += [names[FIRST_LEGEND + k] for k, owner in enumerate(state.legends) if owner == seat + 1]
    left = [names[tile] for tile in range(FIRST_LEGEND) if int(state.unbuilt[seat]) >> tile & 1]
    by_generation: dict[str, list[str]] = {}
    for name in left:
        generation, _, short = name.partition("-")
        by_generation.setdefault(generation, []).append(short)
    tiles = "; ".join(f"{generation} {' '.join(shorts)}" for generation, shorts in by_generation.items())
    return f"{', '.join(parts)}, {len(left)} tiles: {tiles}"


def _market_lines(game: Any, state: Any, paint: Paint) -> list[str]:
    """Return the open cards with the territories that they can claim, and the pile."""
    names = LAYOUTS[game.layout].territory_names
    counts = Counter(open_cards(state))
    lines = [] if counts else ["open: none"]
    for kind, count in sorted(counts.items()):
        free = " ".join(names[lot] for lot in free_lots(game, state, kind))
        lines.append(f"open: {count} {_card(kind, paint)}, free {free}")
    heap = " ".join(f"{int(count)}x{_card(kind, paint)}" for kind, count in enumerate(state.heap) if count)
    groups = " / ".join(" ".join(_card(kind, paint) for kind in group) for group in pile_groups(state))
    pile = f"pile: {count_heap(state)} shuffled" + (f" ({heap})" if heap else "") + (f", under them {groups}" if groups else "")
    return [*lines, pile]


def _scoring_line(state: Any) -> str:
    names = [name for k, name in enumerate(STREETS) if int(state.streets) >> k & 1]
    bonus = BONUSES[int(state.bonus) - 1] if state.bonus else "not drawn"
    return f"streets: {' '.join(names) or 'not drawn'}; bonus: {bonus}; unbuilt legendary: "


def _next_line(game: Any, state: Any, paint: Paint) -> str:
    phase, actor = int(state.phase), int(state.actor)
    if actor == NOBODY:
        return f"over after {int(state.turns)} turns"
    end = f", end triggered by {LETTERS[int(state.trigger) - 1]}" if state.trigger else ""
    if actor == CHANCE:
        what = f"a card for {LETTERS[int(state.seat)]}'s turn" if phase == DRAW else f"the set-up ({PHASES[phase]})"
        return f"turn {int(state.turns) + 1}, chance draws {what}{end}"
    detail = {
        TAKE: f" {int(state.takes)} by Land Grab",
        CLAIM: f" {_card(int(state.card) - 1, paint)}",
        PLACE: f" {LAYOUTS[game.layout].tile_names[int(state.tile) - 1]}" + (" in place of others" if state.razing else ""),
    }
    return (
        f"turn {int(state.turns) + 1}, {LETTERS[actor]} (seat {actor}) is to act: {PHASES[phase]}{detail.get(phase, '')}{end}"
    )


def _lines(game: Any, state: Any, paint: Paint = plain) -> list[str]:
    names = LAYOUTS[game.layout].tile_names
    legends = " ".join(names[FIRST_LEGEND + k] for k, owner in enumerate(state.legends) if not owner) or "none"
    return [
        *_market_lines(game, state, paint),
        _scoring_line(state) + legends,
        *(_seat_line(game, state, seat, paint) for seat in range(game.n_seats)),
        _next_line(game, state, paint),
    ]


def render_text(game: Any, state: Any, paint: Paint = plain) -> str:
    """Return the map, the market and the seats as text.

    Squares: `A2` a silver building of A (0 starter, 1 bronze, 2 silver, 3 gold, L legendary), `ac` free land of A in territory
    c, `.c` unclaimed, `##` a park, `xx` out of the game.
    """
    return "\n".join([*_map_lines(game, state, paint), *_lines(game, state, paint)])


def render_color(game: Any, state: Any) -> str:
    """Return the same text with land, cards and characters in the colours of their districts, and buildings bold."""
    return render_text(game, state, ansi)


class _Picture:
    """Draws the table."""

    def __init__(self, game: Any, state: Any) -> None:
        self.game, self.state = game, state
        self.board, self.streets, self.city = LAYOUTS[game.layout].board, _streets(game.layout), City(game, state)
        self.inks = [
            OWNERS[int(state.characters[seat]) - 1 if state.characters[seat] else seat] for seat in range(game.n_seats)
        ]
        self.parts: list[str] = []
        self.width, self.height = self.x(self.board.n_columns - 1) + CELL, self.y(self.board.n_rows - 1) + CELL

    def x(self, column: int) -> int:
        return LEFT + GAP + CELL * column + GAP * sum(line < column for line in self.streets.columns)

    def y(self, row: int) -> int:
        return TOP + GAP + CELL * row + GAP * sum(line < row for line in self.streets.rows)

    def text(self, text: str, x: int, y: int, size: int = 11, colour: str = "#222", more: str = 'text-anchor="middle"') -> None:
        self.parts.append(
            f'<text x="{x}" y="{y}" font-family="sans-serif" font-size="{size}" fill="{colour}" {more}>{escape(text)}</text>'
        )

    def rectangle(self, x: int, y: int, width: int, height: int, look: str) -> None:
        self.parts.append(f'<rect x="{x}" y="{y}" width="{width}" height="{height}" {look}/>')

    def outline(self, cells: dict[Cell, Any], look: str, inset: int = 0) -> None:
        """Draw lines between squares that differ in what they map to."""
        for row, column in cells:
            x0, y0 = self.x(column) + inset, self.y(row) + inset
            x1, y1 = self.x(column) + CELL - inset, self.y(row) + CELL - inset
            ends = ((x0, y0, x1, y0), (x0, y1, x1, y1), (x0, y0, x0, y1), (x1, y0, x1, y1))
            for other, (a, b, c, d) in zip(neighbours((row, column)), ends, strict=True):
                if cells.get(other) != cells[row, column]:
                    self.parts.append(f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" {look}/>')

    def draw(self) -> str:
        self.draw_ground()
        self.draw_buildings()
        self.draw_names()
        x, y = LEFT, self.height + GAP + 34
        for name, colour in GENERATIONS:
            self.rectangle(x, y - 11, 14, 14, f'fill="#fff" stroke="{colour}" stroke-width="4"')
            self.text(name, x + 22, y, 12, more="")
            x += 100
        self.text("number: points; circle: a worker; small letter: free land", x, y, 12, more="")
        seats = dict(zip(LETTERS, self.inks, strict=False))
        for line in _lines(self.game, self.state):
            ink = seats.get(line[:1], "#222") if line[1:6] == " seat" else "#222"
            for part in wrap(line, WRAP, subsequent_indent="    "):
                y += 19
                self.text(part.replace("    ", "\u2003\u2003"), LEFT, y, 12, ink, more="")
        width = max(self.width + GAP + LEFT, 2 * LEFT + 7 * WRAP)
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y + 14}" width="{width}" height="{y + 14}">'
        return "".join([head, f'<rect width="{width}" height="{y + 14}" fill="#fff"/>', *self.parts, "</svg>"])

    def draw_ground(self) -> None:
        look = f'fill="{ASPHALT}"'
        self.rectangle(LEFT, TOP, self.width - LEFT + GAP, self.height - TOP + GAP, look)
        for row, column in sorted(self.board.fillers):
            self.rectangle(self.x(column), self.y(row), CELL, CELL, 'fill="#fff"')
        for cell, lot in self.city.lot_of.items():
            district = self.board.territories[lot].district
            fill = INERT if _is_inert(self.game, district) else GROUND[district]
            look = f'fill="{fill}" stroke="#888" stroke-width="0.6" stroke-dasharray="2 3"'
            self.rectangle(self.x(cell[1]), self.y(cell[0]), CELL, CELL, look)
        for row, column in sorted(self.board.parks):
            self.rectangle(self.x(column), self.y(row), CELL, CELL, f'fill="{LAWN}"')
            self.parts.append(
                f'<circle cx="{self.x(column) + CELL // 2}" cy="{self.y(row) + CELL // 2}" r="9" fill="#2c7a39"/>'
            )
        self.outline(self.city.lot_of, 'stroke="#555" stroke-width="1.6"')
        for lot in self.board.territories:
            row, column = lot.cells[0]
            self.text(lot.name, self.x(column) + 3, self.y(row) + 10, 8, "#666", "")

    def draw_buildings(self) -> None:
        city, state = self.city, self.state
        for cell, seat in city.owner.items():
            if cell not in city.building:
                self.text(LETTERS[seat].lower(), self.x(cell[1]) + CELL - 7, self.y(cell[0]) + CELL - 5, 12, self.inks[seat])
        for row, column in city.building:
            colour = self.inks[city.building[row, column][0]]
            self.rectangle(self.x(column), self.y(row), CELL, CELL, f'fill="{colour}"')
        for seat in range(self.game.n_seats):
            for tile, where in own_buildings(state, seat):
                cells = LAYOUTS[self.game.layout].placement_cells[where]
                legend = FIRST_LEGEND <= tile < N_TILES
                _, rim = GENERATIONS[-1] if legend else GENERATIONS[int(self.game.tables.tile_generation[tile])]
                self.outline(dict.fromkeys(cells, 1), f'stroke="{rim}" stroke-width="4" stroke-linecap="square"', 3)
                row, column = cells[0]
                label = f"{LETTERS[seat]} {int(self.game.tables.tile_points[tile])}"
                self.text(label, self.x(column) + CELL // 2, self.y(row) + CELL // 2 + 5, 14, "#fff")
        for seat, (row, column) in city.workers:
            x, y = self.x(column) + CELL // 2, self.y(row) + CELL // 2 + 2
            self.parts.append(f'<circle cx="{x}" cy="{y}" r="10" fill="{self.inks[seat]}" stroke="#fff"/>')
            self.text(LETTERS[seat], x, y + 4, 11, "#fff")

    def draw_names(self) -> None:
        for column in range(self.board.n_columns):
            self.text(chr(ord("a") + column), self.x(column) + CELL // 2, self.height + GAP + 14)
        for row in range(self.board.n_rows):
            self.text(str(self.board.n_rows - row), LEFT // 2, self.y(row) + CELL // 2 + 4)
        for way, names in enumerate((self.streets.after_row, self.streets.after_column)):
            stretches: dict[tuple[int, str], list[Cell]] = {}
            for cell, name in names.items():
                if name != "-":
                    stretches.setdefault((cell[way], name), []).append(cell)
            for (line, name), cells in stretches.items():
                middle = sorted(cells)[len(cells) // 2]
                scores = int(self.state.streets) >> STREETS.index(name) & 1
                weight = 'font-weight="bold" ' if scores else ""
                if way == 0:
                    x, y, turn = self.x(middle[1]) + CELL // 2, self.y(line) + CELL + GAP - 5, ""
                else:
                    x, y = self.x(line) + CELL + GAP - 5, self.y(middle[0]) + CELL // 2
                    turn = f' transform="rotate(-90 {x} {y})"'
                self.text(name, x, y, 12, "#111", f'{weight}text-anchor="middle"{turn}')


def render_svg(game: Any, state: Any) -> str:
    """Return the table as an SVG document: streets that score are bold, buildings bear their points."""
    return _Picture(game, state).draw()


def trace_move(game: Any, state: Any, move: int, played: bool) -> list[tuple[float, float]]:
    """Return the squares of a claim or a building in the picture; other moves are not on the board."""
    layout = LAYOUTS[game.layout]
    cells: list[Cell] = []
    if PLACED <= move < PLACED + len(layout.placement_cells):
        cells = list(layout.placement_cells[move - PLACED])
    elif CLAIMED <= move < CHOSEN and (lot := (move - CLAIMED) % N_TERRITORIES) < len(layout.board.territories):
        cells = list(layout.board.territories[lot].cells)
    picture = _Picture(game, state)
    return [(picture.x(column) + CELL / 2, picture.y(row) + CELL / 2) for row, column in cells]
