"""Matches: seating, seeds, openings, clocks, failures and resuming."""

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import mctsky
from mctsky.arena import GameRecord, Limits, Match, play_game
from mctsky.arena.playing.openings import read_openings
from mctsky.arena.playing.plan import all_seatings, cyclic_seatings
from mctsky.arena.records.moves import first_position
from mctsky.arena.statistics.sprt import read_sprt
from mctsky.bots import Bot, make_bot
from mctsky.core.clock import Clock, read_time
from mctsky.core.position import View
from mctsky.errors import BudgetError, DataFileError, MctskyError, OptionError, RecordError

TICTACTOE = mctsky.load("tictactoe")
TICTACTOE_POSITION = TICTACTOE.start()
TICTACTOE_POSITION.play("b2")


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

    def end(self, result: Sequence[float]) -> None:
        if self.how == "ends badly":
            raise OSError("too late")


@pytest.mark.parametrize("seats", range(1, 7))
def test_every_bot_takes_every_seat_equally_often(seats: int) -> None:
    for n_bots in range(1, seats + 1):
        rows = cyclic_seatings(n_bots, seats)
        assert len(set(rows)) == len(rows)
        counts = Counter((bot, seat) for row in rows for seat, bot in enumerate(row))
        assert len(counts) == n_bots * seats
        assert len(set(counts.values())) == 1
        for row in rows:
            share = Counter(row)
            assert max(share.values()) - min(share.values()) <= 1  # dealt out evenly
    assert cyclic_seatings(3, 3) == [(0, 1, 2), (2, 0, 1), (1, 2, 0)]


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
    deals = [record.codes[:2] for record in records]
    assert all(deals[k] == deals[k + 1] for k in range(0, 40, 2))
    assert len(set(deals)) > 1
    assert len({seed for _, seed in seen}) == len(seen) == 80


def test_a_match_depends_on_its_seed_only() -> None:
    def records(seed: int) -> list[GameRecord]:
        return list(Match(TICTACTOE, ["random", "flat:iterations=5"], make_bot, n_games=10, seed=seed).play())

    assert records(1) == records(1)
    assert records(1) != records(2)
    alone = Match(TICTACTOE, ["random", "flat:iterations=5"], make_bot, n_games=10, seed=1).plan.play(7, make_bot)
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
        ("illegal", "illegal move: 99"),
        ("text", "illegal move: a1"),
        ("nothing", "illegal move: None"),
        ("crashes", "crash: ZeroDivisionError: oh"),
        ("refuses", "crash: RuntimeError: no"),
    ],
)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_bot_that_fails_loses_that_game_with_a_reason(how: str, reason: str, seat: int) -> None:
    bots: list[Bot] = [make_bot("random"), make_bot("random")]
    bots[seat] = Misbehaving(how)
    record = play_game(TICTACTOE, bots, seed=3)
    assert record.failed_seat == seat
    assert record.reason.startswith(reason)
    assert record.result[seat] == 0.0
    assert record.result[1 - seat] == 1.0


def test_a_failure_never_stops_a_match() -> None:
    def make(spec: str) -> Bot:
        return make_bot("random") if spec == "random" else Misbehaving(spec)

    match = Match(TICTACTOE, ["crashes", "random"], make, n_games=6)
    match.warm()
    assert len(list(match.play())) == 6
    result = match.result()
    assert result.bots[0].failures > 0
    assert result.bots[1].failures == 0
    assert result.reasons == ("crashes: crash: ZeroDivisionError: oh",)
    assert play_game(TICTACTOE, [Misbehaving("ends badly"), make_bot("random")], seed=1).failed_seat is None


def test_in_a_game_of_three_the_others_share_the_win() -> None:
    game = mctsky.load("goofspiel", players=3, cards=3)
    record = play_game(game, [make_bot("random"), Misbehaving("refuses"), make_bot("random")], seed=1)
    assert record.result == (0.5, 0.0, 0.5)


