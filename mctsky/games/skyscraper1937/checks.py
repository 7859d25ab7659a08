"""Check whether the rules can go on from a position that was read; refuse what breaks a rule, with the reason."""

from typing import Any

import numpy as np

from mctsky.core.bits import ZERO, popcount
from mctsky.core.contract import CHANCE, NOBODY, find_verb
from mctsky.core.record import new_record
from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.luck import FIRE, GAIN_CARD, OTHER, TAKE_CARD, TAX
from mctsky.games.skyscraper1937.moves import LOSE_FIXED, LOSE_SLOT
from mctsky.games.skyscraper1937.reading import Draft, SeatDraft
from mctsky.games.skyscraper1937.rules.disaster import loss_options
from mctsky.games.skyscraper1937.rules.exchange import gain_options, list_takes
from mctsky.games.skyscraper1937.rules.generate import purchase_options
from mctsky.games.skyscraper1937.rules.insurance import covers, policy_options
from mctsky.games.skyscraper1937.rules.turns import CLAIMS, MIN_OPTIONS, PASS_BIT, THROW_BIT, is_filled
from mctsky.games.skyscraper1937.spec import MAX_LEGAL
from mctsky.games.skyscraper1937.state import (
    AGENT,
    BUILDER,
    BUSINESS,
    BUY,
    CHURCH,
    CHURCH_AT,
    CLAIM,
    COLLECTOR,
    DEAL,
    DISTRICTS,
    DRAW,
    FILLED,
    FIRST,
    FIRST_SLOT,
    FIRST_STORE,
    FLOOR,
    GAIN,
    IN_PACK,
    INSURANCE,
    LOSE,
    LUCK,
    MUNICIPAL,
    OVER,
    PENT_HOUSE,
    PIECES,
    POLICIES,
    POT,
    RESIDENCE,
    RESIDENTIAL,
    ROLES,
    ROLL,
    ROVER,
    SKYSCRAPER,
    STATE_DTYPE,
    STORE,
    TAKE,
)
from mctsky.games.skyscraper1937.words import loss_text

START = "a game in set-up has only roles"


