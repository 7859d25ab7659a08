"""Love Letter, one round of it, with the classic deck.

R1  The deck: five guards (1), two each of priest (2), baron (3), handmaid (4) and prince (5), one king (6), one countess (7),
    one princess (8). One card is set aside face down; with two seats, three more are turned up.
R2  Each seat is dealt one card. From seat 0 on, a seat draws a card and plays one of its two.
R3  Guard: aim at a seat and name a card that is not a guard; a seat that holds it is out.
R4  Priest: look at the card of a seat.
R5  Baron: compare cards with a seat in secret; the lower one is out.
R6  Handmaid: nobody can aim at you until your next turn.
R7  Prince: a seat, yourself included, discards its card and draws another; from an empty deck, the card that was set aside.
R8  King: swap cards with a seat.
R9  Countess: she must be played by who also holds the prince or the king.
R10 Princess: who plays or discards her is out.
R11 A seat that is out shows its card. A card that can be aimed at nobody does nothing.
R12 The round ends after a turn that leaves the deck empty, or when one seat is left. The seats left show their cards: the
    highest wins, then the higher total of discards, then they share.
"""

import numpy as np

from mctsky.core.bits import Bitboard, list_bits, lowest, popcount
from mctsky.core.cards import draw_card, list_kinds, put_card, take_card
from mctsky.core.contract import CHANCE, NOBODY, NOTHING, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.looks import GONE, forget_looks, look, pass_card, swap_hands
from mctsky.core.rng import Rng

from . import state as s
from .spec import LoveLetter


@kernel
def receiver(game: LoveLetter, state: State) -> int:
    """Return the seat that draws or looks now, -1 for the table."""
    if int(state.phase) == s.BEGIN:
        return max(-1, s.N_CARDS - int(state.n_deck) - (4 if game.n_seats == 2 else 1))
    return int(state.target) if int(state.phase) == s.REDRAWS else int(state.turn)


@kernel
def targets(state: State) -> Bitboard:
    """R3-R8, R11: other seats that are not out or safe; with a prince also yourself."""
    own = 1 << int(state.turn)
    return np.uint64((int(state.left) & ~int(state.safe) & ~own) | (own if int(state.card) == s.PRINCE else 0))


@implement(LoveLetter)
def setup(game: LoveLetter, state: State) -> None:
    """R1: all cards are in the deck."""
    state.deck, state.n_deck, state.left = s.ALL_CARDS, s.N_CARDS, (1 << game.n_seats) - 1


@implement(LoveLetter)
def to_act(game: LoveLetter, state: State) -> Seat:
    """Return the seat whose turn it is where it has something to choose."""
    phase = int(state.phase)
    return int(state.turn) if s.CHOOSE <= phase <= s.GUESS else NOBODY if phase == s.OVER else CHANCE


@implement(LoveLetter)
def legal_moves(game: LoveLetter, state: State, out: MoveBuffer) -> int:
    """R2-R9: one of two cards, a seat, or the name of a card."""
    if int(state.phase) == s.CHOOSE:
        low = max(0, min(int(state.hand[state.turn]), int(state.drawn)))  # 0: unknown, in the view of another seat
        high = max(low, int(state.hand[state.turn]), int(state.drawn))
        must = high == s.COUNTESS and s.PRINCE <= low <= s.KING  # R9
        out[0], out[1] = s.PLAY + (high if must else low), s.PLAY + high
        return 1 if must or low == high else 2
    if int(state.phase) == s.AIMS:
        return list_bits(out, 0, s.AIM, targets(state))
    for card in range(s.PRIEST, s.PRINCESS + 1):  # R3
        out[card - s.PRIEST] = s.NAME + card
    return s.PRINCESS - s.GUARD


@kernel
def certain(state: State) -> Move:
    """R3-R12: return what is shown, seen or compared now; NOTHING where luck draws a card."""
    phase = int(state.phase)
    if phase in (s.BEGIN, s.DRAWS, s.REDRAWS) and int(state.n_deck) > 0:
        return NOTHING  # R1, R2, R7
    mine, theirs = max(1, int(state.hand[state.turn])), max(1, int(state.hand[state.target]))
    if phase == s.ANSWER and theirs != int(state.named):
        return s.NO  # R3
    if phase == s.LOOKS and int(state.card) != s.PRIEST:
        return s.PAIR + 8 * mine + theirs  # R5, R8
    if phase == s.REDRAWS:
        return s.DRAW + max(1, int(state.aside))  # R7
    return s.OUT + mine if phase == s.FALLS else (s.LOOK if phase == s.LOOKS else s.SHOW) + theirs  # R10, R4, R3, R7, R12


