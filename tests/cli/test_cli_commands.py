"""What each command prints, for people and for programs."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import Result
from snapshots import check_snapshot

import mctsky
from mctsky.cli._match_table import _elo
from mctsky.cli.main import commands
from mctsky.core import cache

COMMANDS = (
    *("analyse", "bench", "cache", "check-bot", "check-game", "completion", "engine", "exploit", "games", "match"),
    *("new-game", "perft", "play", "profile", "records", "replay", "show", "tournament"),
)


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    library = logging.getLogger("mctsky")
    before = (library.handlers, library.propagate, library.level)
    yield
    library.handlers, library.propagate, library.level = before
    library.setLevel(before[2])


def test_the_commands_are_the_files_of_the_folder() -> None:
    assert tuple(commands.list_commands(None)) == COMMANDS  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_texts(run: Callable[..., Result], name: str) -> None:
    result = run(*filter(None, [name]), "--help")
    assert result.exit_code == 0
    check_snapshot(f"help-{name or 'mctsky'}", result.stdout)


def test_no_command_shows_the_help(run: Callable[..., Result]) -> None:
    result = run()
    assert result.exit_code == 0
    assert result.stdout == run("--help").stdout


def test_version(run: Callable[..., Result]) -> None:
    assert run("--version").stdout == f"mctsky {mctsky.__version__}\n"


def test_broken_plug_ins_are_lines_beside_the_games_that_work(run: Callable[..., Result], tmp_path: Path) -> None:
    """A game whose module raises and a bot whose module exits, installed like any other package."""
    for name, code in (("ghost_game", ""), ("ghost_game/spec", "1 / 0"), ("ghost_bot", "import sys; sys.exit(4)")):
        path = tmp_path / (f"{name}/__init__.py" if name == "ghost_game" else f"{name}.py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(code + "\n")
    information = tmp_path / "ghosts-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: ghosts\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[mctsky.games]\nghost = ghost_game\n[mctsky.bots]\nboo = ghost_bot\n")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}

    def mctsky_command(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mctsky", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    shown = mctsky_command("games")
    assert shown.returncode == 0, shown.stderr
    lines = shown.stdout.splitlines()
    assert [line for line in lines if line.strip().startswith("connect4 ")]
    (game_line,) = [line for line in lines if line.startswith("broken game 'ghost'")]
    assert "ZeroDivisionError: division by zero" in game_line
    (bot_line,) = [line for line in lines if "'boo'" in line]
    assert "SystemExit: 4" in bot_line
    rows = json.loads(mctsky_command("games", "--json").stdout)
    assert [row["name"] for row in rows if "error" in row] == ["ghost"]
    refused = mctsky_command("match", "random", "boo", "--game", "tictactoe")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
    refused = mctsky_command("match", "random", "random", "--game", "ghost")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)


def test_games_lists_every_game(run: Callable[..., Result]) -> None:
    result = run("games")
    assert result.exit_code == 0
    rows = json.loads(run("games", "--json").stdout)
    assert [row["name"] for row in rows] == mctsky.game_names()
    for row in rows:
        assert row["name"] in result.stdout
        assert row["options"][0]["name"] == "players"
        assert row["players"] == row["options"][0]["values"]
    assert {row["name"] for row in rows if row["hidden"]} >= {"kuhn", "leduc", "goofspiel"}


def test_games_shows_one_game(run: Callable[..., Result]) -> None:
    check_snapshot("games-tictactoe", run("games", "tictactoe").stdout)
    row = json.loads(run("games", "goofspiel", "--json").stdout)
    assert {option["name"] for option in row["options"]} >= {"players", "cards", "order"}


def test_perft(run: Callable[..., Result]) -> None:
    check_snapshot("perft-tictactoe", run("perft", "tictactoe", "--depth", "5").stdout)
    data = json.loads(run("perft", "connect4", "--depth", "4", "--json").stdout)
    assert data["counts"] == [7, 49, 343, 2401]
    assert data["leaves"] == 2401
    assert json.loads(run("perft", "tictactoe", "--depth", "0", "--json").stdout)["counts"] == [1]


def test_perft_divides_and_takes_positions_and_options(run: Callable[..., Result]) -> None:
    text = ("--position", "a3; b3; c3; b2", "--depth", "3")
    whole = json.loads(run("perft", "tictactoe", *text, "--json").stdout)
    parts = json.loads(run("perft", "tictactoe", *text, "--json", "--divide").stdout)
    assert sum(parts["divide"].values()) == parts["leaves"] == whole["leaves"]
    assert set(parts["divide"]) == {"a2", "c2", "a1", "b1", "c1"}
    check_snapshot("perft-divide", run("perft", "tictactoe", *text, "--divide").stdout)
    small = json.loads(run("perft", "goofspiel", "--option", "cards=3", "--depth", "1", "--json").stdout)
    assert small["options"]["cards"] == 3


def test_perft_by_turns_counts_whole_turns(run: Callable[..., Result]) -> None:
    """Kuhn deals two cards: two small moves of chance, one turn."""
    moves = json.loads(run("perft", "kuhn", "--depth", "2", "--json").stdout)
    turns = json.loads(run("perft", "kuhn", "--depth", "1", "--turns", "--divide", "--json").stdout)
    assert turns["leaves"] == moves["leaves"] == 6
    assert sum(turns["divide"].values()) == 6


def test_no_elo_is_minus_nothing() -> None:
    assert _elo(SimpleNamespace(elo=-0.3, elo_low=-12.4, elo_high=-0.0)) == ("+0", "-12 - +0")  # type: ignore[arg-type]


def test_match_table_and_json_agree(run: Callable[..., Result]) -> None:
    line = ("match", "random", "mcts:iterations=60", "--game", "tictactoe", "--games", "7", "--seed", "3")
    shown = run(*line)
    assert shown.exit_code == 0
    assert "7 games rounded up to 8" in shown.stderr
    data = json.loads(run(*line, "--json").stdout)
    assert data["games"] == 8
    assert data["blocks"] == 4
    assert [bot["name"] for bot in data["bots"]] == ["random", "mcts:iterations=60"]
    weak, strong = data["bots"]
    assert weak["score"] + strong["score"] == pytest.approx(1)
    assert strong["score"] > weak["score"]
    for bot in data["bots"]:
        assert bot["low"] <= bot["score"] <= bot["high"]
        assert f"{bot['score']:.3f}" in shown.stdout
        assert f"{bot['low']:.3f} - {bot['high']:.3f}" in shown.stdout
        assert [seat["games"] for seat in bot["seats"]] == [4, 4]
    assert shown.stdout.index("mcts") < shown.stdout.index("random ")  # the best bot comes first


def test_match_is_the_same_with_the_same_seed_only(run: Callable[..., Result]) -> None:
    def scores(seed: str) -> list[dict[str, object]]:
        line = ("match", "random", "flat:iterations=4", "--game", "goofspiel", "--option", "cards=5")
        data = json.loads(run(*line, "--games", "12", "--seed", seed, "--json").stdout)
        for bot in data["bots"]:
            del bot["timing"]
        return [*data["bots"]]

    assert scores("5") == scores("5")
    assert scores("5") != scores("6")


def test_bench_measures_every_variant(run: Callable[..., Result]) -> None:
    result = run("bench", "tictactoe", "kuhn", "--seconds", "0.01", "--iterations", "200", "--json")
    data = json.loads(result.stdout)
    assert [row["game"] for row in data["games"]] == ["tictactoe", "kuhn"]
    bots = {(row["game"], row["bot"]) for row in data["searches"]}
    assert len(bots) == 11  # mcts does not play kuhn
    for row in data["searches"]:
        assert row["iterations"] == 200
        assert row["iterations_per_second"] > 0
        strategies = (row["game"], row["bot"]) == ("kuhn", "ismcts")  # they take eight bytes more
        assert row["bytes_per_node"] in ((0,) if row["bot"] == "flat" else range(1, 33 if strategies else 25))
    tic = data["games"][0]
    assert 7 < tic["plies_per_playout"] < 8.2
    assert data["starts"] == {}
    signatures = {row["bot"]: row["signature"] for row in data["searches"] if row["game"] == "kuhn"}
    assert len({signatures[bot] for bot in ("ismcts", "mo-ismcts", "so-ismcts")}) == 3


def test_bench_table(run: Callable[..., Result]) -> None:
    shown = run("bench", "kuhn", "--seconds", "0.01", "--iterations", "50")
    assert shown.exit_code == 0
    for heading in ("playouts/s", "world us", "iterations/s", "bytes/it.", "signature"):
        assert heading in shown.stdout


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache directory for commands that change it."""
    monkeypatch.setenv(cache.CACHE_VARIABLE, str(tmp_path / "kernels"))
    cache.cache_root.cache_clear()
    yield tmp_path / "kernels"
    cache.cache_root.cache_clear()


