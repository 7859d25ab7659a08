"""Perft on every game: against a slow count that asks the verbs one by one, and part by part."""

from random import Random

import pytest

from contract.subjects import smallest, specs
from mctsky.core.contract import mid_turn
from mctsky.core.perft import divide, perft
from mctsky.core.position import Position
from mctsky.testing.histories import options_here

MAX_LEAVES = 120  # where there are more, the slow count gives up
N_MOVES = 16


class TooManyError(Exception):
    pass


def count(position: Position, depth: int, turns: bool, budget: list[int]) -> int:
    if depth == 0:
        budget[0] -= 1
        if budget[0] < 0:
            raise TooManyError
        return 1
    leaves, actor = 0, position.to_act
    for code in options_here(position):
        after = position.copy()
        after.play(code)
        goes_on = turns and mid_turn(position.game.rules, after.state, actor)
        leaves += count(after, depth if goes_on else depth - 1, turns, budget)
    return leaves


@pytest.mark.parametrize("name", specs())
def test_the_parts_add_up_to_the_whole(name):
    position, random, n_checked = smallest(name).start(), Random(7), {True: 0, False: 0}
    for _ in range(N_MOVES):
        for turns, depth in ((False, 1), (False, 2), (True, 1), (True, 2)):
            try:
                leaves = count(position, depth, turns, [MAX_LEAVES])
            except TooManyError:
                continue
            parts = divide(position, depth, turns=turns)
            assert sum(parts.values()) == perft(position, depth, turns=turns) == leaves
            assert list(parts) == options_here(position)
            n_checked[turns] += 1
        if position.is_over:
            break
        position.play(random.choice(options_here(position)))
    assert min(n_checked.values()) >= 2
