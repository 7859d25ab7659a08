"""A bot that fails loses its game for that reason; whatever it does, the match goes on."""

import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest
from wicked import plug_in  # noqa: F401  # a fixture

import mctsky
from mctsky.arena.match import Match
from mctsky.arena.playing import time_limit
from mctsky.arena.playing.plan import MatchPlan, make_plan
from mctsky.arena.playing.referee import Limits
from mctsky.arena.records.reader import read_records
from mctsky.arena.records.record import NORMAL, GameRecord
from mctsky.bots import make_bot
from mctsky.core.clock import read_time

pytestmark = pytest.mark.usefixtures("plug_in")
QUICK = Limits(patience=0.2)


def kuhn_plan(how: str, limits: Limits | None = None) -> MatchPlan:
    return make_plan(mctsky.load("kuhn"), [f"wicked:how={how}", "random"], make_bot, seed=0, limits=limits)


def lost_by_wicked(record: GameRecord) -> str:
    """Return the reason, after seeing that the right bot has lost."""
    assert record.failed_seat == record.seating.index(0)
    assert record.result[record.failed_seat] == 0.0
    assert sum(record.result) == 1.0
    return record.reason


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("error", "crash: ValueError: I am a broken bot"),
        ("strange_error", "crash: Broken: <Broken>"),
        ("leave", "crash: SystemExit: 0"),
        ("illegal", "illegal move: 9999"),
        ("negative", "illegal move: -1"),
        ("huge", "illegal move: a number of"),
        ("text", "illegal move: raise is not a code of a move"),
        ("fraction", "illegal move: 1.5 is not a code of a move"),
        ("strange", "illegal move: <Strange> is not a code of a move"),
        ("endless,when=thoughts", "flood: "),
        ("error,when=thoughts", "crash: ValueError"),
        ("error,when=new_game", "crash: ValueError"),
        ("spin", "hang: no answer within 0.200 s"),
        ("careless", "hang: no answer within 0.200 s"),
        ("sleep,seconds=60", "hang: no answer within 0.200 s"),
        ("spin,when=new_game", "hang: "),
        ("spin,when=thoughts", "hang: "),
    ],
)
def test_each_fault_loses_the_game_with_its_reason(how: str, reason: str) -> None:
    plan = kuhn_plan(how, QUICK)
    for index in range(plan.block_size):
        assert lost_by_wicked(plan.play(index, make_bot)).startswith(reason)


@pytest.mark.parametrize("how", ["error", "spin", "leave"])
def test_a_fault_after_the_game_changes_nothing(how: str) -> None:
    plan, innocent = kuhn_plan(f"{how},when=end", QUICK), kuhn_plan("nothing", QUICK)
    for index in range(2):
        record = plan.play(index, make_bot)
        assert record.reason == NORMAL
        assert record.failed_seat is None
        assert (record.codes, record.result) == (innocent.play(index, make_bot).codes, innocent.play(index, make_bot).result)


def test_thoughts_that_nobody_can_send_become_plain_data(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match = Match(
        mctsky.load("kuhn"), ["wicked:how=unsendable,when=thoughts", "random"], make_bot, seed=0, n_games=2, record=path
    )
    assert [record.reason for record in match.play()] == [NORMAL] * 2
    thoughts = [move.search for record in read_records(path) for move in record.moves if move.search is not None]
    assert thoughts
    assert all(told == {"reason": "<function>", "n": 7, "x": None} for told in thoughts)


def test_the_users_interruption_is_no_fault_of_the_bot() -> None:
    with pytest.raises(KeyboardInterrupt):
        kuhn_plan("interrupt").play(0, make_bot)


def test_an_interruption_in_a_deaf_worker_is_the_bots() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        reason = lost_by_wicked(kuhn_plan("interrupt").play(0, make_bot))
    finally:
        signal.signal(signal.SIGINT, before)
    assert reason.startswith("crash: KeyboardInterrupt")


@pytest.mark.parametrize("clock", ["100ms", "0.1s+0s"])
def test_time_runs_out(clock: str) -> None:
    plan = kuhn_plan("sleep,seconds=30", Limits(read_time(clock)))
    assert lost_by_wicked(plan.play(0, make_bot)).startswith("time: ")
    assert lost_by_wicked(plan.play(1, make_bot)).startswith("time: ")


def test_a_bot_that_answers_late_on_its_own_loses_on_time() -> None:
    plan = kuhn_plan("sleep,seconds=0.12", Limits(read_time("1ms"), margin=0.1))  # before the alarm, after its time
    assert lost_by_wicked(plan.play(0, make_bot)).startswith("time: ")


def test_a_hair_too_slow_is_the_machines_fault() -> None:
    plan = kuhn_plan("sleep,seconds=0.02", Limits(read_time("10ms"), margin=30.0))
    assert plan.play(0, make_bot).reason == NORMAL


def test_a_game_clock_is_used_up_and_refilled() -> None:
    """With 0.7 s and nothing added, moves of 0.4 s lose at the second; with enough added they never do."""
    game = mctsky.load("tictactoe")
    for added, reason in (("0s", "time: "), ("5s", NORMAL)):
        limits = Limits(read_time(f"0.7s+{added}"), margin=0.0)
        plan = make_plan(game, ["wicked:how=sleep,seconds=0.4", "random"], make_bot, seed=0, limits=limits)
        plan.warm(make_bot, cache(make_bot))
        record = plan.play(0, make_bot)
        assert record.reason.startswith(reason)
        if added == "0s":
            assert sum(move.seat == record.failed_seat for move in record.moves) == 1


def test_the_alarm_is_off_afterwards() -> None:
    def ours(number: int, frame: object) -> None:
        raise AssertionError("an alarm was left on")

    before = signal.signal(signal.SIGALRM, ours)
    try:
        kuhn_plan("spin", QUICK).play(0, make_bot)
        assert signal.getsignal(signal.SIGALRM) is ours
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_an_alarm_rings_until_it_is_heard() -> None:
    caught: list[int] = []

    def deaf_at_first() -> None:
        while True:
            try:
                threading.Event().wait(60)
            except time_limit.TimeUp:
                caught.append(1)
                if len(caught) == 2:
                    raise

    with pytest.raises(time_limit.TimeUp):
        time_limit.call_within(0.01, deaf_at_first)
    assert len(caught) == 2


def test_without_a_main_thread_a_late_answer_still_counts_as_late() -> None:
    plan = kuhn_plan("sleep,seconds=0.4", QUICK)
    with ThreadPoolExecutor(1) as pool:
        assert lost_by_wicked(pool.submit(plan.play, 0, make_bot).result()).startswith("hang: ")


def test_an_error_of_the_games_own_rules_is_not_blamed_on_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = kuhn_plan("nothing")

    def broken(*arguments: object) -> None:
        raise RuntimeError("the rules are broken")

    monkeypatch.setattr("mctsky.core.position.Position._apply", broken)
    with pytest.raises(RuntimeError, match="the rules are broken"):
        plan.play(0, make_bot)
