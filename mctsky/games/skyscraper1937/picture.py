"""Draw the table as SVG: houses with their parts, public buildings, stores that grow into skyscrapers."""

from textwrap import wrap
from typing import Any

from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.notation import policies_of, roles_of
from mctsky.games.skyscraper1937.state import CHURCH_AT, DISTRICTS, FIRST_SLOT, FIRST_STORE, GAIN, INSURANCE, PIECES, POT
from mctsky.svg import INK, Sheet

CARD_WIDTH, CARD_HEIGHT, GAP, HEAD = 560, 228, 14, 28
PANEL, LOT = (CARD_WIDTH - 4 * 8) // 3, (CARD_WIDTH - 4 * 8) // 6
PANEL_TOP, PANEL_HEIGHT = HEAD + 6, CARD_HEIGHT - HEAD - 34
TITLE_HEIGHT, LINE_HEIGHT, LETTERS = 46, 18, 150
GROUNDS = ("#d9ecd0", "#d3e3f2", "#f3e6c4")  # by district
SEATS = ("#b03a2e", "#21618c", "#1e7d32", "#9a5b0a", "#6c3483", "#37474f")
POLICY_COLOURS = {"fire": "#d35400", "tornado": "#5d6d7e", "all-risk": "#7d3c98"}
STONE, FAINT = "#e8e2d6", "#b9b9b9"


