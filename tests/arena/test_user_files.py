"""Games on data files of the user's own: what a file held when a game was played is part of the match and of its record."""

import hashlib
import json
import pickle
import shutil
from dataclasses import replace
from importlib import resources
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from mctsky import load
from mctsky.arena import Match
from mctsky.arena.playing.plan import make_plan
from mctsky.arena.playing.runner import play_task
from mctsky.arena.records.check import read_line
from mctsky.arena.records.moves import first_position, whole_turns
from mctsky.arena.records.reader import match_of, read_records
from mctsky.arena.records.replay import game_of, verify
from mctsky.arena.tournaments.file import read_tournament
from mctsky.arena.tournaments.tournament import Tournament
from mctsky.bots import make_bot
from mctsky.bots.processes.serve import Server
from mctsky.cli.main import commands
from mctsky.core import registry
from mctsky.core.contract import CHANCE
from mctsky.core.registry import load_same
from mctsky.errors import DataFileError, RecordError

GAME = "newyork1901"
TILES = resources.files("mctsky.games.newyork1901").joinpath("data/tiles.txt").read_text()
OTHER_TILES = TILES.replace("bronze I3 XXX 3", "bronze I3 XXX 8")
MATCH = ["match", "random", "random", "--game", GAME, "--seed", "3", "--option", "tiles=t9.txt", "--record", "t9.jsonl"]
CHANGED = "t9.txt has changed since the game was recorded"


def run(*arguments):
    return CliRunner().invoke(commands, [str(argument) for argument in arguments])


