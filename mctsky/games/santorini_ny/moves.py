"""Santorini: New York's move codes: a turn is a chain of small moves. notation.py writes and reads their texts.

| codes   | what                                                                  | text             |
|---------|-----------------------------------------------------------------------|------------------|
| 0-24    | the seat to act chooses a card, unseen                                | `17`             |
| 25-49   | chance deals a card                                                   | `deal1=17`       |
| 50-174  | forced: a seat's card is turned up                                    | `seat1=17`       |
| 175-179 | a seat picks a start number                                           | `start=3`        |
| 180-243 | set-up: a skyscraper for the Tour Bus Driver                          | `^c4`            |
| 244-371 | a worker is chosen: as it is, with a skyscraper, with a neighbour, or raised | `c3` `c3^d4` `c3~d4` `c3+c3` |
| 372-499 | a worker moves                                                        | `c3-d4`          |
| 500-627 | a worker moves as the first of two (Broadway Actors)                  | `c3-d4`          |
| 628-691 | a piece, by the Crane Operator two, is built                          | `+d5`            |
| 692-819 | one of two workers builds (Broadway Actors)                           | `d4+d5`          |
| 820-883 | a worker is chosen: by the Foreman, by the Night Guard                | `@d4` `!d4`      |
| 884-1011 | a worker is forced: onto the block, or north / south                 | `d4>d5` `d4>d7`  |
| 1012-1075 | a worker is lost                                                    | `xc3`            |

Where a code names one of a seat's two workers, worker 0 is the one on the lower square.
"""

from mctsky.core.grid import N_SQUARES
from mctsky.games.santorini_ny.state import MAX_PLAYERS, N_CARDS

CARD = 0
DEALT = CARD + N_CARDS
SHOWN = DEALT + N_CARDS
NUMBER = SHOWN + MAX_PLAYERS * N_CARDS
RAISED = NUMBER + MAX_PLAYERS
BEGUN = RAISED + N_SQUARES
MOVED = BEGUN + 2 * N_SQUARES
MOVED_FIRST = MOVED + 2 * N_SQUARES
BUILT = MOVED_FIRST + 2 * N_SQUARES
BUILT_BY = BUILT + N_SQUARES
AIMED = BUILT_BY + 2 * N_SQUARES
FORCED = AIMED + N_SQUARES
LOST = FORCED + 2 * N_SQUARES
N_CODES = LOST + N_SQUARES
