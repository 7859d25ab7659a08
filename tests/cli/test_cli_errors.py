"""Bad input: exit code 2, one line on stderr that names the nearest valid choice, nothing on stdout, no traceback."""

from collections.abc import Callable

import pytest
from click.testing import Result
from snapshots import check_snapshot

from mctsky import game_names
from mctsky.bots import bot_names

MATCH = ("match", "random", "random", "--game", "tictactoe")
PERFT = ("perft", "tictactoe", "--depth", "2")

BAD_INPUT = {
    "unknown-command": ("gmaes",),
    "unknown-flag": ("games", "--jsno"),
    "unknown-game": ("games", "tictacto"),
    "unknown-game-in-match": ("match", "random", "random", "--game", "conect4"),
    "unknown-game-in-bench": ("bench", "kuhm"),
    "unknown-game-in-cache": ("cache", "warm", "leduk"),
    "unknown-action": ("cache", "wram"),
    "unknown-shell": ("completion", "tcsh"),
    "unknown-bot": ("match", "radnom", "random", "--game", "tictactoe"),
    "unknown-option": (*PERFT, "--option", "player=2"),
    "option-value-out-of-range": (*PERFT, "--option", "players=7"),
    "option-value-no-number": (*PERFT, "--option", "players=two"),
    "option-value-no-choice": ("match", "random", "--game", "goofspiel", "--option", "order=randon"),
    "option-without-value": (*PERFT, "--option", "players"),
    "option-given-twice": (*PERFT, "--option", "players=2", "--option", "players=2"),
    "position-unreadable": (*PERFT, "--position", "hello"),
    "position-impossible": (*PERFT, "--position", "b2; a1; b2"),
    "depth-missing": ("perft", "tictactoe"),
    "depth-negative": ("perft", "tictactoe", "--depth", "-3"),
    "depth-no-number": ("perft", "tictactoe", "--depth", "deep"),
    "game-missing": ("match", "random"),
    "bots-missing": ("match", "--game", "tictactoe"),
    "games-negative": (*MATCH, "--games", "-4"),
    "too-many-bots": ("match", "random", "random", "random", "--game", "tictactoe"),
    "bot-without-parameters": ("match", "random:depth=3", "--game", "tictactoe"),
    "bot-unknown-parameter": ("match", "mcts:iteration=100", "--game", "tictactoe"),
    "bot-parameter-without-value": ("match", "mcts:iterations", "--game", "tictactoe"),
    "bot-parameter-given-twice": ("match", "mcts:c=1,c=2", "--game", "tictactoe"),
    "bot-negative-budget": ("match", "mcts:iterations=-100", "--game", "tictactoe"),
    "bot-negative-seconds": ("match", "mcts:seconds=-1", "--game", "tictactoe"),
    "bot-value-no-number": ("match", "mcts:c=high", "--game", "tictactoe"),
    "bot-value-no-choice": ("match", "mcts:policy=uniforn", "--game", "tictactoe"),
    "bot-cannot-play-this": ("match", "mcts", "random", "--game", "kuhn"),
    "bench-negative-seconds": ("bench", "tictactoe", "--seconds", "-1"),
    "bench-negative-iterations": ("bench", "tictactoe", "--iterations", "-5"),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_one_line_and_exit_code_2(run: Callable[..., Result], name: str) -> None:
    result = run(*BAD_INPUT[name])
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("mctsky: ")
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith("\n")
    shown = result.stderr
    for names, label in ((game_names(), "<games>"), (bot_names(), "<bots>")):  # a new game or bot changes no error text
        shown = shown.replace(", ".join(names), label)
    check_snapshot(f"error-{name}", shown)


@pytest.mark.parametrize(
    ("name", "choice"),
    [
        ("unknown-command", "'games'"),
        ("unknown-game", "'tictactoe'"),
        ("unknown-game-in-match", "'connect4'"),
        ("unknown-bot", "'random'"),
        ("unknown-option", "'players'"),
        ("option-value-out-of-range", "nearest: 2"),
        ("option-value-no-choice", "'random'"),
        ("bot-unknown-parameter", "'iterations'"),
        ("bot-negative-budget", "nearest: 1"),
        ("bot-value-no-choice", "'uniform'"),
        ("games-negative", "nearest: 1"),
    ],
)
def test_the_nearest_valid_choice_is_named(run: Callable[..., Result], name: str, choice: str) -> None:
    assert choice in run(*BAD_INPUT[name]).stderr
