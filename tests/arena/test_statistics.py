"""What a match's games prove: sums, intervals from blocks, Elo, ranks, failures; the same in any order of arrival."""

import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from tallies import interval, summarise, tally_of

from mctsky.arena.playing.plan import cyclic_seatings
from mctsky.arena.records.record import BotEntry, GameRecord, MoveRecord
from mctsky.arena.records.summary import Summary
from mctsky.arena.statistics.intervals import elo_of_score, score_interval
from mctsky.arena.statistics.outcomes import shares
from mctsky.arena.statistics.tally import Tally
from mctsky.errors import OptionError

AB = (BotEntry("A", "a"), BotEntry("B", "b"))


def record(
    index: int,
    seating: Sequence[int],
    result: Sequence[float],
    *,
    block_size: int = 2,
    bots: tuple[BotEntry, ...] = AB,
    moves: Sequence[tuple[int, float]] = (),
    failed: int | None = None,
    reason: str = "normal",
) -> GameRecord:
    return GameRecord(
        id=f"m-{index}",
        game="g",
        options={},
        seed=0,
        seating=tuple(seating),
        bots=bots,
        moves=tuple(MoveRecord(seat, 0, "x", seconds) for seat, seconds in moves),
        result=tuple(result),
        reason=reason,
        failed_seat=failed,
        index=index,
        block=index // block_size,
    )


def small_match() -> list[GameRecord]:
    moves = [(0, 0.5), (1, 1.0), (-1, 9.0), (0, 0.25), (1, 0.5), (0, 0.25)]
    return [
        record(0, (0, 1), (1.0, 0.0), moves=moves),
        record(1, (1, 0), (0.5, 0.5), moves=moves),
        record(2, (0, 1), (0.0, 1.0), moves=moves),
        record(3, (1, 0), (0.0, 1.0), moves=moves),
        record(4, (0, 1), (1.0, 0.0), moves=moves),
    ]


def random_match(n_bots: int, n_seats: int, n_blocks: int, seed: int) -> tuple[list[GameRecord], int]:
    luck = random.Random(seed)
    entries = tuple(BotEntry(f"bot{k}", f"bot{k}") for k in range(n_bots))
    rows = cyclic_seatings(n_bots, n_seats)
    games = []
    for index in range(n_blocks * len(rows)):
        row = rows[index % len(rows)]
        winners = luck.sample(range(n_seats), 1 if luck.random() < 0.7 else 2)
        result = [1 / len(winners) if seat in winners else 0.0 for seat in range(n_seats)]
        games.append(record(index, row, result, block_size=len(rows), bots=entries, moves=[(0, luck.random())]))
    return games, len(rows)


def test_a_small_match_by_hand() -> None:
    result = summarise(small_match(), ("A", "B"), 2, 2)
    assert (result.games, result.blocks, result.left_out, result.settled) == (4, 2, 1, 2)
    a, b = result.bots
    assert (a.games, a.wins, a.draws, a.losses) == (4, 2, 1, 1)
    assert (b.games, b.wins, b.draws, b.losses) == (4, 1, 1, 2)
    assert (a.score, b.score) == (0.625, 0.375)
    assert [(row.seat, row.games, row.wins, row.draws, row.losses, row.score) for row in a.seats] == [
        (0, 2, 1, 0, 1, 0.5),
        (1, 2, 1, 1, 0, 0.75),
    ]
    assert (a.low, a.high) == pytest.approx(interval([0.75, 0.5]))
    assert a.elo == pytest.approx(400 * math.log10(0.625 / 0.375))
    assert (a.elo_low, a.elo_high) == pytest.approx((elo_of_score(a.low, 2), elo_of_score(a.high, 2)))
    assert (a.rank, b.rank, a.rank_low, a.rank_high) == (1, 2, 1, 2)
    # A's lead in the two blocks is 0.5 and 0: sum 0.5, sum of squares 0.25.
    assert a.superiority == pytest.approx(stats.norm.cdf(1.0))
    assert b.superiority is None
    assert (a.moves, a.seconds) == (3 + 2 + 3 + 2, 1.0 + 1.5 + 1.0 + 1.5)  # chance and the unfinished block left out
    assert (a.failures, a.faults, result.reasons) == (0, {}, ())
    # Games 1, 1/2, 0, 1 have variance 0.171875; blocks 3/4, 1/2 have 0.03125.
    assert a.block_effect == pytest.approx(2 * 0.03125 / 0.171875)


