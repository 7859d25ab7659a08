"""Moves, positions and turns of Skyscraper (1937) as text.

A position is one line of fields, separated by `|`; the first word of each says what it is:

    step buy 1 9 | throws 24 | pot $85 | seen gas bill, water bill x2
    | seat 0 $120; roles home builder, public utilities; residential residence 1, porch 2; municipal school, church; tax tax $5
    | seat 1 $95; roles insurance agent, tax collector; business store 3 with pent house, bank; policies fire

- `step`    what is decided next: `roles`, `first`; then with whose turn it is `insurance 0`, `roll 0`; with the total of the
            dice `draw 0 7`, `buy 0 9`; with the card `lose 0 7 fire public building`, `take ...`, `gain ...`,
            `claim 0 7 fire garage: garage` (what is kept or turned in); at the end `over 1 skyscraper`, `over 1 districts`,
            `over drawn`
- `throws`  so far, of all players
- `pot`     dollars in the Construction Fund
- `seen`    Luck cards drawn in this pass, without kept ones
- `seat`    dollars, then what there is of roles, residential, municipal, business, policies and the kept tax card

Empty parts are left out. Supplies, stock and chips out of the game follow from the rest.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from mctsky.core.bits import lowest, popcount
from mctsky.core.contract import find_verb
from mctsky.core.record import new_records
from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.checks import complete
from mctsky.games.skyscraper1937.luck import FIRE, TAKE_CARD
from mctsky.games.skyscraper1937.moves import (
    BEGINS,
    CREDIT,
    DRAWN,
    FIRST_ROLE,
    FIRST_TAKE,
    KEEP,
    LOSE_SLOT,
    N_CODES,
    PASS,
    POLICY,
    PUT,
    THROW,
    TURN_IN,
)
from mctsky.games.skyscraper1937.reading import Draft
from mctsky.games.skyscraper1937.rules.disaster import loss_options
from mctsky.games.skyscraper1937.rules.exchange import gain_options, list_takes
from mctsky.games.skyscraper1937.spec import MAX_LEGAL
from mctsky.games.skyscraper1937.state import (
    ALL_RISK,
    BUY,
    CHURCH_AT,
    CLAIM,
    DEAL,
    DISTRICTS,
    DRAW,
    FIRST,
    FIRST_SLOT,
    FIRST_STORE,
    GAIN,
    INSURANCE,
    LOSE,
    LUCK,
    OVER,
    PIECES,
    POLICIES,
    POT,
    ROLES,
    ROLL,
    ROUTES,
    ROVER,
    STATE_DTYPE,
    TAKE,
)
from mctsky.games.skyscraper1937.words import STEPS, format_move, loss_text, store_text

__all__ = ["explain_illegal", "format_move", "format_position", "format_turns", "parse_move", "parse_position"]


# The codes of moves that begin with a word.
VERBS = {
    "throw": range(THROW, POLICY),
    "buy": range(POLICY, LOSE_SLOT),
    "credit": range(CREDIT, PASS),
    "pass": range(PASS, PUT),
    "gain": range(PUT, LOSE_SLOT),
    "lose": range(LOSE_SLOT, KEEP),
    "keep": range(KEEP, TURN_IN),
    "turn": range(TURN_IN, FIRST_TAKE),
    "take": range(FIRST_TAKE, FIRST_ROLE),
    "role": range(FIRST_ROLE, BEGINS),
    "first": range(BEGINS, DRAWN),
    "roll": range(BEGINS, DRAWN),
    "draw": range(DRAWN, N_CODES),
}


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code of a move text, or None; of stores and buildings that look alike the first is meant."""
    text = " ".join(text.split())
    codes = VERBS.get(text.partition(" ")[0], ())
    return next((code for code in codes if format_move(game, state, code) == text), None)


