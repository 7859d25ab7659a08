"""Move codes of Paper Skyscrapers; notation.py writes and reads their texts."""

from mctsky.games.paperskyscrapers.state import (
    MAX_ACHIEVEMENTS,
    MAX_CARDS,
    MAX_CHIP,
    MAX_CITIES,
    MAX_LEVEL,
    MAX_PLACES,
    MAX_PLAYERS,
    N_TRACKS,
    N_TYPES,
)

STOP = 0
REFUSE = 1
DRAW_DECK = 2
ADVANCE = 3  # + track
DECLARE = ADVANCE + N_TRACKS  # + type
CLAIM = DECLARE + N_TYPES  # + achievement
VISIT = CLAIM + MAX_ACHIEVEMENTS  # + place
MAYOR_TO = VISIT + MAX_PLACES  # + place
STEAL_HAND = MAYOR_TO + MAX_PLACES  # + seat
DECLINE = STEAL_HAND + MAX_PLAYERS  # + N_TRACKS * seat + track
STEAL_TOP = DECLINE + MAX_PLAYERS * N_TRACKS  # + MAX_PLACES * seat + place
CHOOSE_CITY = STEAL_TOP + MAX_PLAYERS * MAX_PLACES  # + which of the two
TUCK = CHOOSE_CITY + 2  # + card
DISCARD = TUCK + MAX_CARDS  # + card
PAY_WITH = DISCARD + MAX_CARDS  # + card
DRAW_ROW = PAY_WITH + MAX_CARDS  # + card
BUILD = DRAW_ROW + MAX_CARDS  # + N_SITES * card + place, or LEFT, or RIGHT
LEFT, RIGHT = MAX_PLACES, MAX_PLACES + 1
N_SITES = MAX_PLACES + 2

FIRST_CHANCE = BUILD + N_SITES * MAX_CARDS
FIRST_PLAYER = FIRST_CHANCE  # + seat
DEALT_CITY = FIRST_PLAYER + MAX_PLAYERS  # + city
DRAWN = DEALT_CITY + MAX_CITIES  # + card
ROUND_END = DRAWN + MAX_CARDS
STOLEN_CARD = ROUND_END + 1  # + card
SHOWN_CARD = STOLEN_CARD + MAX_CARDS  # + card: forced, laid open without a choice
CHIP_SHOWN = SHOWN_CARD + MAX_CARDS  # + value
BACK = CHIP_SHOWN + MAX_CHIP + 1  # + level - 1: what others see of a card drawn face down
N_CODES = BACK + MAX_LEVEL
