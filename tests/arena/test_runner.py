"""Pools of processes: the same games as in one process, and nothing that a bot does there harms another game or outlives it."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from pathlib import Path
from typing import Any

import pytest
from wicked import expect_none, mark, marked, plug_in  # noqa: F401  # two are fixtures

import mctsky
from mctsky.arena.match import Match
from mctsky.arena.playing import runner
from mctsky.arena.playing.plan import MakeBot, MatchPlan, make_plan
from mctsky.arena.playing.referee import Limits
from mctsky.arena.playing.runner import ProcessExecutor, WorkerLostError, play_task, run_games
from mctsky.arena.records.record import NORMAL, GameRecord
from mctsky.bots import make_bot
from mctsky.bots.processes.isolation import isolated
from mctsky.bots.random import RandomBot
from mctsky.core.position import Game


def leduc_plan() -> MatchPlan:
    return make_plan(mctsky.load("leduc"), ["mo-ismcts:iterations=100", "random"], make_bot, seed=5)


def played(plan: MatchPlan, n_games: int, make_executor: Callable[[], Executor] | None, **more: Any) -> dict[int, GameRecord]:
    """Play games; each must come exactly once."""
    records = list(run_games(plan, range(n_games), make_bot, make_executor, **more))
    assert sorted(record.index for record in records) == list(range(n_games))
    return {record.index: record for record in records}


@pytest.mark.usefixtures("mark")
def test_two_processes_play_the_games_that_one_plays() -> None:
    plan = leduc_plan()
    assert played(plan, 12, lambda: ProcessExecutor(2)) == played(plan, 12, None)


@pytest.mark.slow
@pytest.mark.usefixtures("mark")
@pytest.mark.parametrize("game", ["kuhn", "goofspiel", "tictactoe"])
def test_serial_parallel_and_isolated_games_are_the_same(game: str) -> None:
    plan = make_plan(mctsky.load(game), ["ismcts:iterations=50", "random"], make_bot, seed=1)
    serial = played(plan, 20, None)
    assert played(plan, 20, lambda: ProcessExecutor(2)) == serial
    alone = {record.index: record for record in run_games(plan, range(20), isolated, lambda: ProcessExecutor(2))}
    assert alone == serial


@pytest.mark.slow
@pytest.mark.usefixtures("plug_in", "mark")
@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("exit", "crash: exit code 3"),
        ("segfault", "crash: killed by SIGSEGV"),
        ("exit,when=new_game", "crash: exit code 3"),
        ("stubborn", "hang: "),
        ("seize", "hang: "),
    ],
)
def test_a_bot_that_kills_or_blocks_its_worker_loses_that_game_only(how: str, reason: str) -> None:
    """It does so in a third of its games; the other games are those that it plays when it does nothing."""
    game, limits = mctsky.load("kuhn"), Limits(patience=6.0)
    plan = make_plan(game, [f"wicked:how={how},rate=3", "random"], make_bot, seed=0, limits=limits)
    innocent = make_plan(game, ["wicked:how=nothing,rate=3", "random"], make_bot, seed=0, limits=limits)
    expected = played(innocent, 8, None)
    failed = set()
    for index, record in played(plan, 8, lambda: ProcessExecutor(2), make_isolated=isolated).items():
        if record.failed_seat is None:
            assert (record.codes, record.result) == (expected[index].codes, expected[index].result)
        else:
            assert record.failed_seat == record.seating.index(0)
            assert record.reason.startswith(reason)
            failed.add(index)
    due = {index for index in range(8) if due_in(plan, index)}
    assert failed == due
    assert 0 < len(due) < 8


def due_in(plan: MatchPlan, index: int) -> bool:
    """Say whether the wicked bot has its day in a game, and comes to choose at all (both always do in kuhn)."""
    seat = plan.seatings[index % plan.block_size].index(0)
    return plan.luck.bot_seed(index, seat) % 3 == 0


@pytest.mark.slow
@pytest.mark.usefixtures("plug_in", "mark")
def test_a_bot_that_always_kills_its_worker_loses_every_game_and_the_match_ends() -> None:
    plan = make_plan(mctsky.load("kuhn"), ["wicked:how=exit", "random"], make_bot, seed=0)
    records = played(plan, 30, lambda: ProcessExecutor(2), make_isolated=isolated).values()
    assert {record.reason for record in records} == {"crash: exit code 3"}
    assert all(record.failed_seat == record.seating.index(0) for record in records)


# ------------------------------------------------------------ stand-ins for executors


class Fickle(Executor):
    """Plays at once, but answers the first tasks it is given with errors from a list; counts what it was asked."""

    n_workers = 2

    def __init__(self, errors: list[BaseException | None], asked: list[tuple[int, MakeBot]]) -> None:
        self.errors, self.asked = errors, asked

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        self.asked.append((args[2], args[1]))
        error = self.errors.pop(0) if self.errors else None
        if isinstance(error, CancelledError):
            future.cancel()
            future.set_running_or_notify_cancel()
        elif error is not None:
            future.set_exception(error)
        else:
            future.set_result(fn(*args, **kwargs))
        return future


class LostOne(Exception):  # noqa: N818
    """What a cluster says about one game."""


def alone(spec: str) -> Any:
    """Stand in for `isolated`."""
    return make_bot(spec)


@pytest.mark.parametrize("error", [BrokenExecutor(), CancelledError(), LostOne()])
def test_games_of_a_lost_worker_are_played_again_isolated_and_alone(error: BaseException) -> None:
    plan, asked = leduc_plan(), []
    errors: list[BaseException | None] = [None, error]
    n_made = 0

    def make() -> Fickle:
        nonlocal n_made
        n_made += 1
        executor = Fickle(errors, asked)
        executor.LOSES_ONE_GAME = (LostOne,)  # type: ignore[attr-defined]
        return executor

    assert played(plan, 8, make, make_isolated=alone) == played(plan, 8, None)
    again = [index for index, maker in asked if maker is alone]
    first_again = next(at for at, (_, maker) in enumerate(asked) if maker is alone)
    assert 1 in again
    assert all(maker is alone for _, maker in asked[first_again : first_again + len(again)])
    assert n_made == (1 if isinstance(error, LostOne) else 2)
    if isinstance(error, LostOne):
        assert again == [1]


def test_after_a_second_death_every_game_is_isolated() -> None:
    plan, asked = leduc_plan(), []
    errors: list[BaseException | None] = [BrokenExecutor()] + [None] * 4 + [BrokenExecutor()]
    played(plan, 20, lambda: Fickle(errors, asked), make_isolated=alone)
    assert [maker for _, maker in asked[-10:]] == [alone] * 10


def test_a_game_that_always_loses_its_worker_ends_the_match_with_a_remedy() -> None:
    errors: list[BaseException | None] = [BrokenExecutor() for _ in range(99)]
    with pytest.raises(WorkerLostError, match=r"has ended 3 times; .*--resume"):
        list(run_games(leduc_plan(), range(4), make_bot, lambda: Fickle(errors, []), alone))


def test_games_are_asked_for_as_they_can_be_played() -> None:
    """A plan of a million games is no list: as many are under way as workers can take."""
    taken = []

    def indexes() -> Any:
        for index in range(1_000_000):
            taken.append(index)
            yield index

    games = run_games(leduc_plan(), indexes(), make_bot, lambda: Fickle([], []))
    for _ in range(5):
        next(games)
    games.close()  # type: ignore[attr-defined]
    assert len(taken) <= 5 + runner.PER_WORKER * Fickle.n_workers


# ------------------------------------------------------------ ends


@pytest.mark.usefixtures("plug_in")
def test_an_interruption_leaves_no_process(mark: str) -> None:  # noqa: F811
    """Two workers hang; the interruption comes while the runner waits for them."""
    plan = make_plan(mctsky.load("kuhn"), ["wicked:how=seize,when=new_game", "random"], make_bot, seed=0)
    pool = ProcessExecutor(2)
    before = signal.signal(signal.SIGALRM, lambda number, frame: os.kill(os.getpid(), signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 4.0)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(run_games(plan, range(4), make_bot, lambda: pool))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
    expect_none(mark, 5.0)


MATCH_IN_A_POOL = """
import sys
import mctsky
from mctsky.arena.playing.plan import make_plan
from mctsky.arena.playing.runner import ProcessExecutor, run_games
from mctsky.bots import make_bot
from mctsky.bots.processes.isolation import isolated

