"""Moves, positions and turns of Paper Skyscrapers as text.

A position is one line of fields, separated by `|`; the first word of each says what it is:

    level 1 | lap 5 | first 1 | turn 0, 0 actions | step part | under way Row House part 1, 1 left | row Mill, Rope Walk, Pier
    | discards Newsstand, Duck Pond | seat 0 Chicago; 3 points; profit 6; prestige 4, 1 line
    ; places Stoop Flats/Row House, Chicago+Toy Arcade, -, Ink Works; mayor 1; hand Ferry Gate, Corner Deli*
    | seat 1 Boston; 4 points; profit 3; places Boston; mayor 1; claims Long Avenue*; hand 2 of level 1, 1 of level 2

- `level`     `ending` after it if its round end is out
- `lap`       finished laps
- `first`     the first player
- `turn`      whose turn it is, with the actions left, and `bonus used` if the city bonus has worked in this turn; between two
              levels the seat that comes next, in final scoring the one that scores
- `step`      what is decided next. Set-up: `first`, `cities`, `choose`, `hands 3` (the card dealt), `row`.
              In a turn: `action`, `bonus action`, `part` (of an action under way), `pay 2 for Mill over 1`, `draw`,
              `turn up park` (after declaring), `refill after draw row` (`draw deck`, `declare`), `stolen from 2`,
              `show` (of a hand that goes without a choice), `mayor of 2`; after the last action with `end: ` before it.
              Between levels: `old deck` (its rest is shown), `deal 3` (the card dealt), `bonuses 2: draw` (for the second
              seat), `new row`.
              At the end: `scoring`, `over`
- `under way` the actions of cards being carried out, outer ones first, with the part and how often it is still to be done
- `row`, `discards`
- `shuffle 1` the cards of levels 3 and 4 whose last shuffle was the first one from discards; so on
- `finished`  tracks whose end has been reached
- `order`, `awards` of final scoring: the seats in order, and who gets which
- `seat`      its city; points; tracks, with the lines that have scored if it has gone back since; places from left to right,
              each from bottom to top with the tucked cards after `+`, `-` for a gap; the mayor's place; achievements,
              `*` with the chip, `*2` with what it is worth; the hand: `*` marks cards that all players know, and in a view
              the hidden cards of others are numbers

Empty fields and parts are left out. What is not mentioned is in the decks or, in a view, in hands that the viewer does not see.
"""

from typing import Any

from mctsky.games.paperskyscrapers.checks import complete
from mctsky.games.paperskyscrapers.facts import (
    built_on,
    cards_of,
    has_city_card,
    hidden_from,
    tucked_under,
)
from mctsky.games.paperskyscrapers.reading import Draft
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    ACTIONS,
    BONUS,
    BONUSES,
    DEAL,
    END,
    FIRST,
    HANDS,
    LINE_EVERY,
    MAX_PLAYERS,
    MAX_SHUFFLES,
    MAYOR,
    PART,
    PHASES,
    SCORING,
    SHOW,
    STAGES,
    START,
    STOLEN,
    TO_ROW,
    TRACKS,
    TURNED_UP,
    TYPES,
)
from mctsky.games.paperskyscrapers.story import format_turns
from mctsky.games.paperskyscrapers.tables import TRIGGERS
from mctsky.games.paperskyscrapers.typed import explain_illegal, parse_move
from mctsky.games.paperskyscrapers.words import (
    GAP,
    achievement_name,
    award_name,
    building_name,
    city_name,
    format_move,
    program_name,
    site_text,
)

__all__ = ["explain_illegal", "format_move", "format_position", "format_turns", "parse_move", "parse_position"]


def format_position(game: Any, state: Any) -> str:
    """Return the position or view as one line."""
    stage = int(state.stage)
    fields = [f"level {int(state.level)}{' ending' if state.ending else ''}", f"lap {int(state.lap)}"]
    if stage > FIRST:
        fields.append(f"first {int(state.first)}")
    if START <= stage <= SCORING:
        fields.append(format_turn(state))
    fields.append(f"step {format_step(game, state)}")
    if state.depth:
        fields.append("under way " + "; ".join(format_frame(game, state, frame) for frame in range(int(state.depth))))
    lists = {
        "row": names(game, cards_of(state.row)),
        "discards": names(game, cards_of(state.discards)),
        **{f"shuffle {number}": names(game, shuffled(state, number)) for number in range(1, MAX_SHUFFLES + 1)},
        "finished": [track for number, track in enumerate(TRACKS) if int(state.finished) >> number & 1],
        "order": [str(int(state.order[place])) for place in range(game.n_seats)] if stage >= SCORING else [],
        "awards": [f"{award_name(game, number)} {int(seat) - 1}" for number, seat in enumerate(state.award) if seat],
    }
    fields += [f"{name} {', '.join(items)}" for name, items in lists.items() if items]
    return " | ".join([*fields, *(format_seat(game, state, seat) for seat in range(game.n_seats))])


def names(game: Any, cards: list[int]) -> list[str]:
    """Return the names of some buildings."""
    return [building_name(game, card) for card in cards]


