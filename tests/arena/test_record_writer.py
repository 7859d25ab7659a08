"""Writing records: full disks, two writers, kills and files that are none of ours."""

import errno
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from record_games import game, write

from mctsky.arena.records.reader import games_of, read_records
from mctsky.arena.records.writer import RecordWriter, encode
from mctsky.errors import RecordError

SELF = Path(__file__).parent
HEAD = f"""
import os, signal, sys
sys.path.insert(0, {str(SELF)!r})
from pathlib import Path
from mctsky.arena.records.reader import read_records
from mctsky.arena.records.writer import RecordWriter
from mctsky.errors import RecordError
"""


def run_python(code, *arguments, timeout=120):
    command = [sys.executable, "-c", HEAD + code, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout)


def test_a_full_disk_is_a_clear_error():
    writer = RecordWriter("/dev/full")
    with pytest.raises(RecordError) as caught:
        writer.write(game())
    text = str(caught.value)
    for words in ("/dev/full", "No space left on device", "the 0 games", "safe", "--resume"):
        assert words in text
    writer.close()


def test_a_disk_that_fills_up_leaves_whole_lines(tmp_path):
    """A limit of the file's size stands for the disk: the line that does not fit is written in part, then refused."""
    path = write(tmp_path / "games.jsonl", game())
    size = path.stat().st_size
    code = """
import resource
path, limit = Path(sys.argv[1]), int(sys.argv[2])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
(record,) = read_records(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
writer = RecordWriter(path)
for _ in range(10):
    try:
        writer.write(record)
    except RecordError as error:
        print(writer.n_written, error)
        break
writer.close()
"""
    done = run_python(code, path, 3 * size + size // 2)
    assert not done.stderr, done.stderr
    assert done.stdout.startswith("2 bad record in ")
    assert "File too large; the 2 games written to it in this run, and all before, are safe; " in done.stdout
    assert path.read_bytes() == game().to_line().encode() * 3
    with RecordWriter(path) as writer:  # with room again it goes on
        writer.write(game(index=1))
    assert len(list(read_records(path))) == 4


@pytest.mark.parametrize("trouble", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt()])
def test_a_line_written_in_part_is_taken_back(tmp_path, monkeypatch, trouble):
    path = write(tmp_path / "games.jsonl", game())
    writer, real = RecordWriter(path), os.write

    def fail_at_half(fd, data, calls=iter(range(9))):  # noqa: B008
        if next(calls):
            raise trouble
        return real(fd, data[: len(data) // 2])

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", fail_at_half)
        with pytest.raises(RecordError if isinstance(trouble, OSError) else KeyboardInterrupt):
            writer.write(game(index=1))
    assert path.read_text() == game().to_line()
    writer.write(game(index=1))
    writer.close()
    assert list(read_records(path)) == [game(), game(index=1)]


def test_an_interruption_behind_the_last_byte_loses_nothing(tmp_path, monkeypatch):
    writer, real = RecordWriter(tmp_path / "games.jsonl"), os.write

    def write_and_stop(fd, data):
        real(fd, data)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write_and_stop)
        with pytest.raises(KeyboardInterrupt):
            writer.write(game())
    writer.close()
    assert writer.n_written == 1
    assert list(read_records(writer.path)) == [game()]


def test_partial_writes_are_continued(tmp_path, monkeypatch):
    real = os.write
    with RecordWriter(tmp_path / "games.jsonl") as writer, monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda fd, data: real(fd, data[:7]))
        writer.write(game())
    assert list(read_records(writer.path)) == [game()]


def test_only_one_writer_at_a_time(tmp_path):
    path = tmp_path / "games.jsonl"
    with RecordWriter(path) as first:
        with pytest.raises(RecordError, match=r"another match is writing to it; wait .* or choose another file"):
            RecordWriter(path)
        first.write(game())
    with RecordWriter(path) as second:
        second.write(game(index=1))
    assert len(list(read_records(path))) == 2
    with pytest.raises(RecordError, match="closed"):
        second.write(game())


