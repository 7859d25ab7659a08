"""What each seat of Paper Skyscrapers knows.

Hidden are the cards of other hands that were drawn face down and not shown since; their levels are public. Nothing else is
kept secret in the state: decks are drawn from when a card is needed, chips when they are turned up. A view's `deck` holds all
cards that its viewer cannot place, and `n_secret` says how many of them are in each hand, by level and shuffle. What a player
chooses openly tells nothing more about the rest of the hand: only the odds of chance count.
"""

from mctsky.core.bits import ONE, ZERO, Bitboard, popcount
from mctsky.core.cards import draw_hand
from mctsky.core.contract import Move, MoveBuffer, Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.core.rng import Rng
from mctsky.games.paperskyscrapers.moves import BACK, DRAWN, ROUND_END
from mctsky.games.paperskyscrapers.rules.sets import has, of_level
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import LEVEL_SHIFT, MAX_CARDS, MAX_PLAYERS, N_WORDS, TO_HAND

ELSEWHERE = MAX_PLAYERS  # place of a card in `hidden` that is in no hand


@implement(PaperSkyscrapers)
def observe(game: PaperSkyscrapers, state: State, move: Move, viewer: Seat) -> Move:
    """R82: show only the level of a card that another seat draws face down; show everything else as it is."""
    if DRAWN <= move < ROUND_END and int(state.goal) == TO_HAND and int(state.runner) != viewer:
        return BACK + ((move - DRAWN) >> LEVEL_SHIFT)
    return move


@implement(PaperSkyscrapers)
def conceal(game: PaperSkyscrapers, state: State, viewer: Seat) -> None:
    """R82, R100: move the secret cards of the other hands to the cards that the viewer cannot place."""
    for seat in range(game.n_seats):
        if seat != viewer:
            for word in range(N_WORDS):
                state.deck[word] |= state.secret[seat, word]
                state.secret[seat, word] = ZERO


@kernel
def pool_word(state: State, pool: int) -> Bitboard:
    """R100: return the cards of a pool that the viewer cannot place, as bits of their word."""
    if pool < 2:
        return state.deck[0] & of_level(pool)
    level, number = 2 + (pool & 1), (pool - 2) >> 1
    cards = state.deck[1] & of_level(level)
    if int(state.n_shuffles) == 0:
        return cards
    found = ZERO
    while cards != ZERO:
        lowest_bit = cards & (~cards + ONE)
        cards &= cards - ONE
        if int(state.shuffle[popcount(lowest_bit - ONE)]) == number:
            found |= lowest_bit
    return found


@implement(PaperSkyscrapers)
def determinise(game: PaperSkyscrapers, state: State, viewer: Seat, rng: Rng) -> None:
    """R100: deal the secret cards of the other hands, each from its level and shuffle, all equally likely."""
    n_pools = 4 + 2 * int(state.n_shuffles)
    for pool in range(n_pools):
        wanted = 0
        for seat in range(game.n_seats):
            if seat != viewer:
                wanted += int(state.n_secret[seat, pool])
        if wanted == 0:
            continue
        cards, word = pool_word(state, pool), 0 if pool < 2 else 1
        for seat in range(game.n_seats):
            if seat != viewer:
                hand = draw_hand(cards, int(state.n_secret[seat, pool]), rng)
                cards &= ~hand
                state.secret[seat, word] |= hand
                state.deck[word] &= ~hand


@implement(PaperSkyscrapers)
def hidden(game: PaperSkyscrapers, state: State, out: MoveBuffer) -> int:
    """List for each building the seat that has it in its hand, or ELSEWHERE."""
    n = 0
    for card in range(MAX_CARDS):
        if has(game.tables.buildings, card):
            out[n] = ELSEWHERE
            for seat in range(game.n_seats):
                if has(state.known[seat], card) or has(state.secret[seat], card):
                    out[n] = seat
            n += 1
    return n
