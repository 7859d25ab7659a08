"""What each seat of Leduc poker sees and believes.

Cards are dealt in a fixed order, so the deal of another seat's card tells a viewer nothing at all: `observe` says NOTHING, and
that viewer's tree has no edge for it. The public card and all bets are public. At a showdown both cards are shown (R9), so the
view of such a finished game hides nothing and has the true result. Suits are kept apart although they never count, as
OpenSpiel's leduc_poker does by default: a seat with Ks has other information states than with Kh.
"""

from mctsky.core.contract import NOBODY, NOTHING, Move, MoveBuffer, Seat, State, implement
from mctsky.core.rng import Rng
from mctsky.games.leduc.rules import draw_other
from mctsky.games.leduc.spec import Leduc
from mctsky.games.leduc.state import FIRST_DEAL, N_CARDS, UNKNOWN

DECK, TABLE = 2, 3  # where `hidden` says that undealt cards and the public card are


@implement(Leduc)
def observe(game: Leduc, state: State, move: Move, viewer: Seat) -> Move:
    """R2, R8: of the seats' cards a seat sees its own only; bets and the public card are seen by all."""
    if move >= FIRST_DEAL and state.card[1] == 0:
        receiver = 0 if state.card[0] == 0 else 1
        if receiver != viewer:
            return NOTHING
    return move


@implement(Leduc, inline=True)
def conceal(game: Leduc, state: State, viewer: Seat) -> None:
    """R2: hide the other seat's card, unless there was a showdown (R9)."""
    showdown = state.actor == NOBODY and state.chips[0] == state.chips[1]  # nobody has folded
    first, second = int(state.card[0]), int(state.card[1])
    state.card[0] = UNKNOWN if viewer == 1 and first != 0 and not showdown else first  # by choices: see `in_registers`
    state.card[1] = UNKNOWN if viewer == 0 and second != 0 and not showdown else second


@implement(Leduc, inline=True)
def determinise(game: Leduc, state: State, viewer: Seat, rng: Rng) -> None:
    """Give the other seat any card but the viewer's and the public one, all equally likely."""
    first, second = int(state.card[0]), int(state.card[1])
    known, other = (second, first) if viewer == 1 else (first, second)
    if other == UNKNOWN:
        drawn = draw_other(rng, known, int(state.public))
        state.card[0] = drawn if viewer == 1 else first
        state.card[1] = second if viewer == 1 else drawn


@implement(Leduc)
def hidden(game: Leduc, state: State, out: MoveBuffer) -> int:
    """Say where each card is: a seat, DECK or TABLE."""
    for card in range(N_CARDS):
        out[card] = DECK
    for seat in range(2):
        card = int(state.card[seat])
        if 0 < card < UNKNOWN:
            out[card - 1] = seat
    if state.public != 0:
        out[int(state.public) - 1] = TABLE
    return N_CARDS
