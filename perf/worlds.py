"""Measure the cost of worlds in Paper Skyscrapers: dealing the hidden cards, as a share of an iteration."""

import time
from random import Random

import contests
import numpy as np

import mctsky
from mctsky.core.record import new_records
from mctsky.core.rng import RNG_DTYPE
from mctsky.profile.costs import FILL, make_worlds
from mctsky.search.params import read_params
from mctsky.search.search import Search

NAME = "paperskyscrapers"
ITERATIONS = 10_000
WORLDS = 1_000_000
SECRETS = 2  # cards of each hand that the other has not seen


def middle() -> mctsky.Position:
    """Return a position of a random game in which each hand holds some cards that only its owner has seen."""
    position, random = mctsky.load(NAME).start(1), Random(1)
    while min(position.state.n_secret[:2].sum(axis=1)) < SECRETS:
        position.play(random.choice(position.legal_codes()))
    return position


def worlds() -> "contests.Contest":
    """Measure copying a state and dealing the hidden cards, in percent of an iteration of mo-ismcts.

    Both at the start, where nothing is hidden yet, and in the middle of a game.
    """
    places = {"at the start": mctsky.load(NAME).start(1), f"{SECRETS} hidden cards": middle()}
    sides = {place: world_share(position) for place, position in places.items()}
    ratios = [
        contests.Ratio(f"paperskyscrapers worlds, percent of an iteration, {p}", (p,), (), 5, at_most=True) for p in sides
    ]
    return contests.Contest("paperskyscrapers-worlds", "percent", sides, ratios)


def world_share(position: mctsky.Position) -> "contests.Side":
    """Return the side that compares worlds with iterations of mo-ismcts, from the view of the seat to act."""
    view, rules = position.view(), position.game.rules
    pool = new_records(2, position.game.spec.state_dtype)
    pool[0] = view.state
    rng, words = new_records(1, RNG_DTYPE), pool.view(np.ndarray).view(np.int64).reshape(2, -1)

    def share() -> float:
        begun = time.thread_time()
        make_worlds(rules, pool, words, rng, view.seat, FILL, WORLDS)
        made = time.thread_time()
        Search(view, read_params("mo-ismcts"), 1).run(ITERATIONS)
        return 100 * (made - begun) / WORLDS * ITERATIONS / (time.thread_time() - made)

    return share
