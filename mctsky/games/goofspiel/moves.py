"""Goofspiel's moves: small codes, because a round is a chain of them.

| codes  | what                                     | text                          |
|--------|------------------------------------------|-------------------------------|
| 0-12   | the seat to act bids card `code + 1`     | `7`                           |
| 13-25  | chance turns up a prize                  | `prize=7`                     |
| 26-90  | forced: a seat shows its bid             | `seat2=7`                     |
| 91-96  | forced: who won the round is announced   | `winner=2`, or `winner=none`  |
"""

import re
from typing import Any

from mctsky.games.goofspiel.state import MAX_CARDS, MAX_PLAYERS

FIRST_PRIZE = MAX_CARDS
FIRST_SHOW = FIRST_PRIZE + MAX_CARDS
FIRST_WINNER = FIRST_SHOW + MAX_PLAYERS * MAX_CARDS
NO_WINNER = MAX_PLAYERS  # in place of a winner's seat
N_CODES = FIRST_WINNER + MAX_PLAYERS + 1

_NUMBER = "(0|[1-9][0-9]?)"
_BID, _PRIZE = re.compile(_NUMBER), re.compile(f"prize={_NUMBER}")
_SHOW, _WINNER = re.compile(f"seat([0-9])={_NUMBER}"), re.compile("winner=([0-9]|none)")


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a bid, a prize, a shown bid or an announced winner."""
    if move < FIRST_PRIZE:
        return str(move + 1)
    if move < FIRST_SHOW:
        return f"prize={move - FIRST_PRIZE + 1}"
    if move < FIRST_WINNER:
        seat, card = divmod(move - FIRST_SHOW, MAX_CARDS)
        return f"seat{seat}={card + 1}"
    winner = move - FIRST_WINNER
    return f"winner={'none' if winner == NO_WINNER else winner}"


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    if (found := _BID.fullmatch(text)) and 1 <= int(found[1]) <= game.n_cards:
        return int(found[1]) - 1
    if (found := _PRIZE.fullmatch(text)) and 1 <= int(found[1]) <= game.n_cards:
        return FIRST_PRIZE + int(found[1]) - 1
    if (found := _SHOW.fullmatch(text)) and int(found[1]) < game.n_seats and 1 <= int(found[2]) <= game.n_cards:
        return FIRST_SHOW + int(found[1]) * MAX_CARDS + int(found[2]) - 1
    if found := _WINNER.fullmatch(text):
        if found[1] == "none":
            return FIRST_WINNER + NO_WINNER
        if int(found[1]) < game.n_seats:
            return FIRST_WINNER + int(found[1])
    return None


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    seat = int(state.actor)
    if seat < 0:
        return "chance is to act, not a seat" if move < FIRST_PRIZE else "chance cannot do this now"
    if move >= FIRST_PRIZE:
        return f"seat {seat} is to bid"
    return f"seat {seat} has spent card {move + 1}"
