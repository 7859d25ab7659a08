"""Check a typed position before it becomes a state; the rules can go on from every position that passes."""

from typing import Any

from mctsky.core.record import new_record
from mctsky.games.paperskyscrapers.facts import POOLS, Pool, words_of
from mctsky.games.paperskyscrapers.reading import Draft, SeatDraft
from mctsky.games.paperskyscrapers.rules.city import can_stand, is_gap, put_card, tuck_card
from mctsky.games.paperskyscrapers.rules.sets import pool_of, take_openly, take_secretly
from mctsky.games.paperskyscrapers.state import (
    FIRST_ROW,
    LINE_EVERY,
    MAX_LEVEL,
    MAX_PLACES,
    MAYOR,
    OLD_DECK,
    ROW,
    SCORING,
    START,
    STATE_DTYPE,
    TRACK_END,
    TRACKS,
)
from mctsky.games.paperskyscrapers.steps import Steps
from mctsky.games.paperskyscrapers.words import building_name


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
        out = draft.level if draft.ending or draft.stage == OLD_DECK else draft.level - 1  # levels whose round end is out
        state.round_ends = (1 << MAX_LEVEL) - (1 << out)
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
        Steps(self.game, draft, state).fill()

    # ---- cards

    def place(self, card: int) -> int:
        """Return a card; refuse it if the text has already placed it."""
        self.need(card not in self.placed, "a card is in two places", building_name(self.game, card), "delete one of the two")
        self.placed.add(card)
        return card

    def fill_piles(self) -> None:
        """R36, R100: write row, discards and shuffles."""
        draft, state = self.draft, self.state
        self.need(len(draft.row) <= ROW, f"row: {len(draft.row)} cards, more than {ROW}", remedy="delete some")
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
        self.need(fits, f"shuffle: discards are shuffled on level {MAX_LEVEL} only", remedy="correct level or delete shuffle")
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
        self.need(n_cities == 1, f"{where}: its city card is on one place, not on {n_cities}", remedy="write it once")
        n_places = len(seat.places)
        self.need(n_places <= MAX_PLACES, f"{where}: {n_places} places, more than {MAX_PLACES}", remedy="delete some")
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
            self.need(can_stand(self.state, number, seat.mayor), f"{where}: the mayor stands on a gap", remedy="correct mayor")
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
        """Refuse missing cards of old decks, and more hidden cards than there are."""
        words = f"level {pool.level}" + (f" shuffle {pool.shuffle}" if pool.shuffle else "")
        problem = f"hand: {hidden} hidden cards of {words}, of which {len(cards)} are not placed"
        self.need(hidden <= len(cards), problem, remedy="delete some")
        shuffles = int(self.state.n_shuffles)
        old = pool.shuffle != shuffles if shuffles else pool.level < self.draft.level
        names = ", ".join(building_name(self.game, card) for card in cards[:5])
        problem = f"{len(cards) - hidden} cards of {words} are missing, and its deck is gone; not placed: {names}"
        self.need(not old or hidden == len(cards), problem, remedy="add them to discards")

    # ---- tracks, achievements

    def fill_tracks(self, number: int, seat: SeatDraft) -> None:
        """R26, R73, R74: write tracks, lines and points."""
        for track, (space, lines) in enumerate(seat.tracks):
            where = f"seat {number}: {TRACKS[track]}"
            self.need(space <= TRACK_END, f"{where} goes up to {TRACK_END}, the end", space, "correct the space")
            low, high = max(0, (space - 1) // LINE_EVERY), (TRACK_END - 1) // LINE_EVERY
            self.need(
                low <= lines <= high, f"{where}: {lines} lines have scored, not {low} to {high}", remedy="correct the lines"
            )
            self.state.tracks[number, track], self.state.lines[number, track] = space, lines
        self.state.score[number] = seat.points
        stars = sum(self.draft.cards.achievements[claim].stars for claim in seat.claims)
        least = stars + sum(lines for _, lines in seat.tracks)
        problem = f"seat {number}: {seat.points} points, but lines and achievements alone give {least}"
        self.need(seat.points >= least, problem, remedy="correct points")

    def check_spaces(self) -> None:
        """R24, R28: refuse two meeples on one space, and a wrong list of finished tracks."""
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
            self.need(
                claimed == has_owner, f"claims: the first to claim {item.name} has its chip", remedy=f"write {item.name}*"
            )
        for value, there in enumerate(self.game.tables.chips):
            fits = value == 0 or values[value] <= int(there)
            self.need(
                fits, f"claims: {values[value]} chips worth {value}, but there are {int(there)}", remedy="correct the chips"
            )
        early = self.draft.stage < SCORING and any(values[1:])
        self.need(not early, "claims: chips are turned up in final scoring", remedy="write a star without a number")

    def check_fresh(self) -> None:
        """Refuse a position in set-up that has anything of the later game."""
        draft, state = self.draft, self.state
        later = draft.discards or draft.frames or draft.finished or draft.order or draft.award_seats or draft.ending
        fresh = not later and draft.level == 1 and draft.lap == 0 and not any(state.tracks.flat) and not any(state.claims)
        self.need(
            fresh, "a game in set-up has cities, hands and a row at most", remedy="leave out the rest, or write another step"
        )
        self.need(draft.stage == FIRST_ROW or not draft.row, "row: it is dealt after the hands", remedy="delete row")


def complete(game: Any, draft: Draft) -> Any:
    """Return the state that a draft describes, if the rules can go on from there."""
    state = new_record(STATE_DTYPE)
    Checker(game, draft, state).fill()
    return state