def test_before_the_first_block_the_games_there_are_count() -> None:
    result = summarise(small_match()[:1], ("A", "B"), 2, 2)
    a = result.bots[0]
    assert (result.games, result.blocks, result.left_out, a.score, a.low, a.high) == (1, 0, 0, 1.0, 0.0, 1.0)
    assert (a.elo_low, a.elo_high) == (-math.inf, math.inf)
    nothing = summarise([], ("A", "B"), 2, 2)
    assert (nothing.games, nothing.bots[0].low, nothing.bots[0].high, nothing.bots[0].elo) == (0, 0.0, 1.0, None)
    json.dumps(nothing.to_dict(), allow_nan=False)


@pytest.mark.parametrize(("n_bots", "n_seats"), [(2, 2), (3, 3), (2, 3), (2, 4), (3, 5), (5, 5), (1, 2)])
def test_the_order_of_arrival_changes_nothing(n_bots: int, n_seats: int) -> None:
    games, size = random_match(n_bots, n_seats, 7, seed=n_bots + 10 * n_seats)
    names = tuple(f"bot{k}" for k in range(n_bots))
    straight = tally_of(games, names, n_seats, size)
    for seed in range(3):
        shuffled = random.Random(seed).sample(games, len(games))
        tally = tally_of(shuffled, names, n_seats, size)
        mine, theirs = tally.result().to_dict(), straight.result().to_dict()
        for bot in (*mine["bots"], *theirs["bots"]):
            bot.pop("timing")  # seconds are added up as they come
        assert mine == theirs
        assert [list(tally.block_scores(k)) for k in range(n_bots)] == [list(straight.block_scores(k)) for k in range(n_bots)]
    json.dumps(straight.result().to_dict(), allow_nan=False)


@pytest.mark.parametrize(("n_bots", "n_seats"), [(2, 2), (2, 3), (3, 3), (2, 5), (4, 5)])
def test_running_sums_agree_with_numpy(n_bots: int, n_seats: int) -> None:
    games, size = random_match(n_bots, n_seats, 40, seed=3)
    names = tuple(f"bot{k}" for k in range(n_bots))
    result = summarise(games, names, n_seats, size)
    blocks = np.zeros((40, n_bots))
    for bot, name in enumerate(names):
        per_game = [[value for held, value in zip(game.names, game.result, strict=True) if held == name] for game in games]
        per_block = [[*itertools.chain(*per_game[k : k + size])] for k in range(0, len(games), size)]
        blocks[:, bot] = [np.mean(values) for values in per_block]
        mine = result.bots[bot]
        assert mine.score == pytest.approx(np.mean([*itertools.chain(*per_game)]))
        top = len(games) / mine.games
        assert (mine.low, mine.high) == pytest.approx(
            score_interval(Counter(blocks[:, bot].tolist()), top, 1 / top / n_seats), abs=1e-4
        )
        # Of independent games a block's score would have the variance of the sum of `size` of them.
        effect = blocks[:, bot].var(ddof=1) / (size * np.var([sum(values) for values in per_game]) / len(per_block[0]) ** 2)
        assert mine.block_effect == pytest.approx(effect)
    first, second = (names.index(bot.name) for bot in result.ranking[:2])
    lead = blocks[:, first] - blocks[:, second]
    assert result.ranking[0].superiority == pytest.approx(stats.norm.cdf(lead.sum() / math.sqrt((lead**2).sum())))


