"""Check the text of a position: refuse plain mistakes, and everything that the kernels could not play on from.

The checks also fill in what follows from the text: who is in the game, who is to act, what is left of the supply. They do not
prove that a game can reach the position.
"""

from typing import Any

import numpy as np

from mctsky.core.bits import ZERO, bit, popcount
from mctsky.core.contract import find_verb
from mctsky.core.grid import N_SQUARES, squares_of
from mctsky.core.record import new_record
from mctsky.core.rng import make_rng
from mctsky.errors import PositionError
from mctsky.games.santorini_ny.roles import FOREMAN, IRONWORKER, ROLES, VENDOR, title
from mctsky.games.santorini_ny.rules.board import owner_of, role_in_turn
from mctsky.games.santorini_ny.rules.generate import rivals_near
from mctsky.games.santorini_ny.rules.rounds import begin_choice, begin_deal, next_receiver, pick, win
from mctsky.games.santorini_ny.state import (
    BLOCKS,
    CHOOSE,
    DEAL,
    FIELDS,
    HAND,
    KEPT_SHIFT,
    MAX_DEALS,
    N_CARDS,
    OVER,
    ROOFS,
    SKYSCRAPERS,
    START,
    STATE_DTYPE,
)

ALL_CARDS = (1 << N_CARDS) - 1

# The squares that a step of a role has; any role has `start` with none and `build` with a worker.
SQUARES = {
    ("move", "fashion_designer"): ("worker", "worker target"),
    ("move", "engineer"): ("worker",),
    ("move", "firefighter"): ("worker",),
    ("move_other", "broadway_actors"): ("worker",),
    ("build", "foreman"): ("worker target",),
    ("build_again", "ironworker"): ("worker built",),
    ("build_again", "foreman"): ("worker target built",),
    ("build_both", "broadway_actors"): ("",),
    ("build_other", "broadway_actors"): ("target",),
    ("aim", "foreman"): ("worker",),
    ("aim", "night_guard"): ("worker built",),
    ("victim", "night_guard"): ("worker target built",),
    ("force", "street_vendor"): ("worker built",),
    ("force", "reporter"): ("worker built",),
}


def new_state() -> Any:
    """Return an empty record."""
    return new_record(STATE_DTYPE)


class Draft:
    """A position that is being read: its text by fields, and the record that is filled."""

    def __init__(self, game: Any, viewer: int | None, fields: dict[str, str]) -> None:
        """Begin with an empty record."""
        self.game, self.viewer, self.fields = game, viewer, fields
        self.state, self.seats = new_state(), range(game.n_seats)

    def need(self, holds: object, field: str, problem: str, remedy: str = "") -> None:
        """Refuse the text unless a condition holds."""
        if not holds:
            given = self.fields.get(field)
            raise PositionError(f"{field}: {problem}", given=given, where="santorini-ny position", remedy=remedy)

    def need_each_card_once(self, field: str, masks: list[int]) -> None:
        """Refuse a card that is in two of some sets."""
        seen = twice = 0
        for mask in masks:
            seen, twice = seen | mask, twice | seen & mask
        self.need(not twice, field, f"card {twice.bit_length()} is in two places", "a deck has each card once")


def check(draft: Draft) -> None:
    """Run all checks and fill in what follows from the text."""
    phase = int(draft.state.phase)
    check_pieces(draft)
    if phase < DEAL:
        check_setup(draft)
        return
    n = popcount(draft.state.alive)
    draft.need(n >= 2 or phase == OVER, "board", "fewer than two seats have workers", "use step=over:K, K is the winner")
    check_cards(draft)
    check_past(draft)
    if phase == DEAL:
        check_deal(draft)
    else:
        check_round(draft)
        check_choices(draft) if phase < START else check_turns(draft)
    check_length(draft)
    check_worlds(draft)


def check_pieces(draft: Draft) -> None:
    """Count the pieces and workers on the board."""
    state, limited = draft.state, not draft.game.unlimited_supply
    state.blocks, state.roofs, state.skyscrapers_left = BLOCKS, ROOFS, SKYSCRAPERS
    placed = (sum(map(popcount, state.levels[:3])), popcount(state.levels[3]), popcount(state.skyscrapers))
    for field, name, n in zip(("blocks", "roofs", "skyscrapers_left"), ("blocks", "roofs", "skyscrapers"), placed, strict=True):
        draft.need(n <= state[field] or not limited, "board", f"{n} {name}, but a game has {int(state[field])}")
        state[field] -= n if limited else 0
    for seat in draft.seats:
        n = popcount(state.workers[seat])
        draft.need(n <= 2, "board", f"seat {seat} has {n} workers, but at most 2 are allowed")