class Checker:
    """Fills a state from a draft, field by field, each checked when it is written."""

    def __init__(self, game: Any, draft: Draft, state: Any) -> None:
        """Begin with an empty state."""
        self.game, self.draft, self.state = game, draft, state
        self.box, self.need = BOXES[game.box], draft.need

    def fill(self) -> None:
        """Write all fields."""
        draft, state = self.draft, self.state
        state.phase, state.seat, state.total, state.card = draft.phase, draft.seat, draft.total, draft.card
        state.throws, state.winner, state.route = self.throws(), draft.winner, draft.route
        self.fill_money()
        for number, seat in enumerate(draft.seats):
            self.fill_land(number, seat)
        self.fill_supply()
        self.fill_policies()
        self.fill_roles()
        self.fill_cards()
        if draft.phase in (DEAL, FIRST):
            self.check_start()
        else:
            self.check_turn()
        self.check_winners()
        self.fill_options()

    def throws(self) -> int:
        """R29: return the throws so far, if a game can be at this step after so many."""
        throws, phase, most = self.draft.throws, self.draft.phase, int(self.game.tables.max_throws)
        drawn = phase == OVER and not self.draft.winner
        low = most if drawn else 0 if phase <= ROLL else 1
        high = most - 1 if phase <= ROLL else most
        self.need(low <= throws <= high, f"throws: from {low} to {high} at this step", throws, "correct throws or step")
        return throws

    def fill_money(self) -> None:
        """R4: write the money; its sum never changes."""
        amounts = [*(seat.cash for seat in self.draft.seats), self.draft.pot]
        total, n = self.box.money, self.game.n_seats
        problem = f"players and pot have ${sum(amounts)} together, not ${total}"
        self.need(sum(amounts) == total, problem, remedy=f"the difference is ${abs(sum(amounts) - total)}")
        self.state.cash[:n] = amounts[:n]
        self.state.cash[POT] = amounts[n]
        if self.draft.phase == OVER and self.draft.winner:
            self.need(self.draft.pot == 0, "pot: the winner already has it", f"pot ${self.draft.pot}", "write pot $0")

    def fill_land(self, number: int, seat: SeatDraft) -> None:
        """R8, R9, R11, R12, R51: write a district card, if everything fits on it."""
        spaces, land, where = int(self.game.tables.spaces), self.state.land[number], f"seat {number}"
        used = {
            RESIDENTIAL: seat.counts[RESIDENCE],
            MUNICIPAL: len(seat.slots[0]),
            BUSINESS: len(seat.slots[1]) + len(seat.looks),
        }
        for district, n in used.items():
            n += seat.church == district + 1
            problem = f"{where}: {n} buildings on {spaces} spaces of the {DISTRICTS[district]} district"
            self.need(n <= spaces, problem, remedy="delete some")
        for piece in range(4):
            problem = f"{where}: {seat.counts[piece]} of {PIECES[piece]}, a card has room for {spaces}"
            self.need(seat.counts[piece] <= spaces, problem, remedy="delete some")
            land[piece] = seat.counts[piece]
        most = 2 * int(self.game.tables.floors) + 2
        for store, look in enumerate(seat.looks):
            problem = f"{where}: a store has at most {self.game.tables.floors} floors"
            self.need(look <= most, problem, remedy="delete floors")
            land[FIRST_STORE + store] = look
        for district, slots in enumerate(seat.slots):
            for slot, piece in enumerate(slots):
                land[FIRST_SLOT + 2 * district + slot] = piece
        land[CHURCH_AT] = seat.church

    def fill_supply(self) -> None:
        """R32, R46: write the supplies: all pieces that are on no card."""
        used = [0] * len(PIECES)
        for seat in self.draft.seats:
            for piece in range(4):
                used[piece] += seat.counts[piece]
            used[STORE] += len(seat.looks)
            used[FLOOR] += sum((look - 1) // 2 for look in seat.looks)
            used[PENT_HOUSE] += sum(look % 2 == 0 for look in seat.looks)
            used[CHURCH] += seat.church > 0
            for slots in seat.slots:
                for piece in slots:
                    used[piece] += 1
        for piece, n in enumerate(used):
            there = int(self.game.tables.supply[piece])
            self.need(n <= there, f"{n} of {PIECES[piece]} on the cards, but there are {there}", remedy="delete some")
            self.state.supply[piece] = there - n
        problem = f"{sum(used)} pieces after {self.draft.throws} throws, but a throw brings at most one"
        self.need(sum(used) <= self.draft.throws, problem, remedy="delete pieces or correct throws")

    def fill_policies(self) -> None:
        """R21: write policies and stock."""
        for kind, name in enumerate(POLICIES):
            held = sum(seat.policies >> kind & 1 for seat in self.draft.seats)
            there = int(self.game.tables.stock[kind])
            self.need(held <= there, f"{held} policies {name} held, but there are {there}", remedy="delete some")
            self.state.stock[kind] = there - held
        for number, seat in enumerate(self.draft.seats):
            self.state.policies[number] = seat.policies

    def fill_roles(self) -> None:
        """R2, R3, R35, R57, R70: write who holds which role, as they are dealt."""
        n, children = self.game.n_seats, bool(self.game.tables.children)
        pack = [] if children else [*ROLES, *[ROVER] * (n - 4)]
        if n == 3 and not children:
            pack.remove(ROLES[AGENT])
        dealt = [len(seat.roles) for seat in self.draft.seats]
        total = sum(dealt)
        due = [total // n + (seat < total % n) for seat in range(n)]
        self.need(dealt == due, f"roles: seats have {dealt}, but they are dealt in turn", remedy=f"give the seats {due} roles")
        for given in (role for seat in self.draft.seats for role in seat.roles):
            self.need(given in pack, "roles: more of a role than there are", given, "delete one")
            pack.remove(given)
        if self.draft.phase == DEAL:
            self.need(pack, "roles: all are dealt", remedy="write step insurance or step roll")
            self.state.seat = total % n
        else:
            self.need(not pack, f"roles: {', '.join(pack)} not dealt", remedy="give every role to a seat")
        for role, name in enumerate(ROLES):
            holders = [number for number, seat in enumerate(self.draft.seats) if name in seat.roles]
            self.state.holders[role] = holders[0] if holders else IN_PACK if name in pack else POT
        self.state.rovers = sum(1 << number for number, seat in enumerate(self.draft.seats) if ROVER in seat.roles)

    def fill_cards(self) -> None:
        """R14, R15: write the cards that can still be drawn."""
        draft, tables, cards = self.draft, self.game.tables, self.box.cards
        gone = dict(draft.seen)
        for number, seat in enumerate(draft.seats):
            if seat.tax:
                fits = int(tables.kind[seat.tax - 1]) == TAX and int(self.state.holders[COLLECTOR]) != number
                self.need(fits, f"seat {number}: only tax cards are kept, and not by the Collector", remedy="delete it")
                gone[seat.tax - 1] = gone.get(seat.tax - 1, 0) + 1
                self.state.taxes[number] = seat.tax
        unseen = int(tables.pack)
        for card, n in gone.items():
            problem = f"{n} of {cards[card].name} seen or kept, but there are {cards[card].copies}"
            self.need(n <= cards[card].copies, problem, remedy="delete some")
            for _ in range(n):
                copies = unseen & int(tables.copies[card])
                unseen &= ~(copies & -copies)
        self.state.unseen = unseen
        n_gone = sum(gone.values())
        problem = f"{n_gone} cards seen or kept after {draft.throws} throws"
        self.need(n_gone <= draft.throws, problem, remedy="delete cards or correct throws")
        fresh = unseen or not draft.seen or LOSE <= draft.phase <= GAIN
        self.need(fresh, "seen: a new pass begins when all cards are seen", remedy="leave out seen")

    def check_start(self) -> None:
        """R57, R70: refuse set-up with anything but roles."""
        children = bool(self.game.tables.children)
        fits = self.draft.phase == (FIRST if children else DEAL)
        self.need(fits, "this set-up does not fit the options", remedy="use step first with children, else step roles")
        start = new_record(STATE_DTYPE)
        find_verb("setup", type(self.game))(self.game, start)
        start.holders, start.rovers, start.seat = self.state.holders, self.state.rovers, self.state.seat
        self.state.actor = CHANCE
        self.need(self.state.tobytes() == start.tobytes(), START, remedy="leave out the rest, or write another step")

    def check_turn(self) -> None:
        """R2: refuse the turn of a wrong seat: the Home Builder began, and each throw is a turn."""
        draft, n = self.draft, self.game.n_seats
        over = draft.phase == OVER
        who = draft.winner - 1 if over else draft.seat
        if self.game.tables.children or (over and not draft.winner):
            return
        turns = draft.throws if draft.phase <= ROLL else draft.throws - 1
        due = (int(self.state.holders[BUILDER]) + turns) % n
        self.need(who == due, f"after {draft.throws} throws it is the turn of seat {due}", who, "correct step or throws")

    def check_winners(self) -> None:
        """R27: refuse a card that has already won, and a winner that has not."""
        for number in range(self.game.n_seats):
            tall = int(self.state.land[number, FIRST_STORE]) > 2 * int(self.game.tables.floors)
            route = SKYSCRAPER if tall else FILLED if is_filled(self.game, self.state, number) else 0
            due = self.draft.route if self.draft.winner == number + 1 else 0
            self.need(
                route == due,
                f"seat {number}: {'has not won this way' if due else 'has won'}",
                remedy="correct step or its card",
            )

    def fill_options(self) -> None:
        """R55: write what can be chosen, at least two things."""
        draft, state, phase = self.draft, self.state, self.draft.phase
        if phase == OVER:
            state.actor = NOBODY
            return
        state.actor = CHANCE if phase in (DEAL, FIRST, ROLL, DRAW) else draft.seat
        if phase == INSURANCE:
            options = policy_options(self.game, state, draft.seat)
            self.need(options != ZERO, "step: the seat cannot buy a policy", remedy=f"write step roll {draft.seat}")
            state.options = options | THROW_BIT
        elif phase >= DRAW:
            self.fill_throw()

    def fill_throw(self) -> None:
        """R7, R14, R16, R44, R47: write what a throw or its card lets the seat choose."""
        draft, state, phase, card = self.draft, self.state, self.draft.phase, self.draft.card - 1
        sold, kind = int(self.game.tables.sold[draft.total]), int(self.game.tables.kind[max(0, card)])
        fits = sold < LUCK if phase == BUY else sold == LUCK
        self.need(fits, f"step: a total of {draft.total} does not lead here", remedy="correct the total or the step")
        if phase == BUY:
            options = purchase_options(self.game, state, draft.seat, sold)
            self.need(options != ZERO, "step: the seat cannot buy anything", remedy="write the turn of the next seat")
            state.options = options | PASS_BIT
            return
        if phase == DRAW:
            self.need(state.unseen, "step: there is no card to draw", remedy="correct seen")
            return
        kinds = {LOSE: (FIRE, OTHER), CLAIM: (FIRE, OTHER), TAKE: (TAKE_CARD, TAKE_CARD), GAIN: (GAIN_CARD, GAIN_CARD)}
        low, high = kinds[phase]
        self.need(low <= kind <= high, "step: this card leads to another step", self.box.cards[card].name, "correct the card")
        self.need(draft.seen.get(card), "seen: the card of this step is missing", remedy=f"add {self.box.cards[card].name}")
        if phase == TAKE:
            n = list_takes(self.game, state, np.empty(MAX_LEGAL, np.int32))
        elif phase == CLAIM:
            n = self.fill_stake(card, kind)
        else:
            options = loss_options(self.game, state, draft.seat, card)
            state.options = options if phase == LOSE else gain_options(self.game, state, draft.seat, card)
            n = popcount(state.options)
        self.need(n >= MIN_OPTIONS, "step: there is no choice", remedy="write the step that follows without a choice")

    def fill_stake(self, card: int, kind: int) -> int:
        """R47: write what is kept or turned in; return the number of choices."""
        seat = self.draft.seat
        covered = int(self.state.policies[seat]) & covers(kind)
        self.need(covered, f"step: seat {seat} has no policy against this card", remedy="write the turn of the next seat")
        ways = loss_options(self.game, self.state, seat, card)
        found = [way for way in range(LOSE_SLOT, LOSE_FIXED + 1) if int(ways) >> way & 1]
        texts = [loss_text(self.game, self.state, seat, way) for way in found]
        self.state.stake = found[self.draft.one_of(self.draft.stake, texts, "loss")] if found else 0
        self.need(self.state.stake, "step: the seat has nothing to lose", remedy="write the turn of the next seat")
        self.state.options = CLAIMS
        return popcount(CLAIMS)


def complete(game: Any, draft: Draft) -> Any:
    """Return the state that a draft describes, if the rules can go on from there."""
    state = new_record(STATE_DTYPE)
    Checker(game, draft, state).fill()
    return state
