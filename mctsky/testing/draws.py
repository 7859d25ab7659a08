"""Draws against odds: how often chance, random moves and worlds come out, and whether that can be luck."""

import math
from collections import Counter
from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, determinise, has_verb, random_move, sample_chance, stir
from mctsky.core.jit import kernel
from mctsky.core.position import Game, Position, View
from mctsky.core.record import new_records
from mctsky.core.rng import make_rng
from mctsky.testing.findings import broken, require
from mctsky.testing.histories import record, walk
from mctsky.testing.recorder import note
from mctsky.testing.states import ALTERS

UNLIKELY = 1e-7  # a check that fails a right game once in ten million times
MAX_ROWS = 12  # of a table of odds


@kernel(entry=True)
def tally(game: Any, state: Any, rng: Any, n: int, counts: Any) -> None:
    """Count `n` draws of chance by their code; counts[-1] counts codes that do not exist."""
    for _ in range(n):
        code = sample_chance(game, state, rng)
        counts[code if 0 <= code < len(counts) - 1 else len(counts) - 1] += 1


@kernel(entry=True)
def tally_moves(game: Any, state: Any, out: Any, rng: Any, n: int, counts: Any) -> None:
    """Count `n` draws of a legal move by their code; counts[-1] counts codes that do not exist."""
    for _ in range(n):
        code = random_move(game, state, out, rng)
        counts[code if 0 <= code < len(counts) - 1 else len(counts) - 1] += 1


@kernel(entry=True)
def draw_worlds(game: Any, view: Any, worlds: Any, viewer: int, rng: Any, n_stirs: int) -> None:
    """Fill every record of `worlds` with one world of the concealed state view[0], stirred so many times."""
    for i in range(len(worlds)):
        worlds[i] = view[0]
        determinise(game, worlds[i], viewer, rng)
        for _ in range(n_stirs):
            stir(game, worlds[i], viewer, rng)


def sampled_worlds(view: View, n: int, seed: int, n_stirs: int = 0) -> Counter[bytes]:
    """Return how often each world was drawn."""
    worlds = new_records(n, view.game.spec.state_dtype)
    source = new_records(1, view.game.spec.state_dtype)
    source[0] = view.state
    note("stir" if n_stirs else "determinise", view.state)
    draw_worlds(view.game.rules, source, worlds, view.seat, make_rng(seed), n_stirs)
    raw, size = worlds.tobytes(), view.game.spec.state_dtype.itemsize
    return Counter(raw[start : start + size] for start in range(0, len(raw), size))


def chi_square(drawn: list[int], odds: list[float]) -> float:
    """Return how likely draws by these odds (which need not add up to 1) stray at least so far, by Pearson's test."""
    n, total = sum(drawn), math.fsum(odds)
    expected = [odd / total * n for odd in odds]
    statistic = math.fsum((d - e) ** 2 / e for d, e in zip(drawn, expected, strict=True))
    return chi_square_tail(statistic, len(odds) - 1)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the upper tail of the chi-square distribution: the incomplete gamma function by series or continued fraction."""
    if freedom <= 0 or statistic <= 0:
        return 1.0
    a, x = freedom / 2, statistic / 2
    scale = math.exp(min(0.0, a * math.log(x) - x - math.lgamma(a)))
    if x < a + 1:
        term = total = 1 / a
        n = a
        while term > total * 1e-15:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1.0 - total * scale)
    tiny = 1e-300  # Lentz's method
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for i in range(1, 10_000):
        b += 2
        d = 1 / ((-i * (i - a)) * d + b or tiny)
        c = b + (-i * (i - a)) / c or tiny
        fraction *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return min(1.0, fraction * scale)


def odds_table(rows: list[tuple[str, float, int]], n: int) -> list[list[str]]:
    """Return a table of names with expected and drawn counts, those that stray most first."""
    rows = sorted(rows, key=lambda row: -abs(row[1] * n - row[2]) / math.sqrt(row[1] * n + 1))
    return [["", "expected", "drawn"], *([name, f"{odd * n:.1f}", str(drawn)] for name, odd, drawn in rows[:MAX_ROWS])]


def _seeded_states(game: Game, seed: int, chance: bool, most: int) -> list[bytes]:
    """Return some states of a random game in which chance is to act, or a seat."""
    found = {
        h.position.state.tobytes()
        for h in walk(game, seed)
        if (h.position.to_act == CHANCE) == chance and not h.position.is_over
    }
    listed = sorted(found)
    return listed[:: max(1, len(listed) // most)]


def check_sampling(game: Game, seed: int, n_draws: int, most: int = 8) -> int:
    """Check `sample_chance` against the odds of `chance_moves`; return how many real draws were met."""
    checked = 0
    for raw in _seeded_states(game, seed, True, most):
        position = Position(game, record(game, raw))
        counts = np.zeros(game.spec.bounds.n_codes + 1, np.int64)
        note("sample_chance", position.state)
        tally(game.rules, position.state, make_rng(seed + 17), n_draws, counts)
        require(position.state.tobytes() == raw, "sample_chance", ALTERS, "drawing altered the state")
        codes, odds = zip(*position.chance_codes(), strict=True)
        _check_listed("sample_chance", "by the odds of `chance_moves`", counts, list(codes))
        if len(codes) > 1:
            drawn = [int(counts[code]) for code in codes]
            _check_fit("sample_chance", "by the odds of `chance_moves`", position, list(codes), list(odds), drawn)
            checked += 1
    return checked


def check_random_moves(game: Game, seed: int, n_draws: int, most: int = 12) -> int:
    """Check that `random_move` draws every legal move equally often; return how many decisions were looked at."""
    if not has_verb(game.spec.game_type, "random_move"):
        return 0
    checked = 0
    for raw in _seeded_states(game, seed, False, most):
        position = Position(game, record(game, raw))
        codes = position.legal_codes()
        if len(codes) > 1:
            counts = np.zeros(game.spec.bounds.n_codes + 1, np.int64)
            out = np.empty(game.spec.bounds.max_legal, np.int32)
            note("random_move", position.state)
            tally_moves(game.rules, position.state, out, make_rng(seed + 23), 50 * len(codes) + n_draws // 10, counts)
            _check_listed("random_move", "exactly equally likely", counts, codes)
            drawn = [int(counts[code]) for code in codes]
            _check_fit("random_move", "exactly equally likely", position, codes, [1 / len(codes)] * len(codes), drawn)
            checked += 1
    return checked


def _check_listed(verb: str, fragment: str, counts: Any, codes: list[int]) -> None:
    others = [code for code in np.flatnonzero(counts) if code not in codes]
    if others:
        shown = "a code that does not exist" if others[0] == len(counts) - 1 else f"code {others[0]}"
        broken(verb, fragment, f"drew {shown}, which is not listed; listed are {codes}")


def _check_fit(verb: str, fragment: str, position: Position, codes: list[int], odds: list[float], drawn: list[int]) -> None:
    p = chi_square(drawn, odds)
    if p < UNLIKELY:
        rows = [(position.format_move(code), odd, n) for code, odd, n in zip(codes, odds, drawn, strict=True)]
        broken(verb, fragment, f"{sum(drawn)} draws stray from the odds (p = {p:.0e})", odds_table(rows, sum(drawn)))