def check_setup(draft: Draft) -> None:
    """Repeat what the seats picked; before the first deal there is nothing else to check."""
    state, game = draft.state, draft.game
    draft.state = new_state()
    find_verb("setup", type(game))(game, draft.state)
    starts = [int(squares) for squares in game.tables.starts if squares]
    for squares in state.workers[: popcount(state.alive)]:
        problem = "seats begin in order, each with two workers on the squares of one start number"
        draft.need(int(squares) in starts, "board", problem)
        pick(game, draft.state, starts.index(int(squares)))
    problem = f"{popcount(state.alive)} of {game.n_seats} seats have placed workers, so this step is wrong"
    draft.need(draft.state.phase == state.phase, "step", problem)
    bare = set(draft.fields) == {"board", "step"} and not state.levels[0] | state.skyscrapers
    draft.need(bare, "board", "set-up has neither pieces nor cards", "leave them out")


def check_cards(draft: Draft) -> None:
    """Check that each card of this deal is in one place, and that a view shows no hidden one."""
    state = draft.state
    masks = [int(mask) for masks in (state.hands, state.spent) for mask in masks]
    for seat in draft.seats:
        card = int(state.table[seat])
        if int(state.shown) >> seat & 1:
            draft.need(int(state.spent[seat]) >> card - 1 & 1, "table", f"card {card} is face up", "add it to spent=")
        elif card:
            masks.append(1 << card - 1)
            seen = draft.viewer in (None, seat)
            draft.need(seen, "table", f"a view cannot show the face-down card of seat {seat}", "write - and count it in hands=")
    draft.need_each_card_once("table, hands, spent", masks)


def past_cards(state: Any, deal: int, seat: int) -> tuple[int, int]:
    """Return the masks of the cards that a seat has shown, and kept, in a finished deal."""
    entry = int(state.past[deal, seat])
    return entry & ALL_CARDS, 1 << (entry >> KEPT_SHIFT) >> 1


def next_hand(state: Any, deal: int, seat: int) -> int:
    """Return the cards that a seat can have had in the deal after a finished one."""
    if deal + 1 == int(state.n_deals):
        return int(state.hands[seat]) | int(state.spent[seat]) | 1 << int(state.table[seat]) >> 1
    shown, kept = past_cards(state, deal + 1, seat)
    return shown | kept if kept else ALL_CARDS  # a seat that went out had cards that nobody saw


def check_past(draft: Draft) -> None:
    """Check the finished deals: four cards shown by each seat that stayed in the game, and the card that it kept."""
    state, living = draft.state, squares_of(draft.state.alive)
    for deal in range(int(state.n_deals)):
        for seat in draft.seats:
            shown, kept = past_cards(state, deal, seat)
            n, where = shown.bit_count(), f"deal {deal + 1}, seat {seat}"
            fits = n == HAND - 1 if kept or seat in living else n < HAND
            draft.need(fits, "past", f"{where}: {n} cards shown, not {HAND - 1}")
            draft.need(not kept & ~next_hand(state, deal, seat), "past", f"{where}: the card kept is not in the next hand")
        draft.need_each_card_once("past", [mask for seat in draft.seats for mask in past_cards(state, deal, seat)])


def check_deal(draft: Draft) -> None:
    """Check the hands while cards are dealt."""
    state = draft.state
    draft.need(not state.chosen and not any(state.spent), "step", "no card is played while cards are dealt", "use step=choose")
    for seat in draft.seats:
        n = int(state.hand_sizes[seat])
        low, high = (int(state.n_deals > 0), HAND) if int(state.alive) >> seat & 1 else (0, 0)
        draft.need(low <= n <= high, "hands", f"seat {seat} has {n} cards, but a deal gives it {low} to {high}")
    draft.need(next_receiver(draft.game, state) >= 0, "step", "all hands are full", "use step=choose")
    begin_deal(state)


def check_round(draft: Draft) -> None:
    """Count the cards of each seat once all are dealt."""
    state, living = draft.state, squares_of(draft.state.alive)
    for seat in draft.seats:
        n_spent, face_down = popcount(state.spent[seat]), int(state.chosen & ~state.shown) >> seat & 1
        n = int(state.hand_sizes[seat]) + n_spent + face_down
        if n or seat in living:
            draft.need(n == HAND, "hands", f"seat {seat} has {n} cards in hand, spent and face down, not {HAND}")
            problem = f"seat {seat} has no workers, so it has shown 1 to {HAND - 1} cards of this deal, not {n_spent}"
            draft.need(seat in living or 0 < n_spent < HAND, "spent", problem)
    rounds = {popcount(state.spent[seat]) - (int(state.shown) >> seat & 1) for seat in living}
    draft.need(len(rounds) <= 1, "spent", "the seats have played a different number of rounds")
    draft.need(max(rounds, default=0) < HAND - 1, "step", f"all {HAND - 1} rounds of this deal are over", "use step=deal")


