"""Tournaments from the first game to the standings: the same games everywhere, none lost, none twice, counted right."""

import io
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console

from mctsky.arena.playing.luck import seeded
from mctsky.arena.playing.runner import ProcessExecutor
from mctsky.arena.records.reader import read_records
from mctsky.arena.records.record import GameRecord
from mctsky.arena.tournaments.file import read_tournament
from mctsky.arena.tournaments.plan import TournamentPlan
from mctsky.arena.tournaments.tournament import Tournament
from mctsky.bots import Bot, make_bot
from mctsky.cli._tournament_table import LiveStandings
from mctsky.cli.main import commands
from mctsky.core.position import View
from mctsky.errors import RecordError

KUHN = """\
[tournament]
games = 3
rounds = 2
seed = 3
[game]
name = "kuhn"
[[bots]]
spec = "random"
[[bots]]
spec = "flat:iterations=5"
[[bots]]
name = "second"
spec = "random"
"""
MIXED = """\
[tournament]
name = "tables of two and three"
format = "mixed"
rounds = 4
anchor = "b0"
anchor_rating = 100
[[games]]
name = "goofspiel"
players = [2, 3]
options = { cards = 3 }
[[games]]
name = "tictactoe"
""" + "".join(f'[[bots]]\nname = "b{number}"\nspec = "random"\n' for number in range(5))


def plan_of(text: str, folder: Path) -> TournamentPlan:
    path = folder / "cup.toml"
    path.write_text(text)
    return read_tournament(path, make_bot)


def play(plan: TournamentPlan, **more: Any) -> tuple[Tournament, list[GameRecord]]:
    tournament = Tournament(plan, make_bot, **more)
    return tournament, list(tournament.play())


def without_timing(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "bots": [{key: value for key, value in bot.items() if key != "timing"} for bot in data["bots"]]}


def by_id(records: list[GameRecord]) -> dict[str, GameRecord]:
    return {record.id: record for record in records}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: CliRunner().invoke(commands, ["tournament", *arguments])


@pytest.mark.parametrize("text", [KUHN, MIXED])
def test_games_follow_from_the_file(text: str, tmp_path: Path) -> None:
    plan = plan_of(text, tmp_path)
    first, records = play(plan)
    again, repeated = play(plan)
    assert records == repeated
    assert len(by_id(records)) == len(records) == plan.n_games == first.n_games
    assert [record.id for record in records] == [plan.game_id(number) for number in range(plan.n_games)]
    assert without_timing(first.standings().to_dict()) == without_timing(again.standings().to_dict())
    _, others = play(replace(plan, luck=seeded(99)))
    assert not set(by_id(records)) & set(by_id(others))


@pytest.mark.parametrize("text", [KUHN, MIXED])
def test_every_bot_has_every_seat_equally_often_at_each_table(text: str, tmp_path: Path) -> None:
    _, records = play(plan_of(text, tmp_path))
    seats: Counter[tuple[str, str, int]] = Counter()
    for record in records:
        match = record.id.rpartition("-")[0]
        for seat, name in enumerate(record.names):
            seats[match, name, seat] += 1
    for (match, _, _), times in seats.items():
        assert times == seats[next(key for key in seats if key[0] == match)]


