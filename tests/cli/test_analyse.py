"""`mctsky analyse`: advice for positions, and reviews of recorded games as text, data and pages."""

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from told import told

import mctsky
from mctsky import load
from mctsky.arena.records.reader import read_records
from mctsky.arena.records.record import BotEntry, GameRecord, MoveRecord
from mctsky.cli import _review, analyse
from mctsky.cli._review import Judged, Review, decisions_of, judge
from mctsky.cli._review_page import review_page
from mctsky.cli._review_text import plot_lines, review_lines
from mctsky.cli.main import commands

Run = Callable[..., Result]


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a record file: a game of tic-tac-toe with blunders, then one of Leduc poker."""
    file = tmp_path_factory.mktemp("records") / "games.jsonl"
    for game in ("tictactoe", "leduc"):
        match = ("match", "random", "flat:iterations=2", "--game", game, "--games", "1", "--seed", "5", "--record", str(file))
        assert CliRunner().invoke(commands, match).exit_code == 0
    return file


def test_a_typed_view(run: Run) -> None:
    result = run("analyse", "leduc", "--view", "? Ks | - | r", "--seat", "1", "--iterations", "500")
    assert result.exit_code == 0, result.stderr
    advice = mctsky.advise(load("leduc").view("? Ks | - | r", 1), iterations=500, seed=0)
    assert " ".join(advice.sentence.split()) in " ".join(result.stdout.split())
    assert "seat 1: Ks" in result.stdout
    assert "what is hidden, in 500 possible worlds:" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_position_is_advised_with_what_its_seat_knows(run: Run) -> None:
    """The same numbers and words whatever the other seat holds."""
    outputs = [
        run("analyse", "leduc", "--position", f"{other} Ks | - | r", "--iterations", "200").stdout
        for other in ("Jh", "Qs", "Kh")
    ]
    lines = {re.sub(r"\d+\.\d\d s", "", output) for output in outputs}
    assert len(lines) == 1


def test_data_of_a_position(run: Run) -> None:
    data = json.loads(run("analyse", "kuhn", "--view", "K ? pb", "--seat", "0", "--json", "--top", "1").stdout)
    assert (data["game"], data["seat"], data["view"], data["decides"]) == ("kuhn", 0, "K ? pb", "now")
    assert [move["text"] for move in data["moves"]] == ["bet"]
    assert data["iterations"] == analyse.ITERATIONS


def test_watching_gives_answers_that_get_better(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyse, "EVERY", 0.005)
    arguments = ("analyse", "leduc", "--view", "? Ks | - | r", "--seat", "1", "--watch", "--iterations", "400000")
    answers = [json.loads(line) for line in run(*arguments, "--json").stdout.splitlines()]
    assert [answer["final"] for answer in answers] == [False] * (len(answers) - 1) + [True]
    assert len(answers) > 1
    iterations = [answer["iterations"] for answer in answers]
    assert iterations == sorted(iterations)


def test_the_advice_is_drawn(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "advice.svg"
    assert run("analyse", "connect4", "--moves", "d,d", "--iterations", "50", "--svg", str(picture)).exit_code == 0
    root = ElementTree.fromstring(picture.read_text())
    assert root.tag.endswith("svg")
    assert "Play " in "".join(root.itertext())


def test_a_review_in_words(run: Run, games: Path) -> None:
    result = run("analyse", str(games), "--game", "1", "--iterations", "300")
    assert result.exit_code == 0, result.stderr
    assert "tictactoe players=2, game " in result.stdout
    assert "expected result of each seat after every move" in result.stdout
    assert re.search(r"\d+ of \d+ choices are the advisor's own", result.stdout)
    assert "moves that lost most:" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_review_as_data_agrees_with_the_record(run: Run, games: Path) -> None:
    record = next(iter(read_records(games)))
    data = json.loads(run("analyse", str(games), "--game", "1", "--iterations", "300", "--json").stdout)
    assert data["whole"]
    assert [(row["ply"], row["seat"], row["move"]) for row in data["decisions"]] == [
        (ply, move.seat, move.move) for ply, move in enumerate(record.moves, 1)
    ]
    for row in data["decisions"]:
        if not row["forced"]:
            assert sum(row["values"]) == pytest.approx(1.0)
            assert (row["best"] is None) == (row["played"] is None) == (row["advised"] == row["move"])
            assert row["loss"] == (row["best"]["value"] - row["played"]["value"] if row["best"] else 0.0)
    assert data["worst"]


def test_one_seat_is_judged_by_what_it_knew(games: Path) -> None:
    record = list(read_records(games))[-1]
    for seat in (0, 1):
        decisions = decisions_of(record, seat)
        assert {view.seat for _, view in decisions} == {seat}
        for ply, view in decisions:
            assert record.moves[ply - 1].seat == seat
            assert "?" in view.text().split(" | ")[0]
    assert len(decisions_of(record, None)) == len(decisions_of(record, 0)) + len(decisions_of(record, 1))


def blunder() -> Review:
    """Return a review of a game in which seat 0 does not take three in a row, by hand."""
    position = load("tictactoe").start()
    texts = ["a1", "a3", "b1", "b3", "a2", "c3"]  # at move 5 c1 wins
    moves = []
    for text in texts:
        moves.append(MoveRecord(position.to_act, position.parse_move(text), text))
        position.play(text)
    bots = (BotEntry("<b>bot</b>", "random"), BotEntry("other", "random"))
    record = GameRecord(
        "<i>x-1", "tictactoe", {"players": 2}, 1, (0, 1), bots, tuple(moves), tuple(position.returns()), "normal", None
    )
    decisions = decisions_of(record, None)
    budget = {"iterations": 400}
    return Review(record, None, tuple(judge(record, decisions, "ismcts", budget)), len(decisions), "ismcts", budget)


def test_the_move_that_lost_most_is_found() -> None:
    review = blunder()
    worst = review.worst(3)[0]
    assert (worst.ply, worst.seat, worst.move, worst.advised) == (5, 0, "a2", "c1")
    assert worst.loss > 0.5
    assert review.curve(0)[-1] == (6, 0.0)
    assert review.curve(1)[-1] == (6, 1.0)


def test_a_move_is_compared_by_searches_with_the_same_budget() -> None:
    """Of two moves that are the same by symmetry, none is said to have lost, in nearly all of many searches."""
    view = load("tictactoe").start().view()
    corners = ("a1", "a3", "c1", "c3")
    values = [
        mctsky.advise(view, iterations=300, seed=seed, turns=0, moves_allowed=[corner]).moves[0]
        for seed, corner in enumerate(corners * 6)
    ]
    pairs = list(zip(values[::2], values[1::2], strict=True))
    sure = sum(abs(one.value - other.value) > _review.SURE * (one.error**2 + other.error**2) ** 0.5 for one, other in pairs)
    assert sure <= 2


def test_the_plot_is_where_the_values_are() -> None:
    review = blunder()
    lines = plot_lines(review)
    assert lines[1].endswith("1")  # at the end seat 1 has won
    assert lines[11].endswith("0")
    assert lines[1].startswith(" 1.0 |")
    assert lines[11].startswith(" 0.0 |")
    assert all(len(line) <= 80 for line in lines)
    assert lines[-1].endswith("6 moves")


class Page(HTMLParser):
    """Collects tags, texts and addresses of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags, self.texts, self.addresses = [], [], []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "data", "srcset")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_the_page_holds_everything_and_asks_for_nothing() -> None:
    text = review_page(blunder(), 3)
    page = Page(text)
    assert "script" not in page.tags
    assert "link" not in page.tags
    assert page.addresses
    assert all(address.startswith("data:image/svg+xml;base64,") for address in page.addresses)
    assert "b" not in page.tags
    assert "i" not in page.tags
    assert "<b>bot</b>" in page.texts
    assert any("Move 5, seat 0: a2 lost" in words for words in page.texts)
    assert "@import" not in text
    assert "url(" not in text


