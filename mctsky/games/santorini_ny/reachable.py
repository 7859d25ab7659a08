"""What no game of Santorini: New York can reach: the checks behind `parse_position`, which also fill in what follows."""

from typing import Any, Protocol

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, find_verb
from mctsky.core.grid import SIDE, neighbour_squares, squares_of
from mctsky.games.santorini_ny.roles import (
    BROADWAY,
    ENGINEER,
    FASHION,
    FIREFIGHTER,
    FOREMAN,
    GUARD,
    IRONWORKER,
    REPORTER,
    VENDOR,
)
from mctsky.games.santorini_ny.state import (
    AIM,
    BLOCKS,
    BUILD,
    BUILD_AGAIN,
    BUILD_BOTH,
    BUILD_OTHER,
    CHOOSE,
    DEAL,
    FIELDS,
    FORCE,
    HAND,
    KEPT_SHIFT,
    MOVE,
    MOVE_OTHER,
    N_CARDS,
    OVER,
    PICK,
    RAISE,
    ROOFS,
    SHOW,
    SKYSCRAPERS,
    START,
    VICTIM,
)

# Which of worker, target and built are set in a phase, by role where that matters.
NEEDS: dict[int, dict[int, tuple[str, ...]]] = {
    MOVE_OTHER: {BROADWAY: ("worker",)},
    BUILD_AGAIN: {IRONWORKER: ("worker", "built"), FOREMAN: ("worker", "target", "built")},
    BUILD_BOTH: {BROADWAY: ()},
    BUILD_OTHER: {BROADWAY: ("target",)},
    AIM: {FOREMAN: ("worker",), GUARD: ("worker", "built")},
    VICTIM: {GUARD: ("worker", "target", "built")},
    FORCE: {VENDOR: ("worker", "built"), REPORTER: ("worker", "built")},
}


class Reader(Protocol):
    """What the checks need of the one who reads the text."""

    game: Any
    state: Any
    seats: range
    viewer: int | None
    kept: dict[tuple[int, int], bool]  # (deal, seat): a kept card, known or not, is given

    def need(self, holds: bool, problem: str, given: object = None) -> None:
        """Refuse the text unless something holds."""