def explain_illegal(game: Any, state: Any, code: int) -> str:
    """Say why a move cannot be made now."""
    phase, seat = int(state.phase), int(state.seat)
    if code >= FIRST_ROLE:
        return "chance decides this, not a seat"
    if phase in (DEAL, FIRST, ROLL, DRAW):
        return "chance decides now"
    if code == THROW or POLICY <= code < PASS:
        if phase != INSURANCE:
            return "policies are bought before the throw"
        if int(state.policies[seat]) >> min(code - POLICY, ALL_RISK) & 1:
            return "the seat already holds this policy"
        return "not in stock, not enough money, or a policy to credit that the seat does not hold"
    if code in (KEEP, TURN_IN):
        return "no insured piece is at stake"
    if code >= FIRST_TAKE:
        return "no such piece to take, or no space for it" if phase == TAKE else "only a Luck card allows this"
    if code >= LOSE_SLOT:
        return "the card does not take this" if phase == LOSE else "only a Luck card allows this"
    if code >= PUT and phase == BUY:
        return f"a throw of {int(state.total)} does not sell it, or there is no such piece, space or money"
    return "the card does not give this, or there is no such piece or space" if phase == GAIN else "not allowed now"


# ---- positions


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    fields = [f"step {format_step(game, state)}", f"throws {int(state.throws)}", f"pot ${int(state.cash[POT])}"]
    seen = [name if count == 1 else f"{name} x{count}" for name, count in seen_cards(game, state).items()]
    if seen:
        fields.append(f"seen {', '.join(seen)}")
    return " | ".join([*fields, *(format_seat(game, state, seat) for seat in range(game.n_seats))])


def seen_cards(game: Any, state: Any) -> dict[str, int]:
    """Return the cards drawn in this pass that nobody keeps, with their numbers."""
    box, found = BOXES[game.box], {}
    kept = [int(card) - 1 for card in state.taxes if card]
    for number, card in enumerate(box.cards):
        count = card.copies - popcount(state.unseen & box.tables.copies[number]) - kept.count(number)
        if count:
            found[card.name] = count
    return found


def format_step(game: Any, state: Any) -> str:
    """Return what is decided next."""
    phase, seat = int(state.phase), int(state.seat)
    words = STEPS[phase]
    if phase == OVER:
        return f"{words} {int(state.winner) - 1} {ROUTES[int(state.route)]}" if state.winner else f"{words} drawn"
    if phase in (DEAL, FIRST):
        return words
    words += f" {seat}"
    if state.total:
        words += f" {int(state.total)}"
    if state.card:
        words += f" {BOXES[game.box].cards[int(state.card) - 1].name}"
    return f"{words}: {loss_text(game, state, seat, int(state.stake))}" if state.stake else words


def spaces_of(state: Any, seat: int) -> dict[str, list[str]]:
    """Return what stands in each district of a card, in words."""
    land = [int(value) for value in state.land[seat]]
    found = {
        "residential": [f"{PIECES[piece]} {land[piece]}" for piece in range(4) if land[piece]],
        "municipal": [PIECES[piece] for piece in land[FIRST_SLOT : FIRST_SLOT + 2] if piece],
        "business": [store_text(look) for look in land[FIRST_STORE:FIRST_SLOT] if look],
    }
    found["business"] += [PIECES[piece] for piece in land[FIRST_SLOT + 2 : CHURCH_AT] if piece]
    if land[CHURCH_AT]:
        found[DISTRICTS[land[CHURCH_AT] - 1]].append("church")
    return found


def roles_of(state: Any, seat: int) -> list[str]:
    """Return the roles of a seat."""
    roles = [role for role, holder in zip(ROLES, state.holders, strict=True) if holder == seat]
    return [*roles, ROVER] if int(state.rovers) >> seat & 1 else roles


def policies_of(state: Any, seat: int) -> list[str]:
    """Return the policies of a seat."""
    return [name for kind, name in enumerate(POLICIES) if int(state.policies[seat]) >> kind & 1]


