"""`mctsky replay` and `mctsky records` as users call them."""

import csv
import io
import json
import logging
import os
import pty
import select
import subprocess
import sys
from dataclasses import replace

import pytest
from click.testing import CliRunner
from record_games import game, lost_game, plan, some_games, write
from tallies import interval
from test_replay import by_hand

from mctsky import load
from mctsky.arena.records.reader import read_records
from mctsky.arena.records.record import BotEntry
from mctsky.cli.main import commands


@pytest.fixture(autouse=True)
def _logging_as_before():
    library = logging.getLogger("mctsky")
    before = (library.handlers, library.propagate, library.level)
    yield
    library.handlers, library.propagate = before[:2]
    library.setLevel(before[2])


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "games.jsonl", *some_games())


def run(*arguments):
    return CliRunner().invoke(commands, [str(argument) for argument in arguments])


def fine(*arguments):
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_replay_shows_the_last_game_or_the_one_asked_for(path):
    assert fine("replay", path).startswith("line 9: game fault-0\n")
    shown = fine("replay", path, "--game", 3)
    assert shown == fine("replay", path, "--game", game("kuhn").id)
    for words in ("kuhn players=2", f"seed {game('kuhn').seed}", "random", "flat:iterations=20", "reason: normal", "deal "):
        assert words in shown
    searched = fine("replay", path, "--game", 1)
    assert "value" in searched
    assert f"{round(game().moves[-1].seconds, 6):.4f}" in searched  # records hold six digits
    assert "illegal move: -5 after 3 moves" in fine("replay", path)
    assert "failed" in fine("replay", path)


def test_replay_steps_through_the_boards(path):
    shown = fine("replay", path, "--step", "--game", 1)
    position = load("tictactoe").start()
    for number, move in enumerate(game().moves, 1):
        position.play(move.code)
        assert f"\n{number}. seat {move.seat}: {move.move}" in shown
        assert position.render().rstrip() in shown


def test_replay_as_data(path):
    data = json.loads(fine("replay", path, "--game", 5, "--json"))
    record = game("leduc")
    assert data["id"] == record.id
    assert data["line"] == 5
    assert [move["code"] for move in data["moves"]] == list(record.codes)
    position = load("leduc").start(record.seed)
    for move in record.moves:
        if move.seat >= 0:
            position.play(move.code)
    assert data["moves"][-1]["position"] == position.text()


@pytest.mark.parametrize("flags", [(), ("--step",), ("--json",)])
def test_a_seat_is_shown_nothing_that_it_did_not_see(tmp_path, flags):
    """Two games that seat 0 cannot tell apart: the cards of seat 1 differ, nobody shows them, all else hidden differs too."""
    kuhn = load("kuhn")
    deal = {text: kuhn.start().parse_move(f"deal {text}") for text in "JQK"}
    pages = []
    for card, seed, opening in (("J", 1, ""), ("K", 2, "moves:pass")):
        record = by_hand(kuhn, [deal["Q"], deal[card], 0, 1, 0])
        moves = [replace(m, search={"value": 0.1 * seed}, seconds=seed) if m.seat == 1 else m for m in record.moves]
        record = replace(record, moves=tuple(moves), seed=seed, opening=opening, turns=(card,))
        pages.append(fine("replay", write(tmp_path / "games.jsonl", record), "--seat", 0, *flags))
    assert pages[0] == pages[1]
    assert "Q" in pages[0]
    failing = replace(record, failed_seat=1, reason="crash: I hold K", result=(1.0, 0.0))
    assert "crash" in fine("replay", write(tmp_path / "games.jsonl", failing), "--seat", 0, *flags)
    assert "I hold" not in fine("replay", tmp_path / "games.jsonl", "--seat", 0, *flags)
    assert "I hold K" in fine("replay", tmp_path / "games.jsonl", "--seat", 1, *flags)


def test_what_a_cheat_thought_is_not_shown_as_what_its_seat_saw(tmp_path):
    record = by_hand(load("kuhn"), game("kuhn").codes)
    path = write(tmp_path / "games.jsonl", record)
    assert '"value"' in fine("replay", path, "--seat", 0, "--json")
    bots = tuple(BotEntry(bot.name, bot.spec, {}, True) for bot in record.bots)
    write(path, replace(record, bots=bots))
    assert '"value"' not in fine("replay", path, "--seat", 0, "--json")


def test_verify(path):
    assert fine("replay", path, "--verify") == "9 of 9 games agree\n"
    assert fine("replay", path, "--verify", "--game", 2) == "1 of 1 games agree\n"
    write(path, game(), replace(game("kuhn"), result=(0.3, 0.7)), game(index=1))
    result = run("replay", path, "--verify")
    assert result.exit_code == 1
    assert result.stdout.startswith(f"line 2, game {game('kuhn').id}: result is [0.3, 0.7], it should be ")
    assert result.stdout.endswith("\n2 of 3 games agree\n")
    data = json.loads(run("replay", path, "--verify", "--json").stdout)
    assert (data["agree"], data["disagree"], data["failures"][0]["line"]) == (2, 1, 2)


