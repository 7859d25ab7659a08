"""The id of a match: a digest of everything that decides how its games go, also of what the settings stand for."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from mctsky import load
from mctsky.arena import Match, make_plan
from mctsky.arena.records.check import read_line
from mctsky.arena.records.reader import read_records, settings_part
from mctsky.arena.records.record import BotEntry
from mctsky.arena.records.replay import verify
from mctsky.arena.tournaments.file import read_tournament
from mctsky.arena.tournaments.tournament import Tournament
from mctsky.bots import make_bot
from mctsky.cli.main import commands
from mctsky.core import registry
from mctsky.core.json_data import MAX_DEPTH, plain
from mctsky.errors import OptionError, RecordError

MATCH = ("ismcts:iterations=20", "random")


@pytest.fixture
def change_spec(monkeypatch):
    """Return a function that changes what the spec of tictactoe says, as a new version of mctsky would."""
    spec = load("tictactoe").spec

    def change(**values):
        changed = replace(spec, **values)
        monkeypatch.setattr(registry, "_import_spec", lambda name: changed)
        registry._kept.clear()

    yield change
    registry._kept.clear()


def match(path, n_games, **more):
    return Match(load("tictactoe"), MATCH, make_bot, n_games=n_games, record=path, **{"seed": 1, **more})


@pytest.mark.parametrize("seed", [1, None])
@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"version": 2}, "rules version 1, tictactoe has version 2 now"),
        ({"tuned": {"c": 1.25}}, r"other parameters of ismcts:iterations=20: c was 0\.7, is 1\.25"),
    ],
)
def test_a_match_goes_on_only_with_the_rules_and_parameters_of_its_games(tmp_path, change_spec, seed, values, problem):
    path = tmp_path / "games.jsonl"
    first = match(path, 4, seed=seed)
    list(zip(range(2), first.play(), strict=False))  # interrupted: a match without a seed keeps its secret
    held = path.read_bytes()
    change_spec(**values)
    with pytest.raises(RecordError, match=problem):
        match(path, 4, seed=seed, resume=True)
    assert path.read_bytes() == held
    other = match(tmp_path / "other.jsonl", 4, seed=seed)
    assert other.plan.id != first.plan.id
    if seed is not None:
        assert settings_part(other.plan.id) == settings_part(first.plan.id)


def test_the_command_refuses_in_one_line_and_with_exit_code_2(tmp_path, change_spec):
    path = tmp_path / "games.jsonl"
    words = ["match", "random", "random", "--game", "tictactoe", "--games", "2", "--seed", "1", "--record", str(path)]
    assert CliRunner().invoke(commands, words).exit_code == 0
    change_spec(version=2)
    refused = CliRunner().invoke(commands, [*words, "--games", "4", "--resume"])
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert f"{path}, line 1" in refused.stderr
    assert "rules version 1" in refused.stderr


def test_a_tournament_compares_every_table(tmp_path, change_spec):
    file, record = tmp_path / "cup.toml", tmp_path / "cup.jsonl"
    bots = "".join(f'[[bots]]\nname = "{name}"\nspec = "{spec}"\n' for name, spec in zip("ab", MATCH, strict=True))
    more = '[[bots]]\nname = "c"\nspec = "random"\n'
    file.write_text(f'[tournament]\nseed = 1\ngames = 2\n[game]\nname = "tictactoe"\n{bots}{more}')

    def tournament():
        return Tournament(read_tournament(file, make_bot), make_bot, record=record, resume=True)

    list(tournament().play())
    assert tournament().n_finished == 6
    change_spec(tuned={"c": 1.25})  # the table of b and c is as it was
    with pytest.raises(RecordError, match="other parameters of a"):
        tournament()


def test_records_of_older_versions_can_be_replayed_and_are_not_continued(tmp_path):
    path = tmp_path / "games.jsonl"
    list(match(path, 2).play())
    part = next(read_records(path)).id.rpartition("-")[0]
    path.write_text(path.read_text().replace(part, settings_part(part)))
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        record = read_line(line, path, number)
        assert record.id == f"{settings_part(part)}-{record.index}"
        verify(record)
    with pytest.raises(RecordError, match="an older mctsky"):
        match(path, 4, resume=True)


def test_a_process_with_other_rules_does_not_play_games_of_a_match(change_spec):
    plan = make_plan(load("tictactoe"), MATCH, make_bot, seed=1)
    change_spec(version=2)
    with pytest.raises(OptionError, match="version 2 here, but the match began with version 1"):
        plan.play(0, make_bot)


def test_parameters_that_are_not_json_still_have_one_digest():
    game = load("tictactoe")
    plan = make_plan(game, ["random"], make_bot, seed=1)
    ids = {replace(plan, bots=(BotEntry("random", "random", {"model": object()}),)).id for _ in range(3)}
    assert len(ids) == 1


def test_plain_keeps_what_json_can_hold_and_ends_in_circles():
    import numpy as np

    ring: list[object] = [1]
    ring.append(ring)
    deep: list[object] = []
    for _ in range(2 * MAX_DEPTH):
        deep = [deep]
    told = {1: np.float32(0.5), "n": np.int64(3), "b": np.True_, "a": np.arange(2), "nan": float("nan"), "p": Path("x")}
    assert plain(told) == {"1": 0.5, "n": 3, "b": True, "a": [0, 1], "nan": None, "p": f"<{type(Path('x')).__name__}>"}
    assert plain(ring) == [1, "<list>"]
    assert str(plain(deep)).count("[") == MAX_DEPTH