class Checker:
    """Refuses what no game can reach, and fills in what follows from the rest."""

    def __init__(self, reader: Reader) -> None:
        """Take over what was read."""
        self.reader, self.game, self.state, self.seats = reader, reader.game, reader.state, reader.seats
        self.need = reader.need
        self.phase = int(reader.state.phase)

    def check(self) -> Any:
        """Run all checks and return the state record."""
        self.check_supply()
        self.check_workers()
        self.check_hands()
        self.check_past()
        self.check_round()
        if START <= self.phase < OVER:
            self.check_turn()
        record = self.state.record()
        if START <= self.phase < OVER:
            out = np.empty(SIDE * SIDE, np.int32)
            n = find_verb("legal_moves", type(self.game))(self.game, record, out)
            self.need(n > 0, "the turn cannot be finished from here")
        return record

    def living(self) -> list[int]:
        """Return the seats that are in the game."""
        return [seat for seat in self.seats if int(self.state.alive) >> seat & 1]

    def check_supply(self) -> None:
        """Count the pieces on the board."""
        state = self.state
        blocks = sum(int(word).bit_count() for word in state.levels[:3])
        roofs, towers = int(state.levels[3]).bit_count(), int(state.skyscrapers).bit_count()
        state.blocks, state.roofs, state.towers = BLOCKS, ROOFS, SKYSCRAPERS
        if not self.game.unlimited_supply:
            self.need(blocks <= BLOCKS, f"there are only {BLOCKS} blocks", blocks)
            self.need(roofs <= ROOFS, f"there are only {ROOFS} roofs", roofs)
            self.need(towers <= SKYSCRAPERS, f"there are only {SKYSCRAPERS} skyscrapers", towers)
            state.blocks, state.roofs, state.towers = BLOCKS - blocks, ROOFS - roofs, SKYSCRAPERS - towers
        if self.phase in (PICK, RAISE):
            self.need(blocks + roofs + towers == 0, "nothing is built before the first deal")
        if self.game.has_bus and self.phase > RAISE:
            self.need(towers > 0, "the skyscraper of the Tour Bus Driver is missing")

    def check_workers(self) -> None:
        """Say who is in the game."""
        state, game = self.state, self.game
        counts = [int(word).bit_count() for word in state.workers[: game.n_seats]]
        self.need(max(counts) <= 2, "a seat has at most two workers")
        if self.phase in (PICK, RAISE):
            state.alive = (1 << game.n_seats) - 1
            placed = [count for count in counts if count]
            first = len(placed)
            self.need(placed == [2] * first and all(counts[:first]), "workers are placed in seat order, in pairs")
            self.need((first < game.n_seats) == (self.phase == PICK), "the workers do not fit the step")
            self.need(self.phase == PICK or bool(game.has_bus), "only the Tour Bus Driver has this step")
            state.actor = first if self.phase == PICK else 0
            for seat in range(first):
                numbers = [i for i, squares in enumerate(game.tables.starts) if int(squares) == state.workers[seat]]
                self.need(bool(numbers), "workers begin on both squares of a start number")
                state.taken = int(state.taken) | (1 << numbers[0] if self.phase == PICK else 0)
            return
        state.alive = sum(1 << seat for seat in self.seats if counts[seat])
        alone = len(self.living()) == 1
        self.need(bool(self.living()), "nobody has a worker")
        self.need(not alone or self.phase == OVER, "the last player with workers has won")
        if self.phase == OVER:
            self.need(int(state.winner) - 1 in self.living(), "the winner has no workers")
            state.actor = NOBODY

    def all_distinct(self, masks: list[int]) -> bool:
        """Say whether no card is in two places."""
        return sum(mask.bit_count() for mask in masks) == int(np.bitwise_or.reduce([0, *masks])).bit_count()

    def check_hands(self) -> None:
        """Compare hands, shown cards and cards on the table."""
        state = self.state
        played = [1 << int(state.table[seat]) - 1 if state.table[seat] else 0 for seat in self.seats]
        face_down = [0 if int(state.shown) >> seat & 1 else played[seat] for seat in self.seats]
        spent = [int(state.spent[seat]) for seat in self.seats]
        hands = [int(state.hands[seat]) for seat in self.seats]
        self.need(self.all_distinct([*hands, *spent, *face_down]), "a card is in two places")
        for seat in self.seats:
            shown = played[seat] & ~face_down[seat]
            self.need(shown & ~spent[seat] == 0, "a card turned up on the table is one of those spent")
        total = sum(int(state.hand_sizes[seat]) for seat in self.seats) + sum(mask.bit_count() for mask in [*spent, *face_down])
        self.need(total <= N_CARDS, "there are not as many cards")
        for seat in self.seats:
            if self.reader.viewer not in (None, seat):
                self.need(face_down[seat] == 0, "a view does not show what others have chosen")

    def check_past(self) -> None:
        """Check the finished deals: four cards each and one kept, until a seat is out."""
        state, n_deals = self.state, int(self.state.n_deals)
        every = (1 << N_CARDS) - 1
        if self.phase in (PICK, RAISE):
            self.need(n_deals == 0, "nothing was dealt yet")
        for seat in self.seats:
            alive = bool(int(state.alive) >> seat & 1)
            here = bool(state.spent[seat] or state.hand_sizes[seat])  # was in the game when this deal began
            gone = False
            for deal in range(n_deals):
                entry = int(state.past[deal, seat])
                n_shown = (entry & every).bit_count()
                went_on = self.reader.kept[deal, seat]
                if gone:
                    self.need(n_shown == 0 and not went_on, "a seat that is out plays no cards")
                    continue
                self.need(1 <= n_shown <= HAND - 1, "a seat shows one to four cards in a deal")
                self.need(not went_on or n_shown == HAND - 1, "a seat that keeps a card has shown four")
                gone = not went_on
            self.need(gone == (not here) or n_deals == 0, "past deals and hands do not fit: who is out holds nothing")
            self.need(not (gone and alive), "a seat with workers is in the game")
            self.check_kept(seat)
        for deal in range(n_deals):
            entries = [int(state.past[deal, seat]) for seat in self.seats]
            kept = [1 << (entry >> KEPT_SHIFT) - 1 if entry >> KEPT_SHIFT else 0 for entry in entries]
            self.need(
                self.all_distinct([*(entry & every for entry in entries), *kept]), "a card is in two places in a past deal"
            )

    def check_kept(self, seat: int) -> None:
        """A kept card is in the hand of the next deal."""
        state = self.state
        for deal in range(int(state.n_deals)):
            kept = int(state.past[deal, seat]) >> KEPT_SHIFT
            if not kept:
                continue
            if deal + 1 < int(state.n_deals):
                entry = int(state.past[deal + 1, seat])
                out = not self.reader.kept[deal + 1, seat]  # with cards that nobody saw
                self.need(
                    out or entry >> kept - 1 & 1 == 1 or entry >> KEPT_SHIFT == kept, "a kept card is not in the next hand"
                )
            elif self.reader.viewer in (None, seat):
                held = int(state.hands[seat]) | int(state.spent[seat])
                held |= 1 << int(state.table[seat]) - 1 if state.table[seat] else 0
                self.need(bool(held >> kept - 1 & 1), "a kept card is not in the hand")

    def check_round(self) -> None:
        """Check the number of cards per seat, and whose card decides what."""
        state, living = self.state, self.living()
        chosen, shown = int(state.chosen), int(state.shown)
        spent = [int(state.spent[seat]).bit_count() for seat in self.seats]
        pending = [int(bool(chosen & ~shown & 1 << seat)) for seat in self.seats]
        sizes = [int(state.hand_sizes[seat]) for seat in self.seats]
        before = [spent[seat] - (shown >> seat & 1) for seat in self.seats]  # rounds that the seat has finished in this deal
        if self.phase <= DEAL:
            self.need(chosen == 0 and not any(spent), "no card is played before the deal is over")
            if self.phase < DEAL:
                self.need(not any(sizes) and not state.statue, "cards are dealt after set-up")
            else:
                least = 1 if state.n_deals else 0
                growing = [sizes[seat] for seat in living]
                full = growing.count(HAND)
                fits = growing[:full] == [HAND] * full and full < len(living) and growing[full] >= least
                fits = fits and growing[full + 1 :] == [least] * (len(living) - full - 1)
                self.need(fits, "cards are dealt seat by seat, five for each hand")
                state.actor = CHANCE
            self.check_statue(fresh=state.n_deals == 0)
            return
        for seat in self.seats:
            dealt_in = seat in living or sizes[seat] > 0 or spent[seat] > 0
            self.need(not dealt_in or sizes[seat] + spent[seat] + pending[seat] == HAND, "a deal is five cards for each seat")
        rounds = {before[seat] for seat in living}
        self.need(len(rounds) == 1 and max(rounds) < HAND - 1, "the seats have played a different number of cards")
        n_rounds = max(rounds)
        for seat in self.seats:
            if seat not in living:
                self.need(before[seat] <= n_rounds, "a seat that is out has played too many cards")
        if self.phase in (CHOOSE, SHOW):
            self.need(chosen & ~int(state.alive) == 0, "a seat that is out plays no card")
            waiting = [seat for seat in living if not chosen >> seat & 1]
            self.need(bool(waiting) == (self.phase == CHOOSE), "the cards on the table do not fit the step")
            turned = [seat for seat in living if shown >> seat & 1]
            self.need(shown != chosen or self.phase == CHOOSE, "all cards are turned up, so a turn has begun")
            if self.reader.viewer is None:
                self.need(
                    chosen in self.possible_choices(living, turned), "cards are chosen in seat order, then turned up in it"
                )
            else:
                order = [seat for seat in living if seat != self.reader.viewer]
                self.need(
                    [s for s in turned if s in order] == order[: len([s for s in turned if s in order])], "turned up in order"
                )
                others = [seat for seat in order if chosen >> seat & 1 and not shown >> seat & 1]
                self.need(not others, "a view does not show what others have chosen")
                self.check_own_choice(living, turned)
            state.actor = waiting[0] if waiting else CHANCE
            self.check_statue(fresh=state.n_deals == 0 and n_rounds == 0)
            return
        self.need(chosen == shown, "all cards are turned up before the first turn")
        dying = [seat for seat in self.seats if chosen >> seat & 1 and seat not in living]
        self.need(all(chosen >> seat & 1 for seat in living), "each seat has played a card")
        highest_card = max(self.seats, key=lambda seat: int(state.table[seat]))
        self.need(int(state.statue) == highest_card + 1, "the Statue is with the highest card of the round")
        for seat in dying:
            self.need(before[seat] == n_rounds, "a seat that went out in this round has played as many cards")
        self.check_acted(dying)

    def possible_choices(self, living: list[int], turned: list[int]) -> list[int]:
        """Return the sets of seats that can have chosen."""
        if turned:
            in_order = turned == living[: len(turned)]
            return [sum(1 << seat for seat in living)] if in_order else []
        return [sum(1 << seat for seat in living[:n]) for n in range(len(living) + 1)]

    def check_own_choice(self, living: list[int], turned: list[int]) -> None:
        """In a view, the viewer's own card can be turned up only in its order."""
        viewer = self.reader.viewer
        if viewer in turned:
            self.need(turned == living[: len(turned)], "cards are turned up in seat order")
        elif turned:
            self.need(viewer not in living or bool(int(self.state.chosen) >> int(viewer or 0) & 1), "the viewer has not chosen")
            self.need(turned == living[: len(turned)], "cards are turned up in seat order")

    def check_statue(self, fresh: bool) -> None:
        """Before the first reveal nobody holds the Statue, afterwards somebody does."""
        self.need(
            (int(self.state.statue) == 0) == bool(fresh), "the Statue is with a seat from the first reveal on, not before"
        )

    def check_acted(self, dying: list[int]) -> None:
        """Seats with lower cards than the one in turn have acted; only those, or it, can have gone out in this round."""
        state = self.state
        if self.phase == OVER:
            return
        card = int(state.table[int(state.seat)])
        self.need(int(state.seat) in self.living() and card > 0, "the seat in turn has no workers or no card")
        acted = [seat for seat in self.seats if 0 < int(state.table[seat]) < card]
        state.acted = sum(1 << seat for seat in acted)
        self.need(all(seat in acted for seat in dying), "a seat that is out has had its turn")
        state.actor = int(state.seat)

    def check_turn(self) -> None:
        """Check the squares of a turn under way, and that it can go on."""
        state, game = self.state, self.game
        role = int(game.tables.roles[int(state.table[int(state.seat)]) - 1])
        self.need(tuple(name for name in FIELDS if state[name]) in self.allowed(role), "these squares do not fit step and card")
        mine = squares_of(state.workers[int(state.seat)])
        worker, target, built = (int(state[name]) - 1 for name in FIELDS)
        if state.worker:
            self.need(worker in mine, "the acting worker is not there")
        if state.target:
            place = worker if state.worker else None
            if self.phase == BUILD_OTHER:
                self.need(target in mine, "the first builder is not there")
            else:
                near = place is not None and target in neighbour_squares(place)
                self.need(near and bool(int(state.crowd) >> target & 1), "no neighbouring worker is there")
        if state.built:
            center = target if role == FOREMAN else worker
            self.need(built in neighbour_squares(center) and bool(int(state.levels[0]) >> built & 1), "nothing was built there")
            self.need(not int(state.crowd) >> built & 1, "a worker stands where something was built")
        if self.phase in (MOVE_OTHER, BUILD_BOTH, BUILD_OTHER):
            self.need(len(mine) == 2, "Broadway Actors take a double turn with two workers")
        if self.phase == VICTIM:
            state.actor = next(seat for seat in self.seats if int(state.workers[seat]) >> target & 1)
            self.need(int(state.actor) != int(state.seat), "the Night Guard chooses an opponent's worker")
        if self.phase == FORCE and role == VENDOR:
            self.need(not int(state.levels[3]) >> built & 1, "the Street Vendor does nothing after a roof")
        if self.phase == MOVE and role == FIREFIGHTER:
            self.need(bool(int(state.levels[0]) >> worker & 1), "the Firefighter has built under its worker")

    def allowed(self, role: int) -> list[tuple[str, ...]]:
        """Return the sets of fields that fit the phase and the role."""
        if self.phase == START:
            return [()]
        if self.phase == MOVE:
            if role == FASHION:
                return [("worker",), ("worker", "target")]
            return [("worker",)] if role in (ENGINEER, FIREFIGHTER) else []
        if self.phase == BUILD:
            return [("worker", "target")] if role == FOREMAN else [("worker",)]
        found = NEEDS[self.phase].get(role)
        return [] if found is None else [found]
