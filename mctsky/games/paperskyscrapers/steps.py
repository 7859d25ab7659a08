"""Check the step of a typed position: set-up, turns with actions under way, between levels, scoring."""

from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, find_verb
from mctsky.core.rng import make_rng
from mctsky.games.paperskyscrapers.moves import LEFT, RIGHT
from mctsky.games.paperskyscrapers.reading import Draft
from mctsky.games.paperskyscrapers.rules.city import can_stand
from mctsky.games.paperskyscrapers.rules.parts import run_part
from mctsky.games.paperskyscrapers.rules.scoring import next_chip
from mctsky.games.paperskyscrapers.rules.turns import can_act
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    ACTIONS,
    BONUS,
    BONUSES,
    CHIP,
    CHOOSE,
    CITIES,
    DEAL,
    DRAW,
    END,
    FIRST,
    FIRST_CITY_PROGRAM,
    FIRST_ROW,
    HAND_AT_START,
    HANDS,
    MAX_DEPTH,
    MAX_LAPS,
    MAX_LEVEL,
    MAX_PLACES,
    MAYOR,
    NEW_ROW,
    OLD_DECK,
    OVER,
    PART,
    PAY,
    ROW,
    SCORING,
    SHOW,
    START,
    STOLEN,
    TO_HAND,
    TO_ROW,
    TURNED_UP,
)
from mctsky.games.paperskyscrapers.tables import (
    BONUS_ACTION,
    BUILD_CARDS,
    DECLARE_FOR,
    DRAW_CARDS,
    FINISH,
    FROM_NEXT,
    FROM_ROW,
    ON_STEAL,
    STEAL_HAND_CARD,
    STEAL_TOP_CARD,
)
from mctsky.games.paperskyscrapers.words import site_text

IN_TURN = range(START, END + 1)
MAX_OUTCOMES = 256


