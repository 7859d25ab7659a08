"""Draw the table as SVG: row, tracks, achievements, and for each seat its city as a skyline of cards and its hand."""

from typing import Any

from mctsky.games.paperskyscrapers.art import (
    BOLD_LETTER,
    FAINT,
    PAPER,
    SEAT_COLOURS,
    TRACK_COLOURS,
    TYPE_COLOURS,
    TYPE_TINTS,
    IconSheet,
    fitted,
)
from mctsky.games.paperskyscrapers.card_set import Building, City
from mctsky.games.paperskyscrapers.cards import SETS
from mctsky.games.paperskyscrapers.facts import (
    built_on,
    cards_of,
    deck_sizes,
    has_city_card,
    hidden_from,
    next_text,
    round_ends,
    tucked_under,
)
from mctsky.games.paperskyscrapers.state import LANDMARKS, LINE_EVERY, MAX_LEVEL, TRACK_END, TRACKS, TYPES
from mctsky.svg import INK

WIDTH, MARGIN, TITLE = 1240, 16, 46
ROW_WIDTH, ROW_HEIGHT = 132, 184
TRACKS_LEFT, SPACE = 552, 15
CLAIMS_LEFT, CLAIM_HEIGHT = 936, 26
TOP_HEIGHT, STRIP = 98, 13
HAND_WIDTH, HAND_HEIGHT, BACK_WIDTH = 117, 78, 40
CITY_COLOUR, BACKS = "#1f6f6b", ("#9aa7b3", "#7f8fa0", "#64778c", "#4a5f78")
GAP, SMALLEST_NAME = 5, 6.5


