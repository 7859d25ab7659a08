"""Positions of New York 1901 typed at random: what is accepted can be played to the end, and texts on the way come back."""

import re
from random import Random

import numpy as np
import pytest

import mctsky
from mctsky.errors import PositionError
from mctsky.games.newyork1901.board import DISTRICTS
from mctsky.games.newyork1901.layout import LAYOUTS
from mctsky.games.newyork1901.moves import BONUSES, KINDS
from mctsky.games.newyork1901.notation import CARDS, PHASES
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, N_TILES, STARTER
from mctsky.testing.histories import options_here
from mctsky.testing.states import check_state

GAMES = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 2, "advanced": 1, "action_cards": 0},
    {"players": 3, "beginner": 1},
]
READ_BACK = 16  # plies after a typed position whose texts are all read back


class Typist:
    """Writes texts that look like positions; many contradict themselves."""

    def __init__(self, game: mctsky.Game, random: Random) -> None:
        self.game, self.random = game, random
        self.layout = LAYOUTS[game.rules.layout]
        self.letters = "ABCD"[: game.n_seats]

    def write(self) -> str:
        """Return the text of a position."""
        random, n = self.random, self.game.n_seats
        characters = random.sample(range(5 if n > 2 else 4), n)
        starts = [self.layout.board.starts[character] for character in characters]
        lots = [k for k, lot in enumerate(self.layout.board.territories) if (n > 2 or lot.district < 4) and k not in starts]
        random.shuffle(lots)
        ends = sorted(random.randrange(len(lots) + 1) for _ in range(n))
        self.legends = list(range(FIRST_LEGEND, N_TILES))
        land = [[start, *lots[begin:end]] for start, begin, end in zip(starts, [0, *ends], ends, strict=False)]
        seats = [self.seat(letter, *both) for letter, *both in zip(self.letters, characters, land, strict=True)]
        streets = ["broadway", "wall", "nassau"] if self.game.options["beginner"] else ["wall", "nassau", "pine"]
        bonus = "gold-tycoon" if self.game.options["beginner"] else random.choice(BONUSES)
        fields = [f"step {self.step()}", f"turns {random.choice((0, 1, 7, 100, 399, 400))}", f"streets {' '.join(streets)}"]
        fields += [f"bonus {bonus}", *([f"end {random.choice(self.letters)}"] if random.random() < 0.6 else [])]
        cards = [self.layout.board.territories[lot].kind for lot in lots[ends[-1] :]] or [0]
        opened, under = (
            [KINDS[random.choice(cards)] for _ in range(random.choice(k))] for k in ((0, 2, 3, 3, 4, 4, 4), (0, 0, 1, 5))
        )
        fields += [f"open {' '.join(opened)}"] if opened else []
        fields += [f"under {random.choice((' ', ' / ')).join(under)}"] if under else []
        return " | ".join([*fields, *seats])

    def step(self) -> str:
        """Return a step with what is pending."""
        random, step = self.random, self.random.choice((*PHASES[3:], "place", "place", "boom", "boom", "over"))
        tile = self.layout.tile_names[random.randrange(N_TILES)]
        more = {
            "draw": ["then start", "then build"],
            "take": ["1", "2"],
            "claim": [f"{card}{then}" for card in KINDS[:8] for then in ("", " then take")],
            "place": [f"build {tile}", f"raze {tile}"],
        }
        return " ".join([step, random.choice(self.letters), random.choice(more.get(step, [""]))]).strip()

    def seat(self, letter: str, character: int, lots: list[int]) -> str:
        """Return what a seat has: buildings where they fit, at most four territories without one, some tiles demolished."""
        random, tables, names = self.random, self.layout.tables, self.layout
        free, city = np.zeros(3, np.uint64), []
        for lot in lots:
            free[tables.lot_word[lot]] |= tables.lots[lot]
        estate = free.copy()
        wanted = random.choice((0, 2, 4, 6, 8, 10, 12, 13, 13, 13, 14, 15))
        tiles = random.sample(range(FIRST_LEGEND), wanted) + self.legends[: random.randrange(2)]
        starter = [] if self.game.options["advanced"] or random.random() < 0.3 else [STARTER]
        for tile in [*starter, *tiles]:
            fits = (tables.placement_shape == tables.tile_shape[tile]) & (tables.footprint & ~free[tables.placement_word] == 0)
            fits[len(names.placement_names) :] = False
            where = random.choice(np.flatnonzero(fits).tolist() or [-1])
            where = int(tables.starters[character]) if tile == STARTER else where
            if where >= 0:
                free[tables.placement_word[where]] &= ~tables.footprint[where]
                city.append((tile, where))
        self.legends = [tile for tile in self.legends if all(tile != other for other, _ in city)]
        bare = [lot for lot in lots if not tables.lots[lot] & (estate ^ free)[tables.lot_word[lot]]]
        land = [names.territory_names[lot] for lot in lots if lot not in bare[random.randrange(6) :]]
        standing = [tile for tile, _ in city]
        gone = [tile for tile in tiles if tile < FIRST_LEGEND and tile not in standing]
        cards = [card for card in CARDS if self.game.options["action_cards"] and random.random() < 0.5]
        parts = {
            "cards": cards,
            "land": land,
            "city": [f"{names.tile_names[tile]}@{names.placement_names[where]}" for tile, where in city],
            "gone": [names.tile_names[tile] for tile in gone],
        }
        words = [letter, *([] if self.game.options["advanced"] else [DISTRICTS[character]]), "0"]
        return " ".join([*words, *(word for name, items in parts.items() if items for word in (name, *items))])


def read(game, text):
    """Return the position of a text, with the points that its tiles bring."""
    for _ in range(1 + game.n_seats):
        try:
            return game.position(text)
        except PositionError as error:
            wanted = re.match(r"the tiles of (\w) are worth (\d+)", error.problem)
            if not wanted:
                raise
            text = re.sub(rf"\| {wanted[1]}( [a-z]+)? \d+", rf"| {wanted[1]}\1 {wanted[2]}", text, count=1)
    raise AssertionError(text)


def play_on(position, random):
    """Play to the end at random and read texts back; return the number of plies."""
    plies = 0
    while not position.is_over:
        check_state(position)
        position.play(random.choice(options_here(position)))
        plies += 1
        if plies < READ_BACK or random.random() < 0.1 or position.is_over:
            assert position.game.position(position.text()) == position
    check_state(position)
    return plies


def type_many(options, n):
    """Return how many of `n` texts were accepted, by step."""
    game, random, accepted = mctsky.load("newyork1901", **options), Random(str(options)), dict.fromkeys(PHASES, 0)
    typist = Typist(game, random)
    for _ in range(n):
        try:
            position = read(game, typist.write())
        except PositionError:
            continue
        accepted[PHASES[int(position.state.phase)]] += 1
        assert game.position(position.text()) == position
        assert play_on(position, random) <= game.spec.bounds.max_plies
    return accepted


@pytest.mark.parametrize("options", GAMES, ids=str)
def test_what_is_accepted_can_be_played_to_the_end(options):
    assert sum(type_many(options, 120).values()) > 5, "the typist writes too few positions to test what is accepted"


@pytest.mark.slow
@pytest.mark.parametrize("options", GAMES, ids=str)
def test_what_is_accepted_can_be_played_to_the_end_at_length(options):
    accepted = type_many(options, 2_000)
    steps = PHASES[PHASES.index("draw") :]
    cards_needed = () if options.get("action_cards", 1) else ("take", "boom")
    assert all(accepted[step] for step in steps if step not in cards_needed), accepted