def test_cache_shows_and_clears(run: Callable[..., Result], own_cache: Path) -> None:
    assert run("cache").stdout == f"{own_cache}: 0.0 MB\n"
    old, gone, foreign = (own_cache / name for name in (f"mctsky.games.kuhn.Kuhn-{'0' * 20}", f"x.Y-{'1' * 20}", "notes"))
    for folder in (old, gone, foreign):
        folder.mkdir()
        (folder / "a.kernel").write_bytes(bytes(1500))
    data = json.loads(run("cache", "show", "--json").stdout)
    assert data["root"] == str(own_cache)
    assert [(row["game"], row["current"], row["files"], row["bytes"]) for row in data["directories"]] == [
        ("kuhn", False, 1, 1500),
        ("", False, 1, 1500),
    ]
    assert "old" in run("cache").stdout
    assert "removed 0 directories" in run("cache", "clear", "tictactoe").stdout
    assert "removed 1 directory" in run("cache", "clear", "kuhn").stdout
    assert not old.exists()
    assert gone.exists()
    assert json.loads(run("cache", "clear", "--json").stdout)["removed"] == 1
    assert [path.name for path in own_cache.iterdir() if path.is_dir()] == ["notes"]  # what is not ours stays


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(run: Callable[..., Result], shell: str) -> None:
    script = run("completion", shell).stdout
    assert "_MCTSKY_COMPLETE" in script
    assert f"{shell}_complete" in script