def test_impossible_matches_are_refused() -> None:
    with pytest.raises(OptionError, match="only 2 seats"):
        Match(TICTACTOE, ["random"] * 3, make_bot, n_games=2)
    with pytest.raises(OptionError, match="at least one bot"):
        Match(TICTACTOE, [], make_bot, n_games=2)
    with pytest.raises(BudgetError, match="nearest: 1"):
        Match(TICTACTOE, ["random"], make_bot, n_games=0)
    with pytest.raises(OptionError, match="2 seats"):
        play_game(TICTACTOE, [make_bot("random")], seed=1)


def test_all_seatings_are_all_permutations() -> None:
    assert len(all_seatings(3, 3)) == 6
    assert len(all_seatings(2, 3)) == 6  # AAB and ABB in every order
    assert set(cyclic_seatings(4, 4)) < set(all_seatings(4, 4))
    match = Match(mctsky.load("goofspiel", players=3, cards=3), ["random"] * 3, make_bot, n_games=1, seating="all")
    assert match.n_games == 6


def test_openings_are_shared_by_a_block_and_taken_in_turn() -> None:
    openings = ["moves:a1,b2", TICTACTOE_POSITION.text()]
    match = Match(TICTACTOE, ["random", "random"], make_bot, n_games=8, openings=openings)
    records = sorted(match.play(), key=lambda record: record.index)
    assert [record.opening for record in records] == [openings[k // 2 % 2] for k in range(8)]
    for record in records:
        if record.opening.startswith("moves:"):
            assert [move.move for move in record.moves[:2]] == ["a1", "b2"]
            assert record.moves[0].seconds == 0.0
        position = first_position(TICTACTOE, record.opening)
        for code in record.codes:
            position.play(code)
        assert tuple(position.returns()) == record.result


@pytest.mark.parametrize("opening", ["moves:a1,a1", "moves:", "nonsense", "moves:a1,a2,b1,b2,c1"])
def test_impossible_openings_are_refused(opening: str) -> None:
    with pytest.raises(MctskyError):
        Match(TICTACTOE, ["random", "random"], make_bot, n_games=2, openings=[opening])


def test_openings_come_from_files_and_errors_name_the_line(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# two moves\n\nmoves: a1, b2\n")
    assert read_openings(path, TICTACTOE) == ["moves: a1, b2"]
    path.write_text("moves:a1\nmoves:a1,a1\n")
    with pytest.raises(DataFileError, match="line 2"):
        read_openings(path, TICTACTOE)
    path.write_text("# nothing\n")
    with pytest.raises(DataFileError, match="no opening"):
        read_openings(path, TICTACTOE)
    with pytest.raises(DataFileError, match="cannot be read"):
        read_openings(tmp_path / "missing", TICTACTOE)


class Watching(Bot):
    """Plays the first move and keeps its clocks and what it was told."""

    def __init__(self) -> None:
        self.clocks: list[Clock] = []
        self.told = 0
        self.result: Sequence[float] = ()

    def choose(self, view: View) -> int:
        assert view.clock is not None
        self.clocks.append(view.clock)
        return view.own_codes()[0]

    def observe(self, view: View) -> None:
        assert view.seat == self.seat
        self.told += 1

    def end(self, result: Sequence[float]) -> None:
        self.result = result


def test_a_bot_sees_its_clock_what_happens_and_the_end() -> None:
    bots = [Watching(), Watching()]
    limits = Limits(read_time("60s+2s"), iterations=77)
    record = play_game(TICTACTOE, bots, seed=1, limits=limits)
    first = bots[0].clocks
    assert [clock.iterations for clock in first] == [77] * len(first)
    assert first[0].seconds_left == 60.0
    assert all(61.0 < (clock.seconds_left or 0) <= 60 + 2 * k for k, clock in enumerate(first) if k)
    assert bots[0].told == len(record.moves) == bots[1].told
    assert bots[0].result == bots[1].result == record.result
    assert record.time_control == "60s+2s"


class First(Bot):
    def choose(self, view: View) -> int:
        return view.own_codes()[0]


class Slow(Bot):
    def __init__(self, seconds: float, stubborn: bool = False) -> None:
        self.seconds, self.stubborn = seconds, stubborn

    def choose(self, view: View) -> int:
        end = time.monotonic() + self.seconds
        while time.monotonic() < end:
            try:
                time.sleep(0.01)
            except Exception:
                if not self.stubborn:
                    raise
        return view.own_codes()[0]


@pytest.mark.parametrize(("control", "fault"), [("50ms", "time"), ("0.1s+0", "time"), ("", "hang")])
@pytest.mark.parametrize("stubborn", [False, True])
def test_who_takes_too_long_loses(control: str, fault: str, stubborn: bool) -> None:
    limits = Limits(read_time(control), patience=0.2, margin=0.01)
    record = play_game(TICTACTOE, [Slow(60, stubborn), First()], seed=1, limits=limits)
    assert record.failed_seat == 0
    assert record.reason.startswith(fault), record.reason
    assert record.result == (0.0, 1.0)


def test_searching_bots_keep_within_their_clock() -> None:
    limits = Limits(read_time("100ms"), margin=60)  # who ignored the clock would search for hours
    record = play_game(TICTACTOE, [make_bot("mcts"), make_bot("flat:iterations=1000000000")], seed=1, limits=limits)
    assert record.failed_seat is None, record.reason
    searched = [move for move in record.moves if move.search]
    assert searched
    assert all(move.search["iterations"] > 1000 for move in searched[:2] if move.search)


def test_iterations_are_for_bots_without_a_budget() -> None:
    record = play_game(TICTACTOE, [make_bot("mcts"), make_bot("mcts:iterations=30")], seed=1, limits=Limits(iterations=20))
    by_seat = {move.seat: move.search["iterations"] for move in record.moves if move.search}
    assert by_seat == {0: 20, 1: 30}


@pytest.mark.parametrize("text", ["", "100ms", "2s", "1.5", "60s+0.5s", "2m+0"])
def test_time_controls_are_read_and_written(text: str) -> None:
    control = read_time(text)
    assert read_time(str(control)) == control


@pytest.mark.parametrize("text", ["x", "-1s", "0", "1h", "5s+", "+1s", "1s+1s+1s", "nan", "inf", "1e9"])
def test_wrong_time_controls_are_refused(text: str) -> None:
    with pytest.raises(BudgetError):
        read_time(text)


def test_a_match_goes_on_where_its_record_ends(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"

    def match(resume: bool = True, n_games: int = 8) -> Match:
        bots = ["random", "flat:iterations=5"]
        return Match(mctsky.load("kuhn"), bots, make_bot, n_games=n_games, seed=3, record=path, resume=resume)

    whole = list(match().play())
    lines = path.read_text().splitlines(keepends=True)
    assert len(lines) == 8
    path.write_text("".join(lines[:3]) + lines[3][:50])  # killed while it wrote
    second = match()
    assert second.finished == {0, 1, 2}
    again = list(second.play())
    assert [record.index for record in again] == [3, 4, 5, 6, 7]
    assert again == whole[3:]
    assert list(match().play()) == []
    assert match().result().games == 8
    assert len(list(match(n_games=10).play())) == 2  # a longer match of the same settings goes on too
    with pytest.raises(RecordError, match="--resume"):
        match(resume=False)


def test_a_sequential_test_ends_a_match() -> None:
    settings = read_sprt("elo0=0,elo1=100")
    match = Match(TICTACTOE, ["mcts:iterations=50", "random"], make_bot, n_games=400, sprt=settings)
    n = len(list(match.play()))
    assert match.is_decided
    assert match.test is not None
    assert match.test.decision == "H1"
    assert n < 100
