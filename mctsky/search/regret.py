"""Regret matching+ with baselines, for decisions that are hidden or simultaneous.

The seats take turns as the *traverser*, who explores with probability gamma; all others play their current strategy. A move a,
drawn with probability q, that led to the value v counts as b[a] + (v - b[a]) / q, every other move y as its baseline b[y].
Baselines are what was seen so far after the very same history, hands included, so that estimates hardly vary once they are
known; any other number would be right on average too. The regret of a move is what it is worth beyond the current strategy,
in sum and never below 0; the current strategy is proportional to it. Where the history is known, every seat learns; beyond, the
traverser alone, with the means of its own tree as baselines.

What is drawn off the current strategy is made up for by weights (`reach`): of a seat's regrets, how much likelier the others'
choices are than they were drawn; of its average strategy, its own.
"""

from math import sqrt
from typing import Any

from mctsky.core.contract import CHANCE, MAX_SEATS, Rules, Seat
from mctsky.core.jit import kernel
from mctsky.core.rng import uniform
from mctsky.search.backup import add_to_row, worth
from mctsky.search.histories import ENDS, history_mean, learn_history
from mctsky.search.tree import (
    NO_HISTORY,
    NONE,
    Node,
    Work,
    baselines_of,
    edge_value,
    nodes_of,
    outlook_of,
    policies_of,
    reach_of,
    rng_of,
    steps_of,
)


@kernel(inline=True)
def choose_regret(game: Rules, work: Work, actor: Seat, first: Node, n: int, history: Node) -> int:
    """Draw a move by the current strategy, and note how; return its place.

    The traverser draws any move with probability gamma. A move that is known to end the game is worth what it is known to be
    worth, so it is drawn only if all moves are of that kind, or where the draws themselves are counted (`counts`).
    """
    policies, nodes = policies_of(work), nodes_of(work)
    skips = history != NO_HISTORY and work.counts == 0
    total, open_total, n_open = 0.0, 0.0, 0
    for index in range(n):
        regret = policies[first + index].regret
        total += regret
        if not (skips and nodes[history + index].first_child == ENDS):
            open_total += regret
            n_open += 1
    if n_open == 0:
        skips, open_total, n_open = False, total, n
    gamma = work.gamma if actor == work.traverser else 0.0
    if open_total <= 0.0:
        gamma = 1.0
    left = uniform(rng_of(work)[0])
    even = left < gamma
    if gamma == 0.0:  # of most draws, which therefore take few divisions
        left *= open_total
    else:
        left = left / gamma * n_open if even else (left - gamma) / (1.0 - gamma) * open_total
    chosen, last, passed = 0, 0, 0.0
    for index in range(n):  # to the end, because a way out that depends on luck costs the CPU more
        is_open = not (skips and nodes[history + index].first_child == ENDS)
        weight = 1.0 if even else float(policies[first + index].regret)
        passed += weight if is_open else 0.0
        chosen += passed <= left
        last = index if is_open else last
    if chosen == n:  # rounding
        chosen = last
    regret = policies[first + chosen].regret
    likely = regret / total if total > 0.0 else 1.0 / n
    if gamma == 0.0:
        chance = likely if open_total == total else regret / open_total
    else:
        chance = gamma / n_open
        if gamma < 1.0:
            chance += (1.0 - gamma) * regret / open_total
    _note_choice(game, work, actor, first, n, history, chosen, chance, likely)
    return chosen


@kernel(inline=True)
def _note_choice(
    game: Rules, work: Work, actor: Seat, first: Node, n: int, history: Node, chosen: int, chance: float, likely: float
) -> None:
    """Append a choice to the steps of this iteration, and weigh what follows."""
    reach = reach_of(work)
    step = steps_of(work)[work.n_steps]
    work.n_steps += 1
    step.seat = actor
    step.first = first
    step.n = n
    step.chosen = chosen
    step.history = history
    step.chance = chance
    step.likely = likely
    step.weight = reach[actor]
    step.own_weight = reach[MAX_SEATS + actor]
    if likely != chance:
        ratio = likely / chance
        for seat in range(game.n_seats):
            if seat != actor:
                reach[seat] *= ratio
        reach[MAX_SEATS + actor] *= ratio


@kernel
def average_chance(work: Work, first: Node, n: int, index: int) -> float:
    """Return the probability of a move in the average strategy of a decision; even where nothing is known."""
    total = 0.0
    for other in range(n):
        total += policies_of(work)[first + other].average
    return policies_of(work)[first + index].average / total if total > 0.0 else 1.0 / n


@kernel(inline=True)
def back_up_regrets(game: Rules, work: Work, row: int, row_step: int) -> None:
    """Turn the result of this iteration into regrets, average strategies, baselines and the table row.

    The row gets what each seat can expect after the viewer's move (the first `row_step` steps), exploration removed. Where two
    results always add up to 1, only the first seat's are kept.
    """
    outlook = outlook_of(work)
    for seat in range(game.n_seats):
        outlook[seat] = worth(work, seat)
    if work.mirrors != 0 and abs(outlook[0] + outlook[1] - 1.0) > 1e-9:
        work.mirrors = 0
    n_kept = 1 if work.mirrors != 0 else int(game.n_seats)
    for place in range(int(work.n_steps) - 1, -1, -1):
        if place == row_step - 1 and row >= 0:
            _count_row(game, work, row)
        step = steps_of(work)[place]
        if step.seat == CHANCE:
            for seat in range(n_kept):
                _back_up_luck(work, step, seat)
            nodes_of(work)[step.chosen].visits += 1
        else:
            _back_up_choice(game, work, step, n_kept)
    if row_step == 0 and row >= 0:
        _count_row(game, work, row)


