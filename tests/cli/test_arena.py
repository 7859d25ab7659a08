"""Matches: seating, seeds, failures and statistics."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from scipy import stats

import mctsky
from mctsky.arena import GameRecord, Match, play_game
from mctsky.arena.match import seatings
from mctsky.arena.statistics import interval, summarise, t_quantile, wilson
from mctsky.bots import Bot, make_bot
from mctsky.core.position import View
from mctsky.errors import BudgetError, OptionError

TICTACTOE = mctsky.load("tictactoe")


class Misbehaving(Bot):
    def __init__(self, how: str) -> None:
        self.how = how
        self.n_asked = 0

    def new_game(self, game: mctsky.Game, seat: int, seed: int) -> None:
        super().new_game(game, seat, seed)
        if self.how == "refuses":
            raise RuntimeError("no")

    def choose(self, view: View) -> int:
        self.n_asked += 1
        if self.n_asked == 2:
            if self.how == "crashes":
                raise ZeroDivisionError("oh")
            if self.how in ("illegal", "text", "nothing"):
                return {"illegal": 99, "text": "a1", "nothing": None}[self.how]  # type: ignore[return-value]
        return view.legal_codes()[0]

    def end(self) -> None:
        if self.how == "ends badly":
            raise OSError("too late")


@pytest.mark.parametrize("seats", range(1, 7))
def test_every_bot_takes_every_seat_equally_often(seats: int) -> None:
    for n_bots in range(1, seats + 1):
        rows = seatings(n_bots, seats)
        assert len(set(rows)) == len(rows)
        counts = Counter((bot, seat) for row in rows for seat, bot in enumerate(row))
        assert len(counts) == n_bots * seats
        assert len(set(counts.values())) == 1
        for row in rows:
            share = Counter(row)
            assert max(share.values()) - min(share.values()) <= 1  # dealt out evenly
    assert seatings(3, 3) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


def test_games_of_a_block_share_their_luck_and_bots_have_their_own() -> None:
    seen: list[tuple[int, int]] = []

    class Spy(Bot):
        def new_game(self, game: mctsky.Game, seat: int, seed: int) -> None:
            super().new_game(game, seat, seed)
            seen.append((seat, seed))

        def choose(self, view: View) -> int:
            assert not hasattr(view, "_seed")
            return view.legal_codes()[0]

    match = Match(mctsky.load("kuhn"), ["a", "b"], lambda spec: Spy(), n_games=40, seed=1)
    records = list(match.play())
    deals = [record.moves[:2] for record in records]
    assert all(deals[k] == deals[k + 1] for k in range(0, 40, 2))
    assert len(set(deals)) > 1
    assert len({seed for _, seed in seen}) == len(seen) == 80


def test_a_match_depends_on_its_seed_only() -> None:
    def records(seed: int) -> list[GameRecord]:
        return list(Match(TICTACTOE, ["random", "flat:iterations=5"], make_bot, n_games=10, seed=seed).play())

    assert records(1) == records(1)
    assert records(1) != records(2)
    alone = Match(TICTACTOE, ["random", "flat:iterations=5"], make_bot, n_games=10, seed=1).play_number(7)
    assert alone == records(1)[7]


def test_games_are_rounded_up_to_whole_blocks() -> None:
    match = Match(TICTACTOE, ["random", "random"], make_bot, n_games=5)
    assert match.n_games == 6
    assert "5 games rounded up to 6" in match.rounding
    assert Match(TICTACTOE, ["random", "random"], make_bot, n_games=6).rounding == ""
    three = mctsky.load("goofspiel", players=3, cards=3)
    assert Match(three, ["random", "flat:iterations=5"], make_bot, n_games=1).n_games == 6
    assert match.names == ("random#1", "random#2")


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("illegal", "illegal move 99"),
        ("text", "illegal move a1"),
        ("nothing", "illegal move None"),
        ("crashes", "ZeroDivisionError: oh"),
        ("refuses", "RuntimeError: no"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_that_fails_loses_that_game_with_a_reason(how: str, reason: str, seat: int) -> None:
    bots: list[Bot] = [make_bot("random"), make_bot("random")]
    bots[seat] = Misbehaving(how)
    record = play_game(TICTACTOE, bots, seed=3)
    assert record.failed_seat == seat
    assert record.reason.startswith(reason)
    assert record.returns[seat] == 0.0
    assert record.returns[1 - seat] == 1.0


def test_a_failure_never_stops_a_match() -> None:
    def make(spec: str) -> Bot:
        return make_bot("random") if spec == "random" else Misbehaving(spec)

    match = Match(TICTACTOE, ["crashes", "random"], make, n_games=6)
    match.warm()
    assert len(list(match.play())) == 6
    result = match.result()
    assert result.bots[0].failures > 0
    assert result.bots[1].failures == 0
    assert result.reasons == ("crashes: ZeroDivisionError: oh",)
    assert play_game(TICTACTOE, [Misbehaving("ends badly"), make_bot("random")], seed=1).failed_seat is None


def test_in_a_game_of_three_the_others_share_the_win() -> None:
    game = mctsky.load("goofspiel", players=3, cards=3)
    record = play_game(game, [make_bot("random"), Misbehaving("refuses"), make_bot("random")], seed=1)
    assert record.returns == (0.5, 0.0, 0.5)


def test_impossible_matches_are_refused() -> None:
    with pytest.raises(OptionError, match="only 2 seats"):
        Match(TICTACTOE, ["random"] * 3, make_bot, n_games=2)
    with pytest.raises(OptionError, match="at least one bot"):
        Match(TICTACTOE, [], make_bot, n_games=2)
    with pytest.raises(BudgetError, match="nearest: 1"):
        Match(TICTACTOE, ["random"], make_bot, n_games=0)
    with pytest.raises(OptionError, match="2 seats"):
        play_game(TICTACTOE, [make_bot("random")], seed=1)


def test_statistics_of_a_small_match_by_hand() -> None:
    base = GameRecord(("A", "B"), (), (1.0, 0.0), (3, 2), seconds=(1.0, 2.0))
    records = [
        base,
        replace(base, bots=("B", "A"), returns=(0.5, 0.5), index=1),
        replace(base, returns=(0.0, 1.0), index=2, block=1),
        replace(base, bots=("B", "A"), returns=(0.0, 1.0), index=3, block=1),
        replace(base, index=4, block=2),
    ]
    result = summarise(records, ("A", "B"), 2, 2)
    assert (result.games, result.blocks, result.left_out) == (4, 2, 1)
    a, b = result.bots
    assert (a.games, a.wins, a.draws, a.losses) == (4, 2, 1, 1)
    assert (b.games, b.wins, b.draws, b.losses) == (4, 1, 1, 2)
    assert a.score == pytest.approx(2.5 / 4)
    assert [(row.seat, row.games, row.wins, row.score) for row in a.seats] == [(0, 2, 1, 0.5), (1, 2, 1, 0.75)]
    assert (a.low, a.high) == interval([0.75, 0.5])
    assert (a.moves, a.seconds) == (10, 6.0)
    first = summarise(records[:1], ("A", "B"), 2, 2)
    assert (first.games, first.blocks, first.left_out) == (1, 0, 0)
    nothing = summarise([], ("A", "B"), 2, 2)
    assert (nothing.games, nothing.bots[0].low, nothing.bots[0].high) == (0, 0.0, 1.0)


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 9, 10, 30, 101, 1000, 2000, 5000])
def test_t_quantiles_against_scipy(degrees: int) -> None:
    assert t_quantile(degrees) == pytest.approx(stats.t.ppf(0.975, degrees), rel=1e-3 if degrees > 2000 else 1e-9)


@pytest.mark.parametrize("score", [0.0, 0.25, 0.5, 1.0])
@pytest.mark.parametrize("n", [1, 2, 10, 1000])
def test_equal_blocks_never_give_less_than_wilsons_interval(score: float, n: int) -> None:
    low, high = interval([score] * n)
    least = wilson(score, n)
    theirs = stats.binomtest(round(score * n), n).proportion_ci(method="wilson")
    if (score * n).is_integer():
        assert least == pytest.approx((theirs.low, theirs.high), abs=1e-9)
    assert low <= least[0]
    assert high >= least[1]
    assert low <= score <= high


def test_the_interval_is_students_where_there_is_much_to_go_by() -> None:
    values = [random.Random(1).random() for _ in range(1)] + [k % 7 / 7 for k in range(2000)]
    low, high = interval(values)
    plain = stats.t.interval(0.95, len(values) - 1, stats.tmean(values), stats.sem(values))
    assert (low, high) == pytest.approx(plain, abs=1e-3)


@pytest.mark.parametrize("chance", [0.03, 0.2, 0.5, 0.9, 0.98])
@pytest.mark.parametrize("n", [10, 60])
def test_the_interval_covers_the_truth_95_times_in_100(chance: float, n: int) -> None:
    """Blocks of two games that are won or lost; the plain t-interval fails this near 0 and 1."""
    luck = random.Random(7)
    trials, covered = 2000, 0
    for _ in range(trials):
        low, high = interval([((luck.random() < chance) + (luck.random() < chance)) / 2 for _ in range(n)])
        covered += low <= chance <= high
    assert covered / trials > 0.935