class Picture(IconSheet):
    """Draws one state."""

    def __init__(self, game: Any, state: Any) -> None:
        """Start a drawing of a state."""
        super().__init__()
        self.game, self.state, self.cards = game, state, SETS[game.cards].cards

    def draw(self) -> str:
        """Return the whole document."""
        state = self.state
        self.text("Paper Skyscrapers", MARGIN, 31, 22, bold=True)
        ends = ", ".join(map(str, round_ends(state))) or "none"
        self.text(f"level {int(state.level)}, lap {int(state.lap) + 1}, round ends to come: {ends}", 270, 30, 14)
        self.text(next_text(self.game, state), WIDTH - MARGIN, 30, 14, anchor="end", bold=True)
        self.row(MARGIN, TITLE)
        self.tracks(TRACKS_LEFT, TITLE)
        y = max(TITLE + ROW_HEIGHT, self.achievements(CLAIMS_LEFT, TITLE)) + 14
        for seat in range(self.game.n_seats):
            y = self.seat(seat, MARGIN, y) + 12
        return self.document(WIDTH, y + 4)

    # ---- what all players share

    def row(self, x: float, y: float) -> None:
        """Draw the row, the decks and how many cards are discarded."""
        for index in range(3):
            self.box(
                x + index * (ROW_WIDTH + 6), y, ROW_WIDTH, ROW_HEIGHT, "none", f'rx="7" stroke="{FAINT}" stroke-dasharray="4 4"'
            )
        for index, card in enumerate(cards_of(self.state.row)):
            self.building(self.cards.buildings[card], x + index * (ROW_WIDTH + 6), y, ROW_WIDTH, ROW_HEIGHT)
        left = x + 3 * (ROW_WIDTH + 6) + 4
        for level in range(1, MAX_LEVEL + 1):
            top = y + (level - 1) * 39
            active = int(self.state.level) == level
            self.back(level, left, top, 30, 35)
            self.text(f"{deck_sizes(self.state)[level]} left", left + 36, top + 16, 11, bold=active)
            if level in round_ends(self.state):
                self.text("+ round end", left + 36, top + 29, 9, FAINT)
        self.text(f"discarded: {len(cards_of(self.state.discards))}", left, y + ROW_HEIGHT - 8, 11)

    def back(self, level: int, x: float, y: float, width: float, height: float) -> None:
        """Draw the back of a card."""
        self.box(x, y, width, height, BACKS[level - 1], 'rx="4" stroke="#fff"')
        self.box(x + 3, y + 3, width - 6, height - 6, "none", 'rx="3" stroke="#fff" stroke-opacity="0.5"')
        self.text(str(level), x + width / 2, y + height / 2 + 6, 17, "#fff", "middle", bold=True)

    def tracks(self, x: float, y: float) -> None:
        """Draw the three tracks with meeples, and the points."""
        for number, track in enumerate(TRACKS):
            top, colour = y + 46 * number, TRACK_COLOURS[track]
            self.icon(track, x, top, 13, colour)
            self.text(track, x + 17, top + 11, 12, colour, bold=True)
            for space in range(TRACK_END + 1):
                left = x + space * SPACE + 3 * max(0, (space - 1) // LINE_EVERY) + (3 if space else 0)
                edge = space in (0, TRACK_END)
                self.box(
                    left, top + 16, SPACE - 1, 22, "#d9d2c3" if edge else PAPER, f'rx="2" stroke="{colour}" stroke-width="0.7"'
                )
                if space and not edge and space % LINE_EVERY == 0:
                    self.line(left + SPACE + 1, top + 14, left + SPACE + 1, top + 40, colour, 2)
                here = [seat for seat in range(self.game.n_seats) if int(self.state.tracks[seat, number]) == space]
                for index, seat in enumerate(here):
                    step = 11 / max(1, len(here) - 1) if len(here) > 1 else 0
                    self.icon("meeple", left + 0.5, top + 21 - 5 * (len(here) > 1) + index * step, 13, SEAT_COLOURS[seat])
        top = y + 46 * 3 + 4
        self.text("points", x, top + 14, 12, bold=True)
        for seat in range(self.game.n_seats):
            left = x + 54 + 74 * seat
            self.icon("meeple", left, top, 18, SEAT_COLOURS[seat])
            self.text(str(int(self.state.score[seat])), left + 22, top + 15, 17, SEAT_COLOURS[seat], bold=True)
        for number, award in enumerate(self.cards.awards):
            owner = int(self.state.award[number]) - 1
            words = f"{award.name} {award.points}"
            self.text(
                words, x + 170 * (number % 2), top + 34 + 13 * (number // 2), 10, SEAT_COLOURS[owner] if owner >= 0 else FAINT
            )

    def achievements(self, x: float, y: float) -> float:
        """Draw the achievements and who has claimed them; return the y of the bottom."""
        for number, achievement in enumerate(self.cards.achievements):
            top = y + CLAIM_HEIGHT * number
            self.box(x, top, WIDTH - MARGIN - x, CLAIM_HEIGHT - 3, PAPER, 'rx="4" stroke="#d8d0bf"')
            for star in range(achievement.stars):
                self.icon("star", x + 4 + 9 * (star % 2), top + 2 + 9 * (star // 2), 9, "#d29a1e")
            self.text(achievement.name, x + 25, top + 10, 10, bold=True)
            self.text(fitted(achievement.condition, 180, 9, 1)[0], x + 25, top + 20, 9, "#666")
            self.claimants(number, WIDTH - MARGIN - 4, top + 4)
        return y + CLAIM_HEIGHT * len(self.cards.achievements)

    def claimants(self, achievement: int, right: float, y: float) -> None:
        """Draw who has claimed an achievement; the owner of the chip is drawn on it."""
        owner, value = int(self.state.chip_owner[achievement]) - 1, int(self.state.chip_value[achievement])
        seats = [seat for seat in range(self.game.n_seats) if int(self.state.claims[seat]) >> achievement & 1]
        for index, seat in enumerate(seats):
            left = right - 19 * (len(seats) - index)
            if seat == owner:
                self.parts.append(
                    f'<circle cx="{left + 8:.1f}" cy="{y + 8:.1f}" r="9.5" fill="#f0c75e" stroke="{INK}" stroke-width="0.6"/>'
                )
            self.icon("meeple", left + 1.5, y + 1, 13, SEAT_COLOURS[seat])
            if seat == owner and value:
                self.text(str(value), left + 8, y + 13, 11, "#fff", "middle", bold=True)
        if owner < 0:
            self.parts.append(f'<circle cx="{right - 11:.1f}" cy="{y + 8:.1f}" r="8" fill="#f0c75e" stroke="{FAINT}"/>')
            self.text("?", right - 11, y + 12, 11, INK, "middle")

    # ---- cards

    def building(self, card: Building, x: float, y: float, width: float, height: float) -> None:
        """Draw a building: cost, type, landmark and level above, then its name, its income, and its action below."""
        kind = TYPES[card.type]
        colour, large = TYPE_COLOURS[kind], height > TOP_HEIGHT
        head, size = (26, 13) if large else (15, 9.5)
        self.box(x, y, width, height, TYPE_TINTS[kind], f'rx="5" stroke="{colour}"')
        if large:
            self.icon(kind, x + width - 66, y + height - 66, 60, colour, 0.13)
        self.box(x, y, width, head, colour, 'rx="5"')
        self.icon("wrench", x + 4, y + head / 2 - size / 2, size, "#fff")
        self.text(str(card.cost), x + 6 + size, y + head / 2 + size * 0.36, size, "#fff", bold=True)
        self.icon(kind, x + width / 2 - size / 2, y + head / 2 - size / 2, size, "#fff")
        self.text(str(card.level), x + width - 5, y + head / 2 + size * 0.36, size, "#fff", "end", bold=True)
        below = y + head
        if card.landmark:
            self.icon(LANDMARKS[card.landmark - 1], x + width / 2 + size * 0.75, y + head / 2 - size / 2, size, "#fff")
        below = self.name(card.name, x + 5, below, width - 8, size) + 4
        self.income(card, x + 5, below, size)
        below += size + 2
        rest = max(1, int((y + height - below - 2) / (size * 0.95)))
        for line in fitted(card.action, width - 8, size - 1.5, rest):
            below += size * 0.95
            self.text(line, x + 5, below, size - 1.5)

    def name(self, name: str, x: float, y: float, width: float, size: float) -> float:
        """Write a name in one or two lines, smaller if a word is too long; return the y of the bottom."""
        longest = max(map(len, name.split())) + 0.1
        fitting = max(SMALLEST_NAME, min(size, width / (BOLD_LETTER * longest)))
        for line in fitted(name, width, fitting, 2, BOLD_LETTER):
            y += size + 1.5
            self.text(line, x, y, round(fitting, 1), bold=True)
        return y

    def income(self, card: Building, x: float, y: float, size: float) -> None:
        """Draw the income of a building."""
        for track, steps in zip(TRACKS, card.income, strict=True):
            if steps:
                self.text(str(steps), x, y + size * 0.82, size, TRACK_COLOURS[track], bold=True)
                self.icon(track, x + size * 0.66, y, size, TRACK_COLOURS[track])
                x += size * 2.05

    def city_card(self, city: City, x: float, y: float, width: float, height: float) -> None:
        """Draw a city: its name, when its bonus works, and what it does."""
        self.box(x, y, width, height, "#dcefed", f'rx="5" stroke="{CITY_COLOUR}"')
        self.box(x, y, width, 15, CITY_COLOUR, 'rx="5"')
        self.text("city", x + width / 2, y + 11, 9.5, "#fff", "middle", bold=True)
        below = self.name(city.name, x + 5, y + 15, width - 8, 9.5)
        condition = "" if city.condition == "-" else f" if {city.condition}"
        for line in fitted(f"{city.when}{condition}: {city.effect}", width - 8, 8, int((y + height - below - 4) / 9)):
            below += 9
            self.text(line, x + 5, below, 8)

    def strip(self, card: int, x: float, y: float, width: float) -> None:
        """Draw what is visible of a card that is built over or tucked: its icons."""
        building = self.cards.buildings[card]
        kind = TYPES[building.type]
        self.box(x, y, width, STRIP - 1, TYPE_COLOURS[kind], 'rx="2"')
        self.icon(kind, x + 5, y + 1, 10, "#fff")
        if building.landmark:
            self.icon(LANDMARKS[building.landmark - 1], x + width - 15, y + 1, 10, "#fff")
        name = fitted(building.name, width - 36, 7.5, 1)[0]
        self.text(name, x + width / 2, y + 9, 7.5, "#fff", "middle")

    # ---- seats

    def seat(self, seat: int, x: float, y: float) -> float:
        """Draw a city and a hand; return the y of the bottom."""
        state, colour, n_places = self.state, SEAT_COLOURS[seat], int(self.state.n_places[seat])
        places = range(n_places)
        over = [len(built_on(state, seat, place)) + has_city_card(state, seat, place) for place in places]
        under = [len(tucked_under(state, seat, place)) for place in places]
        tall = TOP_HEIGHT + STRIP * (max(over, default=1) - 1)
        deep = STRIP * max(under, default=0)
        city_height = tall + deep + 52 if n_places else 26
        rows = self.hand_rows(seat)
        hand_height = sum(height for height, _ in rows)
        height = 26 + city_height + hand_height + 8
        active = int(state.actor) == seat
        self.box(x, y, WIDTH - 2 * x, height, PAPER, f'rx="8" stroke="{colour}" stroke-width="{4 if active else 1.5}"')
        self.box(x, y, WIDTH - 2 * x, 24, colour, 'rx="8"')
        self.text(self.title(seat), x + 12, y + 17, 13, "#fff", bold=True)
        self.text(f"{int(state.score[seat])} points", WIDTH - x - 12, y + 18, 15, "#fff", "end", bold=True)
        base = y + 26 + tall + 26
        width = min(HAND_WIDTH, (WIDTH - 4 * x - GAP * (n_places - 1)) / max(1, n_places))
        for place in places:
            self.place(seat, place, x + 12 + place * (width + GAP), base, width)
        if n_places:
            self.line(x + 8, base + 1, WIDTH - x - 8, base + 1, FAINT)
        self.hand(rows, x + 12, y + 26 + city_height)
        return y + height

    def title(self, seat: int) -> str:
        """Return the words above a city."""
        city, hand = int(self.state.city[seat]), int(self.state.n_hand[seat])
        offers = [self.cards.cities[int(offer) - 1].name for offer in self.state.offers[seat] if offer]
        name = self.cards.cities[city - 1].name if city else " or ".join(offers)
        words = [f"seat {seat}", *([name] if name else []), f"{hand} card{'' if hand == 1 else 's'} in hand"]
        words += ["first player"] if int(self.state.first) == seat and int(self.state.stage) else []
        return ", ".join(words)

    def place(self, seat: int, place: int, x: float, base: float, width: float) -> None:
        """Draw one place: the top card with the mayor on it, what it was built over below, then what is tucked."""
        state = self.state
        built, on_city = built_on(state, seat, place), has_city_card(state, seat, place)
        self.text(str(place + 1), x + width / 2, base + 13, 10, FAINT, "middle")
        covered = built[:-1]
        y = base
        if on_city and built:
            y -= STRIP
            self.box(x, y, width, STRIP - 1, CITY_COLOUR, 'rx="2"')
            name = fitted(self.cards.cities[int(state.city[seat]) - 1].name, width - 6, 7.5, 1)[0]
            self.text(name, x + width / 2, y + 9, 7.5, "#fff", "middle")
        for card in covered:
            y -= STRIP
            self.strip(card, x, y, width)
        y -= TOP_HEIGHT
        if built:
            self.building(self.cards.buildings[built[-1]], x, y, width, TOP_HEIGHT)
        elif on_city:
            self.city_card(self.cards.cities[int(state.city[seat]) - 1], x, y, width, TOP_HEIGHT)
        else:
            self.box(x + 2, y + 40, width - 4, TOP_HEIGHT - 42, "none", f'rx="5" stroke="{FAINT}" stroke-dasharray="4 4"')
            self.text("gap", x + width / 2, y + 74, 10, FAINT, "middle")
        if int(state.mayor[seat]) == place:
            self.icon("meeple", x + width / 2 - 11, y - 21, 22, SEAT_COLOURS[seat])
        y = base + 18
        for card in tucked_under(state, seat, place):
            self.strip(card, x + 6, y, width - 12)
            y += STRIP

    def hand_rows(self, seat: int) -> list[tuple[float, list[int]]]:
        """Return the rows of a hand with their heights: cards that are named, then the backs of the others as -level."""
        known = set(cards_of(self.state.known[seat]))
        items = sorted(known | set(cards_of(self.state.secret[seat])))
        backs = [-pool.level for pool, count in hidden_from(self.state, seat).items() for _ in range(count)]
        rows: list[tuple[float, list[int]]] = []
        for group, per_row, height in ((items, 10, HAND_HEIGHT + 6), (sorted(backs, reverse=True), 26, 58)):
            rows += [(height, group[start : start + per_row]) for start in range(0, len(group), per_row)]
        return rows

    def hand(self, rows: list[tuple[float, list[int]]], x: float, y: float) -> None:
        """Draw the rows of a hand; a card that everybody knows has a white dot."""
        known = {card for words in self.state.known for card in cards_of(words)}
        for height, items in rows:
            left = x
            for item in items:
                if item < 0:
                    self.back(-item, left, y, BACK_WIDTH, 52)
                    left += BACK_WIDTH + GAP
                    continue
                self.building(self.cards.buildings[item], left, y, HAND_WIDTH - 2, HAND_HEIGHT)
                if item in known:
                    self.parts.append(f'<circle cx="{left + HAND_WIDTH - 20:.1f}" cy="{y + 7.5:.1f}" r="3" fill="#fff"/>')
                left += HAND_WIDTH + 2
            y += height


def draw_card(card: Building) -> str:
    """Return one building as an SVG document."""
    sheet = Picture.__new__(Picture)
    IconSheet.__init__(sheet)
    sheet.building(card, 4, 4, ROW_WIDTH, ROW_HEIGHT)
    return sheet.document(ROW_WIDTH + 8, ROW_HEIGHT + 8)