def check_choices(draft: Draft) -> None:
    """Check the cards on the table before the first turn of a round."""
    state, phase = draft.state, int(draft.state.phase)
    draft.need(not state.chosen & ~state.alive, "table", "a seat without workers cannot play a card")
    begin_choice(draft.game, state)
    draft.need(int(state.phase) == phase, "step", "use choose while a seat has no card on the table, then show")
    draft.need(phase == CHOOSE or state.chosen != state.shown, "step", "all cards are face up", "use step=start:K")


def check_turns(draft: Draft) -> None:
    """Check whose turn it is; the lowest card comes first."""
    state, seat = draft.state, int(draft.state.seat)
    draft.need(state.chosen == state.shown, "table", "a card is face down, but turns have begun", "use step=show")
    draft.need(not state.alive & ~state.chosen, "table", "a seat with workers has not played a card", "use step=choose")
    holder = max(draft.seats, key=lambda other: int(state.table[other]))
    draft.need(int(state.statue) == holder + 1, "statue", "the highest card takes the Statue", f"use statue={holder}")
    if int(state.phase) == OVER:
        win(state, int(state.winner) - 1)
        return
    draft.need(state.workers[seat], "step", f"seat {seat} has no workers")
    state.acted = sum(1 << other for other in draft.seats if 0 < state.table[other] < state.table[seat])
    draft.need(not state.chosen & ~state.alive & ~state.acted, "table", "a seat without workers still has to take its turn")
    state.actor = seat
    check_turn(draft)


def check_turn(draft: Draft) -> None:
    """Check the squares of a turn, and that it can be finished."""
    game, state, step = draft.game, draft.state, draft.fields["step"].partition(":")[0]
    role, mine = role_in_turn(game, state), state.workers[int(state.seat)]
    given = " ".join(name for name in FIELDS if state[name])
    wanted = SQUARES.get((step, ROLES[role]), {"start": ("",), "build": ("worker",)}.get(step, ()))
    draft.need(wanted, "step", f"{title(role)} has no such step")
    draft.need(given in wanted, "step", f"wrong squares for {title(role)}", f"give {' or '.join(wanted) or 'none'}")
    worker, target, built = (int(state[name]) - 1 for name in FIELDS)
    if worker >= 0:
        draft.need(mine & bit(worker), "step", "worker= is not a worker of the seat in turn")
    if target >= 0:
        near = mine if step == "build_other" else game.tables.neighbours[worker] & state.crowd
        near = rivals_near(game, state, worker) if step == "victim" else near
        draft.need(near & bit(target), "step", "target= is not a worker that can be chosen here")
    if built >= 0:
        center = target if role == FOREMAN else worker
        taken = state.crowd | (state.levels[3] if role == VENDOR else ZERO)  # R64: nobody is forced onto a roof
        pieces = game.tables.neighbours[center] & state.levels[0] & ~taken
        draft.need(pieces & bit(built), "step", "built= is not a piece that was built in this turn")
    if step in ("move_other", "build_both", "build_other"):
        draft.need(popcount(mine) == 2, "step", "this step needs Broadway Actors with two workers")
    if step == "victim":
        state.actor = owner_of(game, state, bit(target))
    n = find_verb("legal_moves", type(game))(game, state, np.empty(N_SQUARES, np.int32))
    builds_twice = step == "build" and role in (IRONWORKER, FOREMAN)  # on different squares
    draft.need(n >= 1 + builds_twice, "step", "the turn cannot be finished from here")


def check_length(draft: Draft) -> None:
    """Check that the record has room for all deals to come: one takes 8 turns, and each turn builds or loses a worker."""
    state = draft.state
    n_done = sum(map(popcount, state.spent)) - popcount(state.shown & ~state.acted)
    n_left = (
        4 * popcount(draft.game.tables.squares & ~state.skyscrapers) - sum(map(popcount, state.levels)) + popcount(state.crowd)
    )
    fits = int(state.n_deals) + (n_done + n_left) // (2 * (HAND - 1)) <= MAX_DEALS
    problem = f"too many deals for a board on which {n_left} more turns are possible: a game has at most {MAX_DEALS}"
    draft.need(fits, "past", problem)


def check_worlds(draft: Draft) -> None:
    """After a redeal, check that some hands fit what a view shows."""
    game, world, viewer = draft.game, draft.state.copy(), draft.viewer
    if viewer is not None and world.n_deals:
        find_verb("determinise", type(game))(game, world, viewer, make_rng(0))
        drawn = all(popcount(world.hands[seat]) == world.hand_sizes[seat] for seat in draft.seats)
        draft.need(drawn, "past", "no hands of the others fit the cards that were shown")