@pytest.mark.parametrize(("n_bots", "n_seats"), [(2, 2), (2, 3), (2, 5), (4, 5)])
def test_records_give_the_intervals_of_the_match(n_bots: int, n_seats: int) -> None:
    games, size = random_match(n_bots, n_seats, 12, seed=8)
    summary = Summary()
    for game in games:
        summary.add(replace(game, id=f"match-{game.index}"))
    (lineup,) = summary.lineups
    names = tuple(f"bot{k}" for k in range(n_bots))
    mine = {bot["name"]: (bot["score"], bot["low"], bot["high"]) for bot in lineup.to_dict()["bots"]}
    match = {bot.name: (bot.score, bot.low, bot.high) for bot in summarise(games, names, n_seats, size).bots}
    assert {name: pytest.approx(row) for name, row in mine.items()} == match


def test_blocks_are_settled_in_the_order_of_their_numbers() -> None:
    games = small_match()[:4]
    tally = tally_of(games[2:], ("A", "B"), 2, 2)
    assert (tally.n_blocks, tally.settled, list(tally.block_scores(0))) == (1, 0, [])
    assert tally.result().blocks == 1
    tally.add(games[0])
    assert (tally.settled, tally.result().left_out) == (0, 1)
    tally.add(games[1])
    assert (tally.settled, list(tally.block_scores(0)), list(tally.block_scores(1))) == (2, [0.75, 0.5], [0.25, 0.5])


def test_a_game_counts_once() -> None:
    games = small_match()
    tally = Tally(("A", "B"), 2, 2)
    assert [tally.add(game) for game in [*games[:1], *games[:1], *games]] == [True, False, False, True, True, True, True]
    assert not any(tally.add(game) for game in games)
    late = tally_of(games[2:4], ("A", "B"), 2, 2)
    assert not late.add(games[2])  # its block is complete, though not settled
    assert tally.result().to_dict() == summarise(games, ("A", "B"), 2, 2).to_dict()


def test_failures_are_counted_by_kind_and_told_once() -> None:
    games = [
        record(0, (0, 1), (0.0, 1.0), failed=0, reason="crash: ZeroDivisionError: oh"),
        record(1, (1, 0), (1.0, 0.0), failed=1, reason="time: 1.2 s"),
        record(2, (0, 1), (0.0, 1.0), failed=0, reason="crash: ZeroDivisionError: oh"),
        record(3, (1, 0), (0.0, 1.0), failed=0, reason="hang"),
    ]
    result = summarise(reversed(games), ("A", "B"), 2, 2)
    a, b = result.bots
    assert (a.failures, a.faults, b.failures, b.faults) == (3, {"crash": 2, "time": 1}, 1, {"hang": 1})
    assert result.reasons == ("A: crash: ZeroDivisionError: oh", "A: time: 1.2 s", "B: hang")
    many = [record(k, (k % 2, 1 - k % 2), (0.0, 1.0), failed=0, reason=f"crash: {k:04d}") for k in range(400)]
    shuffled = random.Random(1).sample(many, len(many))
    reasons = summarise(shuffled, ("A", "B"), 2, 2).reasons
    assert reasons == tuple(f"{'AB'[k % 2]}: crash: {k:04d}" for k in range(20))


def test_in_a_failed_game_of_three_the_others_win() -> None:
    bots = tuple(BotEntry(name, name) for name in "ABC")
    rows = cyclic_seatings(3, 3)
    games = [
        record(k, row, (0.5, 0.0, 0.5), block_size=3, bots=bots, failed=1, reason="crash: x") for k, row in enumerate(rows)
    ]
    result = summarise(games, tuple("ABC"), 3, 3)
    assert [(bot.wins, bot.draws, bot.losses, bot.score) for bot in result.bots] == [(2, 0, 1, pytest.approx(1 / 3))] * 3


