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

from mctsky.core.cards import list_draws
from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.kernel_arrays import on_stack

from . import state as s
from .spec import LoveLetter

counts_on_stack = on_stack(np.int64, s.N_KINDS)


@kernel
def receiver(game: LoveLetter, state: State) -> int:
    """Return the seat that draws or looks now, -1 for the table."""
    phase = int(state.phase)
    if phase == s.BEGIN:
        return max(-1, int(state.n_begun) - 1 - s.N_TURNED_UP * (game.n_seats == 2))
    return int(state.target) if phase in (s.REDRAWS, s.LOOKS_BACK) else int(state.turn)


@kernel
def can_aim(game: LoveLetter, state: State, seat: Seat) -> bool:
    """R3-R8, R11: at other seats that are not out or safe; with a prince also at yourself."""
    if seat == int(state.turn):
        return int(state.card) == s.PRINCE
    return int(state.hand[seat]) != 0 and (int(state.safe) >> seat) & 1 == 0


@implement(LoveLetter)
def to_act(game: LoveLetter, state: State) -> Seat:
    """Return the seat whose turn it is where it has something to choose."""
    phase = int(state.phase)
    if phase == s.OVER:
        return NOBODY
    return int(state.turn) if phase in (s.CHOOSE, s.AIMS, s.GUESS) else CHANCE


@implement(LoveLetter)
def legal_moves(game: LoveLetter, state: State, out: MoveBuffer) -> int:
    """R2-R9: one of two cards, a seat, or the name of a card."""
    n = 0
    if int(state.phase) == s.CHOOSE:
        low = max(0, min(int(state.hand[state.turn]), int(state.drawn)))  # 0: unknown, in the view of another seat
        high = max(low, int(state.hand[state.turn]), int(state.drawn))
        out[0], out[1] = s.PLAY + low, s.PLAY + high
        n = 1 if low == high else 2
        if high == s.COUNTESS and low in (s.PRINCE, s.KING):  # R9
            out[0], n = s.PLAY + high, 1
    elif int(state.phase) == s.AIMS:
        for seat in range(game.n_seats):
            if can_aim(game, state, seat):
                out[n] = s.AIM + seat
                n += 1
    else:
        for card in range(s.PRIEST, s.N_KINDS):
            out[n] = s.NAME + card
            n += 1
    return n


@implement(LoveLetter)
def chance_moves(game: LoveLetter, state: State, out: MoveBuffer, odds: ValueBuffer) -> int:
    """R1, R2, R7: a card from the deck, each equally likely. All else is certain: what is shown, seen and compared."""
    phase, mine, theirs = int(state.phase), max(0, int(state.hand[state.turn])), max(0, int(state.hand[state.target]))
    if phase in (s.BEGIN, s.DRAWS) or (phase == s.REDRAWS and int(state.n_deck) > 0):
        left = counts_on_stack()
        for kind in range(s.N_KINDS):
            left[kind] = s.N_OF_KIND[kind] - int(state.gone[kind])
        for seat in range(game.n_seats):
            left[max(0, int(state.hand[seat]))] -= 1
        left[max(0, int(state.aside))] -= 1
        left[0] = 0
        turned_up = phase == s.BEGIN and int(state.n_begun) > 0 and receiver(game, state) < 0
        return list_draws(left, s.SHOW if turned_up else s.DRAW, out, odds)
    odds[0] = 1.0
    if phase == s.REDRAWS:
        out[0] = s.DRAW + int(state.aside)  # R7
    elif phase == s.ANSWER:
        out[0] = s.SHOW + theirs if theirs == int(state.named) else s.NO  # R3
    elif phase in (s.LOOKS, s.LOOKS_BACK):
        out[0] = s.LOOK + (theirs if phase == s.LOOKS else mine)  # R4, R5, R8
    elif phase == s.FALLS or (phase == s.COMPARE and mine <= theirs):
        out[0] = s.NO if phase == s.COMPARE and mine == theirs else s.OUT + mine  # R10, R5
    else:
        out[0] = s.SHOW + theirs  # R5, R7, R12
    return 1


@kernel
def give(state: State, seat: Seat, card: int) -> None:
    """R2, R7: give a card to a seat, which alone knows it."""
    state.hand[seat] = card
    state.knows[seat] = 1 << seat


@kernel
def next_to_show(game: LoveLetter, state: State, seat: Seat) -> None:
    """R12: let the next seat that is left show its card, from this one on; after the last the round is over."""
    while seat < game.n_seats and int(state.hand[seat]) == 0:
        seat += 1
    state.phase = s.SHOWS if seat < game.n_seats else s.OVER
    state.target = seat if seat < game.n_seats else 0


@kernel
def end_turn(game: LoveLetter, state: State) -> None:
    """R2, R12: go on with the next seat that is left, unless the round is over."""
    state.card, state.target, state.named = 0, 0, 0
    n_left, following = 0, int(state.turn)
    for step in range(game.n_seats, 0, -1):
        seat = (int(state.turn) + step) % game.n_seats
        if int(state.hand[seat]) != 0:
            n_left, following = n_left + 1, seat
    if n_left == 1:
        state.phase = s.OVER
    elif int(state.n_deck) == 0:
        next_to_show(game, state, 0)
    else:
        state.phase, state.turn = s.DRAWS, following
        state.safe = int(state.safe) & ~(1 << following)  # R6


