"""What no game of New York 1901 can reach: the checks behind `parse_position`, which also fill in what follows.

Some facts that they rest on, beyond the rules by number:
- Seats take turns strictly, so who began follows from whose turn it is and the turns completed, and so do the final turns.
- Cards match the unclaimed territories, so what is neither open nor under the heap nor taken is the heap.
- Before the end is near, four cards lie open between turns. Only the card trigger leaves fewer, and then the pile is empty but
  for single cards of workers taken back.
- Gold is never demolished, and points come from tiles alone until the end, Gold Prestige aside.
"""

from collections import Counter
from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY
from mctsky.games.newyork1901.before import end_points, legal_before
from mctsky.games.newyork1901.board import DISTRICTS, STREETS
from mctsky.games.newyork1901.layout import LAYOUTS
from mctsky.games.newyork1901.moves import CHOSEN, GOLD_PRESTIGE, GOLD_TYCOON, KINDS, RAZED
from mctsky.games.newyork1901.rules.generate import FEWEST_UNBUILT
from mctsky.games.newyork1901.rules.land import BRONZE, GOLD, SILVER
from mctsky.games.newyork1901.rules.turns import ALL_ACTIONS, BEGINNER_STREETS
from mctsky.games.newyork1901.spec import MAX_TURNS
from mctsky.games.newyork1901.state import (
    BONUS,
    BOOM,
    BOOM_CARD,
    BUILD,
    CHARACTER,
    CLAIM,
    DRAW,
    FIRST,
    GRAB_CARD,
    LAST,
    LETTERS,
    MARKET,
    N_KINDS,
    N_WORDS,
    OVER,
    PLACE,
    PLACEMENTS,
    SHIFT_CARD,
    START,
    STATE_DTYPE,
    TAKE,
    WORKERS,
)
from mctsky.games.newyork1901.state import STREETS as STREETS_PHASE
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, N_TILES, STARTER


def complete(draft: Any) -> Any:
    """Return the state record of a draft, or refuse what no game can reach."""
    return _Checker(draft).check()