def format_seat(game: Any, state: Any, seat: int) -> str:
    """Return a seat as text: dollars, roles, districts, policies and tax card."""
    tax = int(state.taxes[seat])
    lists = {
        "roles": roles_of(state, seat),
        **spaces_of(state, seat),
        "policies": policies_of(state, seat),
        "tax": [BOXES[game.box].cards[tax - 1].name] if tax else [],
    }
    parts = [f"seat {seat} ${int(state.cash[seat])}", *(f"{name} {', '.join(items)}" for name, items in lists.items() if items)]
    return "; ".join(parts)


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that a text describes; nothing is hidden, so a viewer's text is the same."""
    return complete(game, Draft(game, text))


# ---- turns


def format_turns(game: Any, state: Any, moves: Iterable[int]) -> list[str]:
    """Return the whole turns among some moves played from `state` on: `7: luck fire garage, insured, keep`.

    Set-up is left out, and so is a turn that the moves do not complete.
    """
    here = new_records(1, STATE_DTYPE)
    here[0] = state
    play, turns = find_verb("play", type(game)), []
    turn = _Turn(game)
    for move in moves:
        before = here[0].copy()
        play(game, here[0], move)
        if int(before.phase) in (DEAL, FIRST):
            continue
        turn.add(before, here[0], move)
        if int(here[0].phase) == OVER or (int(here[0].phase) <= ROLL and int(here[0].seat) != int(before.seat)):
            turns.append(turn.text(here[0]))
            turn = _Turn(game)
    return turns


class _Turn:
    """Collects the words of a turn."""

    def __init__(self, game: Any) -> None:
        self.game, self.total = game, 0
        self.first: list[str] = []  # before the throw
        self.words: list[str] = []  # after it

    def add(self, before: Any, after: Any, move: int) -> None:
        """Add one move, and what followed without a choice."""
        phase, text = int(before.phase), format_move(self.game, before, move)
        if phase == INSURANCE:
            self.first += [text] if move != THROW else []
        elif phase == ROLL:
            self.total = int(text.split()[1])
            if int(after.phase) not in (BUY, DRAW):
                sold = int(self.game.tables.sold[self.total])
                self.words.append("nothing to buy" if sold < LUCK else "lost turn")
        elif phase == DRAW:
            self.words += [f"luck {text.removeprefix('draw ')}", *self.consequences(before, after, move - DRAWN)]
        elif phase == CLAIM:
            self.words.append("kept" if move == KEEP else "turned in")
        else:
            self.words.append(text)
            self.words += ["insured"] if int(after.phase) == CLAIM else []

    def consequences(self, before: Any, after: Any, card: int) -> list[str]:
        """Return what a card has done without a choice."""
        kind, seat = int(self.game.tables.kind[card]), int(before.seat)
        if int(after.phase) == CLAIM:
            return ["insured"]
        if int(after.phase) in (LOSE, TAKE, GAIN):
            return []
        won = int(after.phase) == OVER and int(after.winner) == seat + 1
        change = 0 if won else int(after.cash[seat]) - int(before.cash[seat])  # a winner gets the pot too
        if kind < FIRE:
            return [f"gets ${change}"] if change > 0 else [f"pays ${-change}"] if change < 0 else ["no effect"]
        if (before.land == after.land).all():
            return ["no effect"]
        here = before.copy()
        here.card = card + 1
        if kind == TAKE_CARD:
            takes = np.empty(MAX_LEGAL, np.int32)
            return [format_move(self.game, here, int(takes[0]))] if list_takes(self.game, here, takes) else []
        if kind > TAKE_CARD:
            here.phase = GAIN
            return [format_move(self.game, here, lowest(gain_options(self.game, here, seat, card)))]
        return [f"lose {loss_text(self.game, here, seat, lowest(loss_options(self.game, here, seat, card)))}"]

    def text(self, after: Any) -> str:
        """Return the turn as one line."""
        last = f"{self.total}: {', '.join(self.words)}"
        if int(after.phase) == OVER:
            last += f", wins by {ROUTES[int(after.route)]}" if after.winner else ", drawn"
        return "; ".join([*self.first, last])