def shuffled(state: Any, number: int) -> list[int]:
    """Return the cards whose last shuffle was this one, when discards became the deck."""
    return [64 + index for index, last in enumerate(state.shuffle) if int(last) == number]


def format_turn(state: Any) -> str:
    """Return whose turn it is, and what is left of it."""
    words, actions = [f"turn {int(state.seat)}"], int(state.actions)
    if int(state.stage) == ACTIONS:
        words.append(f"{actions} action{'' if actions == 1 else 's'}")
    return ", ".join([*words, *(["bonus used"] if state.used else [])])


def format_step(game: Any, state: Any) -> str:
    """Return what is decided next."""
    stage = int(state.stage)
    words = STAGES[stage]
    if stage in (HANDS, DEAL, BONUSES):
        words += f" {int(state.dealt)}"
    if stage in (END, BONUSES):
        return f"{words}: {format_phase(game, state)}"
    return format_phase(game, state) if stage == ACTIONS else words


def format_phase(game: Any, state: Any) -> str:
    """Return what is decided next in a turn, or in an effect of a city."""
    phase = int(state.phase)
    if state.announced:
        site = site_text(state, int(state.runner), int(state.place))
        return f"pay {int(state.to_pay)} for {building_name(game, int(state.announced) - 1)} {site}"
    if phase == STOLEN:
        return f"stolen from {int(state.place)}"
    if phase == MAYOR:
        return f"mayor of {int(state.displaced) - 1}"
    if phase in (ACTION, BONUS, PART, SHOW):
        return PHASES[phase]
    if int(state.goal) == TURNED_UP:
        return f"turn up {TYPES[int(state.declared) - 1]}"
    if int(state.goal) == TO_ROW:
        events = [trigger for number, trigger in enumerate(TRIGGERS) if int(state.events) >> number & 1]
        return f"refill after {', '.join(events)}"
    return "draw"


def format_frame(game: Any, state: Any, frame: int) -> str:
    """Return an action under way: `Mill part 2, 1 left`."""
    name, left = program_name(game, int(state.program[frame])), int(state.left[frame])
    return f"{name} part {int(state.part[frame]) + 1}" + (f", {left} left" if left >= 0 else "")


def format_seat(game: Any, state: Any, seat: int) -> str:
    """Return a seat as text: city, points, tracks, places, claims and hand."""
    parts = [f"seat {seat}" + (f" {city_name(game, int(state.city[seat]) - 1)}" if state.city[seat] else "")]
    parts.append(f"{int(state.score[seat])} points")
    for number, track in enumerate(TRACKS):
        space, lines = int(state.tracks[seat, number]), int(state.lines[seat, number])
        if space or lines:
            more = f", {lines} line{'' if lines == 1 else 's'}" if lines != lines_before(space) else ""
            parts.append(f"{track} {space}{more}")
    n_places, mayor = int(state.n_places[seat]), int(state.mayor[seat])
    lists = {
        "offered": [city_name(game, int(offer) - 1) for offer in state.offers[seat] if offer],
        "places": [format_place(game, state, seat, place) for place in range(n_places)],
        "mayor": [str(mayor + 1)] if n_places and mayor >= 0 else [],
        "claims": format_claims(game, state, seat),
        "hand": format_hand(game, state, seat),
    }
    return "; ".join([*parts, *(f"{name} {', '.join(items)}" for name, items in lists.items() if items)])


def lines_before(space: int) -> int:
    """R73: return the lines between the start and a space."""
    return max(0, (space - 1) // LINE_EVERY)


def format_place(game: Any, state: Any, seat: int, place: int) -> str:
    """Return the cards of a place: `Chicago/Mill+Pier`."""
    built = names(game, built_on(state, seat, place))
    if has_city_card(state, seat, place):
        built.insert(0, city_name(game, int(state.city[seat]) - 1))
    tucked = names(game, tucked_under(state, seat, place))
    return "+".join(["/".join(built) or GAP, *tucked])


def format_claims(game: Any, state: Any, seat: int) -> list[str]:
    """Return the achievements of a seat, with the chips that it has."""
    found = []
    for number in range(int(game.tables.n_achievements)):
        if int(state.claims[seat]) >> number & 1:
            chip = f"*{int(state.chip_value[number]) or ''}" if int(state.chip_owner[number]) == seat + 1 else ""
            found.append(achievement_name(game, number) + chip)
    return found


def format_hand(game: Any, state: Any, seat: int) -> list[str]:
    """Return the cards of a hand; those that a view does not name are counted."""
    known = set(cards_of(state.known[seat]))
    cards = sorted(known | set(cards_of(state.secret[seat])))
    found = [building_name(game, card) + ("*" if card in known else "") for card in cards]
    for pool, count in hidden_from(state, seat).items():
        found.append(f"{count} of level {pool.level}" + (f" shuffle {pool.shuffle}" if pool.shuffle else ""))
    return found


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that a text describes: a complete position, or what `viewer` knows of one."""
    return complete(game, Draft(game, text, viewer))


def hidden_names(game: Any) -> tuple[list[str], list[str]]:
    """Return the names of the items and of the places of `hidden`."""
    return names(game, cards_of(game.tables.buildings)), [*(f"seat {seat}" for seat in range(MAX_PLAYERS)), "in no hand"]