def test_a_forked_child_does_not_keep_the_lock(tmp_path):
    code = """
import time
writer = RecordWriter(sys.argv[1])
if os.fork() == 0:
    os.close(1); os.close(2)
    time.sleep(60)
    os._exit(0)
print("forked", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    path = tmp_path / "games.jsonl"
    child = subprocess.Popen([sys.executable, "-c", HEAD + code, str(path)], stdout=subprocess.PIPE, start_new_session=True)
    try:
        assert child.communicate(timeout=60)[0] == b"forked\n"
        RecordWriter(path).close()
    finally:
        os.killpg(child.pid, signal.SIGKILL)


def test_a_deleted_file_is_noticed(tmp_path):
    with RecordWriter(tmp_path / "games.jsonl") as writer:
        writer.write(game())
        writer.path.unlink()
        with pytest.raises(RecordError, match="somebody has deleted the file"):
            writer.write(game(index=1))


def test_a_file_that_is_cut_is_noticed_and_left_as_it_is(tmp_path):
    path = tmp_path / "games.jsonl"
    with RecordWriter(path) as writer:
        writer.write(game())
        first = path.read_bytes()
        writer.write(game(index=1))
        whole = path.stat().st_size
        os.truncate(path, len(first) + 10)
        rest = path.read_bytes()
        with pytest.raises(RecordError, match=rf"somebody has cut the file from {whole} to {len(rest)} bytes"):
            writer.write(game(index=2))
    assert path.read_bytes() == rest
    with RecordWriter(path) as writer:  # the torn line goes, the game before stays
        writer.write(game(index=1))
    assert [record.index for record in read_records(path)] == [0, 1]


def test_a_file_that_is_cut_after_the_last_game_is_noticed_at_the_end(tmp_path):
    path = tmp_path / "games.jsonl"
    writer = RecordWriter(path)
    writer.write(game())
    os.truncate(path, 0)
    with pytest.raises(RecordError, match="somebody has cut the file"):
        writer.close()


def test_a_write_that_fails_after_a_cut_does_not_fill_the_gap(tmp_path, monkeypatch):
    path = tmp_path / "games.jsonl"
    writer = RecordWriter(path)
    writer.write(game())

    def cut_and_fail(fd, line):
        os.truncate(path, 7)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("mctsky.arena.records.writer._write_all", cut_and_fail)
    with pytest.raises(RecordError, match="No space left"):
        writer.write(game(index=1))
    assert path.stat().st_size == 7


@pytest.mark.parametrize(
    "content",
    [
        b"Dear diary,\n",
        b"Dear diary",
        b'{"a":1}\n',
        b'{"a":1}',
        b"\x7fELF\0\0\n",
        b'["schema"]\nx',
        b'{"schema":"x","id":"y"}\n',
    ],
)
def test_files_of_others_are_left_alone(tmp_path, content):
    path = tmp_path / "notes"
    path.write_bytes(content)
    with pytest.raises(RecordError, match="not a record file"):
        RecordWriter(path)
    assert path.read_bytes() == content


def test_what_is_behind_the_records_is_cut_only_if_it_is_a_torn_one(tmp_path):
    path = write(tmp_path / "games.jsonl", game())
    for tail in (b"and a remark", b'{"schema":2,"id":"x"}', b'{"other":'):
        path.write_bytes(game().to_line().encode() + tail)
        with pytest.raises(RecordError, match="line 2"):
            RecordWriter(path)
        assert path.read_bytes() == game().to_line().encode() + tail


def test_a_file_of_a_newer_schema_is_not_continued(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text('{"schema":2,"id":"x-0"}\n')
    with pytest.raises(RecordError, match=r"newer mctsky \(schema 2\), this one writes 1; upgrade"):
        RecordWriter(path)


def test_places_where_no_file_can_be(tmp_path):
    with pytest.raises(RecordError, match=r"its folder does not exist; make it: mkdir -p "):
        RecordWriter(tmp_path / "no" / "such" / "games.jsonl")
    assert not (tmp_path / "no").exists()
    with pytest.raises(RecordError, match=r"this is a folder; name a file in it"):
        RecordWriter(tmp_path)
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "x", tmp_path / "a\0b", tmp_path / ("x" * 300)):
        with pytest.raises(RecordError, match="cannot be opened"):
            RecordWriter(path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(RecordError, match="cannot be opened"):  # and not hanging until somebody reads
        RecordWriter(tmp_path / "pipe")


def test_a_file_without_permission(tmp_path):
    path = write(tmp_path / "games.jsonl", game())
    path.chmod(0o400)
    code = """
