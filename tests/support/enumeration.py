"""A small game of hidden cards enumerated in full, beside its naive oracle (a module of tests/naive)."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from scipy import stats

from mctsky.core.contract import CHANCE, NOBODY
from mctsky.core.position import Game, Position, View
from mctsky.errors import PositionError
from mctsky.testing.draws import sampled_worlds


@dataclass
class Pair:
    """One history: our position, the naive state, and the weight of the moves of chance and of each seat's choices."""

    position: Position
    naive: Any
    chance: Fraction
    choices: tuple[Fraction, ...]


def enumerate_pairs(game: Game, naive: Any) -> list[Pair]:
    """Return every history, and check on the way that both know the same actors, moves and odds."""
    names: dict[int, Any] = {CHANCE: "chance", NOBODY: "over"} | {seat: seat for seat in range(game.n_seats)}
    found: list[Pair] = []
    waiting = [Pair(game.start(), naive.start(), Fraction(1), (Fraction(1),) * game.n_seats)]
    while waiting:
        pair = waiting.pop()
        found.append(pair)
        position, state = pair.position, pair.naive
        assert names[position.to_act] == naive.turn(state), position
        ours = dict(position.chance_moves()) if position.to_act == CHANCE else dict.fromkeys(position.legal_moves())
        expected = naive.moves(state)
        assert list(ours) == list(expected), position
        for text, odds in expected.items():
            chance, choices = pair.chance, pair.choices
            if position.to_act == CHANCE:
                assert abs(ours[text] - odds) < 1e-12, position
                chance = chance * odds
            else:
                choices = tuple(old * odds if seat == position.to_act else old for seat, old in enumerate(choices))
            after = position.copy()
            after.play(text)
            waiting.append(Pair(after, naive.play(state, text), chance, choices))
    return found


def check_views(pairs: list[Pair], naive: Any) -> None:
    """Check that two histories look the same to a seat in our view exactly when they do in the naive account."""
    for viewer in range(len(pairs[0].choices)):
        view_of: dict[Any, View] = {}
        account_of: dict[View, Any] = {}
        for pair in pairs:
            view, account = pair.position.view(viewer), naive.sees(pair.naive, viewer)
            assert view_of.setdefault(account, view) == view, f"leaks to {view!r}"
            assert account_of.setdefault(view, account) == account, f"forgotten by {view!r}"


def check_texts(game: Game, pairs: list[Pair], candidates: Any) -> int:
    """Check that exactly the texts of reachable states and views are accepted, read back byte for byte; return how many."""
    states = {pair.position.text(): pair.position for pair in pairs}
    views = [{pair.position.view(seat).text(): pair.position.view(seat) for pair in pairs} for seat in range(game.n_seats)]
    assert len({position.state.tobytes() for position in states.values()}) == len(states)
    n = 0
    for text in (*states, *(text for seen in views for text in seen), *candidates):
        for seat in (None, *range(game.n_seats)):
            known: Any = states if seat is None else views[seat]
            read = read_text(game, text, seat)
            if text in known:
                assert read == known[text]
                n += 1
            else:
                assert read is None, f"accepted {text!r} for viewer {seat}"
    return n


def read_text(game: Game, text: str, viewer: int | None) -> Position | View | None:
    """Return the position or view that `text` describes, or None if it is refused."""
    try:
        return game.position(text) if viewer is None else game.view(text, viewer)
    except PositionError:
        return None


def check_worlds(pairs: list[Pair], viewer: int, n: int) -> int:
    """Check every view's worlds against the enumeration by chi-square, each and all together; return how many were wide."""
    odds: dict[View, dict[bytes, Fraction]] = defaultdict(lambda: defaultdict(Fraction))
    for pair in pairs:
        odds[pair.position.view(viewer)][pair.position.state.tobytes()] += pair.chance * prod(
            choice for seat, choice in enumerate(pair.choices) if seat != viewer
        )
    statistic = freedom = wide = 0
    for index, (view, worlds) in enumerate(odds.items()):
        counts = sampled_worlds(view, n if len(worlds) > 1 else 2, 10_000 * viewer + index)
        assert set(counts) <= set(worlds), f"an impossible world behind {view!r}"
        if len(worlds) == 1:
            continue
        total = sum(worlds.values())
        expected = [float(odd / total) * n for odd in worlds.values()]
        test = stats.chisquare([counts[world] for world in worlds], expected)
        assert test.pvalue > 1e-7, f"wrong odds behind {view!r}"
        statistic, freedom, wide = statistic + test.statistic, freedom + len(worlds) - 1, wide + 1
    assert stats.chi2.sf(statistic, freedom) > 1e-4
    return wide
