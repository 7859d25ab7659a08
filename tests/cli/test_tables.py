"""Tables at all widths: no line is longer than the terminal is wide, and every number is there, whole."""

import io
import itertools
import random
import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from mctsky.arena.playing.luck import seeded
from mctsky.arena.playing.plan import cyclic_seatings
from mctsky.arena.records.record import BotEntry, GameRecord, MoveRecord
from mctsky.arena.statistics.tally import Tally
from mctsky.cli._match_table import LiveTable, match_table
from mctsky.cli._output import PIPE_WIDTH
from mctsky.cli._table import Table, fold

WIDTHS = [60, 61, 72, 79, 80, 81, 100, 132, 160, 200]
LONG = "ismcts:iterations=123456,c=0.123456,opponents_know=own_hand,policy=ngram,epsilon=0.0001"
NAMES = [LONG, "random", 'exec:python3 "/home/somebody/bots/my bot.py" --depth 12345', "a" * 90, "漢字" * 30, "[red]x[/red] \\"]


def drawn(shown: object, width: int) -> str:
    console = Console(width=width, file=io.StringIO(), record=True)
    console.print(shown)
    return console.export_text()


def check_width(text: str, width: int) -> None:
    for line in text.splitlines():
        assert cell_len(line) <= width, line


@st.composite
def tables(draw: st.DrawFn) -> Table:
    words = st.text(st.sampled_from("ab=,: 漢12_"), max_size=70) | st.sampled_from(NAMES)
    numbers = st.sampled_from(["0", "-", "", "+123 - +4567", "12,345,678", "100.0%", "0.123 - 0.456", "-8000"])
    table = Table(draw(words))
    if draw(st.booleans()):
        table.add_number()
    table.add_columns("bot", key=True, folds=True)
    for heading in draw(
        st.lists(st.sampled_from(["score", "95 % interval", "wins at 3", "iterations/s"]), min_size=1, max_size=14)
    ):
        table.add_columns(heading)
    if draw(st.booleans()):
        table.add_columns("reason", folds=True)
    for _ in range(draw(st.integers(0, 4))):
        table.add_row(*(draw(words if column.folds else numbers) for column in table.columns))
    return table


@given(tables(), st.integers(60, 200))
def test_any_table_fits_and_keeps_every_number(table: Table, width: int) -> None:
    text = drawn(table, width)
    check_width(text, width)
    words = text.split()
    for column in table.columns:
        if not column.folds:
            for cell in column.cells:
                assert cell in text
                assert all(words.count(part) >= column.cells.count(cell) for part in cell.split())


