"""`mctsky engine`: the advisor for other programs, by JSON lines on stdin and stdout."""

import click


@click.command(epilog="docs/advisor.md documents every field of requests and replies, with examples.")
@click.option("--workers", type=click.IntRange(1, 64), help="Requests answered at the same time; by default one per core.")
@click.option("--max-iterations", type=click.IntRange(1), default=100_000_000, show_default=True, help="Limit per request.")
@click.option("--max-seconds", type=click.FloatRange(0.001, 1e6), default=3600.0, show_default=True, help="Limit per request.")
@click.option(
    "--max-memory", type=click.IntRange(1, 1 << 20), default=1024, show_default=True, help="Limit per request, in MiB."
)
@click.option("--max-threads", type=click.IntRange(1, 256), default=64, show_default=True, help="Limit per request.")
@click.option("--max-queue", type=click.IntRange(1), default=1000, show_default=True, help="How many requests may wait.")
@click.option("--warm", metavar="GAME,...", default="", help="Compile these games at the start.")
@click.option("--log", "log_file", metavar="FILE", help="Append every line to and from the client to a file.")
@click.option("--quit-without-waiting", is_flag=True, help="Drop unanswered requests when the input ends.")
def command(
    workers: int | None,
    max_iterations: int,
    max_seconds: float,
    max_memory: int,
    max_threads: int,
    max_queue: int,
    warm: str,
    log_file: str | None,
    quit_without_waiting: bool,
) -> None:
    """Advise other programs: requests and replies are JSON lines.

    A line is for example {"id": "1", "game": "kuhn", "seat": 0, "view": "K ? .", "iterations": 1000}. At the end of the input
    all requests are answered first.
    """
    from mctsky.advisor.engine.protocol import Limits
    from mctsky.cli._engine import serve
    from mctsky.core.registry import find_spec

    games = [name.strip() for name in warm.split(",") if name.strip()]
    for name in games:
        find_spec(name)
    limits = Limits(max_iterations, max_seconds, max_memory, max_threads, max_queue)
    serve(limits, workers, games, log_file, quit_without_waiting)