if __name__ == "__main__":
    make = isolated if sys.argv[2] == "isolated" else make_bot
    plan = make_plan(mctsky.load("kuhn"), [sys.argv[1], "random"], make_bot, seed=0)
    print("begun", flush=True)
    for record in run_games(plan, range(10**6), make, lambda: ProcessExecutor(2)):
        print(record.index, flush=True)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("how", "where", "end"),
    [
        ("nothing", "plain", signal.SIGKILL),
        ("nothing", "isolated", signal.SIGTERM),
        ("stubborn", "plain", signal.SIGTERM),
        ("stubborn", "isolated", signal.SIGKILL),
        ("seize", "plain", signal.SIGKILL),
        ("seize", "isolated", signal.SIGINT),
    ],
)
def test_workers_and_bots_end_with_their_parent(
    plug_in: Path,  # noqa: F811
    mark: str,  # noqa: F811
    tmp_path: Path,
    how: str,
    where: str,
    end: signal.Signals,
) -> None:
    script = tmp_path / "script.py"
    script.write_text(MATCH_IN_A_POOL, encoding="utf-8")
    command = [sys.executable, str(script), f"wicked:how={how}", where]
    log = tmp_path / "log"
    environment = os.environ | {"PYTHONPATH": str(plug_in), "WICKED_LOG": str(log)}
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    least = 1 + 2 + (4 if where == "isolated" else 0)  # itself, its workers, their bots
    deadline = time.monotonic() + 60
    while not (log.exists() and len(marked(mark)) >= least) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert log.exists()
    assert len(marked(mark)) >= least
    process.send_signal(end)
    process.communicate(timeout=30)
    expect_none(mark)


