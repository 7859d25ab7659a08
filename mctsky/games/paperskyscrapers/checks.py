"""What a typed position must satisfy before it becomes a state; the rules can go on from all that is accepted here."""

from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, find_verb
from mctsky.core.rng import make_rng
from mctsky.games.paperskyscrapers.facts import POOLS, Pool, words_of
from mctsky.games.paperskyscrapers.moves import LEFT, RIGHT
from mctsky.games.paperskyscrapers.reading import Draft, SeatDraft
from mctsky.games.paperskyscrapers.rules.city import can_stand, is_gap, put_card, tuck_card
from mctsky.games.paperskyscrapers.rules.parts import run_part
from mctsky.games.paperskyscrapers.rules.sets import pool_of, take_openly, take_secretly
from mctsky.games.paperskyscrapers.rules.turns import can_act, next_chip
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
    LINE_EVERY,
    MAX_DEPTH,
    MAX_LAPS,
    MAX_LEVEL,
    MAX_PLACES,
    MAYOR,
    NEW_ROW,
    OVER,
    PART,
    PAY,
    ROW,
    SCORING,
    START,
    STATE_DTYPE,
    STOLEN,
    TO_HAND,
    TO_ROW,
    TRACK_END,
    TRACKS,
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
from mctsky.games.paperskyscrapers.words import building_name, site_text

IN_TURN = range(START, END + 1)