if os.geteuid() == 0:
    os.seteuid(65534)
try:
    RecordWriter(sys.argv[1])
except RecordError as error:
    print(error)
"""
    assert "cannot be opened: Permission denied; choose another file" in run_python(code, path).stdout


def test_devices_take_records():
    for device in ("/dev/null", "/dev/full"):
        assert list(games_of(device, "x")) == []
    for _ in range(2):
        with RecordWriter("/dev/null") as one, RecordWriter("/dev/null") as other:
            one.write(game())
            other.write(game())


def test_the_cost_of_a_write_does_not_depend_on_the_file(tmp_path, monkeypatch):
    path = write(tmp_path / "games.jsonl", game())
    with path.open("r+b") as file:  # 4 GiB with a hole in it
        file.seek(1 << 32)
        file.write(b"\n")
    n_read = []
    for name in ("pread", "read"):
        real = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *a, real=real: (data := real(*a), n_read.append(len(data)))[0])
    writer = RecordWriter(path)
    assert 0 < sum(n_read) <= 1 << 18  # a look at both ends
    n_read.clear()
    writer.write(game(index=1))
    assert n_read == []
    size = path.stat().st_size
    assert size == (1 << 32) + 1 + len(encode(game(index=1)))
    monkeypatch.undo()
    writer.close()
    path.unlink()


def test_whatever_a_bot_says_about_its_search_can_be_written(tmp_path):
    class Odd:
        def __repr__(self):
            raise RuntimeError

    circle: dict[str, object] = {}
    circle["again"] = circle
    sayings = [
        {"value": float("nan"), "bound": float("-inf")},
        {"object": Odd(), "set": {1}, 5: (1, 2)},
        circle,
        {"text": "\udc80 lone", "NaN": "Infinity"},
    ]
    path = tmp_path / "games.jsonl"
    with RecordWriter(path) as writer:
        for saying in sayings:
            first, *rest = game().moves
            writer.write(replace(game(), moves=(replace(first, search=saying), *rest)))
    back = list(read_records(path))
    assert back == [game()] * len(sayings)
    assert back[0].moves[0].search == {"value": None, "bound": None}
    assert back[1].moves[0].search == {"object": "<Odd>", "set": "<set>", "5": [1, 2]}
    assert back[3].moves[0].search == sayings[3]


@pytest.mark.slow
def test_kill_at_any_moment(tmp_path):
    """Large lines, so that many kills hit a write; whatever is left is a row of whole games, and the file goes on."""
    code = """
from dataclasses import replace
(record,) = read_records(sys.argv[1])
writer = RecordWriter(sys.argv[2])
print("ready", flush=True)
index = int(sys.argv[3])
while True:
    writer.write(replace(record, id=f"m-{index}", index=index, opening="x" * 2_000_000))
    print(index, flush=True)
    index += 1
"""
    one, path = write(tmp_path / "one.jsonl", game()), tmp_path / "games.jsonl"
    clock, n_games = random.Random(5), 0
    for _ in range(20):
        command = [sys.executable, "-c", HEAD + code, str(one), str(path), str(n_games)]
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        time.sleep(clock.uniform(0, 0.1))
        child.kill()
        told = child.communicate(timeout=60)[0].split()
        kept = [record.index for record in read_records(path)] if path.exists() else []
        assert kept == list(range(len(kept)))
        assert len(kept) in (n_games + len(told), n_games + len(told) + 1)  # what was said to be written is there
        n_games = len(kept)
        if path.stat().st_size > 1 << 28:
            path.unlink()
            n_games = 0
    RecordWriter(path).close()
    assert not path.exists() or path.stat().st_size == 0 or path.read_bytes().endswith(b"\n")
