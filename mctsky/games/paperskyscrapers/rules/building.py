"""Building a card: what it costs, announcing it, paying for it, and what follows."""

from mctsky.core.contract import Seat, State
from mctsky.core.jit import kernel
from mctsky.games.paperskyscrapers.moves import LEFT
from mctsky.games.paperskyscrapers.rules.city import count_icons, icons_around, is_gap, put_card
from mctsky.games.paperskyscrapers.rules.draws import in_turn
from mctsky.games.paperskyscrapers.rules.quantities import city_works
from mctsky.games.paperskyscrapers.rules.sets import Card, add, discard_hand, has_secrets, leave_hand
from mctsky.games.paperskyscrapers.rules.tracks import take_income
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.tables import FREE, ON_BUILD, ON_BUILD_OVER, ON_SPRAWL


@kernel(inline=True)
def reduction_of(game: PaperSkyscrapers, state: State, seat: Seat) -> int:
    """R92: return how much cheaper the city makes a build that fits its trigger; 0 if it does not work now.

    `fits` checks the type of the card.
    """
    if not in_turn(state) or int(state.used):
        return 0
    city = int(state.city[seat]) - 1
    reduction = int(game.tables.reduction[city])
    if reduction == 0:
        return 0
    kind, trigger = int(game.tables.trigger_type[city]), int(game.tables.trigger[city])
    return reduction if city_works(game, state, seat, trigger, kind) else 0


@kernel(inline=True)
def fits(game: PaperSkyscrapers, state: State, seat: Seat, card: Card, site: int) -> bool:
    """Say whether a build is one that the owner's city makes cheaper."""
    city = int(state.city[seat]) - 1
    trigger, kind = int(game.tables.trigger[city]), int(game.tables.trigger_type[city])
    if trigger == ON_BUILD:
        return kind == 0 or kind == int(game.tables.type[card]) + 1
    sprawls = site >= LEFT or is_gap(state, seat, site)
    return (trigger == ON_SPRAWL) == sprawls


@kernel(inline=True)
def cost_of(game: PaperSkyscrapers, state: State, seat: Seat, card: Card, site: int, discount: int) -> int:
    """R5, R6, R66: return what a card costs on a site; an action can take off a `discount`."""
    if discount == FREE:
        return 0
    cost = int(game.tables.cost[card]) - discount
    cost -= count_icons(icons_around(state, seat, site), int(game.tables.cheaper_by[int(game.tables.type[card])]))
    reduction = reduction_of(game, state, seat)
    if reduction and fits(game, state, seat, card, site):
        cost -= reduction
    return max(0, cost)


@kernel
def announce(game: PaperSkyscrapers, state: State, seat: Seat, card: Card, site: int, discount: int) -> None:
    """R11, R92, R93, R101: show the card that is built, and pay at once if there is no choice."""
    cost = cost_of(game, state, seat, card, site, discount)
    if reduction_of(game, state, seat) and fits(game, state, seat, card, site):
        state.used = 1
    leave_hand(state, seat, card)
    state.announced = card + 1
    state.place = site
    state.to_pay = cost
    settle(game, state, seat)


@kernel
def pay_with(game: PaperSkyscrapers, state: State, seat: Seat, card: Card) -> None:
    """R65, R93: pay with one card."""
    leave_hand(state, seat, card)
    add(state.discards, card)
    state.to_pay = int(state.to_pay) - 1
    settle(game, state, seat)


@kernel
def settle(game: PaperSkyscrapers, state: State, seat: Seat) -> None:
    """R93: pay with the whole hand if all of it is needed and has been shown; build when nothing is left to pay."""
    if int(state.to_pay) == int(state.n_hand[seat]) and not has_secrets(state, seat):
        discard_hand(state, seat)
        state.to_pay = 0
    if int(state.to_pay) > 0:
        return
    card, site = int(state.announced) - 1, int(state.place)
    state.announced = 0
    state.place = 0
    sprawled = put_card(game, state, seat, card, site)
    take_income(game, state, seat, card)
    state.events = int(state.events) | 1 << ON_BUILD | 1 << (ON_SPRAWL if sprawled else ON_BUILD_OVER)
    state.event_type = int(game.tables.type[card]) + 1
