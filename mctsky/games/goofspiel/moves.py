"""Goofspiel's moves: small codes, because a round is a chain of them.

| codes  | what                                     | text                          |
|--------|------------------------------------------|-------------------------------|
| 0-12   | the seat to act bids card `code + 1`     | `7`                           |
| 13-25  | chance turns up a prize                  | `prize=7`                     |
| 26-90  | forced: a seat shows its bid             | `seat2=7`                     |
| 91-96  | forced: who won the round is announced   | `winner=2`, or `winner=none`  |
"""

from mctsky.games.goofspiel.state import MAX_CARDS, MAX_PLAYERS

FIRST_PRIZE = MAX_CARDS
FIRST_SHOW = FIRST_PRIZE + MAX_CARDS
FIRST_WINNER = FIRST_SHOW + MAX_PLAYERS * MAX_CARDS
NO_WINNER = MAX_PLAYERS  # in place of a winner's seat
N_CODES = FIRST_WINNER + MAX_PLAYERS + 1
