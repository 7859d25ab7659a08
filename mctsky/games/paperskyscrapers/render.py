"""Paper Skyscrapers' table as text, in colours, and as SVG; also a single card."""

from itertools import zip_longest
from textwrap import wrap
from typing import Any

from mctsky.core.color import SEATS, Paint, ansi, ground, plain
from mctsky.errors import UnknownNameError, nearest
from mctsky.games.paperskyscrapers.card_set import Building, CardSet
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
from mctsky.games.paperskyscrapers.picture import Picture, draw_card
from mctsky.games.paperskyscrapers.state import FIRST, LANDMARKS, LINE_EVERY, TRACK_END, TRACKS, TYPES
from mctsky.games.paperskyscrapers.words import city_name, top_name

WIDTH, CARD, CELL = 80, 26, 4
LETTERS = "C$IPR"  # of types: civic, commercial, industrial, park, residential
SIGNS = "nHo!"  # of landmarks: arch, bridge, clock, statue
LEGEND = "C civic, $ commercial, I industrial, P park, R residential; n arch, H bridge, o clock, ! statue; @ city, M mayor"
LOOKS = (ground(117), ground(221), ground(248), ground(114), ground(183))  # by type
CITY_LOOK, ACTIVE = ground(80), "1;" + ground(255)

Cell = tuple[str, str]  # a text and its look, empty for none


# ---- cards


def card_lines(card: Building) -> list[str]:
    """Return a building as a picture of CARD signs in width."""
    room = CARD - 4
    name = wrap(card.name, room - 2)
    income = [f"{track} {steps}" for track, steps in zip(TRACKS, card.income, strict=True) if steps]
    icon = [LANDMARKS[card.landmark - 1]] if card.landmark else []
    lines = [f"{name[0]:<{room - 1}}{card.level}", *name[1:], f"{TYPES[card.type]}, cost {card.cost}"]
    lines += wrap(", ".join(income), room) or ["no income"]
    lines += [*icon, "-" * room, *wrap(card.action, room)]
    edge = f"+{'-' * (CARD - 2)}+"
    return [edge, *(f"| {line:<{room}} |" for line in lines), edge]


def find_building(cards: CardSet, name: str) -> Building:
    """Return a building by its name; capital and small letters are the same."""
    found = {card.name.lower(): card for card in cards.buildings.values()}
    if name.lower() not in found:
        names = [card.name for card in cards.buildings.values()]
        raise UnknownNameError("there is no such building", given=name, where="paperskyscrapers", remedy=nearest(name, names))
    return found[name.lower()]


def render_card(game: Any, name: str) -> str:
    """Return one building as a picture in text."""
    return "\n".join(card_lines(find_building(SETS[game.cards].cards, name)))


def render_card_svg(game: Any, name: str) -> str:
    """Return one building as an SVG document."""
    return draw_card(find_building(SETS[game.cards].cards, name))


def card_text(card: Building) -> str:
    """Return a building in one line."""
    income = "/".join(map(str, card.income))
    icon = f", {LANDMARKS[card.landmark - 1]}" if card.landmark else ""
    return f"{card.name}: level {card.level} {TYPES[card.type]}, cost {card.cost}, income {income}{icon}: {card.action}"


# ---- what all players share


def row_lines(game: Any, state: Any, paint: Paint) -> list[str]:
    """Return the cards of the row side by side."""
    cards = [SETS[game.cards].cards.buildings[card] for card in cards_of(state.row)]
    if not cards:
        return ["row: empty"]
    pictures = [card_lines(card) for card in cards]
    pictures = [
        [*lines[:-1], *[f"|{' ' * (CARD - 2)}|"] * (max(map(len, pictures)) - len(lines)), lines[-1]] for lines in pictures
    ]
    looks = [LOOKS[card.type] for card in cards]
    return [" ".join(paint(line, look) for line, look in zip(row, looks, strict=True)) for row in zip(*pictures, strict=True)]


