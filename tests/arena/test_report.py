"""The report of a tournament: one file that needs nothing, escapes everything and says the same numbers as the tables."""

import csv
import datetime
import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from mctsky.arena.tournaments.file import read_tournament
from mctsky.arena.tournaments.report import make_report
from mctsky.arena.tournaments.report_plots import duration, length_plot, median_time, rating_plot, seat_plot, time_plot
from mctsky.arena.tournaments.scoreboard import time_bin
from mctsky.arena.tournaments.standings import CSV_COLUMNS, GameRow, SeatRow, Standings
from mctsky.arena.tournaments.tournament import Tournament
from mctsky.bots import Bot, make_bot
from mctsky.core.position import View

EVIL = '<script>alert("x")</script> & \'"'
FILE = """\
[tournament]
name = '''<img src=x onerror="y"> & cup'''
rounds = 3
[[games]]
name = "kuhn"
[[games]]
name = "goofspiel"
players = 3
options = { cards = 3 }
[[bots]]
name = '''EVIL'''
spec = "random"
[[bots]]
spec = "flat:iterations=5"
[[bots]]
name = "sees, \\\\"all\\\\""
spec = "cheater:iterations=5"
"""
VOID = {"meta", "br", "hr", "img", "link", "input"}
HAS_ADDRESS = {"src", "href", "action", "data", "poster", "srcset", "xlink:href", "background", "formaction"}


class Broken(Bot):
    def choose(self, view: View) -> int:
        raise RuntimeError(EVIL)


def make_some_broken(spec: str) -> Bot:
    return Broken() if spec == "flat:iterations=5" else make_bot(spec)


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    path = tmp_path_factory.mktemp("cup") / "cup.toml"
    path.write_text(FILE.replace("EVIL", EVIL).replace("\\\\", "\\"))
    plan = read_tournament(path, make_bot)
    tournament = Tournament(plan, make_some_broken)
    for _ in tournament.play():
        pass
    return tournament


@pytest.fixture(scope="module")
def report(tournament: Tournament) -> str:
    return make_report(tournament.plan, tournament.standings(), datetime.datetime(2026, 11, 16, tzinfo=datetime.UTC))


