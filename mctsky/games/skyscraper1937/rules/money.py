"""Money, and the Luck cards that only move money."""

from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.skyscraper1937.luck import BILL, PAY, SALARY, TAX
from mctsky.games.skyscraper1937.rules.land import count_complete, count_owned
from mctsky.games.skyscraper1937.spec import Skyscraper1937
from mctsky.games.skyscraper1937.state import COLLECTOR, POT, UTILITIES

ROVER_SALARY = 5
ROVER_FEE = 2


@kernel(inline=True)
def pay(state: State, payer: int, creditor: int, amount: int) -> None:
    """R5, R19, R24: pay an amount as far as the money goes; who pays himself keeps his money."""
    amount = min(amount, int(state.cash[payer]))
    state.cash[payer] = int(state.cash[payer]) - amount
    state.cash[creditor] = int(state.cash[creditor]) + amount


@kernel
def is_rover(state: State, seat: Seat) -> bool:
    """R31, R35: say whether a player has no role and is paid more instead."""
    return int(state.rovers) >> seat & 1 == 1


@kernel
def tax(state: State, seat: Seat, card: int, amount: int) -> None:
    """R1, R15, R37, R38, R65: pay the Tax Collector once and keep the card, even if not all could be paid."""
    collector = int(state.holders[COLLECTOR])
    if seat != collector and int(state.taxes[seat]) == 0:
        pay(state, seat, collector, amount)
        state.taxes[seat] = card + 1


@kernel
def pay_owners(game: Skyscraper1937, state: State, seat: Seat, card: int, amount: int) -> None:
    """R17, R31, R33, R39, R73: pay for each copy of a building, clockwise, but not for an own one; a Rover gets double."""
    piece = int(game.tables.piece[card])
    for step in range(1, game.n_seats):
        owner = seat + step
        owner -= game.n_seats if owner >= game.n_seats else 0
        times = ROVER_FEE if is_rover(state, owner) else 1
        pay(state, seat, owner, amount * times * count_owned(state, owner, piece))


@kernel
def settle(game: Skyscraper1937, state: State, card: int) -> None:
    """Carry out a card that leaves no choice."""
    seat, kind, amount = int(state.seat), int(game.tables.kind[card]), int(game.tables.amount[card])
    if kind == TAX:
        tax(state, seat, card, amount)
    elif kind == BILL:
        pay(state, seat, int(state.holders[UTILITIES]), amount)
    elif kind == SALARY:  # R19, R40
        times = ROVER_SALARY if is_rover(state, seat) else 1
        times *= 2 if count_owned(state, seat, int(game.tables.piece[card])) else 1
        pay(state, POT, seat, amount * times)
    elif kind == PAY:
        pay_owners(game, state, seat, card, amount)
    else:
        pay(state, POT, seat, amount * count_complete(state, seat))  # R67