@kernel
def play_card(game: LoveLetter, state: State, card: int) -> None:
    """R2-R10: turn up one of two cards; what it does comes next."""
    turn = int(state.turn)
    state.gone[card] += 1
    state.total[turn] += card
    state.card = card
    if card == int(state.hand[turn]):
        give(state, turn, int(state.drawn))
    state.drawn = 0
    n_targets = 0
    for seat in range(game.n_seats):
        n_targets += can_aim(game, state, seat)
    if card == s.PRINCESS:
        state.phase = s.FALLS  # R10
    elif card in (s.HANDMAID, s.COUNTESS) or n_targets == 0:
        state.safe = int(state.safe) | (int(card == s.HANDMAID) << turn)  # R6
        end_turn(game, state)
    else:
        state.phase = s.AIMS


@kernel
def draw_card(game: LoveLetter, state: State, card: int) -> None:
    """R1, R2, R7: a card leaves the deck, or the table if the deck is empty."""
    phase, seat = int(state.phase), receiver(game, state)
    if phase == s.BEGIN:
        state.n_begun += 1
        if seat >= 0:
            give(state, seat, card)
        elif int(state.n_begun) == 1:
            state.aside = card
        else:
            state.gone[card] += 1
        if seat == game.n_seats - 1:
            state.n_deck = s.N_CARDS - int(state.n_begun)
            state.phase = s.DRAWS
    elif phase == s.DRAWS:
        state.drawn = card
        state.n_deck -= 1
        state.phase = s.CHOOSE
    else:
        state.aside = int(state.aside) if int(state.n_deck) > 0 else 0
        state.n_deck = max(0, int(state.n_deck) - 1)
        give(state, seat, card)
        end_turn(game, state)


@kernel
def look(game: LoveLetter, state: State) -> None:
    """R4, R5, R8: a seat sees a card; with baron and king both do."""
    turn, target, card = int(state.turn), int(state.target), int(state.card)
    if int(state.phase) == s.LOOKS:
        state.knows[target] = int(state.knows[target]) | (1 << turn)
        state.phase = s.LOOKS_BACK
        if card == s.PRIEST:
            end_turn(game, state)
        return
    state.knows[turn] = int(state.knows[turn]) | (1 << target)
    state.phase = s.COMPARE
    if card == s.KING:
        state.hand[turn], state.hand[target] = int(state.hand[target]), int(state.hand[turn])
        state.knows[turn], state.knows[target] = int(state.knows[target]), int(state.knows[turn])
        end_turn(game, state)


@kernel
def turn_up(game: LoveLetter, state: State, seat: Seat, card: int) -> None:
    """R3, R5, R7, R10-R12: a seat shows its card, because it is out, must discard it, or is left at the end."""
    if int(state.phase) == s.SHOWS:
        state.knows[seat] = 15
        next_to_show(game, state, seat + 1)
        return
    state.gone[card] += 1
    state.hand[seat], state.knows[seat] = 0, 0
    if int(state.phase) == s.DISCARDS and card != s.PRINCESS:  # R10
        state.total[seat] += card
        state.phase = s.REDRAWS
    else:
        end_turn(game, state)


@implement(LoveLetter)
def play(game: LoveLetter, state: State, move: Move) -> None:
    """Do what a move says, by its phase."""
    phase = int(state.phase)
    if phase == s.CHOOSE:
        play_card(game, state, move - s.PLAY)
    elif phase == s.AIMS:
        state.target = move - s.AIM
        card = int(state.card)
        state.phase = s.GUESS if card == s.GUARD else s.DISCARDS if card == s.PRINCE else s.LOOKS
    elif phase == s.GUESS:
        state.named = move - s.NAME
        state.phase = s.ANSWER
    elif phase in (s.BEGIN, s.DRAWS, s.REDRAWS):
        draw_card(game, state, move - s.SHOW if move > s.SHOW else move - s.DRAW)
    elif phase in (s.LOOKS, s.LOOKS_BACK):
        look(game, state)
    elif move == s.NO:
        end_turn(game, state)
    else:
        out = move > s.OUT
        turn_up(game, state, int(state.turn) if out else int(state.target), move - (s.OUT if out else s.SHOW))


@implement(LoveLetter)
def returns(game: LoveLetter, state: State, out: ValueBuffer) -> None:
    """R12: the highest card, then the highest total; equals share."""
    best, n_best = 0, 0
    for seat in range(game.n_seats):
        rank = 100 * abs(int(state.hand[seat])) + int(state.total[seat]) if int(state.hand[seat]) != 0 else -1
        out[seat] = rank
        n_best = 1 if rank > best else n_best + (rank == best)
        best = max(best, rank)
    for seat in range(game.n_seats):
        out[seat] = 1.0 / n_best if out[seat] == best else 0.0


@implement(LoveLetter)
def observe(game: LoveLetter, state: State, move: Move, viewer: Seat) -> Move:
    """R2, R4, R5, R8: who draws or looks sees the card; others see that it happens."""
    if s.DRAW < move < s.DRAW_UNSEEN and receiver(game, state) != viewer:
        return s.DRAW_UNSEEN
    if s.LOOK < move < s.LOOK_UNSEEN and receiver(game, state) != viewer:
        return s.LOOK_UNSEEN
    return move


@implement(LoveLetter)
def conceal(game: LoveLetter, state: State, viewer: Seat) -> None:
    """Turn over the cards that the viewer has not seen, and forget who else knows a card, which only some can tell."""
    for seat in range(game.n_seats):
        known = (int(state.knows[seat]) >> viewer) & 1
        if known == 0 and int(state.hand[seat]) != 0:
            state.hand[seat] = s.UNKNOWN
        state.knows[seat] = known << viewer
    if int(state.turn) != viewer and int(state.drawn) != 0:
        state.drawn = s.UNKNOWN
    if int(state.aside) != 0:
        state.aside = s.UNKNOWN
