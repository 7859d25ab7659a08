"""A match on a Dask cluster: real schedulers and workers, as docs/arena.md starts them."""

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from wicked import expect_none, mark, marked, plug_in  # noqa: F401  # two are fixtures

import mctsky
from mctsky.arena.match import Match
from mctsky.arena.playing import cluster
from mctsky.arena.playing.cluster import ClusterError, ClusterExecutor, code_digest, connect
from mctsky.arena.playing.plan import MatchPlan, make_plan
from mctsky.arena.playing.referee import Limits
from mctsky.arena.playing.runner import run_games
from mctsky.arena.records.reader import read_records
from mctsky.arena.records.record import GameRecord
from mctsky.arena.records.replay import verify
from mctsky.bots import make_bot
from mctsky.bots.processes.isolation import isolated

BOTS = ["mo-ismcts:iterations=200", "random"]


@pytest.mark.parametrize(
    "address", ["", "garbage", "8786", "foo://host:8786", "tcp://host", "tcp://host:99999", "inproc://1/2"]
)
def test_what_is_no_address_is_refused_with_an_example(address: str) -> None:
    with pytest.raises(ClusterError, match=r"this is not an address: .*; write tcp://HOST:PORT"):
        connect(address)


def test_without_dask_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'mctsky\[cluster\]'"):
        connect("tcp://127.0.0.1:8786")


def test_the_digest_covers_every_module(tmp_path: Path) -> None:
    names = {name for _, name in cluster._modules(Path(mctsky.__file__).parent)}
    assert {"arena/playing/cluster.py", "bots/random.py", "core/rng.py", "games/kuhn/rules.py"} <= names
    assert "games/newyork1901/data/tiles.txt" in names  # a board is a rule too
    assert len(code_digest()) == 16


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (ModuleNotFoundError("No module named 'mctsky'"), "worker tcp://w:1 cannot load mctsky: No module named"),
        (("0" * 16, "0.0.1"), "worker tcp://w:1 has mctsky 0.0.1, this machine has"),
        (("0" * 16, mctsky.__version__), "another state of"),
    ],
)
def test_a_worker_with_other_code_is_refused_with_a_remedy(answer: object, problem: str) -> None:
    with pytest.raises(ClusterError, match=problem) as caught:
        cluster._compare("tcp://w:1", answer, code_digest())
    assert f"pip install 'mctsky[cluster]=={mctsky.__version__}'" in str(caught.value)
    cluster._compare("tcp://w:1", (code_digest(), mctsky.__version__), code_digest())


def test_a_worker_that_joins_late_is_compared_too() -> None:
    assert cluster._call(code_digest(), max, 1, 2) == 2
    with pytest.raises(ClusterError, match="worker that has joined has mctsky another state"):
        cluster._call("0" * 16, max, 1, 2)


# ------------------------------------------------------------ real clusters


