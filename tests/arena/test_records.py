"""Record files: what was written is read back, whatever happened to the file in between."""

import copy
import json
import logging
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from record_games import game, lost_game, plan, some_games, write

from mctsky.arena.records import check as record_check
from mctsky.arena.records.check import MAX_INDEX, read_head
from mctsky.arena.records.reader import games_of, match_of, read_lines, read_records
from mctsky.arena.records.writer import RecordWriter
from mctsky.errors import RecordError

NOBODYS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=3), st.just([]), st.just({}))


def played(path, match_id):
    """Return the games of one match by their numbers."""
    return {record.index: record for record in games_of(path, match_id)}


def test_what_is_written_is_read_back(tmp_path):
    path = tmp_path / "games.jsonl"
    with RecordWriter(path) as writer:
        for record in some_games():
            writer.write(record)
        assert len(list(read_records(path))) == len(some_games())  # nothing waits for the end
    back = list(read_records(path))
    assert back == list(some_games())
    assert [record.to_line() for record in back] == [record.to_line() for record in some_games()]
    assert [read_head(line, path, number).id for number, line in read_lines(path)] == [record.id for record in some_games()]
    assert lost_game().reason.startswith("illegal move")


@given(st.data())
@settings(max_examples=60)
def test_a_file_cut_anywhere_keeps_its_whole_lines(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("cut") / "games.jsonl"
    games = some_games()[1:6]
    lines = [record.to_line().encode() for record in games]
    whole = b"".join(lines)
    near = st.integers(1, len(games)).flatmap(lambda k: st.integers(-3, 3).map(lambda d: sum(map(len, lines[:k])) + d))
    cut = min(len(whole), data.draw(st.integers(0, len(whole)) | near))
    path.write_bytes(whole[:cut])
    kept, end = 0, 0
    while kept < len(lines) and cut >= end + len(lines[kept]) - 1:  # a line that lacks only its end is whole
        end += len(lines[kept])
        kept += 1
    assert list(read_records(path)) == list(games[:kept])
    with RecordWriter(path) as writer:
        writer.write(games[-1])
    assert path.read_bytes() == whole[:end] + lines[-1]


def test_a_torn_line_is_said(tmp_path, caplog):
    path = write(tmp_path / "games.jsonl", game(), game(index=1))
    path.write_bytes(path.read_bytes()[:-40])
    assert list(read_records(path)) == [game()]
    assert "line 2: torn" in caplog.text
    caplog.clear()
    RecordWriter(path).close()
    assert "its last line was torn" in caplog.text
    assert path.read_text() == game().to_line()
    caplog.clear()
    RecordWriter(path).close()
    assert not caplog.records  # a whole line is never cut


def test_zeros_after_a_power_failure_are_cut(tmp_path):
    path = write(tmp_path / "games.jsonl", game())
    path.write_bytes(path.read_bytes() + bytes(300))
    assert list(read_records(path)) == [game()]
    RecordWriter(path).close()
    assert path.read_text() == game().to_line()


def problem_of(path):
    """Read a file; return what is said to be wrong with it. Any other exception fails the test."""
    try:
        list(read_records(path))
    except RecordError as error:
        return str(error)
    return ""


def paths_of(value, path=()):
    yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from paths_of(part, (*path, key))


@given(st.data())
@settings(max_examples=200)
def test_a_damaged_member_is_an_error_with_its_line_or_harmless(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("flaw") / "games.jsonl"
    damaged = copy.deepcopy(data.draw(st.sampled_from(some_games()[::3])).to_dict())
    *way, key = data.draw(st.sampled_from([place for place in paths_of(damaged) if place]))
    inside = damaged
    for step in way:
        inside = inside[step]
    missing = isinstance(inside, dict) and data.draw(st.booleans())
    if missing:
        del inside[key]
    else:
        inside[key] = data.draw(NOBODYS)
    path.write_text(game().to_line() + json.dumps(damaged) + "\n" + game(index=1).to_line())
    told = problem_of(path)
    if told:
        assert "line 2" in told
        assert "remove line 2" in told or "upgrade" in told
    else:  # only what the schema leaves open may be anything
        free = {"options", "files", "parameters", "versions", "search", "seconds"} & {*way, key}
        plain = (int, float, str, type(None), *([bool] if key == "cheats" else []))
        assert free or (not missing and (inside[key] == [] or type(inside[key]) in plain))


@given(st.data())
@settings(max_examples=150)
def test_a_flipped_byte_never_gives_another_error(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("flip") / "games.jsonl"
    content = bytearray(game().to_line().encode() + lost_game().to_line().encode())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(content)
    told = problem_of(path)
    assert not told or "line " in told


@pytest.mark.parametrize(
    ("member", "value", "words"),
    [
        ("schema", 2, "written by a newer mctsky (schema 2), this one reads 1; upgrade"),
        ("schema", "1", "schema is"),
        ("id", 5, "id is 5, not a text"),
        ("index", -1, "index is -1, not a whole number from 0"),
        ("index", True, "index is true"),
        ("block", MAX_INDEX + 1, "block is"),
        ("seed", 0.5, "seed is 0.5"),
        ("options", {"players": [2]}, "options.players is [2]"),
        ("files", {"board": 3}, "files.board is 3, not a text"),
        ("files", ["board"], 'files is ["board"], not an object'),
        ("seating", [0, 2], "seating[1] is 2, not the number of a bot, 0 to 1"),
        ("seating", [], "seating is []"),
        ("bots", [], "bots is []"),
        ("bots", [{"name": "a"}], "bots[0].spec is missing"),
        ("iterations", 0, "iterations is 0"),
        ("moves", [{"seat": 2, "code": 0, "move": "a1"}], "moves[0].seat is 2, not a seat, -1 to 1"),
        ("moves", [{"seat": 0, "code": 1 << 15, "move": "a1"}], "moves[0].code is 32768"),
        ("moves", [{"seat": 0, "code": 0, "move": "a1", "seconds": -1}], "moves[0].seconds is -1"),
        ("moves", [{"seat": 0, "code": 0, "move": "a1", "search": 3}], "moves[0].search is 3"),
        ("turns", [1], "turns[0] is 1"),
        ("result", [1.0], "result is [1.0], not a list of 2 numbers"),
        ("result", [1.5, 0], "result[0] is 1.5"),
        ("reason", "crash: no", "failed_seat is null"),
        ("failed_seat", 2, "failed_seat is 2"),
        ("versions", {"mctsky": 1}, "versions.mctsky is 1"),
        ("finished_at", "yesterday", 'finished_at is "yesterday"'),
    ],
)
def test_errors_name_file_line_member_and_remedy(tmp_path, member, value, words):
    path = tmp_path / "games.jsonl"
    path.write_text(game().to_line() + json.dumps(game(index=1).to_dict() | {member: value}) + "\n")
    with pytest.raises(RecordError) as caught:
        list(read_records(path))
    assert words in str(caught.value)
    assert f"{path}, line 2" in str(caught.value)
    assert caught.value.remedy


@pytest.mark.parametrize(
    "line",
    [b"hello", b"[1]", b"{", b'{"schema":NaN}', b"\xff\xfe", b"[" * 100_000, b'{"schema":' + b"9" * 5000 + b"}", b'{"id":"a"}'],
    ids=["text", "list", "open", "nan", "bytes", "deep", "digits", "lacking"],
)
def test_a_broken_line_in_the_middle_is_named(tmp_path, line):
    path = tmp_path / "games.jsonl"
    path.write_bytes(game().to_line().encode() + line + b"\n" + game(index=1).to_line().encode())
    for reader in (read_records, lambda path: games_of(path, plan().id)):
        with pytest.raises(RecordError, match="line 2"):
            list(reader(path))


def test_unknown_members_and_other_spacing_are_read(tmp_path):
    path = tmp_path / "games.jsonl"
    data = dict(sorted((game().to_dict() | {"weather": "fine"}).items()))
    path.write_text(json.dumps(data) + "\r\n\n" + json.dumps(game(index=1).to_dict()) + "\n")
    assert list(read_records(path)) == [game(), game(index=1)]
    assert [number for number, _ in read_lines(path)] == [1, 3]
    assert list(played(path, plan().id)) == [0, 1]


def test_files_that_cannot_be_read(tmp_path):
    for path in (tmp_path, tmp_path / "none", tmp_path / "a\0b"):
        with pytest.raises(RecordError, match="cannot be read"):
            list(read_records(path))


def test_a_file_without_ends_of_lines_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("mctsky.arena.records.reader.MAX_LINE", 1000)
    (tmp_path / "zeros").write_bytes(bytes(5000))
    with pytest.raises(RecordError, match="longer than any record"):
        list(read_records(tmp_path / "zeros"))


def test_a_match_finds_its_games_among_others(tmp_path, caplog):
    mine, other = plan("tictactoe").id, plan("kuhn").id
    records = [game("kuhn", 0), game(index=2), game("kuhn", 1), game(index=0), replace(game(index=2), seed=99), lost_game()]
    path = write(tmp_path / "games.jsonl", *records)
    path.write_bytes(path.read_bytes() + game(index=1).to_line().encode()[:-9])
    assert played(path, mine) == {2: game(index=2), 0: game(index=0)}
    assert "1 games of match" in caplog.text
    assert list(games_of(path, other)) == [game("kuhn", 0), game("kuhn", 1)]
    assert played(path, "0" * 16) == {}


def test_a_game_whose_number_is_not_that_of_its_id_is_refused(tmp_path):
    path = write(tmp_path / "games.jsonl", replace(game(), index=7))
    with pytest.raises(RecordError, match="line 1: index is 7"):
        played(path, plan().id)


def test_ids():
    assert match_of("abc-12") == "abc"
    assert match_of("a-b-0") == "a-b"
    assert [match_of(text) for text in ("", "abc", "abc-x", "abc-")] == [""] * 4


def test_a_large_file_is_scanned_by_heads_alone(tmp_path, monkeypatch):
    path = tmp_path / "games.jsonl"
    foreign = b"".join(b'{"schema":1,"id":"0123456789abcdef-%d","rest":0}\n' % index for index in range(120_000))
    path.write_bytes(foreign[: len(foreign) // 2].rpartition(b"\n")[0] + b"\n" + game().to_line().encode() + foreign)
    parsed = []
    loads = json.loads
    monkeypatch.setattr(record_check.json, "loads", lambda *a, **k: (parsed.append(1), loads(*a, **k))[1])
    assert played(path, plan().id) == {0: game()}
    assert len(parsed) == 1
    assert sum(1 for _ in read_lines(path)) > 170_000
    assert len(parsed) == 1


def test_reading_tells_how_far_it_is(tmp_path):
    path = write(tmp_path / "games.jsonl", game(), game(index=1))
    told = []
    assert len(list(read_records(path, told.append))) == 2
    assert sum(told) == path.stat().st_size


def test_warnings_go_to_the_log_of_the_library(tmp_path, caplog):
    path = write(tmp_path / "games.jsonl", game())
    path.write_bytes(path.read_bytes()[:-2])
    with caplog.at_level(logging.WARNING, logger="mctsky"):
        list(read_records(path))
    assert [record.name for record in caplog.records] == ["mctsky.arena.records.reader"]