def test_the_page_is_written(run: Run, games: Path, tmp_path: Path) -> None:
    file = tmp_path / "review.html"
    result = run("analyse", str(games), "--iterations", "50", "--html", str(file))
    assert result.exit_code == 0, result.stderr
    assert "leduc: review of a game" in file.read_text()


def test_an_interruption_leaves_what_is_done(run: Run, games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = _review.judge

    def interrupted(*arguments: object) -> object:
        for number, judged in enumerate(real(*arguments)):  # type: ignore[arg-type]
            if number == 2:
                raise KeyboardInterrupt
            yield judged

    monkeypatch.setattr(_review, "judge", interrupted)
    result = run("analyse", str(games), "--game", "1", "--iterations", "20")
    assert result.exit_code == 130
    assert "2 of " in result.stdout
    assert "decisions were looked at" in result.stdout
    assert told(result) == "mctsky: interrupted; what follows was found so far\n"


def test_forced_moves_are_not_searched() -> None:
    review = blunder()
    forced = Judged(6, 1, "c3", (None, None))
    assert forced.agrees
    assert forced.loss == 0.0
    assert "forced" in forced.to_dict()
    shown = Review(review.record, None, (*review.decisions[:5], forced), 6, "ismcts", {"time": 0.5})
    assert any("1 moves were forced" in line for line in review_lines(shown, 3))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nim"], "neither a game nor a record file"),
        (["kuhn"], "chance is to act"),
        (["kuhn", "--position", "K Q bp"], "the game is over"),
        (["kuhn", "--view", "K ? .", "--seat", "0", "--html", "x.html"], "for whole games"),
        (["FILE", "--watch"], "for positions"),
        (["FILE", "--svg", "x.svg"], "add --ply"),
        (["FILE", "--seat", "7"], "no such seat"),
        (["FILE", "--bot", "random"], "does not search"),
        (["FILE", "--iterations", "0"], "iterations"),
        (["FILE", "--time", "1s+1s"], "a decision takes a time per move"),
        (["FILE", "--iterations", "5", "--html", "/no/such/folder/x.html"], "cannot write"),
        (["kuhn", "--view", "K K .", "--seat", "0"], "bad position"),
    ],
)
def test_bad_input_is_one_line(run: Run, games: Path, arguments: list[str], words: str) -> None:
    result = run("analyse", *(str(games) if word == "FILE" else word for word in arguments))
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert told(result).count("\n") == 1


TEXTS = st.text(max_size=20) | st.lists(
    st.sampled_from(["K", "Q", "J", "?", "-", "p", "b", "pb", ".", " ", "|"]), max_size=8
).map(" ".join)


def check_text(text: str, seat: int) -> None:
    """Any text is a view or an error of one line."""
    result = CliRunner().invoke(commands, ("analyse", "kuhn", f"--view={text}", "--seat", str(seat), "--iterations", "3"))
    assert result.exit_code in (0, 2), result.output
    assert "Traceback" not in result.output
    if result.exit_code == 2:
        assert told(result).startswith("mctsky: ")
        assert told(result).count("\n") == 1


@settings(max_examples=100, deadline=None)
@given(TEXTS, st.integers(-1, 2))
def test_any_text(text: str, seat: int) -> None:
    check_text(text, seat)


@pytest.mark.slow
@settings(max_examples=20_000, deadline=None)
@given(TEXTS, st.integers(-1, 2))
def test_any_text_at_length(text: str, seat: int) -> None:
    check_text(text, seat)
