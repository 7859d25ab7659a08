"""Read moves that a person types, and explain why one is not possible now."""

from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, find_verb
from mctsky.errors import IllegalMoveError, nearest
from mctsky.games.paperskyscrapers.cards import SETS
from mctsky.games.paperskyscrapers.moves import (
    ADVANCE,
    BUILD,
    CHOOSE_CITY,
    CLAIM,
    DECLARE,
    DECLINE,
    DISCARD,
    DRAW_DECK,
    DRAW_ROW,
    FIRST_CHANCE,
    LEFT,
    MAYOR_TO,
    N_CODES,
    N_SITES,
    PAY_WITH,
    REFUSE,
    STEAL_HAND,
    STEAL_TOP,
    STOP,
    TUCK,
    VISIT,
)
from mctsky.games.paperskyscrapers.state import ACTION, BONUS, CITY, MAYOR, PAY, TRACK_END
from mctsky.games.paperskyscrapers.words import achievement_name, building_name, format_move

SITES = ("left", "right", "over", "in gap")
NAMING = ("build", "tuck", "discard", "pay", "draw", "visit", "mayor to", "steal", "choose", "claim")  # verbs with a name


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code of a move text, a legal one if possible, or None; capital and small letters are the same."""
    wanted = " ".join(text.split()).casefold()
    out, odds = np.empty(N_CODES, np.int32), np.empty(N_CODES, np.float64)
    actor, n = int(find_verb("to_act", type(game))(game, state)), 0
    if actor == CHANCE:
        n = find_verb("chance_moves", type(game))(game, state, out, odds)
    elif actor >= 0:
        n = find_verb("legal_moves", type(game))(game, state, out)
    codes: list[int] = [*map(int, out[:n]), *range(N_CODES)]
    for code in codes:
        if format_move(game, state, code).casefold() == wanted:
            return code
    name = named_card(wanted)
    names = all_names(game)
    if name and name not in {known.casefold() for known in names}:
        raise IllegalMoveError(f"unknown card {name!r}", given=text, where="paperskyscrapers", remedy=nearest(name, names))
    return None


def all_names(game: Any) -> list[str]:
    """Return the names of all cards."""
    cards = SETS[game.cards].cards
    return [card.name for group in (cards.buildings.values(), cards.cities, cards.achievements) for card in group]


def named_card(text: str) -> str:
    """Return the name of a card in the text of a move; empty if it names none."""
    verb = next((verb for verb in NAMING if text.startswith(f"{verb} ")), "")
    name = text.removeprefix(verb).strip()
    if verb == "steal":
        name = name.rpartition(" from ")[0]
    elif verb == "build":
        for site in SITES:
            name = name.rpartition(f" {site}")[0] or name
    return name if verb else ""


def holds(state: Any, seat: int, card: int) -> bool:
    """Say whether a card is in the hand of a seat, as far as the state tells."""
    word = int(state.known[seat, card // 64]) | int(state.secret[seat, card // 64])
    return bool(word >> card % 64 & 1)


def explain_illegal(game: Any, state: Any, code: int) -> str:
    """Say why a move cannot be made now."""
    actor, phase = int(state.actor), int(state.phase)
    if code >= FIRST_CHANCE:
        return "chance decides this, not a seat"
    if actor < 0:
        return "chance decides now"
    if phase == CITY or CHOOSE_CITY <= code < TUCK:
        return f"seat {actor} chooses one of its two cities" if phase == CITY else "cities are chosen before the first turn"
    if phase == MAYOR or MAYOR_TO <= code < STEAL_HAND:
        return "the mayor who lost his building is moved first" if phase == MAYOR else "no mayor has lost his building"
    if phase == PAY:
        return why_not_paid(game, state, actor, code)
    if PAY_WITH <= code < DRAW_ROW:
        return "no payment is under way"
    if phase not in (ACTION, BONUS):
        return "the action under way asks for something else"
    return why_no_action(game, state, actor, code)


def why_not_paid(game: Any, state: Any, actor: int, code: int) -> str:
    """Say why a move is not a card of the payment under way."""
    if not PAY_WITH <= code < DRAW_ROW:
        return f"{building_name(game, int(state.announced) - 1)} must be paid for first: {int(state.to_pay)} more"
    return f"{building_name(game, code - PAY_WITH)} is not in the hand of seat {actor}"


def why_no_action(game: Any, state: Any, actor: int, code: int) -> str:
    """Say why a move is not an action of a seat now."""
    if code >= BUILD or TUCK <= code < PAY_WITH:
        first = TUCK if code < DISCARD else DISCARD
        card, site = divmod(code - BUILD, N_SITES) if code >= BUILD else (code - first, 0)
        if not holds(state, actor, card):
            return f"{building_name(game, card)} is not in the hand of seat {actor}"
        if code < BUILD:
            return "not allowed now"
        missing = site < LEFT and site >= int(state.n_places[actor])
        return "there is no such place" if missing else "the hand cannot pay for this"
    if code >= DRAW_ROW:
        return f"{building_name(game, code - DRAW_ROW)} is not in the row"
    if code in (STOP, REFUSE):
        return "use stop to end a turn, and refuse for what a card offers"
    if ADVANCE <= code < DECLARE and int(state.tracks[actor, code - ADVANCE]) == TRACK_END:
        return "this track is finished"
    if CLAIM <= code < VISIT:
        done = int(state.claims[actor]) >> (code - CLAIM) & 1
        name = achievement_name(game, code - CLAIM)
        return f"seat {actor} has claimed {name}" if done else f"the city of seat {actor} does not meet {name}"
    if VISIT <= code < MAYOR_TO:
        if int(state.phase) == BONUS:
            return "a bonus action is a basic action"
        return "the mayor is already there" if code - VISIT == int(state.mayor[actor]) else "there is no such place"
    if DECLARE <= code < CLAIM or DECLINE <= code < CHOOSE_CITY or STEAL_HAND <= code < STEAL_TOP:
        return "only the action of a card allows this"
    return "no card is left to draw" if code == DRAW_DECK else "not allowed now"