class Checker:
    """Fills a state from a draft, field by field, each checked when it is written."""

    def __init__(self, game: Any, draft: Draft, state: Any) -> None:
        """Begin with an empty state."""
        self.game, self.draft, self.state, self.need = game, draft, state, draft.need
        self.n = game.n_seats
        self.placed: set[int] = set()

    def fill(self) -> None:
        """Write all fields."""
        draft, state = self.draft, self.state
        state.level, state.lap, state.ending, state.first = draft.level, draft.lap, int(draft.ending), draft.first
        state.stage, state.phase, state.seat, state.used = draft.stage, draft.phase, draft.seat, draft.used
        state.round_ends = (1 << MAX_LEVEL) - (1 << draft.level - 1) - (1 << draft.level - 1) * state.ending
        self.fill_piles()
        for number, seat in enumerate(draft.seats):
            self.fill_city(number, seat)
            self.fill_tracks(number, seat)
            self.fill_hand(number, seat)
        self.check_spaces()
        self.fill_claims()
        if draft.stage < START:
            self.check_fresh()
        self.fill_decks()
        self.fill_runner()
        if draft.stage < START:
            self.check_start()
        elif draft.stage >= SCORING:
            self.fill_scoring()
        else:
            self.fill_turn()
        self.check_going()

    # ---- cards

    def place(self, card: int) -> int:
        """Return a card that has not been anywhere else in the text."""
        self.need(card not in self.placed, "a card is in two places", building_name(self.game, card), "delete one of the two")
        self.placed.add(card)
        return card

    def fill_piles(self) -> None:
        """R36, R100: write row, discards and shuffles."""
        draft, state = self.draft, self.state
        self.need(len(draft.row) <= ROW, f"row: {len(draft.row)} cards, it has {ROW}", remedy="take some away")
        state.row[:] = words_of(self.place(card) for card in draft.row)
        state.discards[:] = words_of(self.place(card) for card in draft.discards)
        for number, cards in draft.shuffles.items():
            for card in cards:
                name = building_name(self.game, card)
                self.need(card >= 64, "shuffle: only cards of levels 3 and 4 are shuffled again", name, "delete it")
                self.need(not state.shuffle[card - 64], "shuffle: a card is named twice", name, "keep its last shuffle")
                state.shuffle[card - 64] = number
                state.n_shuffles = max(int(state.n_shuffles), number)
        fits = not state.n_shuffles or draft.level == MAX_LEVEL
        self.need(fits, f"shuffle: discards are shuffled on level {MAX_LEVEL} only", remedy="mend level or delete shuffle")
        if draft.announced >= 0:
            self.place(draft.announced)

    def fill_city(self, number: int, seat: SeatDraft) -> None:
        """R48, R56, R67, R69, R90, R91: write the places of a city, and the mayor."""
        state, where = self.state, f"seat {number}"
        others = [city for other in self.draft.seats if other is not seat for city in (other.city, *other.offered)]
        for city in (seat.city, *seat.offered) if seat.city >= 0 else seat.offered:
            self.need(city not in others, f"{where}: a city is given twice", remedy="choose another city")
        chosen = seat.city >= 0
        self.need(chosen == bool(seat.places), f"{where}: a city and its places belong together", remedy="write places Chicago")
        self.need(not (chosen and seat.offered), f"{where}: its city is chosen", remedy="delete offered")
        self.need(len(seat.offered) <= 2 and len(set(seat.offered)) == len(seat.offered), f"{where}: two cities are offered")
        for which, city in enumerate(seat.offered):
            state.offers[number, which] = city + 1
        if not chosen:
            self.need(seat.mayor < 0, f"{where}: a mayor without a city", remedy="delete mayor")
            return
        n_cities = sum(place.has_city for place in seat.places)
        self.need(n_cities == 1, f"{where}: its city card stands on one place, not on {n_cities}", remedy="write it once")
        n_places = len(seat.places)
        self.need(
            n_places <= MAX_PLACES, f"{where}: {n_places} places, there are at most {MAX_PLACES}", remedy="take some away"
        )
        state.city[number], state.n_places[number] = seat.city + 1, n_places
        state.city_place[number] = [place.has_city for place in seat.places].index(True)
        for place, said in enumerate(seat.places):
            for card in said.built:
                put_card(self.game, state, number, self.place(card), place)
            state.mayor[number] = place  # cards are tucked where the mayor is
            for card in said.tucked:
                tuck_card(self.game, state, number, self.place(card))
            problem = f"{where}: cards tucked under a gap"
            self.need(not (said.tucked and is_gap(state, number, place)), problem, remedy="discard them")
        ends = is_gap(state, number, 0) or is_gap(state, number, n_places - 1)
        self.need(not ends, f"{where}: a gap at an end of the city", remedy="delete it")
        self.fill_mayor(number, seat)

    def fill_mayor(self, number: int, seat: SeatDraft) -> None:
        """R14, R48, R70: write where the mayor stands."""
        where = f"seat {number}"
        if self.draft.phase == MAYOR and self.draft.victim == number:
            self.need(seat.mayor < 0, f"{where}: its mayor is to be moved", remedy="delete mayor")
        else:
            there = 0 <= seat.mayor < len(seat.places)
            problem = f"{where}: the mayor stands on one of the {len(seat.places)} places"
            self.need(there, problem, seat.mayor + 1 if seat.mayor >= 0 else None, "write mayor 1")
            self.need(can_stand(self.state, number, seat.mayor), f"{where}: the mayor stands on a gap", remedy="mend mayor")
        self.state.mayor[number] = seat.mayor

    def fill_hand(self, number: int, seat: SeatDraft) -> None:
        """R82, R100: write a hand, as far as it is named."""
        for card in seat.known:
            take_openly(self.state, number, self.place(card))
        for card in seat.secret:
            take_secretly(self.state, number, self.place(card))
        for pool, count in seat.hidden.items():
            self.state.n_secret[number, pool.number] += count
            self.state.n_hand[number] += count

    def fill_decks(self) -> None:
        """R34, R36, R100: write the decks, which are what is nowhere else; hidden cards are among them."""
        draft, state = self.draft, self.state
        left = [card for card in self.draft.cards.buildings if card not in self.placed]
        state.deck[:] = words_of(left)
        hidden = dict.fromkeys(POOLS, 0)
        for seat in draft.seats:
            for pool, count in seat.hidden.items():
                hidden[pool] += count
        found: dict[Pool, list[int]] = {pool: [] for pool in POOLS}
        for card in left:
            found[next(pool for pool in POOLS if pool.number == pool_of(state, card))].append(card)
        for pool in POOLS:
            self.check_pool(pool, found[pool], hidden[pool])
            deck = MAX_LEVEL if draft.level == MAX_LEVEL else pool.level
            state.n_deck[deck - 1] += len(found[pool]) - hidden[pool]

    def check_pool(self, pool: Pool, cards: list[int], hidden: int) -> None:
        """Refuse cards of old decks that are nowhere, and hidden cards that there cannot be."""
        words = f"level {pool.level}" + (f" shuffle {pool.shuffle}" if pool.shuffle else "")
        problem = f"hand: {hidden} hidden cards of {words}, of which {len(cards)} are not placed"
        self.need(hidden <= len(cards), problem, remedy="take some away")
        shuffles = int(self.state.n_shuffles)
        old = pool.shuffle != shuffles if shuffles else pool.level < self.draft.level
        names = ", ".join(building_name(self.game, card) for card in cards[:5])
        problem = f"{len(cards) - hidden} cards of {words} are nowhere, and its deck is gone; not placed: {names}"
        self.need(not old or hidden == len(cards), problem, remedy="add them to discards")

    # ---- tracks, achievements

    def fill_tracks(self, number: int, seat: SeatDraft) -> None:
        """R26, R73, R74: write tracks, lines and points."""
        for track, (space, lines) in enumerate(seat.tracks):
            where = f"seat {number}: {TRACKS[track]}"
            self.need(space <= TRACK_END, f"{where} goes up to {TRACK_END}, the end", space, "mend the space")
            low, high = max(0, (space - 1) // LINE_EVERY), (TRACK_END - 1) // LINE_EVERY
            self.need(low <= lines <= high, f"{where}: {lines} lines have scored, not {low} to {high}", remedy="mend the lines")
            self.state.tracks[number, track], self.state.lines[number, track] = space, lines
        self.state.score[number] = seat.points
        stars = sum(self.draft.cards.achievements[claim].stars for claim in seat.claims)
        least = stars + sum(lines for _, lines in seat.tracks)
        problem = f"seat {number}: {seat.points} points, but lines and achievements alone are {least}"
        self.need(seat.points >= least, problem, remedy="mend points")

    def check_spaces(self) -> None:
        """R24, R28: refuse two meeples on one space, and ends that nobody or somebody has reached."""
        for track, name in enumerate(TRACKS):
            spaces = [space for space in map(int, self.state.tracks[: self.n, track]) if 0 < space < TRACK_END]
            self.need(len(set(spaces)) == len(spaces), f"{name}: two seats on one space", remedy="move one of them")
            given, reached = track in self.draft.finished, TRACK_END in self.state.tracks[: self.n, track]
            possible = (TRACK_END - 1) // LINE_EVERY in self.state.lines[: self.n, track]
            self.need(given or not reached, f"finished: a seat is at the end of {name}", remedy=f"add finished {name}")
            self.need(possible or not given, f"finished: nobody has reached the end of {name}", remedy="delete it")
            self.state.finished |= given << track
        self.need(len(set(self.draft.finished)) == len(self.draft.finished), "finished: a track is given twice")

    def fill_claims(self) -> None:
        """R3, R41, R76: write achievements and chips."""
        state, values = self.state, [0] * (len(self.game.tables.chips))
        for number, seat in enumerate(self.draft.seats):
            for achievement, chip in seat.claims.items():
                state.claims[number] |= 1 << achievement
                if chip >= 0:
                    name = self.draft.cards.achievements[achievement].name
                    self.need(
                        not state.chip_owner[achievement], f"claims: two seats with the chip of {name}", remedy="delete a star"
                    )
                    state.chip_owner[achievement], state.chip_value[achievement] = number + 1, chip
                    values[chip] += 1
        for achievement, item in enumerate(self.draft.cards.achievements):
            claimed = any(achievement in seat.claims for seat in self.draft.seats)
            has_owner = bool(state.chip_owner[achievement])
            self.need(claimed == has_owner, f"claims: who was first has the chip of {item.name}", remedy=f"write {item.name}*")
        for value, there in enumerate(self.game.tables.chips):
            fits = value == 0 or values[value] <= int(there)
            self.need(fits, f"claims: {values[value]} chips worth {value}, there are {int(there)}", remedy="mend the chips")
        early = self.draft.stage < SCORING and any(values[1:])
        self.need(not early, "claims: chips are turned up in final scoring", remedy="write a star without a number")

    # ---- stages

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
        elif stage in (FIRST_ROW, NEW_ROW):
            steps = n - 1
        state.runner = 0 if stage in (FIRST, OVER) else (first + steps) % n
        chance = draft.phase in (DRAW, STOLEN, CHIP) or stage in (FIRST, CITIES)
        state.actor = CHANCE if chance else NOBODY if stage == OVER else state.runner
        state.goal = draft.goal if draft.phase == DRAW else 0

    def check_fresh(self) -> None:
        """Refuse a set-up with anything that comes later."""
        draft, state = self.draft, self.state
        later = draft.discards or draft.frames or draft.finished or draft.order or draft.award_seats or draft.ending
        fresh = not later and draft.level == 1 and draft.lap == 0 and not any(state.tracks.flat) and not any(state.claims)
        self.need(
            fresh, "a game in set-up has cities, hands and a row at most", remedy="leave out all else, or write another step"
        )
        self.need(draft.stage == FIRST_ROW or not draft.row, "row: it is dealt after the hands", remedy="delete row")

    def check_start(self) -> None:
        """R67, R99: refuse a set-up in which not all is dealt in turn."""
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
            self.need(hand == due and not seat.known, f"{where}: {hand} cards, but {due} are dealt so far", remedy="mend hand")
            self.need(
                (seat.city >= 0) == (step < chosen), f"{where}: cities are chosen in turn order", remedy="mend the cities"
            )
            wanted = 0 if step < chosen else min(max(0, offers - 2 * step), 2)
            self.need(len(seat.offered) == wanted, f"{where}: {wanted} cities are offered at this step", remedy="mend offered")
            bare = len(seat.places) == (step < chosen) and not state.n_tucked[number] and not state.top[number].any()
            self.need(bare, f"{where}: nothing is built yet", remedy="leave the city card alone")
            points = int(self.game.tables.start_scores[step]) if stage > FIRST else 0
            self.need(seat.points == points, f"{where}: {seat.points} points at the start, not {points}", remedy="mend points")

    def fill_scoring(self) -> None:
        """R45, R76: write the order of final scoring, and how far it is."""
        draft, state = self.draft, self.state
        self.check_cities()
        self.need(sorted(draft.order) == list(range(self.n)), "order: all seats, each once", draft.order, "write order 1, 0")
        self.need(not draft.frames and not draft.used, "under way: nothing is under way in final scoring", remedy="delete it")
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
            self.need(in_order, f"{problem}, not from the first one on", remedy="mend the chips")

    def check_cities(self) -> None:
        """Refuse a game whose cities are not chosen."""
        for number, seat in enumerate(self.draft.seats):
            self.need(seat.city >= 0, f"seat {number} has no city", remedy=f"write seat {number} Chicago")
        self.need(not self.draft.announced >= 0 or self.draft.phase == PAY, "pay: nothing is being built")

    def fill_turn(self) -> None:
        """R20, R21, R35: write a turn, or what lies between two levels."""
        draft, state, stage = self.draft, self.state, self.draft.stage
        self.check_cities()
        self.need(not draft.order and not draft.award_seats, "order and awards belong to final scoring", remedy="delete them")
        self.need(draft.lap < MAX_LAPS, f"lap: the game ends after {MAX_LAPS} laps", draft.lap, "write step scoring")
        self.need(draft.actions <= draft.level, f"turn: {draft.actions} actions on level {draft.level}", remedy="mend turn")
        state.actions = draft.actions
        if stage not in IN_TURN:
            fits = draft.level > 1 and not draft.ending and not draft.used
            self.need(fits, "step: this is at the beginning of a level from 2 on", remedy="mend level, turn or step")
        self.fill_frames()
        if stage in (DEAL, NEW_ROW):
            self.need(not draft.frames, "under way: nothing is under way at this step", remedy="delete it")
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
        self.need(fits, "under way: a card, a card discarded as its bonus action, the city of the seat", remedy="in this order")
        has_city = len(programs) > len(cards)
        problem = "under way: the bonus of a city works once in a turn"
        self.need(stage not in IN_TURN or not has_city or draft.used, problem, remedy="add `bonus used` to turn")
        alone = stage == ACTIONS or (has_city and not cards) or stage in (DEAL, NEW_ROW)
        self.need(alone, "under way: at this step only a city has an effect", remedy="write its city")
        for frame, (program, part, left) in enumerate(draft.frames):
            rows = self.game.tables.programs[program]
            n_parts = next(row for row in range(len(rows)) if int(rows[row][0]) == FINISH)
            self.need(0 <= part <= n_parts, f"under way: the action has {n_parts} parts", part + 1, "mend the part")
            most = int(rows[part][1]) if part < n_parts else -1
            self.need(
                left <= most, f"under way: part {part + 1} is done at most {max(0, most)} times", left, "mend the number left"
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
        """R58, R70, R81, R89, R93: write what is decided next in a turn, if the actions under way ask for it."""
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
            fits = phase == PART or (operation == needs[phase] and left == 0 and plain == (phase == BONUS))
        self.need(fits, "step: the actions under way do not lead here", draft.fields["step"], "mend step or under way")
        if phase == PAY:
            self.fill_payment()
        elif phase == STOLEN:
            fits = draft.victim != int(state.runner) and int(state.n_hand[draft.victim]) > 0
            self.need(fits, "step: a card is stolen from an opponent who has one", draft.victim, "mend the seat")
            state.place = draft.victim
        elif phase == MAYOR:
            self.need(draft.victim != int(state.runner), "step: the mayor of an opponent", draft.victim, "mend the seat")
            state.displaced, state.actor, state.events = draft.victim + 1, draft.victim, 1 << ON_STEAL
            places = [place for place in range(int(state.n_places[draft.victim])) if can_stand(state, draft.victim, place)]
            self.need(
                len(places) > 1, "step: the mayor has one place to go to", remedy="write mayor 1 and the step that follows"
            )

    def fits_draw(self, operation: int, left: int, plain: bool) -> bool:
        """Write where a drawn card goes; say whether the actions under way draw one."""
        draft, state = self.draft, self.state
        in_turn = draft.stage in IN_TURN
        if draft.goal == TO_ROW:
            state.refill, state.events = 1, 1 << draft.event
            self.need(len(draft.row) < ROW, f"row: it has {ROW} cards and is not filled up", remedy="mend row or step")
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
        self.need(draft.to_pay <= cost, f"pay: the card costs {cost}", draft.to_pay, "mend the number")
        self.need(draft.to_pay < hand, f"pay: {draft.to_pay} of {hand} cards leave no choice", remedy="write what follows")
        state.announced, state.place, state.to_pay = draft.announced + 1, draft.site, draft.to_pay

    # ---- what comes next

    def check_going(self) -> None:
        """Refuse a position in which nobody has anything to decide."""
        game, draft, phase = self.game, self.draft, self.draft.phase
        world = self.state.copy()
        if draft.viewer is not None:
            find_verb("determinise", type(game))(game, world, draft.viewer, make_rng(0))
        if phase == ACTION:
            self.need(can_act(game, world), "step: the seat can do nothing", remedy="write the step that follows")
        elif phase == PART:
            before = world.tobytes()
            asks = int(world.depth) > 0 and run_part(game, world) and world.tobytes() == before
            self.need(asks, "step: the part under way asks nothing", remedy="write the step that follows by itself")
        elif phase == CHIP:
            self.need(next_chip(game, world, draft.seat) >= 0, "step: the seat has no chip to turn up", remedy="mend turn")
        elif int(self.state.actor) == CHANCE:
            out = np.empty(MAX_OUTCOMES, np.int32)
            n = find_verb("chance_moves", type(game))(game, world, out, np.empty(MAX_OUTCOMES, np.float64))
            self.need(n, "step: there is nothing to draw", remedy="write the step that follows by itself")
        if draft.stage in (FIRST_ROW, NEW_ROW):
            self.need(len(draft.row) < ROW, "step: the row is complete", remedy="write step action")


MAX_OUTCOMES = 256


def complete(game: Any, draft: Draft) -> Any:
    """Return the state that a draft describes, if the rules can go on from there."""
    state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
    Checker(game, draft, state).fill()
    return state