def test_replay_waits_for_keys_at_a_terminal(path):
    """Next, an unknown key, next, back, twice next typed ahead, quit."""
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "mctsky", "replay", str(path), "--game", "1", "--step"]
    child = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    shown = b""

    def wait_for(words):
        nonlocal shown
        while words not in shown:
            assert select.select([master], [], [], 60)[0], shown
            shown += os.read(master, 4096)
        shown = shown.partition(words)[2]

    steps = len(game().moves)
    try:
        for place, key in ((0, b"\r"), (1, b"x\r"), (2, b"b"), (1, b"\r\r"), (2, b""), (3, b"q")):
            wait_for(f"[{place} of {steps}] Enter: next, b: back, q: quit".encode())
            os.write(master, key)
        assert child.wait(timeout=60) == 0
    finally:
        child.kill()
        child.wait()
        os.close(master)


def test_records_summarises(path):
    data = json.loads(fine("records", path, "--json"))
    assert data["games"] == 9
    lineups = {(row["game"], tuple(sorted(bot["name"] for bot in row["bots"]))): row for row in data["lineups"]}
    assert len(lineups) == 5
    row = lineups["tictactoe", ("mcts:iterations=20", "random")]
    games = [game(), game(index=1)]
    assert row["games"] == 2
    assert row["matches"] == {plan().id: 2}
    lengths = sorted(len(record.moves) for record in games)
    assert row["length"] == {"min": lengths[0], "median": lengths[0], "mean": sum(lengths) / 2, "max": lengths[1]}
    for bot in row["bots"]:
        values = [v for record in games for name, v in zip(record.names, record.result, strict=True) if name == bot["name"]]
        assert bot["score"] == pytest.approx(sum(values) / 2)
        assert bot["low"] <= bot["score"] <= bot["high"]
        assert bot["games"] == bot["won"] + bot["drawn"] + bot["lost"] == 2
        own = [m.seconds for r in games for m in r.moves if m.seat >= 0 and r.names[m.seat] == bot["name"]]
        assert bot["moves"] == len(own)
        assert bot["seconds_per_move"] == pytest.approx(sum(own) / len(own), abs=1e-6)
        assert bot["slowest_move"] == pytest.approx(max(own), abs=1e-6)
    assert lineups["tictactoe", ("Loser", "RandomBot")]["bots"][1]["faults"] == {"illegal move": 1}
    shown = fine("records", path)
    for words in ("95 % interval", "Loser lost by illegal move 1", "moves per game", "9 games of 5 lineups"):
        assert words in shown