class _Checker:
    """Refuses what no game can reach, and fills in what follows from the rest."""

    def __init__(self, draft: Any) -> None:
        self.draft, self.game, self.need = draft, draft.game, draft.need
        self.facts, self.layout = draft.facts, LAYOUTS[draft.game.layout]
        self.phase: int = draft.phase
        self.n: int = draft.game.n_seats
        self.n_built = [0] * self.n  # tiles that each seat has built, legendary ones included
        self.claimed: set[int] = set()
        self.all_actions = ALL_ACTIONS if draft.game.action_cards else 0
        self.used = [self.all_actions & ~seat.actions for seat in draft.seats]  # action cards
        self.n_heap = self.n_pile = 0
        self.state = np.zeros(1, STATE_DTYPE).view(np.recarray)[0]
        # Turns since the one that brought the end about; the turn under way does not count, the last one of a game does.
        self.since = (draft.who - (draft.trigger - 1)) % self.n if draft.trigger else 0

    def check(self) -> Any:
        self.check_clock()
        self.check_scoring_cards()
        for seat in range(self.n):
            self.check_tiles(seat)
            self.lay_city(seat)
        self.check_lots()
        self.check_market()
        self.check_groups()
        if self.phase > CHARACTER:
            for seat in range(self.n):
                self.check_history(seat)
            self.check_end()
            self.check_open()
            self.check_pending()
        self.check_points()
        return self.state

    def check_clock(self) -> None:
        """R1, R31: whose turn it is, and who began."""
        draft, state = self.draft, self.state
        state.phase, state.turns, state.trigger = self.phase, min(draft.turns, MAX_TURNS), draft.trigger
        self.need(draft.turns <= MAX_TURNS, f"a game has at most {MAX_TURNS} turns", draft.turns)
        if self.phase <= CHARACTER:
            self.need(draft.turns == 0, "no turns are completed before the first one", draft.turns)
            self.need(not draft.trigger, "the end does not come before the first turn")
            state.first = draft.who + 1 if self.phase > FIRST else 0
            state.seat = sum(seat.character > 0 for seat in draft.seats) % self.n
            state.actor = CHANCE
            return
        over = self.phase == OVER
        self.need(draft.turns > 0 or not over, "no game ends without a turn")
        self.need(draft.turns < MAX_TURNS or over, f"the game ends after {MAX_TURNS} turns", draft.turns)
        state.first = (draft.who - draft.turns + over) % self.n + 1
        state.seat = draft.who
        state.actor = NOBODY if over else CHANCE if self.phase == DRAW else draft.who
        state.then, state.takes, state.card = draft.then, draft.takes, draft.card
        state.tile, state.razing = draft.tile, draft.razing

    def check_scoring_cards(self) -> None:
        """R2, R6, R7, B1: streets, bonus challenge and characters, as far as they are drawn."""
        draft, game, phase = self.draft, self.game, self.phase
        n_streets = draft.streets.bit_count()
        if game.beginner:
            self.need(phase not in (STREETS_PHASE, BONUS), "beginners draw no streets and no bonus challenge")
            fits = draft.streets == BEGINNER_STREETS and draft.bonus == GOLD_TYCOON + 1
            self.need(fits, f"beginners score {', '.join(STREETS[:3])} and the gold-tycoon")
        else:
            self.need(n_streets == (3 if phase > STREETS_PHASE else 0), "three streets score, once they are drawn", n_streets)
            self.need((draft.bonus > 0) == (phase > BONUS), "there is one bonus challenge, once it is drawn")
        self.state.streets, self.state.bonus = draft.streets, draft.bonus
        characters = [seat.character for seat in draft.seats]
        dealt = sum(character > 0 for character in characters)
        if game.advanced:
            self.need(dealt == 0 and phase != CHARACTER, "advanced players have no characters")
        elif phase <= CHARACTER:
            self.need(all(characters[:dealt]), "characters are dealt in the order of the seats")
            self.need(dealt < self.n if phase == CHARACTER else dealt == 0, "the characters do not fit the step", dealt)
        else:
            self.need(dealt == self.n, "every seat has a character", dealt)
        self.need(max(Counter(c for c in characters if c).values(), default=0) <= 1, "two seats have one character")
        pink = len(DISTRICTS)
        self.need(self.n > 2 or pink not in characters, "pink is not in the game of two", "pink")
        self.state.characters[: self.n] = characters

    def check_tiles(self, seat: int) -> None:
        """R5, R14, R20, R23, R35: what was built, what was demolished, and what is left."""
        given, facts, names = self.draft.seats[seat], self.facts, self.layout.tile_names
        standing = [tile for tile, _ in given.city if tile < N_TILES]
        legends = [tile for tile in standing if tile >= FIRST_LEGEND]
        built = Counter([*(tile for tile in standing if tile < FIRST_LEGEND), *given.gone])
        for tile, count in built.items():
            copies = facts.copies[tile]
            self.need(count <= copies.bit_count(), "this tile is there less often", names[tile])
        self.need(len(legends) <= 1, "a player builds one legendary skyscraper at most")
        for tile in legends:
            self.need(not self.state.legends[tile - FIRST_LEGEND], "a legendary skyscraper stands twice", names[tile])
            self.state.legends[tile - FIRST_LEGEND] = seat + 1
        n_built = built.total()
        most = FIRST_LEGEND - FEWEST_UNBUILT
        self.need(n_built <= most, f"at least {FEWEST_UNBUILT} tiles stay unbuilt", n_built)
        self.need(n_built < most or self.draft.trigger, "four unbuilt tiles bring the end about", n_built)
        left = (1 << FIRST_LEGEND) - 1
        for tile, count in built.items():
            for _ in range(count):
                left &= ~(1 << (left & facts.copies[tile]).bit_length() - 1)
        self.state.unbuilt[seat] = left
        self.check_technology(seat, built, legends)

    def check_technology(self, seat: int, built: Counter[int], legends: list[int]) -> None:
        """R14, R23: generations are unlocked by points of inferior ones, and only superior tiles replace a tile."""
        given, generations = self.draft.seats[seat], self.facts.generations
        points, counts = [0] * (GOLD + 1), [0] * (GOLD + 1)
        for tile in [*built.elements(), *legends]:
            points[generations[tile]] += self.facts.points[tile]
            counts[generations[tile]] += 1
        silver, gold = self.game.silver, self.game.gold
        self.need(not counts[SILVER] or points[BRONZE] >= silver, f"silver is unlocked by {silver} points of bronze")
        enough = points[BRONZE] + points[SILVER] >= gold
        self.need(not counts[GOLD] or enough, f"gold is unlocked by {gold} points of bronze and silver")
        for tile in given.gone:
            generation = generations[tile]
            self.need(generation < GOLD, "gold is never demolished", self.layout.tile_names[tile])
            better = sum(counts[generation + 1 :])
            self.need(better, "a superior tile has replaced a demolished one; there is none", self.layout.tile_names[tile])
        starters = sum(tile == STARTER for tile, _ in given.city)
        self.need(starters <= 1, "a player has one starter")
        self.need(given.character or not starters, "there is no starter without a character")
        self.n_built[seat] = sum(counts)

    def starter_is_gone(self, seat: int) -> bool:
        """R4: say whether a seat had a starter and has it no more."""
        given = self.draft.seats[seat]
        return given.character > 0 and all(tile != STARTER for tile, _ in given.city)

    def lay_city(self, seat: int) -> None:
        """R4, B2, B3: land, buildings and workers."""
        given, facts, state = self.draft.seats[seat], self.facts, self.state
        estate, built = [0] * N_WORDS, [0] * N_WORDS
        for lot in given.lots:
            word, squares = facts.lot_squares[lot]
            name = self.layout.territory_names[lot]
            self.need(lot not in self.claimed, "a territory is claimed twice", name)
            self.need(self.n > 2 or facts.lot_kinds[lot] < N_KINDS - 2, "pink is not in the game of two", name)
            self.claimed.add(lot)
            estate[word] |= squares
        for tile, where in given.city:
            word, squares = facts.footprints[where]
            shown = f"{self.layout.tile_names[tile]}@{self.layout.placement_names[where]}"
            if tile == STARTER:
                home = where == int(self.game.tables.starters[given.character - 1])
                self.need(home, "a starter stands on the start territory of its character", shown)
            self.need(not squares & ~estate[word], "a building lies outside the land of its owner", shown)
            self.need(not squares & built[word], "two buildings overlap", shown)
            built[word] |= squares
        if self.starter_is_gone(seat):
            word, squares = facts.footprints[int(self.game.tables.starters[given.character - 1])]
            # What replaced the starter stands there, or was demolished in turn.
            self.need(given.gone or squares & built[word], "the starter is missing, and nothing was built in its place")
        state.estate[seat], state.built[seat] = estate, built
        entries = sorted(1 + tile * PLACEMENTS + where for tile, where in given.city)
        state.buildings[seat, : len(entries)] = entries
        held = sum(not built[word] & squares for word, squares in map(facts.lot_squares.__getitem__, given.lots))
        self.need(held <= WORKERS, f"a player has {WORKERS} workers, and each territory without a building needs one", held)
        state.workers[seat] = held
        self.need(not given.actions & ~self.all_actions, "this game is played without action cards")
        state.actions[seat] = given.actions

    def check_lots(self) -> None:
        """B1: land of the set-up is the start territories."""
        if self.phase > CHARACTER:
            return
        for seat in self.draft.seats:
            start = [int(self.game.tables.starts[seat.character - 1])] if seat.character else []
            self.need(seat.lots == start, "before the first turn a player has the start territory, or nothing")
            self.need(len(seat.city) == len(start) and not seat.gone, "before the first turn only starters stand")
        self.need(not any(self.used), "no action card is used before the first turn")
        self.need(not self.draft.open and not self.draft.groups, "no card is turned up before the characters are dealt")

    def check_market(self) -> None:
        """B1, R46: cards match unclaimed territories; those that are not given are the shuffled heap."""
        state = self.state
        heap = Counter(kind for lot, kind in enumerate(self.facts.lot_kinds) if lot not in self.claimed)
        if self.n == 2:
            heap[N_KINDS - 2] = heap[N_KINDS - 1] = 0
        heap.subtract(self.draft.cards())
        for kind in range(N_KINDS):
            self.need(heap[kind] >= 0, "there are more cards of a kind than unclaimed territories", KINDS[kind])
        state.heap[:] = [heap[kind] for kind in range(N_KINDS)]
        self.need(len(self.draft.open) <= MARKET, f"at most {MARKET} cards lie open", len(self.draft.open))
        for kind in self.draft.open:
            state.open[kind] += 1
        queue = [kind + 1 + LAST * (k == len(group) - 1) for group in self.draft.groups for k, kind in enumerate(group)]
        state.queue[: len(queue)], state.n_queue = queue, len(queue)
        self.n_heap = sum(heap.values())
        self.n_pile = self.n_heap + len(queue)

    def check_groups(self) -> None:
        """R29, R33: cards go under the pile one by one, or as the open cards of a Market Shift."""
        draft = self.draft
        used = sum(cards & SHIFT_CARD > 0 for cards in self.used)
        wide = [k for k, group in enumerate(draft.groups) if len(group) > 1]
        self.need(len(wide) <= used, "each group of cards under the pile takes a Market Shift")
        for k in wide:
            size = len(draft.groups[k])
            self.need(size <= MARKET, f"a Market Shift puts at most {MARKET} cards under the pile", size)
            begun = self.n_heap == 0 and (k == 0 or draft.trigger)
            self.need(size == MARKET or begun, f"a Market Shift puts {MARKET} cards under the pile", size)
        singles = len(draft.groups) - len(wide)
        self.need(singles <= draft.turns + used, "each single card under the pile takes a turn", singles)

    def turns_of(self, seat: int) -> int:
        """Return how many turns a seat has completed."""
        after = (seat - (int(self.state.first) - 1)) % self.n
        return int((self.draft.turns - after + self.n - 1) // self.n)

    def check_history(self, seat: int) -> None:
        """R8-R11, R32-R35: a turn claims and builds so much, and no less."""
        draft, given, used = self.draft, self.draft.seats[seat], self.used[seat]
        done, own = self.turns_of(seat), seat == draft.who and self.phase != OVER
        waits = self.phase == START or (self.phase == DRAW and draft.then == START)
        n_lots, n_built = len(given.lots), self.n_built[seat]
        start = int(given.character > 0)
        claims = done + bool(used & GRAB_CARD)
        claims += own and not waits and not (self.phase == CLAIM or (self.phase == TAKE and draft.takes == 2))
        claims -= self.starter_is_gone(seat) or bool(given.gone)  # R8: a turn that demolishes claims nothing
        remedy = f"turns completed by {LETTERS[seat]}: {done}"
        self.need(n_lots <= start + claims, "so many territories take more turns", f"{LETTERS[seat]}: {n_lots}", remedy)
        builds = done + bool(used & BOOM_CARD) + (own and self.phase == BOOM)
        self.need(n_built <= builds, "so many buildings take more turns", f"{LETTERS[seat]}: {n_built}", remedy)
        least = min(start + max(0, done - (draft.trigger > 0)), WORKERS - 1)
        few = f"{LETTERS[seat]}: {n_lots} territories and {n_built} buildings"
        self.need(n_lots + n_built >= least, "each turn claims or builds until all workers are out", few, remedy)
        self.need(not used & SHIFT_CARD or done or own, "an action card was used before the first turn of its owner", "shift")
        self.need(not used & GRAB_CARD or done or (own and not waits), "an action card was used before a turn", "grab")
        booming = own and self.phase == PLACE
        self.need(not used & BOOM_CARD or n_built + booming >= 2, "Construction Boom builds a second tile", "boom")

    def check_end(self) -> None:
        """R31, R36, R37: what brought the end about, and the turns that are left."""
        draft, state, over = self.draft, self.state, self.phase == OVER
        if over:
            ended = draft.trigger and self.since == self.n - 1
            self.need(ended or draft.turns == MAX_TURNS, "the game is not over: each other player has one more turn")
        last = draft.trigger - 1
        if last < 0:
            return
        self.need(draft.turns >= self.since + over, "the end does not come before a turn", draft.turns)
        unbuilt = [int(left).bit_count() for left in state.unbuilt[: self.n]]
        by_tiles = unbuilt[last] == FEWEST_UNBUILT
        second = self.phase == BOOM or (self.phase == PLACE and draft.tile > FIRST_LEGEND and self.used[draft.who] & BOOM_CARD)
        if self.since or over:
            state.final = self.n - 1 - self.since + (not over)
            by_cards = len(draft.open) + self.n_pile <= MARKET - 1 + self.since - (not over)
            self.need(by_tiles or by_cards, "nothing has brought the end about")
        else:
            by_cards = self.phase in (BUILD, PLACE, BOOM) and len(draft.open) < MARKET and self.n_pile == 0 and not draft.razing
            self.need(by_cards or (by_tiles and second), "nothing has brought the end about in this turn")
        for seat in range(self.n):
            after = (seat - last) % self.n
            finished = after < self.since + over or (seat == draft.who and second)
            self.need(finished or unbuilt[seat] > FEWEST_UNBUILT, "a player with four unbuilt tiles has a turn to come")

    def check_open(self) -> None:
        """R13, R33, R34, R36: how many cards lie open in which step."""
        draft, phase = self.draft, self.phase
        n_open = len(draft.open)
        grabbed = self.used[draft.who] & GRAB_CARD > 0
        singles = self.n_heap == 0 and all(len(group) == 1 for group in draft.groups)
        if phase == DRAW:
            self.need(n_open < MARKET and self.n_pile > 0, "no card is drawn: four lie open, or the pile is empty")
            if draft.then == BUILD:
                self.need(n_open >= MARKET - 1 - grabbed or draft.trigger, "too few cards lie open", n_open)
            return
        taken = {CLAIM: 1, TAKE: 2 - draft.takes}.get(phase, 0)
        before = n_open + taken
        if phase == CLAIM and not draft.takes and grabbed and draft.card % 2 == 1 and before < MARKET:
            before += 1  # perhaps the second card of Land Grab
        self.need(before >= MARKET or draft.trigger, "four cards lie open until the end is near", n_open)
        self.need(before <= MARKET, "too many cards lie open: one is taken", n_open)
        if before < MARKET:
            self.need(singles, "the pile is empty or holds single cards, or four lie open", n_open)
            self.need(phase != BUILD or self.n_pile == 0, "the Open Market is filled before Build", n_open)

    def check_pending(self) -> None:
        """R34, R35, B2: what is pending in a turn fits the rest."""
        draft, state, phase = self.draft, self.state, self.phase
        used, left = self.used[draft.who], WORKERS - int(state.workers[draft.who])
        grabs = phase == TAKE or (phase == CLAIM and draft.takes > 0)
        small = sum(kind % 2 == 0 for kind in draft.open)
        if grabs:
            self.need(used & GRAB_CARD, "Land Grab takes its card")
            first = phase == CLAIM or draft.takes == 2
            self.need(phase == TAKE or draft.card % 2 == 1, "Land Grab takes cards of size 2", KINDS[draft.card - 1])
            self.need(left >= 1 + first, "Land Grab takes two workers", left)
            self.need(small >= (2 if draft.takes == 2 else 1), "Land Grab takes two open cards of size 2", small)
            self.need(self.n_pile > 0, "Land Grab takes a pile that is not empty")
            self.need(first or left < WORKERS, "the first territory of Land Grab is missing")
        elif phase == CLAIM:
            self.need(left > 0, "there is no worker to claim with")
        elif phase == BUILD or (phase == DRAW and draft.then == BUILD):
            self.need(left < WORKERS, "the territory just claimed is missing")
        elif phase == DRAW:
            self.check_shift()
        elif phase == BOOM:
            self.need(self.all_actions and not used & BOOM_CARD, "there is no Construction Boom left")
            self.need(self.n_built[draft.who], "the first building of this turn is missing")
        elif phase == PLACE and not draft.razing and not used & BOOM_CARD:
            self.need(left < WORKERS or not draft.open, "claiming comes before building, and no worker is on the board")

    def check_shift(self) -> None:
        """R33, B1: cards are drawn before a turn begins after Market Shift, and in the set-up."""
        draft, shifted = self.draft, self.used[self.draft.who] & SHIFT_CARD
        begins = draft.turns == 0 and not any(self.used) and not draft.groups
        self.need(shifted or begins, "only a Market Shift draws before the turn")
        if shifted and self.n_heap:
            self.need(draft.groups and len(draft.groups[-1]) == MARKET, "the cards of the Market Shift are not under the pile")

    def check_points(self) -> None:
        """R14, R42, R44: points are those of the tiles built, with what the end brings; then a chosen tile can be tried."""
        state, facts = self.state, self.facts
        extra = end_points(self.game, state) if self.phase == OVER else [0] * self.n
        for seat, given in enumerate(self.draft.seats):
            points = most = sum(facts.points[tile] for tile in [*(tile for tile, _ in given.city), *given.gone])
            if self.draft.bonus == GOLD_PRESTIGE + 1:
                for tile, where in given.city:
                    if facts.generations[tile] == GOLD:
                        most += int(self.game.tables.rim[where]).bit_count()
            points, most = points + extra[seat], most + extra[seat]
            wanted = str(points) if points == most else f"{points} to {most}"
            self.need(points <= given.score <= most, f"these tiles bring {wanted} points", given.score)
            state.scores[seat] = given.score
        if self.phase == PLACE:
            phase, first = (START, RAZED) if self.draft.razing else (BUILD, CHOSEN)
            name = self.layout.tile_names[self.draft.tile - 1]
            choices = legal_before(self.game, state, phase)
            self.need(first + self.draft.tile - 1 in choices, "the chosen tile cannot be built now", name)
        if self.phase == BOOM:
            self.need(len(legal_before(self.game, state, BOOM)) > 1, "no second tile can be built")