class Checker(HTMLParser):
    """Refuses unbalanced tags, and collects tags, attributes and words."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        assert len(dict(attributes)) == len(attributes)
        self.tags.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


def read_html(text: str) -> Checker:
    checker = Checker()
    checker.feed(text)
    checker.close()
    assert checker.open == []
    return checker


def test_the_page_is_whole_and_needs_nothing_from_elsewhere(report: str) -> None:
    page = read_html(report)
    names = {tag for tag, _ in page.tags}
    assert not names & {"script", "link", "iframe", "object", "embed", "base", "img", "form"}
    for tag, attributes in page.tags:
        assert not HAS_ADDRESS & set(attributes), tag
        assert not any(name.startswith("on") for name in attributes), tag
    assert "http:" not in report
    assert "https:" not in report
    assert "url(" not in report
    assert "@import" not in report
    assert "prefers-color-scheme: dark" in report
    assert ("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}) in page.tags
    assert ("html", {"lang": "en"}) in page.tags


def test_what_users_wrote_is_escaped(report: str) -> None:
    assert "<script" not in report
    assert "<img" not in report
    words = "".join(read_html(report).words)
    assert EVIL in words
    assert 'sees, "all" (sees all)' in words
    assert '<img src=x onerror="y"> & cup' in words
    assert f"crash: RuntimeError: {EVIL}" in words


def test_the_page_says_what_the_standings_say(report: str, tournament: Tournament) -> None:
    words = read_html(report).words
    text = " ".join(words)
    standings = tournament.standings()
    for bot in standings.bots:
        assert f"{bot.rating:+.0f}" in text
        assert f"{bot.score:.3f}" in text
        assert bot.spec in words
    for heading in ("Standings", "Who beat whom", "Seats", "Game length", "Time per move", "Failures", "Settings"):
        assert heading in words
    assert "2026-11-16 00:00 UTC" in text
    assert "numba" in text


def test_every_plot_is_xml_with_title_and_description(report: str) -> None:
    plots = re.findall(r"<svg.*?</svg>", report, re.DOTALL)
    assert len(plots) == 1 + 2 + 2 + 1  # ratings, seats and lengths per game, times
    ids: list[str] = []
    for plot in plots:
        root = ET.fromstring(plot)
        title, description = root[0], root[1]
        assert (title.tag, description.tag) == ("title", "desc")
        assert title.text
        assert description.text
        assert root.get("role") == "img"
        assert root.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
        ids += [element.get("id", "") for element in (title, description)]
        _, _, width, height = map(float, root.get("viewBox", "").split())
        for element in root.iter():
            for name, most in (("x", width), ("x1", width), ("x2", width), ("cx", width), ("y", height), ("y1", height)):
                if name in element.attrib:
                    assert -0.5 <= float(element.get(name, "")) <= most + 0.5, ET.tostring(element)
    assert len(set(ids)) == len(ids)


def test_csv_reads_back_to_the_same_numbers(tournament: Tournament) -> None:
    standings = tournament.standings()
    rows = list(csv.DictReader(io.StringIO(standings.to_csv())))
    assert len(rows) == len(standings.bots)
    assert all(set(CSV_COLUMNS) < set(row) for row in rows)
    for number, (row, bot) in enumerate(zip(rows, standings.bots, strict=True)):
        assert (row["bot"], row["spec"], row["sees_all"] == "1") == (bot.name, bot.spec, bot.cheats)
        counts = [int(row[key]) for key in ("rank", "games", "wins", "draws", "losses", "failures")]
        assert counts == [bot.rank, bot.games, bot.wins, bot.draws, bot.losses, bot.failures]
        numbers = [float(row[key]) for key in ("rating", "rating_low", "rating_high", "score")]
        assert numbers == [bot.rating, bot.low, bot.high, bot.score]
        assert (float(row["superiority"]) if row["superiority"] else None) == bot.superiority
        for other, (games, score) in zip(standings.bots, standings.met[number], strict=True):
            assert int(row[f"games vs {other.name}"]) == games
            assert (float(row[f"vs {other.name}"]) if row[f"vs {other.name}"] else None) == score


def test_a_report_of_no_games_is_a_page_too(tournament: Tournament) -> None:
    nothing = Tournament(tournament.plan, make_bot)
    page = read_html(make_report(nothing.plan, nothing.standings()))
    assert not any(tag == "svg" for tag, _ in page.tags)
    assert nothing.standings().to_csv().count("\n") == 4


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0000012, "1.2 µs"), (0.000999, "999 µs"), (0.001, "1 ms"), (0.0123, "12 ms"), (2.5, "2.5 s"), (75, "75 s")],
)
def test_durations_are_short(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_thinking_times_fall_into_bins() -> None:
    assert [time_bin(seconds) for seconds in (1.0, 1.57, 1.59, 9.99, 10.0, 0.001, 0.0, 1e9)] == [0, 0, 1, 4, 5, -15, -30, 20]
    assert median_time({0: 1, 5: 3, 10: 1}) == pytest.approx(10**1.1)
    assert median_time({}) == 0.0


def test_plots_bear_extreme_numbers(tournament: Tournament) -> None:
    standings: Standings = tournament.standings()
    bot = standings.bots[0]
    alike = replace(bot, name="x" * 80, rating=0.0, low=0.0, high=0.0, times={-30: 1, 20: 10**9})
    far = replace(bot, rating=3000.0, low=-1e5, high=1e5, times={})
    for plot in (rating_plot([alike]), rating_plot([alike, far]), time_plot([alike, far])):
        assert ET.fromstring(plot).tag == "svg"
    assert rating_plot([replace(bot, rating=None)]) == ""
    assert time_plot([far]) == ""
    row = GameRow("g", 6, 3, tuple(SeatRow(seat, 3, 0, 3, 0.5) for seat in range(6)), {1: 1, 5000: 2})
    assert len(ET.fromstring(length_plot(row)).findall("g")) <= 40
    assert ET.fromstring(seat_plot(row)).tag == "svg"