def test_workers_are_deaf_to_interruptions_from_birth(mark: str) -> None:  # noqa: F811
    """A Ctrl-C reaches all processes of a terminal; workers that are only just starting must not answer it."""
    pool = ProcessExecutor(2)
    try:
        futures = [pool.submit(os.getpid) for _ in range(4)]
        workers = [number for number, command in marked(mark).items() if "spawn_main" in command]
        assert workers
        for _ in range(20):
            for worker in workers:
                os.kill(worker, signal.SIGINT)
            time.sleep(0.02)
        assert {future.result(60) for future in futures} <= set(workers) | {p.pid for p in multiprocessing.active_children()}
    finally:
        pool.abandon()


def test_kernels_are_loaded_once_per_process_and_before_the_clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    class Warmed(RandomBot):
        def warm(self, game):
            calls.append("warm")

        def new_game(self, game, seat, seed):
            calls.append(seat)
            super().new_game(game, seat, seed)

    def make(spec):
        return Warmed()

    def make_again(spec):
        return Warmed()

    plan = make_plan(mctsky.load("kuhn"), ["random", "random"], make_bot, seed=1)
    for index in range(2):
        play_task(plan, make, index)
    play_task(plan, make_again, 0)
    assert calls == ["warm", 0, 1, 0, 1, "warm", 0, 1]


def test_everything_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game, a bot per seat and game and one per spec that is asked and warmed, a record per game, no texts."""
    made, warmed, records, built = [], [], [], []
    real, real_record = Game.__init__, GameRecord.__init__
    game = mctsky.load("kuhn")
    monkeypatch.setattr(Game, "__init__", lambda self, *parts: (built.append(1), real(self, *parts))[1])
    monkeypatch.setattr(GameRecord, "__init__", lambda self, **parts: (records.append(1), real_record(self, **parts))[1])
    monkeypatch.setattr(RandomBot, "warm", lambda self, game: warmed.append(1))

    def make(spec):
        made.append(spec)
        return make_bot(spec)

    match = Match(game, ["random", "random"], make, n_games=2, seed=1)
    match.warm()
    games = list(match.play())
    assert (made, len(warmed), len(records), len(built)) == (["random"] * 5, 1, 2, 0)
    assert not any(move.move for record in games for move in record.moves)
    assert games[0].with_texts().moves[0].move.startswith("deal ")


# ------------------------------------------------------------ size


def test_a_match_keeps_nothing_of_a_game_but_its_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is in the file already, a game costs one append and a look at its size; nothing of the file is read."""
    game, path = mctsky.load("kuhn"), tmp_path / "games.jsonl"
    for _ in Match(game, ["random", "random"], make_bot, n_games=200, record=path, seed=1).play():
        pass
    match = Match(game, ["random", "random"], make_bot, n_games=200, record=path, seed=2)
    calls: dict[str, int] = {}
    for name in ("write", "read", "pread", "lseek", "fsync"):
        real = getattr(os, name)

        def count(*arguments: Any, name: str = name, real: Any = real) -> Any:
            calls[name] = calls.get(name, 0) + 1
            return real(*arguments)

        monkeypatch.setattr(os, name, count)
    games = match.play()
    next(games)
    calls.clear()  # opening a file looks at its ends
    for _ in range(150):
        next(games)
    assert calls == {"write": 150}
    assert all(record.reason == NORMAL for record in games)


def test_a_match_of_many_games_stays_small() -> None:
    import tracemalloc
    from dataclasses import replace

    match = Match(mctsky.load("kuhn"), ["random", "random"], make_bot, seed=0, n_games=1_000)
    record = next(iter(match.play()))
    tracemalloc.start()
    try:
        for index in range(2, 1_000):
            match._count(replace(record, index=index, block=index // 2))
        used = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert used / 1_000 < 500, "bytes per game"


def test_ctrl_c_waits_until_a_process_is_started() -> None:
    """Another thread hears of it, and Python would raise it here, between the start of a process and what it is told."""
    over, reached = threading.Event(), []
    listener = threading.Thread(target=over.wait)

    def start_a_process() -> None:
        with runner._signals_blocked():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.1)
            reached.append(True)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    listener.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            start_a_process()
    finally:
        over.set()
        listener.join()
        signal.signal(signal.SIGINT, before)
    assert reached
