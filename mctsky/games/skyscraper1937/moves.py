"""Move codes of Skyscraper (1937).

Codes below N_CHOICES are also the bits of `state.options`. Stores and public buildings are named by their place on a
district card, so what a code means in words depends on the state. Buying and gaining share their codes.
"""

from mctsky.games.skyscraper1937.state import MAX_PLAYERS, N_BUILDINGS, N_ROLES, N_SLOTS

THROW = 0
POLICY = 1  # + kind: buy a policy at its price; the third is All Risk
CREDIT = POLICY + 2  # + policies turned in as bits, 1 to 3: buy All Risk with them; 0 is plain All Risk
PASS = CREDIT + 4
PUT = PASS + 1  # + residence, porch, garage, chimney, store
PUT_STORE = PUT + 4
PUT_FLOOR = PUT_STORE + 1  # + store
PUT_BUILDING = PUT_FLOOR + 2  # + 2 * building, + 1 in the business district
PUT_CHURCH = PUT_BUILDING + 2 * N_BUILDINGS  # + district
PUT_PENT_HOUSE = PUT_CHURCH + 3  # + store
LOSE_SLOT = PUT_PENT_HOUSE + 2  # + slot of a public building
LOSE_FLOOR = LOSE_SLOT + N_SLOTS  # + store
LOSE_TWO = LOSE_FLOOR + 2  # + store that loses two floors
LOSE_BOTH = LOSE_TWO + 2  # each store loses a floor
LOSE_STORE = LOSE_BOTH + 1  # + store
LOSE_PENT_HOUSE = LOSE_STORE + 2  # + store
KEEP = LOSE_PENT_HOUSE + 2
TURN_IN = KEEP + 1
N_CHOICES = TURN_IN + 1
LOSE_FIXED = N_CHOICES  # what a card names, without a choice: a bit of options and a value of `stake`, never a move

FIRST_TAKE = N_CHOICES  # + N_TAKES * victim + one of:
TAKE_PIECE = 0  # + residence, porch, garage, chimney
TAKE_FLOOR = 4  # + 2 * his store + own store
TAKE_SLOT = 8  # + 2 * his slot, + 1 to the business district
TAKE_CHURCH = TAKE_SLOT + 2 * N_SLOTS  # + own district
N_TAKES = TAKE_CHURCH + 3

FIRST_ROLE = FIRST_TAKE + N_TAKES * MAX_PLAYERS  # + role, or N_ROLES for a Rover
BEGINS = FIRST_ROLE + N_ROLES + 1  # + seat
ROLLED = BEGINS + MAX_PLAYERS - 2  # + total of the dice, from 2 on
DRAWN = ROLLED + 13  # + card
MAX_CARDS = 64  # cards of a pack, equal ones counted
N_CODES = DRAWN + MAX_CARDS