class Steps:
    """Writes what is decided next into a state that already has its cards, tracks and achievements."""

    def __init__(self, game: Any, draft: Draft, state: Any) -> None:
        """Start with a state that lacks only its step."""
        self.game, self.draft, self.state, self.need = game, draft, state, draft.need
        self.n = game.n_seats

    def fill(self) -> None:
        """Write the step, if the rules can go on from it."""
        self.fill_runner()
        if self.draft.stage < START:
            self.check_start()
        elif self.draft.stage >= SCORING:
            self.fill_scoring()
        else:
            self.fill_turn()
        self.check_going()

    def fill_runner(self) -> None:
        """Write who is dealt to or carries out an action, and who decides."""
        draft, state, n, stage = self.draft, self.state, self.n, self.draft.stage
        first, steps = draft.first if stage < START else draft.seat, 0
        if stage == CITIES:
            state.dealt = sum(len(seat.offered) for seat in draft.seats)
            steps = int(state.dealt) // 2
        elif stage == CHOOSE:
            state.dealt = steps = sum(seat.city >= 0 for seat in draft.seats)
        elif stage in (HANDS, DEAL):
            state.dealt, steps = draft.dealt, (draft.dealt - 1) // HAND_AT_START
        elif stage == BONUSES:
            state.dealt, steps = draft.dealt, draft.dealt - 1
        elif stage in (FIRST_ROW, OLD_DECK, NEW_ROW):  # the last of all
            steps = n - 1
        state.runner = 0 if stage in (FIRST, OVER) else (first + steps) % n
        chance = draft.phase in (DRAW, STOLEN, SHOW, CHIP) or stage in (FIRST, CITIES)
        state.actor = CHANCE if chance else NOBODY if stage == OVER else state.runner
        state.goal = draft.goal if draft.phase == DRAW else 0

    def check_start(self) -> None:
        """R67, R99: refuse a set-up whose cards were not dealt in turn."""
        draft, state, n, stage = self.draft, self.state, self.n, self.draft.stage
        total = HAND_AT_START * n if stage == FIRST_ROW else draft.dealt - 1 if stage == HANDS else 0
        chosen = n if stage >= HANDS else int(state.dealt) if stage == CHOOSE else 0
        offers = 2 * n if stage == CHOOSE else int(state.dealt) if stage == CITIES else 0
        self.need(stage != CITIES or offers < 2 * n, "step: all cities are dealt", remedy="write step choose")
        self.need(stage != CHOOSE or chosen < n, "step: all cities are chosen", remedy="write step hands 1")
        for step in range(n):
            number = (draft.first + step) % n
            seat, where, hand = draft.seats[number], f"seat {number}", int(state.n_hand[number])
            due = min(max(0, total - HAND_AT_START * step), HAND_AT_START)
            self.need(
                hand == due and not seat.known, f"{where}: {hand} cards, but {due} are dealt so far", remedy="correct hand"
            )
            self.need(
                (seat.city >= 0) == (step < chosen), f"{where}: cities are chosen in turn order", remedy="correct the cities"
            )
            wanted = 0 if step < chosen else min(max(0, offers - 2 * step), 2)
            self.need(
                len(seat.offered) == wanted, f"{where}: {wanted} cities are offered at this step", remedy="correct offered"
            )
            bare = len(seat.places) == (step < chosen) and not state.n_tucked[number] and not state.top[number].any()
            self.need(bare, f"{where}: nothing is built yet", remedy="leave the city card alone")
            points = int(self.game.tables.start_scores[step]) if stage > FIRST else 0
            self.need(
                seat.points == points, f"{where}: {seat.points} points at the start, not {points}", remedy="correct points"
            )

    def fill_scoring(self) -> None:
        """R45, R76: write the order of final scoring, and how far it is."""
        draft, state = self.draft, self.state
        self.check_cities()
        self.need(sorted(draft.order) == list(range(self.n)), "order: all seats, each once", draft.order, "write order 1, 0")
        self.need(not draft.frames and not draft.used, "under way: no action is under way in final scoring", remedy="delete it")
        state.order[: self.n] = draft.order
        for award, seat in draft.award_seats.items():
            state.award[award] = seat + 1
        over = draft.stage == OVER
        done = self.n if over else draft.order.index(draft.seat)
        state.dealt = 0 if over else done
        for place, seat in enumerate(draft.order):
            chips = [int(state.chip_value[a]) for a, owner in enumerate(state.chip_owner) if int(owner) == seat + 1]
            turned = sum(value > 0 for value in chips)
            problem = f"claims: seat {seat} has turned up {turned} of {len(chips)} chips"
            fits = turned == len(chips) if place < done else turned < len(chips) if place == done else turned == 0
            self.need(fits, problem, remedy="seats turn up their chips in order")
            in_order = [value > 0 for value in chips] == sorted((value > 0 for value in chips), reverse=True)
            self.need(in_order, f"{problem}, not from the first one on", remedy="correct the chips")

    def check_cities(self) -> None:
        """Refuse a game whose cities are not chosen."""
        for number, seat in enumerate(self.draft.seats):
            self.need(seat.city >= 0, f"seat {number} has no city", remedy=f"write seat {number} Chicago")
        self.need(not self.draft.announced >= 0 or self.draft.phase == PAY, "pay: no card is being built")

    def fill_turn(self) -> None:
        """R20, R21, R35: write a turn, or what lies between two levels."""
        draft, state, stage = self.draft, self.state, self.draft.stage
        self.check_cities()
        self.need(not draft.order and not draft.award_seats, "order and awards belong to final scoring", remedy="delete them")
        self.need(draft.lap < MAX_LAPS, f"lap: the game ends after {MAX_LAPS} laps", draft.lap, "write step scoring")
        self.need(draft.actions <= draft.level, f"turn: {draft.actions} actions on level {draft.level}", remedy="correct turn")
        state.actions = draft.actions
        if stage not in IN_TURN:
            early, high = (1, MAX_LEVEL - 1) if stage == OLD_DECK else (2, MAX_LEVEL)
            fits = early <= draft.level <= high and not draft.ending and not draft.used
            self.need(
                fits, f"step: this is between two turns on levels {early} to {high}", remedy="correct level, turn or step"
            )
        self.fill_frames()
        if stage in (OLD_DECK, DEAL, NEW_ROW):
            self.need(not draft.frames, "under way: no action is under way at this step", remedy="delete it")
            self.need(stage == NEW_ROW or not draft.row, "row: it is dealt later", remedy="delete row")
            return
        self.fill_phase()

    def fill_frames(self) -> None:
        """R55, R85, R92: write the actions under way: of a card, of one discarded as a bonus action, of the city."""
        draft, state, stage = self.draft, self.state, self.draft.stage
        programs = [program for program, _, _ in draft.frames]
        own = FIRST_CITY_PROGRAM + int(state.city[int(state.runner)]) - 1
        cards = [program for program in programs if program < FIRST_CITY_PROGRAM]
        fits = programs in ([*cards, own], cards) and len(cards) <= MAX_DEPTH - 1
        self.need(fits, "under way: a card, one discarded as its bonus action, the city of the seat", remedy="use this order")
        has_city = len(programs) > len(cards)
        problem = "under way: the bonus of a city works once in a turn"
        self.need(stage not in IN_TURN or not has_city or draft.used, problem, remedy="add `bonus used` to turn")
        alone = stage == ACTIONS or (has_city and not cards) or stage in (OLD_DECK, DEAL, NEW_ROW)
        self.need(alone, "under way: at this step only a city has an effect", remedy="write its city")
        for frame, (program, part, left) in enumerate(draft.frames):
            rows = self.game.tables.programs[program]
            n_parts = next(row for row in range(len(rows)) if int(rows[row][0]) == FINISH)
            self.need(0 <= part <= n_parts, f"under way: the action has {n_parts} parts", part + 1, "correct the part")
            most = int(rows[part][1]) if part < n_parts else -1
            self.need(
                left <= most,
                f"under way: part {part + 1} is done at most {max(0, most)} times",
                left,
                "correct the number left",
            )
            state.program[frame], state.part[frame], state.left[frame] = program, part, left
        state.depth = len(draft.frames)
        if state.depth and self.operation(0) == BONUS_ACTION:
            self.need(int(state.left[0]) == 0, "under way: the bonus action has begun", remedy="write 0 left")
            state.bonus = 1
        problem = "under way: a second card needs a bonus action of the first"
        self.need(len(cards) < 2 or state.bonus, problem, remedy="delete one of the two")

    def operation(self, frame: int) -> int:
        """Return the operation of the part under way in a frame."""
        return int(self.game.tables.programs[int(self.state.program[frame]), int(self.state.part[frame])][0])

    def fill_phase(self) -> None:
        """R58, R70, R81, R89, R93: write what is decided next in a turn, if the actions under way lead to it."""
        draft, state, phase = self.draft, self.state, self.draft.phase
        depth, plain = int(state.depth), int(state.depth) == int(state.bonus)  # plain: a basic action
        operation = self.operation(depth - 1) if depth else FINISH
        left = int(state.left[depth - 1]) if depth else 0
        needs = {STOLEN: STEAL_HAND_CARD, MAYOR: STEAL_TOP_CARD, BONUS: BONUS_ACTION}
        if phase == ACTION:
            fits = depth == 0 and draft.stage == ACTIONS and draft.actions > 0
        elif phase == PAY:
            fits = plain or (operation == BUILD_CARDS and left >= 0)
        elif phase == DRAW:
            fits = self.fits_draw(operation, left, plain)
        else:
            fits = phase in (PART, SHOW) or (operation == needs[phase] and left == 0 and plain == (phase == BONUS))
        self.need(fits, "step: the actions under way do not lead here", draft.fields["step"], "correct step or under way")
        if phase == PAY:
            self.fill_payment()
        elif phase == STOLEN:
            fits = draft.victim != int(state.runner) and int(state.n_hand[draft.victim]) > 0
            self.need(fits, "step: a card is stolen from an opponent who has one", draft.victim, "correct the seat")
            state.place = draft.victim
        elif phase == MAYOR:
            self.need(
                draft.victim != int(state.runner), "step: the mayor is one of an opponent", draft.victim, "correct the seat"
            )
            state.displaced, state.actor, state.events = draft.victim + 1, draft.victim, 1 << ON_STEAL
            places = [place for place in range(int(state.n_places[draft.victim])) if can_stand(state, draft.victim, place)]
            self.need(
                len(places) > 1, "step: the mayor has only one place to go to", remedy="write mayor 1 and the step that follows"
            )

    def fits_draw(self, operation: int, left: int, plain: bool) -> bool:
        """Write where a drawn card goes; say whether the actions under way draw one."""
        draft, state = self.draft, self.state
        in_turn = draft.stage in IN_TURN
        if draft.goal == TO_ROW:
            state.refill, state.events = 1, 1 << draft.event
            self.need(len(draft.row) < ROW, f"row: it has {ROW} cards and is not filled up", remedy="correct row or step")
            return in_turn
        if draft.goal == TURNED_UP:
            state.declared = draft.declared
            return operation == DECLARE_FOR and left == 0
        if plain:
            return True
        frame = int(state.depth) - 1
        argument = int(self.game.tables.programs[int(state.program[frame]), int(state.part[frame])][2])
        state.from_next = int(argument == FROM_NEXT)
        return operation == DRAW_CARDS and argument != FROM_ROW and left >= 0 and draft.goal == TO_HAND

    def fill_payment(self) -> None:
        """R93: write what is built and how many cards are still to pay, fewer than the hand has."""
        draft, state, runner = self.draft, self.state, int(self.state.runner)
        n_places, hand = int(state.n_places[runner]), int(state.n_hand[runner])
        there = n_places < MAX_PLACES if draft.site in (LEFT, RIGHT) else draft.site < n_places
        self.need(
            there and site_text(state, runner, draft.site) == draft.site_words, "pay: there is no such place", draft.site_words
        )
        cost = int(self.game.tables.cost[draft.announced])
        self.need(draft.to_pay <= cost, f"pay: the card costs {cost}", draft.to_pay, "correct the number")
        hidden = sum(map(int, state.n_secret[runner]))
        self.need(
            draft.to_pay <= hand, f"pay: {draft.to_pay} cards of a hand of {hand}", remedy="correct the number or the hand"
        )
        if draft.to_pay == hand:  # the whole hand is laid open
            self.need(hidden, "pay: the whole hand is known and paid", remedy="write the step that follows")
            draft.phase = state.phase = SHOW
            state.actor = CHANCE
        state.announced, state.place, state.to_pay = draft.announced + 1, draft.site, draft.to_pay

    # ---- what comes next

    def check_going(self) -> None:
        """Refuse a position in which nobody has anything to decide."""
        game, draft, phase = self.game, self.draft, self.draft.phase
        world = self.state.copy()
        if draft.viewer is not None:
            find_verb("determinise", type(game))(game, world, draft.viewer, make_rng(0))
        if phase == ACTION:
            self.need(can_act(game, world), "step: the seat has no action", remedy="write the step that follows")
        elif phase == PART or (phase == SHOW and draft.stage != OLD_DECK and draft.announced < 0):
            before = world.tobytes()
            asks = int(world.depth) > 0 and run_part(game, world) and world.tobytes() == before
            self.need(asks, "step: the part under way has no choice", remedy="write the step that follows without a choice")
        elif phase == CHIP:
            self.need(next_chip(game, world, draft.seat) >= 0, "step: the seat has no chip to turn up", remedy="correct turn")
        elif draft.stage == OLD_DECK:
            self.need(
                world.n_deck[draft.level - 1], "step: the old deck is gone", remedy="write step deal 1 and the next level"
            )
        elif int(self.state.actor) == CHANCE:
            out = np.empty(MAX_OUTCOMES, np.int32)
            n = find_verb("chance_moves", type(game))(game, world, out, np.empty(MAX_OUTCOMES, np.float64))
            self.need(n, "step: there is no card to draw", remedy="write the step that follows without a choice")
        if draft.stage in (FIRST_ROW, NEW_ROW):
            self.need(len(draft.row) < ROW, "step: the row is complete", remedy="write step action")
