"""Contests of the arena: the gain of a second process, and the cost of a move and a game besides the bots' thinking."""

import contextlib
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor
from logging import CRITICAL
from pathlib import Path

import contests
import native

import mctsky
from mctsky.arena.match import Match
from mctsky.arena.playing.referee import Limits
from mctsky.arena.playing.runner import PER_WORKER, ProcessExecutor
from mctsky.bots import make_bot
from mctsky.core.clock import read_time

ENDLESS = 10**9
SEARCH = "mcts:iterations=2000"


def games_per_second(
    game: str, bots: list[str], n_games: int, make_executor: Callable[[], Executor] | None, first: int
) -> float:
    """Return the rate of a match with a record file once it runs: the first games, in which workers start, do not count."""
    with tempfile.TemporaryDirectory() as folder:
        match = Match(mctsky.load(game), bots, make_bot, n_games=ENDLESS, record=Path(folder) / "games.jsonl")
        match.warm()
        games = match.play(make_executor)
        for _ in range(first):
            next(games)
        begun = time.perf_counter()
        for _ in range(n_games):
            next(games)
        spent = time.perf_counter() - begun
        games.close()  # type: ignore[attr-defined]
    return n_games / spent


def jobs(sizes: "contests.Sizes", program: Path | None) -> "contests.Contest":
    """Compare a match with two jobs and one, beside two C processes and one; all by the clock.

    Twice the work in the same time would be 2, and the target is 1.8, so that the ratio of the ratios is to be 0.9.
    """
    n, iterations = max(10, sizes.threads // 3000), sizes.threads

    def ours(count: int) -> contests.Side:
        if count == 1:  # as `mctsky match` does it: in its own process
            return lambda: games_per_second("connect4", [SEARCH, SEARCH], n, None, 2)
        first = 2 * PER_WORKER * count
        return lambda: games_per_second("connect4", [SEARCH, SEARCH], count * n, lambda: ProcessExecutor(count), first)

    def in_c(program: Path, count: int) -> contests.Side:
        def side() -> float:
            running = [native.start(program, *native.uct_arguments(iterations, 0.7, seed)) for seed in range(1, count + 1)]
            return count * iterations / max(float(native.finish(process)["seconds"]) for process in running)

        return side

    sides = {"1 job": ours(1), "2 jobs": ours(2)}
    if program:
        sides |= {"1 C process": in_c(program, 1), "2 C processes": in_c(program, 2)}
    what = "`match --jobs 2` / `--jobs 1`, over two C processes / one"
    ratio = contests.Ratio(what, ("2 jobs", "1 job"), ("2 C processes", "1 C process"), 0.9)
    plain = contests.Ratio("`match --jobs 2` / `--jobs 1`, connect4, 2,000 iterations per move", ("2 jobs",), ("1 job",))
    return contests.Contest("arena-jobs", "games/s", sides, [ratio, plain])


def overhead() -> "contests.Contest":
    """Time of a match with 100 ms per move that is not its bots' thinking, as a percentage."""

    def share() -> float:
        limits = Limits(read_time("100ms"))
        with tempfile.TemporaryDirectory() as folder:
            game, path = mctsky.load("connect4"), Path(folder) / "games.jsonl"
            match = Match(game, ["mcts", "mcts"], make_bot, n_games=2, limits=limits, record=path)
            match.warm()
            begun = time.perf_counter()
            records = list(match.play())
            spent = time.perf_counter() - begun
        assert all(record.failed_seat is None for record in records), "a bot lost on time: the machine is too busy"
        return 100 * (1 - sum(move.seconds for record in records for move in record.moves) / spent)

    ratio = contests.Ratio("arena overhead at 100 ms per move, percent of the time", ("share",), (), 5, at_most=True)
    return contests.Contest("arena-overhead", "percent", {"share": share}, [ratio], most_rounds=3)


def moves(sizes: "contests.Sizes") -> "contests.Contest":
    """Milliseconds of CPU time per move of a match between random bots: views, rules, clocks and the record."""

    def per_move(name: str, options: dict[str, object], n_moves: int) -> contests.Side:
        def side() -> float:
            game = mctsky.load(name, options)
            with tempfile.TemporaryDirectory() as folder:
                bots = ["random"] * game.n_seats
                match = Match(game, bots, make_bot, n_games=ENDLESS, record=Path(folder) / "games.jsonl")
                match.warm()
                games = match.play()
                next(games)
                done = 0
                begun = time.process_time()
                while done < n_moves:
                    done += sum(move.seat >= 0 for move in next(games).moves)
                spent = time.process_time() - begun
                games.close()  # type: ignore[attr-defined]
            return 1000 * spent / done

        return side

    n = max(300, sizes.poker // 20)
    sides = {
        "connect4": per_move("connect4", {}, n),
        "goofspiel, 5 seats": per_move("goofspiel", {"players": 5}, n),
        "santorini-ny": per_move("santorini-ny", {}, n),
    }
    ratios = [contests.Ratio(f"random bots, CPU milliseconds per move, {name}", (name,), (), 1, at_most=True) for name in sides]
    return contests.Contest("arena-moves", "ms", sides, ratios)


def cluster(sizes: "contests.Sizes") -> "contests.Contest":
    """Milliseconds per game that a Dask cluster of two workers on this machine adds: very short games, against one process.

    It is what the machine with the scheduler and the record file spends per game, so that its inverse is the most games per
    second that any number of machines can play.
    """
    n = max(100, sizes.poker // 100)
    sides: dict[str, contests.Side] = {}
    with contextlib.suppress(ImportError):
        from distributed import LocalCluster

        from mctsky.arena.playing.cluster import connect

        def there() -> float:
            with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=CRITICAL) as local:
                address = local.scheduler_address
                return 1000 / games_per_second("kuhn", ["random", "random"], n, lambda: connect(address), 50)

        sides = {"cluster": there}
    sides["one process"] = lambda: 1000 / games_per_second("kuhn", ["random", "random"], n, None, 50)
    ratios = [
        contests.Ratio("milliseconds per game on a Dask cluster of two workers, kuhn, random bots", ("cluster",)),
        contests.Ratio("milliseconds per game in one process, kuhn, random bots", ("one process",)),
    ]
    return contests.Contest("arena-cluster", "ms", sides, ratios, most_rounds=3)
