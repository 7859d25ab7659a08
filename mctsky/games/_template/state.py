"""The state record, and the position as text.

Text: each seat's card from seat 0 on (a number, `?` if the viewer may not know it, `-` if not dealt yet), then `/`, then the
words said so far: `3 ? 5 / stay fold`.
"""

from typing import Any

import numpy as np

from mctsky.core.contract import record_dtype
from mctsky.errors import PositionError

from . import NAME

MAX_PLAYERS, MAX_CARDS = 4, 13
NOT_DEALT, UNKNOWN = 0, -1  # values of `card` beside the numbers 1 to n_cards
SILENT, FOLDED, STAYED = 0, 1, 2  # values of `said`
WORDS = {"fold": FOLDED, "stay": STAYED}

# Small fixed fields, as few as the rules need: a state is copied at every step of a search. What has not happened yet is
# zero, since `setup` gets a zeroed record; seats that do not play stay zero.
STATE_DTYPE = record_dtype(
    ("card", np.int8, MAX_PLAYERS),  # of each seat: a number, NOT_DEALT, or in a concealed state UNKNOWN
    ("said", np.int8, MAX_PLAYERS),  # of each seat: SILENT, FOLDED or STAYED
    ("n_dealt", np.int8),
    ("n_said", np.int8),
)


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    signs = {NOT_DEALT: "-", UNKNOWN: "?"}
    cards = [signs.get(int(card), str(card)) for card in state.card[: game.n_seats]]
    words = ["fold" if said == FOLDED else "stay" for said in state.said[: state.n_said]]
    return " ".join([*cards, "/", *words])


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes; refuse what no game reaches and what `viewer` could not know."""

    def fail(problem: str) -> PositionError:
        remedy = "write cards and words such as '3 5 / stay', in a view '3 ? / stay'"
        return PositionError(problem, given=text, where=NAME, remedy=remedy)

    head, slash, tail = text.partition("/")
    cards, words = head.split(), tail.split()
    if not slash or len(cards) != game.n_seats:
        raise fail(f"not {game.n_seats} cards, a slash and the words said")
    if len(words) > game.n_seats or set(words) - set(WORDS):
        raise fail("each seat says `fold` or `stay`, once")
    state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
    state.n_dealt, state.n_said = len(cards) - cards.count("-"), len(words)
    if "-" in cards[: state.n_dealt]:
        raise fail("cards are dealt from seat 0 on")
    if words and state.n_dealt < game.n_seats:
        raise fail("nobody speaks before all cards are dealt")
    if len(words) == game.n_seats and "stay" not in words[:-1]:
        raise fail("when all others have folded the last seat does not speak")
    for seat, word in enumerate(words):
        state.said[seat] = WORDS[word]
    known = [card for card in cards if card not in ("-", "?")]
    numbers = {str(number) for number in range(1, game.n_cards + 1)}
    if set(known) - numbers or len(set(known)) != len(known):
        raise fail(f"cards are different numbers from 1 to {game.n_cards}")
    shown = len(words) == game.n_seats and words.count("stay") > 1  # R5
    for seat, card in enumerate(cards[: state.n_dealt]):
        visible = viewer is None or viewer == seat or (shown and words[seat] == "stay")
        if visible != (card != "?"):
            raise fail(f"the card of seat {seat} is " + ("known here, not `?`" if visible else "unknown here, so `?`"))
        state.card[seat] = int(card) if visible else UNKNOWN
    return state
