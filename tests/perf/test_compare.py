"""perf/: the C programs do the same work as mctsky, and compare.py prints its table with and without its peers."""

import json
import re
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import mctsky

PERF = Path(__file__).parents[2] / "perf"


@pytest.fixture(autouse=True)
def perf_modules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(PERF))
    yield
    for name in ("compare", "contests", "flamegraph", "native", "pages", "peers", "table_games", "worlds"):
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    sys.path.insert(0, str(PERF))
    try:
        import native
    finally:
        sys.path.remove(str(PERF))
    return native.build_all(tmp_path_factory.mktemp("c")) if native.compiler() else {}


@pytest.mark.parametrize("game", ["connect4", "santorini"])
def test_c_does_the_same_work(programs: dict[str, Path], game: str) -> None:
    import native

    if not programs:  # a machine without gcc: our own counts must still be right
        assert native.our_playouts(mctsky.load(game).start(), 10, 1)["playouts"] == 10
        return
    for c, seed in ((0.7, 1), (0.0, 2), (1.4, 2**63 + 5)):
        assert native.check_same_work(programs[game], 300, 5_000, c, seed) == []  # past the first growth of the tree


LARGE = [("newyork1901", 60), ("skyscraper1937", 300), ("paperskyscrapers", 2_000)]


@pytest.mark.parametrize(("name", "n"), LARGE)
def test_c_plays_the_same_games_for_all_numbers_of_players(programs: dict[str, Path], name: str, n: int) -> None:
    import native
    from table_games import TABLE_GAMES

    (game,) = (game for game in TABLE_GAMES if game.name == name)
    low, high = mctsky.load(name).spec.players
    assert game.checked == tuple(range(low, high + 1))
    for players in game.checked:
        ours = native.our_playouts(game.position(players), n, 5)
        assert ours["playouts"] == n
        assert sum(ours["totals"]) == pytest.approx(n * (players / 2 if name == "newyork1901" else 1))
    if programs:
        assert game.check_same_work(programs[name], n, 5) == []


