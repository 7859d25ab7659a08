"""The course of a game: set-up, the steps of a turn, the end."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, Bitboard, lowest, popcount
from mctsky.core.contract import CHANCE, NOBODY, Move, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack
from mctsky.games.skyscraper1937.luck import FIRE, TAKE_CARD
from mctsky.games.skyscraper1937.moves import (
    BEGINS,
    DRAWN,
    FIRST_ROLE,
    FIRST_TAKE,
    KEEP,
    PASS,
    PUT,
    ROLLED,
    THROW,
    TURN_IN,
)
from mctsky.games.skyscraper1937.rules.disaster import destroy, doomed_pieces, loss_options, loss_value
from mctsky.games.skyscraper1937.rules.exchange import gain_options, list_takes, take
from mctsky.games.skyscraper1937.rules.generate import purchase_options, rovers_left
from mctsky.games.skyscraper1937.rules.insurance import buy_policy, covers, insurer, payout, policy_options
from mctsky.games.skyscraper1937.rules.land import count_complete, free_spaces, is_put, put, turn_of
from mctsky.games.skyscraper1937.rules.money import pay, settle
from mctsky.games.skyscraper1937.spec import MAX_LEGAL, Skyscraper1937
from mctsky.games.skyscraper1937.state import (
    AGENT,
    BUILDER,
    BUSINESS,
    BUY,
    CHIMNEY,
    CHURCH_AT,
    CLAIM,
    DEAL,
    DRAW,
    FILLED,
    FIRST,
    FIRST_STORE,
    GAIN,
    IN_PACK,
    INSURANCE,
    LOSE,
    LOST_TURN,
    LUCK,
    MUNICIPAL,
    N_PIECES,
    N_POLICIES,
    N_ROLES,
    OVER,
    POT,
    RESIDENTIAL,
    ROLL,
    SKYSCRAPER,
    TAKE,
)

# What follows a step: the phase is set; a seat's turn begins, or goes on before its throw; the turn ends, and perhaps
# the game too; the turn ends and no card has changed, so nobody can have won.
GO_ON, BEGIN, END, LOST = range(4)
MIN_OPTIONS = 2  # R55
THROW_BIT, PASS_BIT = ONE << np.uint64(THROW), ONE << np.uint64(PASS)
CLAIMS = ONE << np.uint64(KEEP) | ONE << np.uint64(TURN_IN)
_takes_on_stack = on_stack(np.int32, MAX_LEGAL)


@implement(Skyscraper1937)
def setup(game: Skyscraper1937, state: State) -> None:
    """R3, R4, R31, R32, R57: share out the chips, put out the supplies, shuffle roles and cards."""
    children = int(game.tables.children) != 0
    state.unseen = game.tables.pack
    state.actor = CHANCE
    state.phase = FIRST if children else DEAL
    for seat in range(game.n_seats):
        state.cash[seat] = game.tables.share
    for piece in range(N_PIECES):
        state.supply[piece] = game.tables.supply[piece]
    for kind in range(N_POLICIES):
        state.stock[kind] = game.tables.stock[kind]
    for role in range(N_ROLES):
        state.holders[role] = POT if children else IN_PACK
    if game.n_seats == 3:
        state.holders[AGENT] = POT  # R3


@kernel(inline=True)
def ask(state: State, phase: int, options: Bitboard) -> int:
    """Let the seat whose turn it is choose."""
    state.phase = phase
    state.actor = state.seat
    state.options = options
    return GO_ON


@kernel
def deal(game: Skyscraper1937, state: State, role: int) -> int:
    """R2, R35, R70: give a role to the next seat, two players twice round; the Home Builder has the first turn."""
    seat = turn_of(state)
    if role == N_ROLES:
        state.rovers = int(state.rovers) | 1 << seat
    else:
        state.holders[role] = seat
    state.seat = seat + 1 if seat + 1 < game.n_seats else 0
    left = rovers_left(game, state)
    for other in range(N_ROLES):
        left += int(state.holders[other]) == IN_PACK
    if left:
        return GO_ON
    state.seat = state.holders[BUILDER]
    return BEGIN


@kernel(inline=True)
def begin_turn(game: Skyscraper1937, state: State) -> None:
    """R20, R48, R55: offer policies to the seat whose turn it is; a player who can buy none throws."""
    seat = turn_of(state)
    options = policy_options(game, state, seat)
    if options != ZERO:
        ask(state, INSURANCE, options | THROW_BIT)
    else:
        await_throw(state)


@kernel(inline=True)
def await_throw(state: State) -> int:
    """Let the dice decide."""
    state.phase = ROLL
    state.actor = CHANCE
    state.options = ZERO
    return GO_ON


@kernel(inline=True)
def roll(game: Skyscraper1937, state: State, total: int) -> int:
    """R7, R14, R30: offer what the total sells, or draw a card; the turn is lost if there is nothing to buy or to draw."""
    state.throws = int(state.throws) + 1
    state.total = total
    sold = int(game.tables.sold[total])
    if sold < LUCK:
        options = purchase_options(game, state, turn_of(state), sold)
        return ask(state, BUY, options | PASS_BIT) if options != ZERO else LOST
    if sold == LOST_TURN or state.unseen == ZERO:
        return LOST
    state.phase = DRAW
    return GO_ON


@kernel
def suffer(game: Skyscraper1937, state: State, way: int) -> int:
    """R16, R47: lose what was chosen, or ask an insured player what to do."""
    seat, card = turn_of(state), int(state.card) - 1
    if int(state.policies[seat]) & covers(int(game.tables.kind[card])):
        state.stake = way
        return ask(state, CLAIM, CLAIMS)
    destroy(state, seat, way, doomed_pieces(game, state, seat, card))
    return END


@kernel
def claim(game: Skyscraper1937, state: State, turns_in: bool) -> int:
    """R22, R23, R25, R47, R50, R64: keep what is lost, or turn it in for its price; the insurer pays pot or owner."""
    seat, card, way = turn_of(state), int(state.card) - 1, int(state.stake)
    pieces = doomed_pieces(game, state, seat, card)
    amount = payout(game, state, seat, card, loss_value(game, state, seat, way, pieces))
    pay(state, insurer(state, seat), seat if turns_in else POT, amount)
    if turns_in:
        destroy(state, seat, way, pieces)
    return END


@kernel(inline=True)
def draw(game: Skyscraper1937, state: State, card: int) -> int:
    """R14, R16, R44, R55: take a card off the pack and carry it out, as far as it leaves no choice."""
    copies = state.unseen & game.tables.copies[card]
    state.unseen &= ~(copies & (~copies + ONE))
    state.card = card + 1
    seat, kind = turn_of(state), int(game.tables.kind[card])
    if kind < FIRE:
        settle(game, state, card)
        return END
    if kind == TAKE_CARD:
        return start_taking(game, state)
    options = loss_options(game, state, seat, card) if kind < TAKE_CARD else gain_options(game, state, seat, card)
    n = popcount(options)
    if n >= MIN_OPTIONS:
        return ask(state, LOSE if kind < TAKE_CARD else GAIN, options)
    if n == 0:
        return END
    if kind < TAKE_CARD:
        return suffer(game, state, lowest(options))
    put(state, seat, lowest(options))
    return END


@kernel
def start_taking(game: Skyscraper1937, state: State) -> int:
    """R18, R44, R55: let the drawer choose what to take, if there is a choice."""
    takes = _takes_on_stack()
    n = list_takes(game, state, takes)
    if n >= MIN_OPTIONS:
        return ask(state, TAKE, ZERO)
    if n == 1:
        take(state, turn_of(state), int(takes[0]))
    return END


@kernel(inline=True)
def buy(game: Skyscraper1937, state: State, code: int) -> int:
    """R6, R59: put a piece on the card and pay for it, residences and parts to the Home Builder, all else to the pot."""
    seat = turn_of(state)
    piece = put(state, seat, code)
    if int(state.phase) == BUY:
        creditor = int(state.holders[BUILDER]) if piece <= CHIMNEY else POT
        pay(state, seat, creditor, int(game.tables.price[piece]))
    return END


@kernel(inline=True)
def choose(game: Skyscraper1937, state: State, code: int) -> int:
    """Carry out what the seat to act has chosen."""
    if is_put(code):
        return buy(game, state, code)
    if code == PASS:
        return LOST
    if code == THROW:
        return await_throw(state)
    if code < PUT:
        buy_policy(game, state, turn_of(state), code)
        return BEGIN
    if code < KEEP:
        return suffer(game, state, code)
    return claim(game, state, code == TURN_IN)


@kernel
def is_filled(game: Skyscraper1937, state: State, seat: Seat) -> bool:
    """Say whether all three districts of a card are complete."""
    residential = count_complete(state, seat) + (int(state.land[seat, CHURCH_AT]) == RESIDENTIAL + 1)
    if residential != int(game.tables.spaces):
        return False
    return free_spaces(game, state, seat, MUNICIPAL) + free_spaces(game, state, seat, BUSINESS) == 0


@kernel
def win(game: Skyscraper1937, state: State, seat: Seat, route: int) -> None:
    """R28, R52: give the pot to the winner, and the bonus for a Pent House on the winning store."""
    state.winner = seat + 1
    state.route = route
    pay(state, POT, seat, int(state.cash[POT]))
    if route == SKYSCRAPER and int(state.land[seat, FIRST_STORE]) & 1 == 0:
        for other in range(game.n_seats):
            if other != seat:
                pay(state, other, seat, int(game.tables.bonus))


@kernel
def reshuffle(game: Skyscraper1937, state: State) -> None:
    """R14: begin a new pass with all cards but the kept ones."""
    unseen = game.tables.pack
    for seat in range(game.n_seats):
        if int(state.taxes[seat]):
            copies = unseen & game.tables.copies[int(state.taxes[seat]) - 1]
            unseen &= ~(copies & (~copies + ONE))
    state.unseen = unseen


@kernel
def finish(game: Skyscraper1937, state: State, seat: Seat, route: int) -> int:
    """R27, R29, R54, R69: end the game, won or drawn."""
    if route:
        win(game, state, seat, route)
    state.phase = OVER
    state.actor = NOBODY
    state.options = ZERO
    state.seat = 0
    return GO_ON


@kernel(inline=True)
def end_turn(game: Skyscraper1937, state: State, changed: bool) -> int:
    """R14, R27, R53: check the active player for a win if a card has changed, then the throws; else the next seat begins."""
    seat, route = turn_of(state), 0
    state.total = 0
    state.card = 0
    state.stake = 0
    if changed:
        if state.unseen == ZERO:
            reshuffle(game, state)
        if int(state.land[seat, FIRST_STORE]) > 2 * int(game.tables.floors):
            route = SKYSCRAPER
        elif is_filled(game, state, seat):
            route = FILLED
    if route or int(state.throws) >= int(game.tables.max_throws):
        return finish(game, state, seat, route)
    state.seat = seat + 1 if seat + 1 < game.n_seats else 0
    return BEGIN


@implement(Skyscraper1937)
def play(game: Skyscraper1937, state: State, move: Move) -> None:
    """Do one small move or chance event, and all that follows without a choice."""
    if move < FIRST_TAKE:
        step = choose(game, state, move)
    elif move < FIRST_ROLE:
        take(state, turn_of(state), move)
        step = END
    elif move >= DRAWN:
        step = draw(game, state, move - DRAWN)
    elif move >= ROLLED + 2:
        step = roll(game, state, move - ROLLED)
    elif move >= BEGINS:
        state.seat = move - BEGINS  # R57
        step = BEGIN
    else:
        step = deal(game, state, move - FIRST_ROLE)
    if step >= END:
        step = end_turn(game, state, step == END)
    if step == BEGIN:
        begin_turn(game, state)


@implement(Skyscraper1937)
def returns(game: Skyscraper1937, state: State, out: ValueBuffer) -> None:
    """R54: 1 for the winner, 0 for the others; the same for all at the cap of throws."""
    winner = int(state.winner) - 1
    for seat in range(game.n_seats):
        out[seat] = 1.0 / game.n_seats if winner < 0 else 1.0 if seat == winner else 0.0


@implement(Skyscraper1937)
def mid_turn(game: Skyscraper1937, state: State, actor: Seat) -> bool:
    """Say whether a turn goes on: the dice are thrown, or the seat that chose has still to throw them."""
    phase = int(state.phase)
    return DRAW <= phase < OVER or (INSURANCE <= phase <= ROLL and turn_of(state) == actor)