@implement(LoveLetter)
def chance_moves(game: LoveLetter, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R1, R2, R7: a card from the deck, each equally likely. All else is certain."""
    out[0], odds[0] = certain(state), 1.0
    return 1 if out[0] != NOTHING else list_kinds(np.uint64(state.deck), s.CARDS_OF_KIND, s.DRAW, out, odds)


@implement(LoveLetter, inline=True)
def sample_chance(game: LoveLetter, state: State, rng: Rng) -> Move:
    """Draw a card without listing the deck."""
    move = certain(state)
    return move if move != NOTHING else s.DRAW + int(s.KIND_OF_CARD[draw_card(np.uint64(state.deck), rng)])


@kernel
def lose_card(state: State, seat: Seat, done: int) -> None:
    """R3, R5, R7, R10: a seat turns up its card, and is out unless that is all a prince asks for."""
    note(state, int(state.hand[seat]), done)
    pass_card(state, int(state.hand[seat]), seat, GONE)
    state.hand[seat] = 0
    state.left = int(state.left) & ~(int(done != s.DONE) << seat)


@kernel
def note(state: State, card: int, done: int) -> None:
    """Note what the card of this turn has done, and the card that was named or shown by it."""
    state.turns[int(state.n_turns) - 1] |= (int(state.target) << 6) | (card << 8) | (done << 12)


@kernel
def end_turn(state: State) -> None:
    """R2, R12: go on with the next seat that is left, unless the round is over; at the end the seats left show their cards."""
    state.card, state.target, state.named = 0, 0, 0
    left, waiting, after = int(state.left), int(state.left) & ~int(state.shown), int(state.turn) + 1
    if left & (left - 1) == 0 or waiting == 0:
        state.phase = s.OVER
    elif int(state.n_deck) == 0:
        state.phase, state.target = s.SHOWS, lowest(np.uint64(waiting))
    else:
        later = left >> after << after
        state.phase, state.turn = s.DRAWS, lowest(np.uint64(later if later != 0 else left))
        state.safe = int(state.safe) & ~(1 << int(state.turn))  # R6


@kernel
def play_card(state: State, card: int) -> None:
    """R2-R10: turn up one of two cards; what it does comes next. Nobody is asked to aim at the only seat there is."""
    turn, drawn = int(state.turn), int(state.drawn)
    state.turns[state.n_turns], state.n_turns = card | (turn << 4), int(state.n_turns) + 1
    state.total[turn] += card
    state.card, state.drawn = card, 0
    if card == int(state.hand[turn]):
        pass_card(state, card, turn, GONE)
        state.hand[turn] = drawn
    aims = targets(state)
    if card == s.PRINCESS:
        state.phase = s.FALLS  # R10
    elif card in (s.HANDMAID, s.COUNTESS) or popcount(aims) == 0:
        state.safe = int(state.safe) | (int(card == s.HANDMAID) << turn)  # R6
        end_turn(state)
    elif popcount(aims) == 1:
        state.target, state.phase = lowest(aims), s.AIMED[card]
    else:
        state.phase = s.AIMS


@kernel
def receive(game: LoveLetter, state: State, card: int) -> None:
    """R1, R2, R7: a card leaves the deck, or the table if the deck is empty."""
    phase, seat, in_deck = int(state.phase), receiver(game, state), int(state.n_deck)
    if in_deck > 0:
        state.deck, state.n_deck = take_card(np.uint64(state.deck), s.CARDS_OF_KIND[card]), in_deck - 1
    if phase == s.DRAWS:
        state.drawn, state.phase = card, s.CHOOSE
        return
    if seat >= 0:
        state.hand[seat] = card
    if in_deck in (0, s.N_CARDS):
        state.aside = card if in_deck > 0 else 0
    if phase == s.REDRAWS:
        end_turn(state)
    elif seat == game.n_seats - 1:
        state.phase = s.DRAWS


@kernel
def compare(state: State) -> None:
    """R4, R5, R8: a seat sees a card, or two seats see each other's card; the lower one is out, or they swap."""
    turn, target, card = int(state.turn), int(state.target), int(state.card)
    mine, theirs = int(state.hand[turn]), int(state.hand[target])
    look(state, theirs, target, turn)
    if card != s.PRIEST:
        look(state, mine, turn, target)
    if card == s.KING:
        state.hand[turn], state.hand[target] = theirs, mine
        swap_hands(state, turn, target)
    if card == s.BARON and mine != theirs:
        lose_card(state, turn if mine < theirs else target, s.TURN_OUT if mine < theirs else s.TARGET_OUT)
    else:
        note(state, 0, s.DONE)
    end_turn(state)


@kernel
def turn_up(state: State) -> None:
    """R3, R7, R10-R12: a seat shows its card, because it is out, must discard it, or is left at the end."""
    phase, seat = int(state.phase), int(state.turn) if int(state.phase) == s.FALLS else int(state.target)
    card, discards = int(state.hand[seat]), phase == s.DISCARDS and int(state.hand[seat]) != s.PRINCESS  # R10
    if phase == s.SHOWS:
        state.shown = int(state.shown) | (1 << seat)
    else:
        lose_card(state, seat, s.TURN_OUT if phase == s.FALLS else s.DONE if discards else s.TARGET_OUT)
    if discards:
        state.total[seat], state.phase = int(state.total[seat]) + card, s.REDRAWS
    else:
        end_turn(state)


@implement(LoveLetter)
def play(game: LoveLetter, state: State, move: Move) -> None:
    """Do what a move says, by its phase."""
    phase = int(state.phase)
    if phase == s.CHOOSE:
        play_card(state, move - s.PLAY)
    elif phase == s.AIMS:
        state.target, state.phase = move - s.AIM, s.AIMED[state.card]
    elif phase == s.GUESS:
        state.named, state.phase = move - s.NAME, s.ANSWER
    elif phase in (s.BEGIN, s.DRAWS, s.REDRAWS):
        receive(game, state, move - s.DRAW)
    elif phase == s.LOOKS:
        compare(state)
    elif move == s.NO:
        note(state, int(state.named), s.DONE)
        end_turn(state)
    else:
        turn_up(state)


@implement(LoveLetter)
def observe(game: LoveLetter, state: State, move: Move, viewer: Seat) -> Move:
    """R1, R2, R4, R5, R8: who draws or looks sees the card; others see who is out."""
    if s.DRAW < move < s.SHOW + s.GUARD:
        seat = receiver(game, state)
        return move if seat == viewer or (seat < 0 and int(state.n_deck) < s.N_CARDS) else NOTHING
    if move > s.PAIR + 8 and viewer not in (int(state.turn), int(state.target)):
        mine, theirs = (move - s.PAIR - 1) >> 3, ((move - s.PAIR - 1) & 7) + 1
        if int(state.card) == s.KING:
            return NOTHING
        return s.NO if mine == theirs else s.OUT + mine if mine < theirs else s.SHOW + theirs
    return move


@implement(LoveLetter)
def conceal(game: LoveLetter, state: State, viewer: Seat) -> None:
    """Put the cards that the viewer has not seen back into the deck, and forget what others have seen."""
    known, deck = (1 << viewer) | int(state.shown) | forget_looks(state, viewer), np.uint64(state.deck)
    for seat in range(game.n_seats):
        if (known >> seat) & 1 == 0 and int(state.hand[seat]) > 0:
            deck = put_card(deck, s.CARDS_OF_KIND[int(state.hand[seat])])
            state.hand[seat] = s.UNKNOWN
    if int(state.turn) != viewer and int(state.drawn) > 0:
        deck, state.drawn = put_card(deck, s.CARDS_OF_KIND[int(state.drawn)]), s.UNKNOWN
    if int(state.aside) > 0:
        deck, state.aside = put_card(deck, s.CARDS_OF_KIND[int(state.aside)]), s.UNKNOWN
    state.deck = deck


@implement(LoveLetter)
def returns(game: LoveLetter, state: State, out: ValueBuffer) -> None:
    """R12: the highest card, then the highest total; equals share."""
    best, n_best = 0, 0
    for seat in range(game.n_seats):  # without a branch: who wins cannot be guessed
        rank = (100 * abs(int(state.hand[seat])) + int(state.total[seat])) * ((int(state.left) >> seat) & 1)
        out[seat], n_best, best = rank, n_best * (rank <= best) + (rank >= best), max(best, rank)
    for seat in range(game.n_seats):
        out[seat] = (out[seat] == best) / n_best
