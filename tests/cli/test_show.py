"""`mctsky show`: positions typed or recorded, as pictures, text, SVG and data."""

import json
import xml.etree.ElementTree
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from told import told

from mctsky import load
from mctsky.arena.records.reader import read_records
from mctsky.arena.records.replay import replay

Run = Callable[..., Result]


@pytest.fixture
def games(run: Run, tmp_path: Path) -> Path:
    """Return a record file of two games of Kuhn poker."""
    file = tmp_path / "games.jsonl"
    match = ("match", "random", "flat:iterations=2", "--game", "kuhn", "--games", "2", "--seed", "3", "--record", str(file))
    assert run(*match).exit_code == 0
    return file


def test_the_start_of_a_game(run: Run) -> None:
    assert run("show", "tictactoe").stdout == load("tictactoe").start().render().rstrip() + "\n"
    assert run("show", "leduc", "--seed", "5").stdout == load("leduc").start(5).render().rstrip() + "\n"
    assert "seat 2" in run("show", "goofspiel", "--option", "players=3").stdout


def test_typed_positions_and_views(run: Run) -> None:
    game = load("kuhn")
    assert run("show", "kuhn", "--position", "K Q pb").stdout == game.position("K Q pb").render().rstrip() + "\n"
    seen = run("show", "kuhn", "--position", "K Q pb", "--seat", "1")
    assert seen.stdout == run("show", "kuhn", "--view", "? Q pb", "--seat", "1").stdout
    assert "K" not in seen.stdout
    assert run("show", "kuhn", "--position", "K Q .", "--moves", "pass, bet", "--text").stdout == "K Q pb\n"


def test_what_is_hidden_stays_hidden_in_every_form(run: Run, tmp_path: Path) -> None:
    arguments = ("show", "leduc", "--position", "Kh Js | - | r", "--seat", "1")
    for form in ("--text", "--json", "--color", "--no-color"):
        result = run(*arguments, form)
        assert result.exit_code == 0, result.stderr
        assert "Js" in result.stdout
        assert "Kh" not in result.stdout
    open_position = load("leduc").position("Kh Js | - | r")
    drawn = run(*arguments, "--svg", str(tmp_path / "board.svg"))
    assert drawn.exit_code == 0, drawn.stderr
    assert (tmp_path / "board.svg").read_text() == open_position.view(1).svg() != open_position.svg()


def test_svg_is_written_to_a_file_or_stdout(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert run("show", "connect4", "--moves", "d,c", "--svg", str(picture)).stdout == ""
    assert xml.etree.ElementTree.fromstring(picture.read_text()).tag.endswith("svg")
    assert run("show", "connect4", "--moves", "d,c", "--svg", "-").stdout == picture.read_text() + "\n"


def test_a_card(run: Run, tmp_path: Path) -> None:
    assert "| commercial, cost 1     |" in run("show", "paperskyscrapers", "--card", "corner deli").stdout
    assert run("show", "paperskyscrapers", "--card", "Corner Deli", "--svg", str(tmp_path / "card.svg")).exit_code == 0
    assert "Corner Deli" in (tmp_path / "card.svg").read_text()


def test_colour_as_asked_for(run: Run) -> None:
    assert "\x1b[" in run("show", "connect4", "--moves", "d", "--color").stdout
    assert "\x1b[" not in run("show", "connect4", "--moves", "d").stdout
    assert "\x1b[" not in run("show", "connect4", "--moves", "d", "--no-color").stdout


def test_data(run: Run) -> None:
    data = json.loads(run("show", "kuhn", "--view", "K ? pb", "--seat", "0", "--json").stdout)
    assert (data["seat"], data["view"], data["to_act"], data["moves"]) == (0, "K ? pb", 0, ["pass", "bet"])
    over = json.loads(run("show", "kuhn", "--position", "K Q bp", "--json").stdout)
    assert (over["over"], over["result"], over["moves"]) == (True, [0.75, 0.25], [])


def test_a_recorded_game_at_any_ply(run: Run, games: Path) -> None:
    first, last = read_records(games)
    boards = [position.text() for position, _ in replay(first)]
    for ply, text in enumerate(boards):
        assert run("show", str(games), "--game", "1", "--ply", str(ply), "--text").stdout == text + "\n"
    end = list(replay(last))[-1][0]
    assert run("show", str(games), "--text").stdout == end.text() + "\n"
    assert run("show", str(games), "--text", "--seat", "1").stdout == end.view(1).text() + "\n"
    assert run("show", str(games), "--game", first.id, "--text").stdout == boards[-1] + "\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nim"], "neither a game nor a record file"),
        (["kuhn", "--ply", "1"], "for record files"),
        (["FILE", "--seed", "1"], "not for record files"),
        (["FILE", "--ply", "99"], "nearest"),
        (["FILE", "--game", "9"], "no such game"),
        (["FILE", "--seat", "2"], "no such seat"),
        (["kuhn", "--view", "K ? ."], "whose view"),
        (["kuhn", "--view", "K K .", "--seat", "0"], "cannot be move 2"),
        (["kuhn", "--view", "K ? .", "--seat", "0", "--moves", "bet"], "all that a seat knows"),
        (["kuhn", "--position", "K Q .", "--moves", "fly"], "no such move"),
        (["kuhn", "--svg", "-", "--json"], "choose one"),
        (["kuhn", "--card", "K"], "no pictures of cards"),
        (["paperskyscrapers", "--card", "Corner Dely"], "did you mean 'Corner Deli'"),
        (["paperskyscrapers", "--card", "Mill", "--seat", "0"], "by its name alone"),
        (["paperskyscrapers", "--card", "Mill", "--color"], "by its name alone"),
        (["FILE", "--card", "Mill"], "by its name alone"),
        (["kuhn", "--svg", "/no/such/folder/x.svg"], "cannot write"),
    ],
)
def test_bad_input_is_one_line(run: Run, games: Path, arguments: list[str], words: str) -> None:
    result = run("show", *(str(games) if word == "FILE" else word for word in arguments))
    assert result.exit_code == 2
    assert words in result.stderr
    assert told(result).count("\n") == 1