def test_a_bot_that_is_not_in_the_match_is_refused() -> None:
    with pytest.raises(OptionError, match="has no place in the match"):
        Tally(("A", "C"), 2, 2).add(small_match()[0])


def test_elo_is_about_wins_where_returns_are_not_one_win_to_share() -> None:
    """Goofspiel of three seats: the winner has 1, the others 1/4 each."""
    assert shares((0.2, 0.8)) == (0.2, 0.8)
    assert shares((1.0, 0.25, 0.25)) == (1.0, 0.0, 0.0)
    assert shares((0.75, 0.0, 0.75)) == (0.5, 0.0, 0.5)
    bots = tuple(BotEntry(name, name) for name in "ABC")
    rows = cyclic_seatings(3, 3)
    winners = [0, 0, 1, 0, 2, 1]  # by game
    results = [[1.0 if bot == winner else 0.25 for bot in rows[k % 3]] for k, winner in enumerate(winners)]
    games = [record(k, rows[k % 3], result, block_size=3, bots=bots) for k, result in enumerate(results)]
    tally = tally_of(games, tuple("ABC"), 3, 3)
    a = tally.result().bots[0]
    assert a.score == pytest.approx((3 * 1.0 + 3 * 0.25) / 6)
    assert list(tally.block_scores(0)) == pytest.approx([2 / 3, 1 / 3])
    assert a.elo == pytest.approx(400 * math.log10(2))  # half of the wins at one of three seats
    low, high = score_interval({2 / 3: 1, 1 / 3: 1}, fair=1 / 3)
    assert (a.elo_low, a.elo_high) == pytest.approx((elo_of_score(low, 3), elo_of_score(high, 3)))


def test_nobody_has_elo_against_itself() -> None:
    alone = (BotEntry("A", "a"),)
    assert summarise([record(0, (0, 0), (1.0, 0.0), block_size=1, bots=alone)], ("A",), 2, 1).bots[0].elo is None


def test_an_unbeaten_bot_has_no_upper_limit_and_says_so_in_json() -> None:
    games = [record(k, (k % 2, 1 - k % 2), (1.0 - k % 2, k % 2)) for k in range(20)]
    result = summarise(games, ("A", "B"), 2, 2)
    a, b = result.bots
    assert (a.score, a.elo, a.elo_high, b.elo_low) == (1.0, math.inf, math.inf, -math.inf)
    assert a.elo_low is not None
    assert 100 < a.elo_low < 300
    assert (a.rank_low, a.rank_high, b.rank_low, b.rank_high) == (1, 1, 2, 2)
    data = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert (data["bots"][0]["elo"], data["bots"][0]["elo_high"]) == (None, None)
    # Two seats of four: an unbeaten bot has half a win per seat, and that is the top of its interval.
    rows = cyclic_seatings(2, 4)
    games = [
        record(k, rows[k % len(rows)], [float(seat == rows[k % len(rows)].index(0)) for seat in range(4)], block_size=len(rows))
        for k in range(10 * len(rows))
    ]
    a = summarise(games, ("A", "B"), 4, len(rows)).bots[0]
    assert (a.score, a.high, a.elo) == (0.5, 0.5, math.inf)
    assert 0.3 < a.low < 0.5


def test_a_million_games_do_not_slow_the_table() -> None:
    """The work per game and per table is counted, not timed: pending games vanish and only block scores grow."""
    tally = Tally(("A", "B"), 2, 2)
    for index in range(4000):
        tally.add(record(index, (index % 2, 1 - index % 2), (1.0, 0.0)))
    held = {name: value for name, value in vars(tally).items() if name != "_scores"}
    assert not held["_pending"]
    assert not held["_ahead"]
    assert sum(scores.itemsize * len(scores) for scores in tally._scores) == 8 * 2 * 2000
    assert not any(isinstance(value, list | dict) and len(value) > 50 for value in vars(tally._totals).values())