def refusal(*arguments):
    """Return the one line with which a command refuses."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recorded")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        Path("t9.txt").write_text(TILES)
        result = run(*MATCH, "--games", 2)
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture
def here(recorded, tmp_path, monkeypatch):
    """A folder of its own with the file and the record of a match on it."""
    folder = tmp_path / "here"
    shutil.copytree(recorded, folder)
    monkeypatch.chdir(folder)
    return folder


def test_a_record_tells_what_the_file_held(here):
    assert OTHER_TILES != TILES
    digest = hashlib.sha256(TILES.encode()).hexdigest()[:16]
    records = list(read_records("t9.jsonl"))
    assert [record.files for record in records] == [{"tiles": digest}] * 2
    assert json.loads(Path("t9.jsonl").read_text().splitlines()[0])["files"] == {"tiles": digest}
    result = run("replay", "t9.jsonl", "--verify")
    assert (result.exit_code, result.stdout) == (0, "2 of 2 games agree\n")


@pytest.mark.parametrize("arguments", [[], ["--verify"], ["--seat", 0], ["--json"], ["--verify", "--json"]])
def test_replay_refuses_a_file_that_has_changed(here, arguments):
    Path("t9.txt").write_text(OTHER_TILES)
    told = refusal("replay", "t9.jsonl", *arguments)
    assert CHANGED in told
    assert "bad data file 'tiles=t9.txt'" in told
    assert "--option tiles=PATH" in told


def test_a_file_that_is_elsewhere_is_named(here, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    record = here / "t9.jsonl"
    told = refusal("replay", record, "--verify")
    assert "there is no file t9.txt" in told
    assert "--option tiles=PATH" in told
    assert "there is no file t9.txt" in refusal("replay", record)
    there = ["--option", "tiles=../here/t9.txt"]
    assert run("replay", record, "--verify", *there).stdout == "2 of 2 games agree\n"
    assert "whole turns:" in run("replay", record, *there).stdout
    (other / "false.txt").write_text(OTHER_TILES)
    assert "false.txt has changed since" in refusal("replay", record, "--verify", "--option", "tiles=false.txt")
    assert "no game of the record names a user file" in refusal("replay", record, "--option", "board=../here/t9.txt", *there)
    assert "no game of the record names a user file" in refusal("replay", record, "--verify", "--option", "players=3", *there)
    assert "K=PATH" in refusal("replay", record, "--option", "tiles")


def test_a_device_in_a_record_is_not_read(here):
    first = json.loads(Path("t9.jsonl").read_text().splitlines()[0])
    first["options"]["tiles"] = "/dev/zero"
    Path("t9.jsonl").write_text(json.dumps(first) + "\n")
    assert "there is no file /dev/zero" in refusal("replay", "t9.jsonl")


def test_a_match_goes_on_only_with_the_old_contents(here):
    Path("t9.txt").write_text(OTHER_TILES)
    before = Path("t9.jsonl").read_bytes()
    told = refusal(*MATCH, "--games", 4, "--resume")
    assert f"in t9.jsonl, line 1: {CHANGED}; put the old file back, or record to another file" in told
    assert Path("t9.jsonl").read_bytes() == before
    Path("t9.txt").write_text(TILES)
    result = run(*MATCH, "--games", 4, "--resume")
    assert (result.exit_code, result.stderr) == (0, "mctsky: 2 of 4 games were already played\n")
    assert len({match_of(record.id) for record in read_records("t9.jsonl")}) == 1


def test_a_match_without_a_seed_goes_on_only_with_the_old_contents(here):
    match = [*(word for word in MATCH if word not in ("--seed", "3", "t9.jsonl")), "new.jsonl"]
    assert run(*match, "--games", 2).exit_code == 0
    Path("t9.txt").write_text(OTHER_TILES)
    assert f"in new.jsonl, line 1: {CHANGED}; put the old file back" in refusal(*match, "--games", 4, "--resume")
    Path("t9.txt").write_text(TILES)
    result = run(*match, "--games", 4, "--resume")
    assert (result.exit_code, result.stderr) == (0, "mctsky: 2 of 4 games were already played\n")


def test_a_match_that_was_begun_with_the_new_contents_goes_on_beside_the_old_one(here):
    Path("t9.txt").write_text(OTHER_TILES)
    plan = make_plan(load(GAME, tiles="t9.txt"), ["random", "random"], make_bot, seed=3)
    old = next(iter(read_records("t9.jsonl")))
    assert match_of(old.id) != plan.id
    assert match_of(old.id).partition(".")[0] == plan.id.partition(".")[0]
    with Path("t9.jsonl").open("a") as file:
        file.write(replace(old, id=plan.game_id(0), files=dict(plan.files)).to_line())
    match = Match(plan.game, ["random", "random"], make_bot, n_games=4, seed=3, record=Path("t9.jsonl"), resume=True)
    assert match.finished == {0}
    lineups = json.loads(run("records", "t9.jsonl", "--json").stdout)["lineups"]
    assert [(lineup["games"], lineup["files"]) for lineup in lineups] == [(2, dict(old.files)), (1, dict(plan.files))]
    assert f"tiles=t9.txt@{plan.files[0][1]}" in run("records", "t9.jsonl", "--csv").stdout


def test_records_of_older_versions_are_read_but_not_continued(here):
    lines = [json.loads(line) for line in Path("t9.jsonl").read_text().splitlines()]
    for line in lines:
        del line["files"]
        line |= {"id": line["id"].partition(".")[0] + f"-{line['index']}", "turns": []}
    Path("t9.jsonl").write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    assert run("replay", "t9.jsonl", "--verify").stdout == "2 of 2 games agree\n"
    told = refusal(*MATCH, "--games", 4, "--resume")
    assert "an older mctsky has played games of this match" in told
    assert "record to another file" in told


def test_other_processes_and_machines_refuse_another_file(here):
    game = load(GAME, tiles="t9.txt")
    plan = pickle.dumps(make_plan(game, ["random", "random"], make_bot))
    position = pickle.dumps(game.start(1))
    assert pickle.loads(position).game == game
    Path("t9.txt").write_text(OTHER_TILES)
    with pytest.raises(DataFileError, match=r"t9\.txt is not the file with which the match began"):
        pickle.loads(position)
    registry._kept.clear()  # as in a process that plays its first game
    with pytest.raises(DataFileError, match=r"t9\.txt is not the file with which"):
        play_task(pickle.loads(plan), make_bot, 0)
    message = {"type": "warm", "id": 1, "game": GAME, "options": {"tiles": "t9.txt"}, "files": game.files}
    assert "t9.txt is not the file" in Server("random").answer(message)["error"]
    assert Server("random").answer({**message, "options": {}, "files": {}}) == {"id": 1}
    Path("t9.txt").unlink()
    with pytest.raises(DataFileError, match=r"newyork1901 on .*: there is no file t9\.txt"):
        load_same(GAME, game.options, game.files)


def test_a_match_stops_when_its_file_changes(here):
    match = Match(load(GAME, tiles="t9.txt"), ["random", "random"], make_bot, n_games=4)
    games = match.play()
    next(games)
    Path("t9.txt").write_text(OTHER_TILES)
    with pytest.raises(DataFileError, match=r"t9\.txt has changed since the game was loaded"):
        list(games)
    assert len(match.finished) == 1


TOURNAMENT = """\
[tournament]
games = 2
[[games]]
name = "kuhn"
[[games]]
name = "newyork1901"
options = { tiles = "t9.txt" }
[[bots]]
spec = "random"
[[bots]]
name = "second"
spec = "random"
"""


def test_a_tournament_goes_on_only_with_the_old_contents(here):
    file, record = Path("cup.toml"), Path("cup.jsonl")
    file.write_text(TOURNAMENT)

    def tournament():
        return Tournament(read_tournament(file, make_bot), make_bot, record=record, resume=True)

    first = tournament()
    assert len(list(first.play())) == 4
    assert {record.game: dict(record.files) for record in read_records(record)} == {
        "kuhn": {},
        GAME: load(GAME, tiles="t9.txt").files,
    }
    again = tournament()
    assert (again.n_finished, again.plan.id) == (4, first.plan.id)
    Path("t9.txt").write_text(OTHER_TILES)
    assert read_tournament(file, make_bot).id != first.plan.id
    with pytest.raises(DataFileError, match=CHANGED):
        tournament()


def test_games_are_the_same_only_with_the_same_contents(here):
    game = load(GAME, tiles="t9.txt")
    assert game.files == {"tiles": hashlib.sha256(TILES.encode()).hexdigest()[:16]}
    same = load(GAME, tiles="t9.txt")
    assert (game, hash(game)) == (same, hash(same))
    Path("t9.txt").write_text(OTHER_TILES)
    assert load(GAME, tiles="t9.txt") != game


@pytest.mark.parametrize(("name", "options"), [(GAME, {}), ("santorini-ny", {"board": "grid7x5"}), ("kuhn", {})])
def test_data_that_come_with_a_game_are_not_user_files(name, options):
    game = load(name, options)
    assert game.files == {}
    assert pickle.loads(pickle.dumps(game)) == game


def test_a_board_of_santorini_is_an_own_file(tmp_path):
    board = tmp_path / "map.txt"
    board.write_text(resources.files("mctsky.games.santorini_ny").joinpath("data/grid7x5.txt").read_text())
    assert load("santorini-ny", board=str(board)).files == {"board": hashlib.sha256(board.read_bytes()).hexdigest()[:16]}


def test_whole_turns_are_the_moves_of_seats_put_together(here):
    record = read_line(Path("t9.jsonl").read_bytes().splitlines()[0], Path("t9.jsonl"), 1)
    assert " ".join(record.turns) == " ".join(move.move for move in record.moves if move.seat != CHANCE)
    seats = [move.seat for move in record.moves if move.seat != CHANCE]
    assert len(record.turns) == 1 + sum(one != other for one, other in pairwise(seats))
    assert any(turn.startswith("take ") and " claim " in turn for turn in record.turns)
    with pytest.raises(RecordError, match="turns are not"):
        verify(replace(record, turns=record.turns[:-1]))
    start = first_position(game_of(record))
    for n_moves in range(len(record.codes)):
        turns = whole_turns(start, record.codes[:n_moves])
        assert turns == list(record.turns[: len(turns)])
        assert len(turns) < len(record.turns)
    assert whole_turns(load("kuhn").start(), [2, 3, 0, 0]) == []  # a turn is one move