@given(st.text(st.sampled_from("ab=,: 漢12_"), max_size=120), st.integers(2, 40))
def test_folding_loses_nothing_but_blanks(text: str, width: int) -> None:
    lines = fold(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_numbers_in_names_stay_whole() -> None:
    for width in range(20, 100):
        lines = fold(LONG, width)
        for number in re.findall(r"[0-9.]+", LONG):
            assert any(number in re.findall(r"[0-9.]+", line) for line in lines), (width, number)


def test_columns_that_belong_together_stay_together() -> None:
    table = Table()
    table.add_columns("bot", key=True)
    table.add_columns("a" * 15, "b" * 15)
    table.add_columns("c" * 15, "d" * 15, joined=True)
    table.add_row("x", "1", "2", "3", "4")
    assert [[column.heading[0] for column in part] for part in table._parts(70)] == [["b", "a", "b"], ["b", "c", "d"]]
    assert len(table._parts(79)) == 1


def fake_match(n_seats: int, names: list[str], n_blocks: int = 300) -> SimpleNamespace:
    luck = random.Random(n_seats)
    bots = tuple(BotEntry(name, name) for name in names)
    rows = cyclic_seatings(len(names), n_seats)
    records = []
    for index in range(n_blocks * len(rows)):
        winner = luck.randrange(n_seats)
        result = tuple(float(seat == winner) for seat in range(n_seats))
        moves = tuple(MoveRecord(seat, 0, "x", luck.random() / 1e6) for seat in range(n_seats))
        failed = None if luck.random() < 0.98 else (winner + 1) % n_seats
        records.append(
            GameRecord(
                id=f"m-{index}", game="x", options={}, seed=1,
                seating=rows[index % len(rows)], bots=bots, moves=moves, result=result,
                reason="crash: " + "ValueError " * 30 if failed is not None else "end", failed_seat=failed,
                index=index, block=index // len(rows),
            )
        )  # fmt: skip
    tally = Tally(names, n_seats, len(rows))
    for record in records:
        tally.add(record)
    found = tally.result()
    game = SimpleNamespace(name="goofspiel", n_seats=n_seats, format_options=lambda: "players=3 cards=7 order=random " * 4)
    return SimpleNamespace(
        result=lambda: found,
        game=game,
        plan=SimpleNamespace(luck=seeded(2**64 - 1)),
        test=None,
        names=names,
        n_finished=len(records),
        n_games=10**9,
    )


@pytest.mark.parametrize("n_seats", [2, 3, 4, 5, 6])
def test_the_table_of_a_match_fits_every_terminal(n_seats: int) -> None:
    names = [f"{name}#{k}" for k, name in enumerate(itertools.islice(itertools.cycle(NAMES), n_seats))]
    match = fake_match(n_seats, names, n_blocks=40)
    live = LiveTable(match)  # type: ignore[arg-type]
    live.update()
    for width in WIDTHS:
        text = drawn(match_table(match, match.result()), width)  # type: ignore[arg-type]
        check_width(text, width)
        check_width(drawn(live, width), width)
        for bot in match.result().bots:
            for number in (f"{bot.score:.3f}", f"{bot.low:.3f} - {bot.high:.3f}", f"{bot.elo_low:+.0f} - {bot.elo_high:+.0f}"):
                assert number in text
            for row in bot.seats:
                assert f" {row.wins / row.games:.1%} " in text
            for number in (f" {bot.wins} ", f" {bot.losses} ", f" {bot.moves / bot.seconds:,.0f} "):
                assert number in text
    assert text.count("bot ") == 1  # all in one table where there is room


def numbers(text: str) -> set[str]:
    """The numbers of an output, with all that belongs to them."""
    return set(re.findall(r"[-+\d.%]*\d[-+\d.%]*", text))


@pytest.mark.parametrize("width", [60, 80, 113])
def test_commands_fit_the_width_that_columns_gives(
    run: Callable[..., Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.chdir(tmp_path)
    flat = "flat:iterations=3,c=0.7654321,policy=uniform,epsilon=0.12345"
    Path("cup.toml").write_text(
        '[tournament]\nname = "A cup with a name that is much longer than any cup should have, and more"\nrounds = 1\n'
        f'[game]\nname = "kuhn"\n[[bots]]\nspec = "random"\n[[bots]]\nspec = "{flat}"\n[[bots]]\nspec = "flat:iterations=2"\n'
    )
    lines = [
        ("match", flat, "random", "--game", "kuhn", "--games", "8", "--seed", "1", "--record", "games.jsonl"),
        ("records", "games.jsonl"),
        ("records", "games.jsonl", "--list"),
        ("replay", "games.jsonl"),
        ("replay", "games.jsonl", "--step"),
        ("tournament", "cup.toml"),
        ("games",),
        ("games", "goofspiel"),
        ("perft", "leduc", "--depth", "3", "--divide"),
        ("cache",),
        ("bench", "kuhn", "--seconds", "0.01", "--iterations", "50"),
        ("check-bot", f"{sys.executable} -c pass"),
    ]
    for line in lines:
        monkeypatch.setenv("COLUMNS", str(width))
        narrow = run(*line)
        assert narrow.exit_code == (line[0] == "check-bot"), narrow.output
        check_width(narrow.stdout, width)
        if line[0] in ("records", "games", "perft", "replay"):
            monkeypatch.setenv("COLUMNS", "400")
            assert numbers(run(*line).stdout) <= numbers(narrow.stdout), line


def test_a_pipe_has_its_own_width(run: Callable[..., Result], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    plain = run("games").stdout
    assert 100 < max(map(len, plain.splitlines()[:5])) <= PIPE_WIDTH
    for wrong in ("", "0", "-5", "wide", "99999999999", "²"):
        monkeypatch.setenv("COLUMNS", wrong)
        assert run("games").stdout == plain
    monkeypatch.setenv("COLUMNS", "3")
    check_width(run("games").stdout, 40)