def track_line(game: Any, state: Any, track: int, paint: Paint) -> str:
    """Return a track with the numbers of the seats on it; lines score, several seats can be at the start and the end."""
    spaces: list[list[int]] = [[] for _ in range(TRACK_END + 1)]
    for seat in range(game.n_seats):
        spaces[int(state.tracks[seat, track])].append(seat)
    start, end = ("".join(map(str, spaces[space])) for space in (0, TRACK_END))
    parts = []
    for space in range(1, TRACK_END):
        here = spaces[space]
        parts.append(paint(str(here[0]), SEATS[here[0]]) if here else ".")
        parts.append("|" if space % LINE_EVERY == 0 else "")
    return f"{TRACKS[track]:10} start {start:4} {''.join(parts)} end {end}".rstrip()


def achievement_lines(game: Any, state: Any) -> list[str]:
    """Return the achievements and awards, and who has them."""
    cards, lines = SETS[game.cards].cards, []
    for number, item in enumerate(cards.achievements):
        owner, value = int(state.chip_owner[number]) - 1, int(state.chip_value[number])
        seats = [seat for seat in range(game.n_seats) if int(state.claims[seat]) >> number & 1]
        claimed = ", ".join(f"{seat} (chip{f' {value}' if value else ''})" if seat == owner else str(seat) for seat in seats)
        lines.append(f"{item.name}, {item.stars} point{'s' * (item.stars > 1)}, {item.condition}: {claimed or 'nobody'}")
    for number, award in enumerate(cards.awards):
        if state.award[number]:
            lines.append(f"{award.name}, {award.points} points: {int(state.award[number]) - 1}")
    return lines


def head_lines(game: Any, state: Any) -> list[str]:
    """Return level, lap, decks and discards."""
    ends = ", ".join(map(str, round_ends(state))) or "none"
    first = f", first seat {int(state.first)}" if int(state.stage) > FIRST else ""
    decks = ", ".join(f"{n} of level {level}" for level, n in deck_sizes(state).items() if n) or "empty"
    return [
        f"level {int(state.level)}, lap {int(state.lap) + 1}{first}, round ends to come: {ends}",
        f"decks: {decks}; discards: {len(cards_of(state.discards))} cards",
    ]


# ---- seats


def place_cells(game: Any, state: Any, seat: int, place: int) -> tuple[list[Cell], list[Cell]]:
    """Return the cells of a place from the ground up, with the mayor on top, and the cells of the tucked cards downwards."""

    def cell(card: int, frame: str) -> Cell:
        building = SETS[game.cards].cards.buildings[card]
        sign = SIGNS[building.landmark - 1] if building.landmark else " "
        return f"{frame[0]}{LETTERS[building.type]}{sign}{frame[1]}", LOOKS[building.type]

    up = [("[@ ]", CITY_LOOK)] if has_city_card(state, seat, place) else []
    up += [cell(card, "[]") for card in built_on(state, seat, place)]
    if not up:
        up.append(("....", ""))
    if int(state.mayor[seat]) == place:
        up.append((" M  ", ""))
    return up, [cell(card, "()") for card in tucked_under(state, seat, place)]


def city_lines(game: Any, state: Any, seat: int, paint: Paint) -> list[str]:
    """Return a city as a skyline, the numbers of its places, what is tucked, and the names of the top cards."""
    n_places = int(state.n_places[seat])
    if not n_places:
        return []
    columns = [place_cells(game, state, seat, place) for place in range(n_places)]
    blank = (" " * CELL, "")
    rows = list(zip_longest(*(up for up, _ in columns), fillvalue=blank))[::-1]
    rows.append(tuple((f"{place + 1:^{CELL}}", "") for place in range(n_places)))
    rows += list(zip_longest(*(down for _, down in columns), fillvalue=blank))
    lines = ["  " + "".join(paint(text, look) if look else text for text, look in row).rstrip() for row in rows]
    return [*lines, *top_lines(game, state, seat)]