class Cluster:
    """A scheduler and workers, each a process of its own."""

    def __init__(self, folder: Path, path: str = "") -> None:
        self.file = folder / "scheduler.json"
        self.environment = os.environ | {"PYTHONPATH": path}
        self.processes: list[subprocess.Popen[bytes]] = []
        place = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(self.file)]
        self.scheduler = self.start("scheduler", *place)
        try:
            wait_for(lambda: self.file.exists() and self.file.read_text().rstrip().endswith("}"))  # it is written bit by bit
        except BaseException:
            self.stop()
            raise
        self.address: str = json.loads(self.file.read_text())["address"]

    def start(self, what: str, *arguments: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "dask", what, *arguments]
        null = subprocess.DEVNULL
        process = subprocess.Popen(command, env=self.environment, stdout=null, stderr=null, start_new_session=True)
        self.processes.append(process)
        return process

    def add_worker(self, *arguments: str) -> "subprocess.Popen[bytes]":
        return self.start("worker", self.address, "--nthreads", "1", "--no-dashboard", *arguments)

    def stop(self) -> None:
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def wait_for(condition: object, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < deadline, "nothing happened"
        time.sleep(0.05)


def workers_of(address: str) -> dict[str, int]:
    """Return the process numbers of the workers by their addresses."""
    import distributed

    with distributed.Client(address, set_as_default=False) as client:
        found: dict[str, int] = client.run(os.getpid)
        return found


@pytest.fixture
def two_workers(tmp_path: Path, plug_in: Path, mark: str) -> Iterator[Cluster]:  # noqa: F811
    """A cluster of two worker processes without nannies: a killed one stays away."""
    running = Cluster(tmp_path, str(plug_in))
    try:
        for _ in range(2):
            running.add_worker("--no-nanny")
        wait_for(lambda: len(workers_of(running.address)) == 2)
        yield running
    finally:
        running.stop()


def leduc_plan() -> MatchPlan:
    return make_plan(mctsky.load("leduc"), BOTS, make_bot, seed=3)


def by_number(records: list[GameRecord]) -> dict[int, GameRecord]:
    assert len({record.index for record in records}) == len(records)
    return {record.index: record for record in records}


@pytest.mark.slow
def test_a_cluster_plays_the_games_that_one_process_plays(two_workers: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, keys = leduc_plan(), []
    real = ClusterExecutor.submit_with_key
    monkeypatch.setattr(ClusterExecutor, "submit_with_key", lambda self, key, *more: keys.append(key) or real(self, key, *more))
    there = by_number(list(run_games(plan, range(40), make_bot, lambda: connect(two_workers.address))))
    assert there == by_number(list(run_games(plan, range(40), make_bot, None)))
    assert sorted(keys) == sorted(plan.game_id(index) for index in range(40))


@pytest.mark.slow
def test_a_killed_worker_loses_no_game_and_doubles_none(two_workers: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    game = mctsky.load("leduc")
    match = Match(game, BOTS, make_bot, n_games=60, seed=3, record=path, make_isolated=isolated)
    victim = min(workers_of(two_workers.address).values())
    for record in match.play(lambda: connect(two_workers.address)):
        if len(match.finished) == 10:
            os.kill(victim, signal.SIGKILL)
        assert record.failed_seat is None
    written = by_number(list(read_records(path)))
    assert sorted(written) == list(range(60))
    for record in written.values():
        verify(record)
    assert written == by_number(list(Match(game, BOTS, make_bot, n_games=60, seed=3).play()))
    assert len(workers_of(two_workers.address)) == 1


@pytest.mark.slow
def test_a_worker_that_joins_is_used(two_workers: Cluster) -> None:
    executor = connect(two_workers.address)
    try:
        assert executor.n_workers == 2
        two_workers.add_worker("--no-nanny")
        wait_for(lambda: executor.n_workers == 3)
    finally:
        executor.shutdown()


@pytest.mark.slow
def test_a_bot_that_kills_every_worker_loses_its_games_only(tmp_path: Path, plug_in: Path, mark: str) -> None:  # noqa: F811
    """Nannies bring the workers back; after some deaths the cluster gives the game up, and the runner isolates its bots."""
    plan = make_plan(mctsky.load("kuhn"), ["wicked:how=exit,rate=4", "random"], make_bot, seed=2)
    innocent = make_plan(mctsky.load("kuhn"), ["wicked:how=nothing", "random"], make_bot, seed=2)
    running = Cluster(tmp_path, str(plug_in))
    try:
        running.add_worker("--nworkers", "2")
        wait_for(lambda: len(workers_of(running.address)) == 2)
        records = by_number(list(run_games(plan, range(8), make_bot, lambda: connect(running.address), isolated)))
    finally:
        running.stop()
    assert sorted(records) == list(range(8))
    for index, record in records.items():
        if record.failed_seat is None:
            assert record.codes == innocent.play(index, make_bot).codes
        else:
            assert (record.failed_seat, record.reason) == (record.seating.index(0), "crash: exit code 3")
    assert 0 < sum(record.failed_seat is not None for record in records.values()) < 8


@pytest.mark.slow
def test_a_hanging_bot_loses_on_a_cluster_when_isolated(two_workers: Cluster) -> None:
    plan = make_plan(mctsky.load("kuhn"), ["wicked:how=stubborn", "random"], make_bot, seed=0, limits=Limits(patience=2.0))
    records = list(run_games(plan, range(4), isolated, lambda: connect(two_workers.address)))
    assert [record.reason[:6] for record in records] == ["hang: "] * 4


@pytest.mark.slow
def test_an_interruption_cancels_what_has_not_begun(two_workers: Cluster, plug_in: Path) -> None:  # noqa: F811
    """Two games are played, two wait; after the interruption the workers finish theirs and have nothing left to do."""
    import distributed

    plan = make_plan(mctsky.load("kuhn"), ["wicked:how=sleep,seconds=3", "random"], make_bot, seed=0)
    games = run_games(plan, range(100), make_bot, lambda: connect(two_workers.address))
    next(games)
    games.close()  # type: ignore[attr-defined]
    with distributed.Client(two_workers.address, set_as_default=False) as client:
        assert client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.tasks)) == 0
        wait_for(lambda: not any(client.processing().values()), 30)


@pytest.mark.slow
def test_a_scheduler_that_dies_ends_the_match_with_an_error(two_workers: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match = Match(mctsky.load("leduc"), BOTS, make_bot, seed=0, n_games=2000, record=path)
    games = match.play(lambda: connect(two_workers.address))
    next(games)
    two_workers.scheduler.kill()
    with pytest.raises(ClusterError, match="no Dask scheduler answers"):
        list(games)
    assert sorted(record.index for record in read_records(path)) == sorted(match.finished)


@pytest.mark.slow
def test_a_cluster_without_workers_and_a_worker_in_place_of_a_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "FIRST_WORKER_SECONDS", 1.0)
    running = Cluster(tmp_path)
    try:
        with pytest.raises(ClusterError, match="it has no workers; start some, on any machine: dask worker tcp://"):
            connect(running.address)
        running.add_worker("--no-nanny")
        wait_for(lambda: workers_of(running.address))
        (worker,) = workers_of(running.address)
        with pytest.raises(ClusterError, match="this is a worker, not a scheduler"):
            connect(worker)
    finally:
        running.stop()


@pytest.mark.slow
def test_a_worker_with_other_code_is_noticed(two_workers: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "code_digest", lambda: "0" * 16)
    with pytest.raises(ClusterError, match="another state of"):
        connect(two_workers.address)


# ------------------------------------------------------------ the command


def command(*arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([sys.executable, "-m", "mctsky", *arguments], capture_output=True, text=True, timeout=300)


@pytest.mark.slow
def test_the_command_plays_on_a_cluster(two_workers: Cluster, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    match = ["match", *BOTS, "--game", "leduc", "--games", "20", "--seed", "7"]
    done = command(*match, "--record", str(there), "--cluster", two_workers.address)
    assert (done.returncode, done.stderr) == (0, "")
    assert command(*match, "--record", str(here)).returncode == 0
    assert by_number(list(read_records(here))) == by_number(list(read_records(there)))
    clash = command(*match, "--cluster", two_workers.address, "--jobs", "2")
    assert clash.returncode == 2


@pytest.mark.slow
def test_the_command_without_a_cluster_fails_in_one_line() -> None:
    with socket.socket() as silent:  # accepts connections and never answers
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        port = silent.getsockname()[1]
        addresses = [f"tcp://127.0.0.1:{port}", "tcp://127.0.0.1:1", "tcp://no.such.host.invalid:8786", "nonsense"]
        for address in addresses:
            begun = time.monotonic()
            done = command("match", "random", "random", "--game", "kuhn", "--games", "2", "--cluster", address)
            assert done.returncode == 2
            assert done.stdout == ""
            assert done.stderr.count("\n") == 1
            assert address in done.stderr
            assert time.monotonic() - begun < 60


def test_a_result_whose_worker_dies_on_the_way_is_a_lost_game() -> None:
    """What Dask's executor does then, by its own code: it unpacks a result as if it were an error."""
    from distributed import cfexecutor

    class Lost:
        status = "pending"

        async def _result(self, raiseit: bool = True) -> object:
            return object()

    inner: Future[object] = Future()
    outer: Future[object] = Future()
    inner.add_done_callback(lambda done: cluster._pass_on(done, outer))

    async def cascade() -> None:
        await cfexecutor._cascade_future(Lost(), inner)

    asyncio.run(cascade())
    assert isinstance(outer.exception(), cluster.LostResultError)


def test_errors_of_tasks_are_passed_on_as_they_are() -> None:
    for error in (TypeError("of the bot"), ValueError("too")):
        inner: Future[object] = Future()
        outer: Future[object] = Future()
        inner.add_done_callback(lambda done, outer=outer: cluster._pass_on(done, outer))  # type: ignore[misc]
        inner.set_exception(error)
        assert outer.exception() is error