def test_intervals_are_made_of_blocks(tmp_path):
    twins = [replace(game(index=k % 2), id=f"m-{k}", index=k, block=k // 2, result=(1.0, 0.0)) for k in range(40)]
    path = write(tmp_path / "games.jsonl", *twins[::-1])
    together = json.loads(fine("records", path, "--json"))["lineups"][0]["bots"][0]
    assert (together["low"], together["high"]) == pytest.approx(interval([0.5] * 20))
    write(path, *(replace(record, block=record.index) for record in twins))
    apart = json.loads(fine("records", path, "--json"))["lineups"][0]["bots"][0]
    assert (apart["low"], apart["high"]) == pytest.approx(interval([0.0, 1.0] * 20))
    assert together["score"] == apart["score"] == 0.5


@pytest.mark.parametrize(
    ("flags", "chosen"),
    [
        (("--game", "kuhn"), [3, 4]),
        (("--bot", "flat"), [3, 4, 5, 6, 7, 8]),
        (("--bot", "mcts:*"), [1, 2]),
        (("--bot", "nobody"), []),
        (("--lost-by", "illegal"), [9]),
        (("--lost-by", "illegal move"), [9]),
        (("--lost-by", "any"), [9]),
        (("--lost-by", "crash"), []),
        (("--bot", "Loser", "--lost-by", "any"), [9]),
        (("--bot", "RandomBot", "--lost-by", "any"), []),
        (("--bot", "RandomBot", "--result", "won"), [9]),
        (("--bot", "RandomBot", "--result", "lost"), []),
        (("--bot", "Loser", "--seat", "0"), []),
        (("--bot", "Loser", "--seat", "1"), [9]),
        (("--until", "2026-01-03"), [9]),
        (("--until", "2026-01-02T03:04:05"), []),
        (("--since", "2026-01-02T04:04:05+01:00", "--until", "2026-02-01"), [9]),
        (("--max-moves", "3"), [9]),
        (("--min-moves", "20"), [7, 8]),
    ],
)
def test_filters(path, flags, chosen):
    rows = fine("records", path, "--list", *flags).splitlines()
    assert [int(row.split()[0]) for row in rows] == chosen
    again = fine("records", path, "--list", "--json", *flags)
    assert again == "".join(some_games()[number - 1].to_line() for number in chosen)
    assert json.loads(fine("records", path, "--json", *flags))["games"] == len(chosen)


def test_csv(path):
    rows = list(csv.DictReader(io.StringIO(fine("records", path, "--list", "--csv"))))
    assert len(rows) == sum(len(record.seating) for record in some_games())
    assert rows[-1]["bot"] == "Loser"
    assert (rows[-1]["outcome"], rows[-1]["failed"], rows[-1]["moves"]) == ("lost", "1", "1")
    bots = list(csv.DictReader(io.StringIO(fine("records", path, "--csv"))))
    assert {row["bot"] for row in bots} == {"random", "mcts:iterations=20", "flat:iterations=20", "Loser", "RandomBot"}


def test_several_files_and_doubles(path, tmp_path):
    copy = write(tmp_path / "copy.jsonl", game(), game(index=2))
    result = run("records", path, copy, "--json")
    assert json.loads(result.stdout)["games"] == 10
    assert json.loads(result.stdout)["doubles"] == 1
    assert "1 games appear twice" in result.stderr
    assert f"{copy}:2  {game(index=2).id}" in fine("records", path, copy, "--list")


def test_doubles_are_known_by_their_ids(tmp_path):
    ids = ["m-0", "n-0", "m-1", "m-70000000", "m-1", "m-70000000", f"m-{10**30}", f"m-{10**30}", "", "", "alone", "alone"]
    path = write(tmp_path / "games.jsonl", *(replace(game(), id=name) for name in ids))
    data = json.loads(run("records", path, "--json").stdout)
    assert (data["games"], data["doubles"]) == (9, 3)


def test_texts_of_foreign_bots_do_no_harm(tmp_path):
    bots = (BotEntry("exec:[red]\x1b[2J\n", "x"), BotEntry("\udc80", "y"))
    record = replace(game(), bots=bots, reason="crash: \x07[/bold]", failed_seat=0, result=(0.0, 1.0))
    path = tmp_path / "games.jsonl"
    path.write_text(json.dumps(record.to_dict()) + "\n")
    assert list(read_records(path)) == [record]
    for line in (("records", path), ("records", path, "--list"), ("records", path, "--csv"), ("replay", path)):
        shown = fine(*line)
        assert "\x1b" not in shown
        assert r"exec:[red]\x1b[2J\n" in shown
        assert r"\udc80" in shown


ERRORS = {
    "missing file": (("replay", "nowhere.jsonl"), "nowhere.jsonl: cannot be read: No such file or directory"),
    "missing files": (("records", "nowhere.jsonl"), "nowhere.jsonl: cannot be read: No such file or directory"),
    "no file": (("records",), "FILE..."),
    "line too high": (("replay", "FILE", "--game", "99"), "there is no such game; its lines are 1 to 9"),
    "no such id": (("replay", "FILE", "--game", "abc-1"), "there is no such game"),
    "no such seat": (("replay", "FILE", "--seat", "2"), "there is no such seat, only 0 to 1"),
    "verify a seat": (("replay", "FILE", "--verify", "--seat", "0"), "leave --step and --seat out"),
    "bad date": (("records", "FILE", "--since", "monday"), "not a date; write 2026-11-16"),
    "bad reason": (("records", "FILE", "--lost-by", "crahs"), "did you mean 'crash'?"),
    "bad outcome": (("records", "FILE", "--result", "wno"), "did you mean 'won'?"),
    "two formats": (("records", "FILE", "--json", "--csv"), "choose one"),
    "newer": (("records", "NEWER"), "written by a newer mctsky (schema 2), this one reads 1; upgrade mctsky"),
    "newer replay": (("replay", "NEWER"), "line 1: written by a newer mctsky (schema 2)"),
    "empty": (("replay", "EMPTY"), "it holds no games"),
    "device": (("replay", "/dev/null"), "/dev/null: cannot be read: this is a device, not a file; name a file that"),
    "text": (("replay", __file__, "--game", "1"), "line 1: not JSON"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_bad_input_is_one_line_and_exit_code_2(path, tmp_path, name):
    newer = tmp_path / "newer.jsonl"
    newer.write_text('{"schema":2,"id":"x-0"}\n')
    empty = write(tmp_path / "empty.jsonl")
    arguments, words = ERRORS[name]
    result = run(*({"FILE": path, "NEWER": newer, "EMPTY": empty}.get(argument, argument) for argument in arguments))
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert words in result.stderr
    assert result.stderr.startswith("mctsky: ")
    assert result.stderr.count("\n") == 1


def test_an_empty_choice_is_no_error(tmp_path):
    path = write(tmp_path / "games.jsonl")
    assert fine("records", path) == "0 games\n"
    assert fine("records", path, "--list") == ""


def test_the_games_of_one_loser_are_a_record_file_again(path, tmp_path):
    (tmp_path / "lost.jsonl").write_text(fine("records", path, "--lost-by", "any", "--list", "--json"))
    assert list(read_records(tmp_path / "lost.jsonl")) == [lost_game()]
