"""Records for tests, made by playing: a few small games, one of them lost by failure."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from mctsky import load
from mctsky.arena.playing.plan import MatchPlan, make_plan
from mctsky.arena.playing.referee import play_game
from mctsky.arena.records.record import GameRecord
from mctsky.bots import make_bot
from mctsky.bots.api import Bot

GAMES = {"tictactoe": {}, "kuhn": {}, "leduc": {}, "goofspiel": {"players": 3, "cards": 4}}


class Loser(Bot):
    """Says something at its second move that no rule knows."""

    def choose(self, view):
        self.n_moves = getattr(self, "n_moves", 0) + 1
        return view.own_codes()[0] if self.n_moves == 1 else -5


@cache
def plan(name: str = "tictactoe", seed: int = 0) -> MatchPlan:
    bots = ["random", "mcts:iterations=20" if name == "tictactoe" else "flat:iterations=20"]
    return make_plan(load(name, GAMES[name]), bots, make_bot, seed=seed)


def game(name: str = "tictactoe", index: int = 0, seed: int = 0) -> GameRecord:
    """Return a game of a match; the very same one whenever it is asked for."""
    return _game(name, index, seed)


@cache
def _game(name: str, index: int, seed: int) -> GameRecord:
    return plan(name, seed).play(index, make_bot).with_texts()


@cache
def lost_game() -> GameRecord:
    """A game that the bot at seat 1 loses by an illegal move."""
    record = play_game(load("tictactoe"), [make_bot("random"), Loser()], seed=1)
    return replace(record.with_texts(), id="fault-0", finished_at="2026-01-02T03:04:05+00:00")


@cache
def some_games() -> tuple[GameRecord, ...]:
    return (*(game(name, index) for name in GAMES for index in range(2)), lost_game())


def write(path: Path, *records: GameRecord) -> Path:
    """Write a file without the writer that is being tested."""
    path.write_bytes(b"".join(record.to_line().encode() for record in records))
    return path