def test_an_interrupted_round_robin_is_balanced(tmp_path: Path) -> None:
    tournament = Tournament(plan_of(KUHN, tmp_path), make_bot)
    pairings: Counter[tuple[str, ...]] = Counter()
    for number, record in enumerate(tournament.play(), 1):
        pairings[tuple(sorted(record.names))] += 1
        if number % 2 == 0:  # a block
            assert len(pairings) == min(3, number // 2)
            assert max(pairings.values()) - min(pairings.values()) <= 2
    assert set(pairings.values()) == {8}  # 3 games are 2 blocks of 2, twice


@pytest.mark.parametrize("text", [KUHN, MIXED])
def test_standings_agree_with_a_naive_count(text: str, tmp_path: Path) -> None:
    tournament, records = play(plan_of(text, tmp_path))
    standings = tournament.standings()
    assert standings.games == len(records)
    names = [bot.name for bot in standings.bots]
    for row, bot in enumerate(standings.bots):
        own = [(record, seat) for record in records for seat, name in enumerate(record.names) if name == bot.name]
        values = [record.result[seat] for record, seat in own]
        best = [record.result[seat] == max(record.result) for record, seat in own]
        alone = [record.result.count(max(record.result)) == 1 for record, _ in own]
        assert bot.games == len(own)
        assert bot.score == pytest.approx(sum(values) / len(values), abs=1e-12)
        assert bot.wins == sum(b and a for b, a in zip(best, alone, strict=True))
        assert bot.draws == sum(b and not a for b, a in zip(best, alone, strict=True))
        assert bot.wins + bot.draws + bot.losses == bot.games
        assert sum(seat.games for game in bot.seats for seat in game) == bot.games
        assert sum(seat.wins for game in bot.seats for seat in game) == bot.wins
        assert bot.moves == sum(bot.times.values()) == sum(m.seat == s for r, s in own for m in r.moves)
        for column, other in enumerate(names):
            met = []
            for record, seat in own:
                if other != bot.name and other in record.names:
                    mine, theirs = record.result[seat], record.result[record.names.index(other)]
                    met.append(mine if len(record.names) == 2 else (mine > theirs) + (mine == theirs) / 2)
            n, score = standings.met[row][column]
            assert n == len(met)
            assert score == (pytest.approx(sum(met) / len(met), abs=1e-12) if met else None)
    for game in standings.game_rows:
        here = [record for record in records if len(record.names) == game.n_seats and game.title.startswith(record.game)]
        assert Counter(sum(move.seat >= 0 for move in record.moves) for record in here) == game.lengths


def test_ratings_are_ordered_and_anchored(tmp_path: Path) -> None:
    tournament, _ = play(plan_of(MIXED, tmp_path))
    bots = tournament.standings().bots
    ratings = [bot.rating for bot in bots]
    assert ratings == sorted(ratings, reverse=True, key=lambda rating: rating or 0.0)
    assert [bot.rank for bot in bots] == [1, 2, 3, 4, 5]
    anchor = next(bot for bot in bots if bot.name == "b0")
    assert (anchor.rating, anchor.low, anchor.high) == pytest.approx((100.0, 100.0, 100.0))
    assert [bot.superiority is None for bot in bots] == [False, False, False, False, True]
    assert all(bot.superiority >= 0.5 for bot in bots[:-1] if bot.superiority is not None)


def test_before_the_first_block_is_finished_there_is_a_table_without_ratings(tmp_path: Path) -> None:
    tournament = Tournament(plan_of(KUHN, tmp_path), make_bot)
    games = tournament.play()
    next(games)
    standings = tournament.standings()
    assert (standings.games, tournament.left_out, tournament.n_finished) == (0, 1, 1)
    assert [bot.rating for bot in standings.bots] == [None] * 3
    json.dumps(standings.to_dict())
    next(games)
    standings = tournament.standings()
    assert (standings.games, tournament.left_out) == (2, 0)
    assert [bot.rank for bot in standings.bots] == [1, 2, None]


def test_the_order_in_which_games_finish_changes_nothing(tmp_path: Path) -> None:
    plan = plan_of(MIXED, tmp_path)
    tournament, records = play(plan)
    path = tmp_path / "shuffled.jsonl"
    random.Random(1).shuffle(records)
    path.write_text("".join(record.to_line() for record in records))
    other = Tournament(plan, make_bot, record=path, resume=True)
    assert list(other.play()) == []
    assert without_timing(other.standings().to_dict()) == without_timing(tournament.standings().to_dict())


@pytest.mark.parametrize("text", [KUHN, MIXED])
def test_a_record_cut_anywhere_is_resumed_without_loss_or_double(text: str, tmp_path: Path) -> None:
    plan = plan_of(text, tmp_path)
    path = tmp_path / "games.jsonl"
    tournament, records = play(plan, record=path)
    whole, expected = path.read_bytes(), by_id(records)
    luck = random.Random(7)
    for cut in [0, len(whole) - 1, len(whole), *(luck.randrange(len(whole)) for _ in range(4))]:
        path.write_bytes(whole[:cut])
        kept = whole[:cut].count(b"\n") + (cut == len(whole) - 1)  # without its line end the last game is still whole
        resumed = Tournament(plan, make_bot, record=path, resume=True)
        assert resumed.n_finished == kept
        fresh = list(resumed.play())
        assert len(fresh) == len(records) - kept
        written = list(read_records(path))
        assert len(written) == len(records)
        assert by_id(written) == expected
        assert without_timing(resumed.standings().to_dict()) == without_timing(tournament.standings().to_dict())


def test_a_record_is_not_added_to_by_accident(tmp_path: Path) -> None:
    plan, path = plan_of(KUHN, tmp_path), tmp_path / "games.jsonl"
    play(plan, record=path)
    before = path.read_bytes()
    with pytest.raises(RecordError, match=r"line 1: it already holds games of this tournament; add --resume"):
        Tournament(plan, make_bot, record=path)
    path.chmod(0o400)  # reporting does not need to write
    assert list(Tournament(plan, make_bot, record=path, resume=True).play()) == []
    assert path.read_bytes() == before
    assert (
        Tournament(replace(plan, luck=seeded(4)), make_bot, record=path).n_finished == 0
    )  # other games may be in the same file


def test_games_still_count_after_bots_and_rounds_were_added(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    _, records = play(plan_of(KUHN, tmp_path), record=path)
    larger = plan_of(KUHN.replace("rounds = 2", "rounds = 3") + '[[bots]]\nname = "third"\nspec = "random"\n', tmp_path)
    resumed, fresh = play(larger, record=path, resume=True)
    assert resumed.n_finished == larger.n_games == len(records) + len(fresh) == 6 * 12
    assert not set(by_id(records)) & set(by_id(fresh))
    smaller = Tournament(plan_of(KUHN.replace("rounds = 2", "rounds = 1"), tmp_path), make_bot, record=path, resume=True)
    assert smaller.n_finished == smaller.n_games == 12
    assert smaller.standings().games == 12


def test_a_gauntlet_spares_challengers_each_other(tmp_path: Path) -> None:
    text = KUHN.replace("seed = 3", 'format = "gauntlet"') + "challenger = true\n"
    _, records = play(plan_of(text, tmp_path))
    assert {frozenset(record.names) for record in records} == {
        frozenset(("random", "second")),
        frozenset(("flat:iterations=5", "second")),
    }


class Broken(Bot):
    def choose(self, view: View) -> int:
        raise RuntimeError("no \x1b[31m idea <b>")


def make_broken(spec: str) -> Bot:
    return Broken() if spec == "random" else make_bot(spec)


def test_failures_are_counted_and_stop_nothing(tmp_path: Path) -> None:
    plan = plan_of(KUHN, tmp_path)
    tournament = Tournament(plan, make_broken)
    assert len(list(tournament.play())) == plan.n_games
    standings = tournament.standings()
    bots = {bot.name: bot for bot in standings.bots}
    assert bots["flat:iterations=5"].failures == 0
    assert bots["random"].failures + bots["second"].failures == plan.n_games
    assert bots["random"].faults == {"crash": bots["random"].failures}
    assert len(standings.reasons) == 2
    assert standings.reasons[0].endswith("crash: RuntimeError: no \x1b[31m idea <b>")


@pytest.mark.slow
@pytest.mark.parametrize("text", [KUHN, MIXED])
def test_parallel_games_are_the_serial_ones(text: str, tmp_path: Path) -> None:
    plan = plan_of(text, tmp_path)
    serial, records = play(plan)
    parallel = Tournament(plan, make_bot)
    fresh = list(parallel.play(partial(ProcessExecutor, 2)))
    assert by_id(fresh) == by_id(records)
    assert without_timing(parallel.standings().to_dict()) == without_timing(serial.standings().to_dict())


def test_the_command_shows_tables_and_writes_files(run: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(KUHN)
    result = run("cup.toml", "--record", "r.jsonl", "--csv", "c.csv", "--html", "h.html")
    assert result.exit_code == 0, result.output
    assert "3 games rounded up to whole blocks of 2, every bot at every seat; 24 games in all" in result.stderr
    for words in ("cup: round-robin, 24 games in 12 blocks, seed 3", "Who beat whom", "Wins per seat, kuhn", "> next"):
        assert words in result.stdout
    again = run("cup.toml", "--record", "r.jsonl", "--resume", "--json")
    assert "24 of 24 games were already played" in again.stderr
    data = json.loads(again.stdout)
    assert (data["finished_games"], data["all_games"], data["left_out"]) == (24, 24, 0)
    assert sum(bot["games"] for bot in data["bots"]) == 48
    assert (tmp_path / "h.html").read_text().startswith("<!DOCTYPE html>")
    assert (tmp_path / "c.csv").read_text().startswith("rank,bot,spec,")


def test_the_command_refuses_bad_input_in_one_line(run: Callable[..., Result], tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(KUHN)
    (tmp_path / "bad.toml").write_text(KUHN.replace("seed", "sead"))
    for arguments, words in [
        (
            ["bad.toml"],
            "bad tournament file 'bad.toml' in line 4: there is no key 'sead' in [tournament]; did you mean 'seed'?",
        ),
        (["none.toml"], "bad tournament file 'none.toml': it cannot be read: No such file"),
        (["cup.toml", "--resume"], "there is no record file to resume from; add --record FILE"),
        (["cup.toml", "--html", "no/where.html"], "bad option 'no/where.html' in tournament: its folder does not exist"),
        (["cup.toml", "--csv", "."], "this is a folder"),
        (["cup.toml", "--jobs", "0"], "jobs must be from 1"),
    ]:
        result = run(*arguments)
        assert result.exit_code == 2, arguments
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert words in result.stderr


def test_the_live_table_shows_standings_progress_and_time_left(tmp_path: Path) -> None:
    tournament = Tournament(plan_of(KUHN.replace('"second"', '"[red]two"'), tmp_path), make_bot)
    shown = LiveStandings(tournament)

    def drawn() -> str:
        console = Console(width=140, file=io.StringIO(), record=True)
        console.print(shown)
        return console.export_text()

    assert "0 of 24 games" in drawn()
    for _ in tournament.play():
        shown.update()
        if tournament.n_finished == 12:
            assert "12 of 24 games" in drawn()
            assert "left" in drawn()
    assert "[red]two" in drawn()
    assert "24 of 24 games" in drawn()


def test_ctrl_c_shows_the_standings_and_leaves_a_valid_record(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(KUHN.replace("rounds = 2", "rounds = 10000"))
    command = [sys.executable, "-m", "mctsky", "tournament", "cup.toml", "--record", "r.jsonl"]
    pipe = subprocess.PIPE
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    child = subprocess.Popen(command, cwd=tmp_path, stdout=pipe, stderr=pipe, text=True, env=environment)
    path = tmp_path / "r.jsonl"
    deadline = time.monotonic() + 120
    while not (path.exists() and path.read_bytes().count(b"\n") > 20):
        assert child.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=120)
    assert child.returncode == 130, err
    assert "Traceback" not in err
    written = list(read_records(path))
    assert f"interrupted after {len(written)} of " in err
    assert "round-robin" in out
    assert "Who beat whom" in out
    assert path.read_bytes().endswith(b"\n")