class Picture(Sheet):
    """Draws one state."""

    def __init__(self, game: Any, state: Any, lines: list[str]) -> None:
        """Start a drawing of a state; `lines` are written below the cards."""
        super().__init__()
        self.game, self.state, self.lines = game, state, lines

    def shape(self, points: list[tuple[float, float]], fill: str) -> None:
        """Draw a polygon."""
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.parts.append(f'<polygon points="{path}" fill="{fill}" stroke="{INK}" stroke-width="0.8"/>')

    def draw(self) -> str:
        """Return the whole document."""
        n = self.game.n_seats
        columns = 2
        width = columns * CARD_WIDTH + (columns + 1) * GAP
        self.text("Skyscraper (1937)", GAP, 30, 20, bold=True)
        throws = f"throw {int(self.state.throws)} of {int(self.game.tables.max_throws)}"
        self.text(throws, width - GAP, 30, 14, anchor="end")
        self.pot(width / 2, 24)
        for seat in range(n):
            row, column = divmod(seat, columns)
            x, y = GAP + column * (CARD_WIDTH + GAP), TITLE_HEIGHT + row * (CARD_HEIGHT + GAP)
            self.card(seat, x, y)
        y = TITLE_HEIGHT + -(-n // columns) * (CARD_HEIGHT + GAP) + 12
        for line in self.lines:
            for part in wrap(line, LETTERS, subsequent_indent="    ", break_on_hyphens=False):
                self.text(part.replace("    ", "\u2003\u2003"), GAP, y, 13)
                y += LINE_HEIGHT
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" width="{width}" height="{y}">'
        return "".join([head, f'<rect width="{width}" height="{y}" fill="#fbfaf6"/>', *self.parts, "</svg>"])

    def pot(self, x: float, y: float) -> None:
        """Draw the Construction Fund as chips."""
        for k, colour in enumerate(("#f5f5f5", "#c0392b", "#2e5fa3")):
            self.parts.append(
                f'<circle cx="{x - 60 + 12 * k}" cy="{y}" r="11" fill="{colour}" stroke="{INK}" stroke-dasharray="4 2"/>'
            )
        self.text(f"pot ${int(self.state.cash[POT])}", x - 18, y + 6, 16, bold=True)

    def card(self, seat: int, x: float, y: float) -> None:
        """Draw a player's district card."""
        state, colour = self.state, SEATS[seat]
        active = int(state.seat) == seat and INSURANCE <= int(state.phase) <= GAIN
        won = int(state.winner) == seat + 1
        rim = f'rx="8" stroke="{colour}" stroke-width="{4 if active or won else 1.5}"'
        self.box(x, y, CARD_WIDTH, CARD_HEIGHT, "#fff", rim)
        self.box(x, y, CARD_WIDTH, HEAD, colour, 'rx="8"')
        title = f"seat {seat}" + (" wins" if won else "")
        roles = ", ".join(roles_of(state, seat))
        self.text(f"{title}: {roles}" if roles else title, x + 10, y + 19, 13, "#fff", bold=True)
        self.text(f"${int(state.cash[seat])}", x + CARD_WIDTH - 10, y + 20, 16, "#fff", "end", bold=True)
        for district, name in enumerate(DISTRICTS):
            left = x + 8 + district * (PANEL + 8)
            self.box(left, y + PANEL_TOP, PANEL, PANEL_HEIGHT, GROUNDS[district], 'rx="4"')
            self.text(name, left + 6, y + PANEL_TOP + 14, 11, "#555")
        base = y + PANEL_TOP + PANEL_HEIGHT - 18
        self.residential(seat, x + 8, base)
        self.buildings(seat, x + 8 + PANEL + 8, base, 0)
        self.buildings(seat, x + 8 + 2 * (PANEL + 8), base, 1)
        self.policies(seat, x + 10, y + CARD_HEIGHT - 10)

    def policies(self, seat: int, x: float, y: float) -> None:
        """Show policies and the kept tax card."""
        for name in policies_of(self.state, seat):
            width = 12 + 7 * len(name)
            self.box(x, y - 12, width, 16, POLICY_COLOURS[name], 'rx="3"')
            self.text(name, x + width / 2, y, 11, "#fff", "middle")
            x += width + 6
        tax = int(self.state.taxes[seat])
        if tax:
            self.text(f"paid {BOXES[self.game.box].cards[tax - 1].name}", x + 4, y, 11, "#555")

    def residential(self, seat: int, x: float, base: float) -> None:
        """Draw houses with their parts; a part whose residence is missing is on its empty lot."""
        land = [int(value) for value in self.state.land[seat]]
        church = land[CHURCH_AT] == 1
        for space in range(int(self.game.tables.spaces)):
            left = x + space * LOT
            here = [land[piece] > space for piece in range(4)]
            if church and space == int(self.game.tables.spaces) - 1:
                self.church(left + LOT / 2, base)
                names = [name for name, there in zip(("porch", "garage", "chimney"), here[1:], strict=True) if there]
                self.text(" ".join(names), left + LOT / 2, base + 13, 8, "#555", "middle")
            else:
                self.house(left, base, *here)

    def house(self, x: float, base: float, residence: bool, porch: bool, garage: bool, chimney: bool) -> None:
        """Draw a residence; what is missing is an outline."""
        dashed = f'stroke="{FAINT}" stroke-dasharray="3 3"'
        solid = f'stroke="{INK}" stroke-width="0.8"'
        self.box(x + 50, base - 64, 8, 26, "#8d4b32" if chimney else "none", solid if chimney else dashed)
        if residence:
            self.shape([(x + 12, base - 36), (x + 40, base - 62), (x + 68, base - 36)], "#a04030")
        self.box(x + 18, base - 36, 44, 36, "#f2d9b0" if residence else "none", solid if residence else dashed)
        self.box(x + 6, base - 17, 16, 17, "#7f9c6b" if porch else "none", solid if porch else dashed)
        self.box(x + 60, base - 21, 22, 21, "#9aa5b1" if garage else "none", solid if garage else dashed)
        if residence:
            self.box(x + 34, base - 18, 10, 18, "#6d4c41")
            self.box(x + 47, base - 29, 9, 9, "#cfe8ff", solid)
            self.box(x + 24, base - 29, 9, 9, "#cfe8ff", solid)
        if porch:
            self.shape([(x + 4, base - 17), (x + 14, base - 24), (x + 24, base - 17)], "#5d7a4c")
        if garage:
            self.box(x + 64, base - 14, 14, 14, "#eceff1", solid)

    def church(self, middle: float, base: float) -> None:
        """Draw the Church with its steeple."""
        self.box(middle - 26, base - 32, 52, 32, STONE, f'stroke="{INK}" stroke-width="0.8"')
        self.shape([(middle - 30, base - 32), (middle, base - 52), (middle + 30, base - 32)], "#6b5b73")
        self.box(middle - 8, base - 68, 16, 36, STONE, f'stroke="{INK}" stroke-width="0.8"')
        self.shape([(middle - 10, base - 68), (middle, base - 98), (middle + 10, base - 68)], "#4a3f55")
        self.box(middle - 6, base - 16, 12, 16, "#6d4c41")
        self.text("church", middle, base + 13, 10, INK, "middle")

    def buildings(self, seat: int, x: float, base: float, district: int) -> None:
        """Draw what stands in the municipal (0) or the business district (1)."""
        land = [int(value) for value in self.state.land[seat]]
        looks = [look for look in land[FIRST_STORE:FIRST_SLOT] if look] if district else []
        first = FIRST_SLOT + 2 * district
        names = [PIECES[piece] for piece in land[first : first + 2] if piece]
        church = ["church"] if land[CHURCH_AT] == district + 2 else []
        things: list[int | str] = [*looks, *names, *church]
        for space in range(int(self.game.tables.spaces)):
            middle = x + space * LOT + LOT / 2
            thing = things[space] if space < len(things) else None
            if thing is None:
                self.box(middle - 34, base - 44, 68, 44, "none", f'stroke="{FAINT}" stroke-dasharray="3 3"')
            elif isinstance(thing, int):
                self.store(middle, base, (thing - 1) // 2, thing % 2 == 0)
            elif thing == "church":
                self.church(middle, base)
            else:
                self.public(middle, base, thing)

    def public(self, middle: float, base: float, name: str) -> None:
        """Draw a public building with columns."""
        rim = f'stroke="{INK}" stroke-width="0.8"'
        self.box(middle - 34, base - 6, 68, 6, STONE, rim)
        self.box(middle - 30, base - 44, 60, 38, "#f6f1e7", rim)
        for k in range(5):
            self.box(middle - 27 + 12 * k, base - 42, 6, 36, STONE, rim)
        self.shape([(middle - 35, base - 44), (middle, base - 66), (middle + 35, base - 44)], "#cfc4ae")
        self.text(name, middle, base + 13, 10, INK, "middle")

    def store(self, middle: float, base: float, floors: int, pent_house: bool) -> None:
        """Draw a store with its floors and the Pent House."""
        rim = f'stroke="{INK}" stroke-width="0.8"'
        self.box(middle - 32, base - 22, 64, 22, "#c98f52", rim)
        self.box(middle - 27, base - 15, 22, 15, "#cfe8ff", rim)
        self.box(middle + 8, base - 17, 12, 17, "#6d4c41", rim)
        top = base - 22
        for _ in range(floors):
            top -= 15
            self.box(middle - 28, top, 56, 15, "#aab7c4", rim)
            for k in range(5):
                self.box(middle - 24 + 10.5 * k, top + 4, 6, 7, "#fff6c8", f'stroke="{INK}" stroke-width="0.4"')
        if pent_house:
            self.box(middle - 14, top - 11, 28, 11, "#f2e3c6", rim)
            self.shape([(middle - 18, top - 11), (middle, top - 22), (middle + 18, top - 11)], "#c0392b")
        label = "store" if floors == 0 else f"{floors} floor{'s' if floors > 1 else ''}"
        self.text(label, middle, base + 13, 10, INK, "middle")