@pytest.mark.parametrize("game", ["connect4", "santorini"])
def test_the_fastest_c_plays_the_same_games(programs: dict[str, Path], game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other random numbers, so only averages can agree: wins, lengths of games, and the value of UCT's root."""
    import native

    if not programs:
        return
    assert native.check_fastest(programs[game], 20_000, 500) == []
    other = {"connect4": "santorini", "santorini": "connect4"}[game]
    monkeypatch.setattr(native, "c_playouts", lambda _, n, *rest: native.finish(native.start(programs[other], "fastest", n, 1)))
    assert {text.split(":")[0] for text in native.check_fastest(programs[game], 20_000, 500)} >= {"plies of a game"}


def test_listing_all_turns_plays_the_same_games(programs: dict[str, Path]) -> None:
    """Other random numbers, so only the averages can agree: the share of wins and the plies of a game."""
    import native

    n = 40_000
    ours = native.our_playouts(mctsky.load("santorini").start(), n, 1)
    assert 50 < ours["plies"] / n < 60
    if programs:
        listed = native.c_playouts(programs["santorini"], n, 1, "listing")
        assert listed["totals"][0] == pytest.approx(ours["totals"][0], abs=5 * n**0.5)
        assert listed["plies"] / n == pytest.approx(ours["plies"] / n, abs=0.4)


def test_the_check_sees_every_difference(programs: dict[str, Path]) -> None:
    import native

    position = mctsky.load("connect4").start()
    ours, other = native.our_uct(position, 500, 0.7, 1), native.our_uct(position, 500, 0.7, 2)
    named = {text.split(":")[0] for text in native.differences(ours, other)}
    assert {"visits", "rng", "checksum"} <= named
    assert native.differences(ours, ours) == []
    if programs:
        program = programs["connect4"]
        assert native.differences(ours, native.c_uct(program, 500, 0.7, 2))
        assert native.differences(native.our_playouts(position, 50, 1), native.c_playouts(program, 50, 2))


def test_memory_row_and_json(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import compare

    monkeypatch.setattr(compare.native, "compiler", lambda: None)
    assert compare.main(["--json", "--only", "memory", "--rounds", "1"]) == 0
    (contest,) = json.loads(capsys.readouterr().out)["contests"]
    assert [row["ratio"] for row in contest["rows"]] == [24.0, 24.0, 24.0]
    assert {row["status"] for row in contest["rows"]} == {"ok"}


def test_without_gcc_and_openspiel(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    import compare

    monkeypatch.setattr(compare.native, "compiler", lambda: None)
    monkeypatch.setattr(compare.peers, "openspiel_version", lambda: None)
    assert compare.main(["--markdown", "--quick", "--only", "playouts", "santorini-playouts", "kuhn"]) == 0
    shown = capsys.readouterr().out
    assert "gcc is not installed" in shown
    assert "OpenSpiel is not installed" in shown
    assert len(re.findall(r"\| not run \|", shown)) == 10


def test_ratio_of_medians_against_its_target() -> None:
    import compare
    import contests

    samples = {"a": [4.0, 100.0, 6.0], "b": [2.0, 1.0, 3.0]}
    row = compare.row_of(contests.Ratio("a / b", ("a",), ("b",), 3.0), samples)
    assert (row["ours"], row["theirs"], row["ratio"], row["lowest"], row["highest"]) == (6.0, 2.0, 3.0, 2.0, 100.0)
    assert row["status"] == "ok"
    assert compare.row_of(contests.Ratio("a / b", ("a",), ("b",), 3.1), samples)["status"] == "MISS"
    assert compare.row_of(contests.Ratio("a / b", ("a",), ("b",), 2.9, at_most=True), samples)["status"] == "MISS"
    double = compare.row_of(contests.Ratio("speed-up", ("a", "b"), ("b", "a"), 9.0), samples)
    assert (double["ours"], double["ratio"]) == (3.0, 9.0)


def test_goofspiel_positions_agree() -> None:
    import peers

    for players, show in ((2, "bids"), (5, "winner")):
        rounds = peers.goofspiel_rounds(players, 13, 6)
        position = peers.goofspiel_position(mctsky.load("goofspiel", {"players": players, "show": show}), rounds)
        assert position.to_act == 0
        spent = [bids[0] for _, bids in rounds[:-1]]
        assert position.legal_codes() == [card for card in range(13) if card not in spent]


def test_unknown_contest_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    import compare

    with pytest.raises(SystemExit) as stopped:
        compare.main(["--only", "chess"])
    assert stopped.value.code == 2
    assert "chess" in capsys.readouterr().err


@pytest.fixture
def pages_folder(tmp_path: Path) -> Path:
    """A copy of the two pages that compare.py writes."""
    (tmp_path / "docs").mkdir()
    for name in ("README.md", "docs/performance.md"):
        shutil.copy(PERF.parent / name, tmp_path / name)
    return tmp_path


def test_the_pages_are_written_from_one_run(pages_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import compare

    monkeypatch.setattr(compare.native, "compiler", lambda: None)
    monkeypatch.setattr(compare.peers, "openspiel_version", lambda: None)
    monkeypatch.setattr(compare.machine, "describe_code", lambda: {"version": "1", "commit": "abc" * 10, "changed": False})
    arguments = ["--write-docs", str(pages_folder), "--rounds", "1", "--only", "memory", "playouts", "--quick"]
    before = {name: (PERF.parent / name).read_text() for name in ("README.md", "docs/performance.md")}
    assert compare.main(arguments) == 0
    page, readme = ((pages_folder / name).read_text() for name in ("docs/performance.md", "README.md"))
    assert "| connect4 random playouts against C, same work and same random numbers | not run |" in readme
    assert "| memory per tree node, node record | 24 | - | 24 |" in page
    for text in (" ".join(page.split()), " ".join(readme.split())):  # prose is wrapped
        assert len(re.findall(r"20\d\d-\d\d-\d\d", text)) == 1  # one date
        assert text.count("commit abcabcabcabc") == 1
        assert "--rounds 1 --only memory playouts --quick`" in text
    for name, text in before.items():  # the rest of the pages is as it was
        assert (pages_folder / name).read_text().partition("<!--")[0] == text.partition("<!--")[0]
        assert (pages_folder / name).read_text().rpartition("-->")[2] == text.rpartition("-->")[2]
        assert (PERF.parent / name).read_text() == text
    again = (page, readme)
    assert compare.main(arguments) == 0
    assert [len(text) for text in again] == [len((pages_folder / n).read_text()) for n in ("docs/performance.md", "README.md")]


def test_the_pages_of_the_checkout_need_a_whole_run_of_one_commit(pages_folder: Path) -> None:
    import pages

    assert "--only and --quick" in pages.refuse(pages.ROOT, False, False)
    assert "one commit" in pages.refuse(pages.ROOT, True, True)
    assert "one commit" in pages.refuse(pages.ROOT, True, None)
    assert pages.refuse(pages.ROOT, True, False) == ""
    assert pages.refuse(pages_folder, False, True) == ""
    assert "has no README.md" in pages.refuse(pages_folder / "docs", True, False)
    (pages_folder / "README.md").write_text("no markers")
    with pytest.raises(ValueError, match="markers"):
        pages.replace_between(pages_folder / "README.md", pages.SUMMARY, "x")


def test_every_line_of_the_readme_is_a_row_of_a_contest() -> None:
    import contests
    import pages

    names = set(contests.all_contests(contests.QUICK, {}, False))
    assert {name for line in pages.LINES for name, _ in line.figures} <= names


def test_flame_graph() -> None:
    import flamegraph

    lines = [
        "          python      7f78ea001537 unicode_decode_utf8 (/usr/lib/libpython3.11.so.1.0)\n",
        "          python  ffffffff81690cee clear_page+0x3 ([kernel.kallsyms])\n",
        "          my tool      7f4f814c41d6 mctsky.search.mcts._select (/tmp/perf-15412.map)\n",
        "          python      7f4f814c41d6 mctsky.search.mcts._select (/tmp/perf-15412.map)\n",
        "          python      7f4f814c41d7 mctsky.search.mcts._select (/tmp/perf-15412.map)\n",
        "nothing\n",
    ]
    samples = Counter(flamegraph.stacks(lines))
    assert samples["python", "mctsky.search.mcts", "_select"] == 2
    assert samples["my tool", "mctsky.search.mcts", "_select"] == 1
    assert samples["python", "libpython3.11.so.1.0", "unicode_decode_utf8"] == 1
    assert samples["python", "[kernel.kallsyms]", "clear_page"] == 1
    root = ElementTree.fromstring(flamegraph.draw(samples))
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[:2] == ["Flame graph", "python: 80.0%"]
    assert "_select: 40.0%" in titles
    boxes = [float(box.get("width", 0)) for box in root.iter("{http://www.w3.org/2000/svg}rect")]
    assert len(boxes) == 1 + len({stack[:n] for stack in samples for n in (1, 2, 3)})