def top_lines(game: Any, state: Any, seat: int) -> list[str]:
    """Return the names of the top cards of a city, with their actions for the seat to act."""
    tops = []
    for place in range(int(state.n_places[seat])):
        card = int(state.top[seat, place]) - 1
        if card >= 0 or has_city_card(state, seat, place):
            action = f": {SETS[game.cards].cards.buildings[card].action}" if card >= 0 and int(state.actor) == seat else ""
            tops.append(f"{place + 1} {top_name(game, state, seat, place)}{action}")
    if int(state.actor) == seat:
        return [part for top in tops for part in wrapped(f"  {top}", "    ")]
    return wrapped("  " + ", ".join(tops))


def hand_lines(game: Any, state: Any, seat: int) -> list[str]:
    """Return the cards of a hand, `*` before those that all know; hidden ones as numbers."""
    buildings, known = SETS[game.cards].cards.buildings, set(cards_of(state.known[seat]))
    cards = sorted(known | set(cards_of(state.secret[seat])))
    lines = [f"  {'*' if card in known else '-'} {card_text(buildings[card])}" for card in cards]
    hidden: dict[int, int] = {}
    for pool, count in hidden_from(state, seat).items():
        hidden[pool.level] = hidden.get(pool.level, 0) + count
    if hidden:
        lines.append("  ? " + ", ".join(f"{count} of level {level}" for level, count in sorted(hidden.items())))
    return [part for line in lines for part in wrapped(line, "    ")]


def seat_lines(game: Any, state: Any, seat: int, paint: Paint) -> list[str]:
    """Return a player's city and hand."""
    offers = [city_name(game, int(offer) - 1) for offer in state.offers[seat] if offer]
    name = city_name(game, int(state.city[seat]) - 1) if state.city[seat] else ""
    hand = int(state.n_hand[seat])
    words = [paint(f"seat {seat}", SEATS[seat]), *([name] if name else []), f"{int(state.score[seat])} points"]
    words.append(f"{hand} card{'' if hand == 1 else 's'} in hand")
    head = "  ".join(words) + ("  <" if int(state.actor) == seat else "")
    city = SETS[game.cards].cards.cities[int(state.city[seat]) - 1] if state.city[seat] else None
    bonus = wrapped(f"  to choose: {' or '.join(offers)}") if offers else []
    if city is not None:
        condition = "" if city.condition == "-" else f" if {city.condition}"
        covered = " (covered)" if state.top[seat, int(state.city_place[seat])] else ""
        bonus = wrapped(f"  {city.name}: {city.when}{condition}: {city.effect}{covered}")
    return [head, *city_lines(game, state, seat, paint), *bonus, *hand_lines(game, state, seat)]


def wrapped(line: str, indent: str = "  ") -> list[str]:
    """Return a line in lines of at most 80 signs."""
    return wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def render_text(game: Any, state: Any, paint: Paint = plain) -> str:
    """Return the table in lines of at most 80 signs; a city is a skyline of type letters and landmark signs."""
    lines = [part for line in head_lines(game, state) for part in wrapped(line)]
    lines += row_lines(game, state, paint)
    lines += [track_line(game, state, track, paint) for track in range(len(TRACKS))]
    lines += [part for line in achievement_lines(game, state) for part in wrapped(line)]
    for seat in range(game.n_seats):
        lines += seat_lines(game, state, seat, paint)
    last = next_text(game, state)
    return "\n".join([*lines, *wrapped(LEGEND), paint(last, ACTIVE)])


def render_color(game: Any, state: Any) -> str:
    """Return the same text with types and seats in colour, and what comes next bold."""
    return render_text(game, state, ansi)


def render_svg(game: Any, state: Any) -> str:
    """Return the table as an SVG document: row, tracks, achievements, cities as stacks of cards, hands."""
    return Picture(game, state).draw()
