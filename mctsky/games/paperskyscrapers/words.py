"""The words of moves, which name cards as they lie in a state."""

from typing import Any

from mctsky.games.paperskyscrapers.cards import SETS
from mctsky.games.paperskyscrapers.moves import (
    ADVANCE,
    BACK,
    BUILD,
    CHIP_SHOWN,
    CHOOSE_CITY,
    CLAIM,
    DEALT_CITY,
    DECLARE,
    DECLINE,
    DISCARD,
    DRAW_DECK,
    DRAW_ROW,
    DRAWN,
    FIRST_CHANCE,
    FIRST_PLAYER,
    LEFT,
    MAYOR_TO,
    N_SITES,
    PAY_WITH,
    REFUSE,
    RIGHT,
    ROUND_END,
    SHOWN_CARD,
    STEAL_HAND,
    STEAL_TOP,
    STOLEN_CARD,
    STOP,
    TUCK,
    VISIT,
)
from mctsky.games.paperskyscrapers.state import (
    FIRST_CITY_PROGRAM,
    MAX_ACHIEVEMENTS,
    MAX_PLACES,
    N_TRACKS,
    TO_HAND,
    TO_ROW,
    TRACKS,
    TYPES,
)

PLAIN = {STOP: "stop", REFUSE: "refuse", DRAW_DECK: "draw deck", ROUND_END: "round end"}
# Moves that name a card of a hand or of the row: their first code and their verb, highest first.
WITH_CARD = ((DRAW_ROW, "draw"), (PAY_WITH, "pay"), (DISCARD, "discard"), (TUCK, "tuck"))
GAP, UNKNOWN = "-", "?"  # UNKNOWN: of a code that is never legal


def building_name(game: Any, card: int) -> str:
    """Return the name of a building."""
    buildings = SETS[game.cards].cards.buildings
    return buildings[card].name if card in buildings else f"{UNKNOWN} {card}"


def city_name(game: Any, city: int) -> str:
    """Return the name of a city."""
    cities = SETS[game.cards].cards.cities
    return cities[city].name if 0 <= city < len(cities) else f"{UNKNOWN} city {city}"


def achievement_name(game: Any, achievement: int) -> str:
    """Return the name of an achievement."""
    achievements = SETS[game.cards].cards.achievements
    return achievements[achievement].name if 0 <= achievement < len(achievements) else f"{UNKNOWN} achievement {achievement}"


def award_name(game: Any, award: int) -> str:
    """Return the name of an award."""
    return str(SETS[game.cards].cards.awards[award].name)


def program_name(game: Any, program: int) -> str:
    """Return the name of the card or city whose action has a number."""
    return building_name(game, program) if program < FIRST_CITY_PROGRAM else city_name(game, program - FIRST_CITY_PROGRAM)


def top_name(game: Any, state: Any, seat: int, place: int) -> str:
    """Return the name of the top card of a place; GAP and the number of the place if there is none."""
    card = int(state.top[seat, place])
    if card:
        return building_name(game, card - 1)
    if place == int(state.city_place[seat]) and state.city[seat]:
        return city_name(game, int(state.city[seat]) - 1)
    return f"{GAP} {place + 1}"


def site_text(state: Any, seat: int, site: int) -> str:
    """Return where a card is built: `left`, `over 2`, `in gap 3`."""
    if site >= LEFT:
        return "right" if site == RIGHT else "left"
    is_gap = not state.top[seat, site] and site != int(state.city_place[seat])
    return f"{'in gap' if is_gap else 'over'} {site + 1}"


def chip_in_turn(state: Any) -> int:
    """Return the achievement whose chip is turned up next: the first that the seat has and that lies face down."""
    mine = int(state.seat) + 1
    for achievement in range(MAX_ACHIEVEMENTS):
        if int(state.chip_owner[achievement]) == mine and not state.chip_value[achievement]:
            return achievement
    return -1


def chance_text(game: Any, state: Any, code: int) -> str:
    """Return what chance does, or what others see of it."""
    receiver = int(state.runner)
    if code >= BACK:
        return f"deal {receiver} level {code - BACK + 1}"
    if code >= CHIP_SHOWN:
        return f"chip {achievement_name(game, chip_in_turn(state))} {code - CHIP_SHOWN}"
    if code >= SHOWN_CARD:
        return f"show {building_name(game, code - SHOWN_CARD)}"
    if code >= STOLEN_CARD:
        return f"stolen {building_name(game, code - STOLEN_CARD)}"
    if code >= DRAWN:
        goal, name = int(state.goal), building_name(game, code - DRAWN)
        return f"deal {receiver} {name}" if goal == TO_HAND else f"{'row' if goal == TO_ROW else 'turn up'} {name}"
    if code >= DEALT_CITY:
        return f"city {receiver} {city_name(game, code - DEALT_CITY)}"
    return f"first {code - FIRST_PLAYER}"


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a move or of a chance event, for example `build Mill over 2` or `deal 1 Mill`; of any code."""
    if move in PLAIN:
        return PLAIN[move]
    if move >= FIRST_CHANCE:
        return chance_text(game, state, move)
    seat = max(0, int(state.actor))
    if move >= BUILD:
        card, site = divmod(move - BUILD, N_SITES)
        return f"build {building_name(game, card)} {site_text(state, seat, site)}"
    for first, verb in WITH_CARD:
        if move >= first:
            return f"{verb} {building_name(game, move - first)}"
    if move >= CHOOSE_CITY:
        return f"choose {city_name(game, int(state.offers[seat, move - CHOOSE_CITY]) - 1)}"
    if move >= STEAL_TOP:
        victim, place = divmod(move - STEAL_TOP, MAX_PLACES)
        return f"steal {top_name(game, state, victim, place)} from {victim}"
    if move >= DECLINE:
        victim, track = divmod(move - DECLINE, N_TRACKS)
        return f"decline {victim} {TRACKS[track]}"
    if move >= STEAL_HAND:
        return f"steal hand card from {move - STEAL_HAND}"
    if move >= VISIT:
        verb, place = ("mayor to", move - MAYOR_TO) if move >= MAYOR_TO else ("visit", move - VISIT)
        return f"{verb} {top_name(game, state, seat, place)}"
    if move >= CLAIM:
        return f"claim {achievement_name(game, move - CLAIM)}"
    return f"declare {TYPES[move - DECLARE]}" if move >= DECLARE else f"advance {TRACKS[move - ADVANCE]}"
