"""Policies: buying them before the throw, and what they pay."""

from mctsky.core.bits import ZERO, Bitboard
from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.skyscraper1937.luck import FIRE, TORNADO
from mctsky.games.skyscraper1937.moves import CREDIT, POLICY
from mctsky.games.skyscraper1937.rules.land import option
from mctsky.games.skyscraper1937.rules.money import pay
from mctsky.games.skyscraper1937.spec import Skyscraper1937
from mctsky.games.skyscraper1937.state import AGENT, ALL_RISK, N_POLICIES, POT

FIRE_POLICY, TORNADO_POLICY, ALL_RISK_POLICY = 1, 2, 4  # as bits of what a seat holds


@kernel
def insurer(state: State, seat: Seat) -> int:
    """R3, R25, R49: return who sells policies to a player and pays his losses: the Agent, or the pot for himself."""
    agent = int(state.holders[AGENT])
    return POT if agent == seat else agent


@kernel
def credit_value(game: Skyscraper1937, credited: int) -> int:
    """Return the price of policies that are turned in, given as bits."""
    fire, tornado = int(game.tables.policy_price[0]), int(game.tables.policy_price[1])
    return fire * (credited & 1) + tornado * (credited >> 1)


@kernel(inline=True)
def policy_options(game: Skyscraper1937, state: State, seat: Seat) -> Bitboard:
    """R20, R21, R26, R36, R48, R49, R68: return the policies that a player can buy now, in all ways to pay for them."""
    held, cash = int(state.policies[seat]), int(state.cash[seat])
    if held & ALL_RISK_POLICY:
        return ZERO  # R68
    found = ZERO
    for kind in range(ALL_RISK):
        affordable = (cash >= int(game.tables.policy_price[kind])) & (int(state.stock[kind]) > 0)
        found |= option(POLICY + kind, affordable & (held >> kind & 1 == 0))
    if int(state.stock[ALL_RISK]) > 0:
        price = int(game.tables.policy_price[ALL_RISK])
        for credited in range(4):
            affordable = cash >= price - credit_value(game, credited)  # R49: All Risk may cost nothing
            found |= option(CREDIT + credited, affordable & (held & credited == credited))
    return found


@kernel
def buy_policy(game: Skyscraper1937, state: State, seat: Seat, code: int) -> None:
    """R3, R21, R26, R49: pay for a policy; what is credited goes back to stock."""
    kind = min(code - POLICY, ALL_RISK)
    credited = max(0, code - CREDIT)
    price = max(0, int(game.tables.policy_price[kind]) - credit_value(game, credited))
    pay(state, seat, insurer(state, seat), price)
    state.policies[seat] = int(state.policies[seat]) & ~credited | 1 << kind
    state.stock[kind] = int(state.stock[kind]) - 1
    for old in range(ALL_RISK):
        state.stock[old] = int(state.stock[old]) + (credited >> old & 1)


@kernel
def covers(kind: int) -> int:
    """Return the policies that protect against a disaster, as bits."""
    if kind == FIRE:
        return FIRE_POLICY | ALL_RISK_POLICY
    return TORNADO_POLICY | ALL_RISK_POLICY if kind == TORNADO else ALL_RISK_POLICY


@kernel
def payout(game: Skyscraper1937, state: State, seat: Seat, card: int, value: int) -> int:
    """R22, R47, R50: return what a loss is worth, once per card up to the cap of the best policy held."""
    held, cap = int(state.policies[seat]) & covers(int(game.tables.kind[card])), 0
    for kind in range(N_POLICIES):
        if held >> kind & 1:
            cap = max(cap, int(game.tables.cap[kind]))
    return min(value, cap)
