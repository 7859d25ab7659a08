"""What Kuhn and Leduc poker share: two seats with one card each, shown only if nobody folds."""

from mctsky.core.contract import NOBODY, MoveBuffer, Seat, State
from mctsky.core.jit import kernel

DECK = 2  # where `hidden` says that an undealt card is


@kernel
def conceal_other_card(state: State, viewer: Seat, unknown: int) -> None:
    """Hide the other seat's card, unless there was a showdown: the game is over and nobody has folded."""
    other = 1 - viewer
    showdown = state.actor == NOBODY and state.chips[0] == state.chips[1]
    if state.card[other] != 0 and not showdown:
        state.card[other] = unknown


@kernel
def find_cards(state: State, n_cards: int, out: MoveBuffer) -> None:
    """Say where the cards 1 to `n_cards` are: a seat, or DECK."""
    for card in range(n_cards):
        out[card] = DECK
    for seat in range(2):
        card = int(state.card[seat])
        if 0 < card <= n_cards:
            out[card - 1] = seat