@kernel
def _count_row(game: Rules, work: Work, row: int) -> None:
    """Add what is expected now to the table."""
    outlook = outlook_of(work)
    if work.mirrors != 0:
        outlook[1] = 1.0 - outlook[0]
    add_to_row(game, work, row, outlook)


@kernel
def _back_up_luck(work: Work, step: Any, seat: Seat) -> None:
    """Take luck out of what a seat can expect: what came of the outcome, less its own baseline, plus that of all outcomes."""
    nodes, outlook = nodes_of(work), outlook_of(work)
    value = outlook[seat]
    mean = history_mean(work, int(step.chosen), seat)
    if mean >= 0.0:
        total, odds = 0.0, 0.0
        child = int(nodes[step.history].first_child)
        while child != NONE:
            known = history_mean(work, child, seat)
            if known >= 0.0:
                total += edge_value(nodes[child]) * known
                odds += edge_value(nodes[child])
            child = int(nodes[child].next_sibling)
        if odds > 0.0:
            outlook[seat] = value - mean + total / odds
    learn_history(work, int(step.chosen), seat, value)


@kernel(inline=True)
def _back_up_choice(game: Rules, work: Work, step: Any, n_kept: int) -> None:
    """Learn from a choice, and take it out of what each seat can expect."""
    policies, outlook, baselines = policies_of(work), outlook_of(work), baselines_of(work)
    first, n, chooser, history = int(step.first), int(step.n), int(step.seat), int(step.history)
    kept = 0 if work.mirrors != 0 else chooser
    knows = history != NO_HISTORY
    chosen = int(step.chosen)
    if n_kept > 1:
        for seat in range(n_kept):
            if seat != kept:
                other = outlook[seat]
                _expect_other(work, step, seat)
                if knows:
                    learn_history(work, history + chosen, seat, other)
    learns = knows or chooser == work.traverser
    value, average, share, usual, expected, surprise = outlook[kept], 0.0, 0.0, 0.0, 0.0, 0.0
    if learns:
        total, expected, usual = _expect(work, step, kept)
        share = 1.0 / total if total > 0.0 else 0.0
        own = baselines[chosen]
        surprise = (value - (own if own >= 0.0 else usual)) / step.chance
        expected += step.likely * surprise
        outlook[kept] = expected
    else:
        total = 0.0
        for index in range(n):
            total += policies[first + index].regret
        share = 1.0 / total if total > 0.0 else 0.0
    for index in range(n):
        average += policies[first + index].average
    weight = step.own_weight * sqrt(1.0 + 2.0 * average)  # later choices count more: the t-th about t times
    even = weight / n if share == 0.0 else 0.0
    scaled = weight * share
    learns = learns and step.weight > 0.0
    sign = -step.weight if chooser != kept else step.weight
    for index in range(n):
        policy = policies[first + index]
        regret = policy.regret
        policy.average += regret * scaled + even
        if learns:
            mean = baselines[index]
            gain = (mean if mean >= 0.0 else usual) - expected
            if index == chosen:
                gain += surprise
            policy.regret = max(0.0, regret + sign * gain)
    if knows:
        learn_history(work, history + chosen, kept, value)
        nodes_of(work)[history + chosen].visits += 1


@kernel
def _expect_other(work: Work, step: Any, seat: Seat) -> None:
    """Take another seat's choice out of what a seat can expect."""
    outlook = outlook_of(work)
    if step.history != NO_HISTORY:
        _, expected, usual = _expect(work, step, seat)
        own = baselines_of(work)[step.chosen]
        outlook[seat] = expected + step.likely * (outlook[seat] - (own if own >= 0.0 else usual)) / step.chance
    elif step.likely != step.chance:
        outlook[seat] = 0.5 + step.likely / step.chance * (outlook[seat] - 0.5)


@kernel
def _expect(work: Work, step: Any, seat: Seat) -> tuple[float, float, float]:
    """Note a seat's baselines of a choice; return the sum of regrets, what the baselines expect, and their mean.

    A move of which nothing is known counts as the mean of the others; if all are unknown, as what has come of this one.
    """
    policies, baselines, first, n = policies_of(work), baselines_of(work), int(step.first), int(step.n)
    sum_known, n_known, total, weighted, weights = 0.0, 0, 0.0, 0.0, 0.0
    for index in range(n):
        regret = policies[first + index].regret
        total += regret
        mean = _mean(work, step, seat, index)
        baselines[index] = mean
        if mean >= 0.0:
            sum_known += mean
            n_known += 1
            weighted += regret * mean
            weights += regret
    if n_known == 0:
        usual = float(outlook_of(work)[seat])
        return total, usual, usual
    usual = sum_known / n_known
    if total <= 0.0:
        return total, usual, usual
    return total, (weighted + (total - weights) * usual) / total, usual


@kernel
def _mean(work: Work, step: Any, seat: Seat, index: int) -> float:
    """Return a seat's baseline of a move: of the history after it, else of the chooser's own tree; -1 if both are unknown."""
    if step.history != NO_HISTORY:
        mean = history_mean(work, int(step.history) + index, seat)
        if mean >= 0.0:
            return mean
    edge = nodes_of(work)[int(step.first) + index]
    if edge.visits == 0 or (seat != step.seat and work.mirrors == 0):
        return -1.0
    mean = edge_value(edge) / float(edge.visits)
    return mean if seat == step.seat else 1.0 - mean
