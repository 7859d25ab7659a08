"""Read-only places, damaged files, foreign directories and two processes at once."""

import hashlib
import os
import stat
import subprocess
from pathlib import Path

import pytest
from second_process import CHILD, Answer, Machine

NOBODY = 65534


def test_a_damaged_file_is_a_miss_and_is_repaired(warm_machine: Machine, before: Answer) -> None:
    machine = warm_machine
    files = machine.files()
    good = {path.name: path.read_bytes() for path in files}
    for number, path in enumerate(files):
        damage = (b"", good[path.name][: len(good[path.name]) // 2], b"\x80garbage" * 50, good[path.name][:-1] + b"\x00\x01")
        path.write_bytes(damage[number % len(damage)])
    after = machine.run("tictactoe")
    assert after.answers == before.answers
    assert sorted(after.compiled) == sorted(before.compiled)
    assert machine.files() == files
    last = machine.run("tictactoe")
    assert last.compiled == []
    assert last.answers == before.answers


def test_a_file_with_a_right_checksum_and_wrong_content_is_a_miss(warm_machine: Machine, before: Answer) -> None:
    machine = warm_machine
    for path in machine.files():
        magic = path.read_bytes().partition(b"\n")[0] + b"\n"
        payload = b"no pickle at all"
        path.write_bytes(magic + hashlib.sha256(payload).digest() + payload)
    after = machine.run("tictactoe")
    assert after.answers == before.answers
    assert machine.run("tictactoe").compiled == []


def test_processes_that_start_cold_at_once_all_answer_and_leave_valid_files(machine: Machine) -> None:
    children = [machine.start("tictactoe", "kuhn") for _ in range(3)]
    answers = [machine.finish(child) for child in children]
    assert answers[0].answers == answers[1].answers == answers[2].answers
    assert all(path.suffix == ".kernel" for path in machine.files())  # no temporary file is left
    last = machine.run("tictactoe", "kuhn")
    assert last.compiled == []
    assert last.answers == answers[0].answers


def test_a_home_that_cannot_be_written_works_and_says_so(machine: Machine, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("a file, so that not even root can make a directory in it")
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    machine.environment = {
        "HOME": str(home),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "MCTSKY_CACHE_DIR": "",
        "TMPDIR": str(temporary),
    }
    first = machine.run("short", "tictactoe")
    warnings = [text for level, text in first.messages if level == "WARNING"]
    assert len(warnings) == 1
    assert "not writable" in warnings[0]
    root = Path(first.root)
    assert root == temporary / f"mctsky-{os.getuid()}"
    assert stat.S_IMODE(root.stat().st_mode) == 0o700
    second = machine.run("short", "tictactoe")
    assert second.compiled == []
    assert second.answers == first.answers


@pytest.mark.parametrize("plant", ["open to others", "a link", "a file"])
def test_a_fallback_directory_that_others_could_have_filled_is_refused(machine: Machine, tmp_path: Path, plant: str) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    planted = temporary / f"mctsky-{os.getuid()}"
    if plant == "open to others":
        planted.mkdir()
        planted.chmod(0o777)
    elif plant == "a link":
        (tmp_path / "target").mkdir(mode=0o700)
        planted.symlink_to(tmp_path / "target")
    else:
        planted.write_text("")
    answer = machine_without_home(machine, temporary).run("short", "tictactoe")
    assert_fresh(answer.root, temporary, planted)


def machine_without_home(machine: Machine, temporary: Path) -> Machine:
    nowhere = "/proc/nonexistent"
    machine.environment = {"HOME": nowhere, "XDG_CACHE_HOME": nowhere, "MCTSKY_CACHE_DIR": nowhere, "TMPDIR": str(temporary)}
    return machine


def assert_fresh(root: str, temporary: Path, planted: Path) -> None:
    fresh = Path(root)
    assert fresh.parent == temporary
    assert fresh != planted
    assert stat.S_IMODE(fresh.stat().st_mode) == 0o700
    assert list(fresh.glob("*/*.kernel"))
    if planted.is_dir():
        assert not list(planted.iterdir())


# The remaining tests need a user who cannot write everywhere. Root gives up the right to override permissions in the child (it
# does not become `nobody`, who may not be able to read root's Python); anybody else is an unprivileged user already.


def readable_by_all(*paths: Path) -> None:
    """Open the way to `paths` for other users: pytest keeps its temporary directories private."""
    for path in paths:
        for parent in path.parents:
            if parent.stat().st_uid == os.getuid() and not parent.stat().st_mode & stat.S_IXOTH:
                parent.chmod(parent.stat().st_mode | stat.S_IXOTH)


def without_privileges(machine: Machine) -> int:
    """Let the children of a machine obey permissions; return their user id."""
    if os.getuid() == 0:
        machine.prefix = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"]
    return os.getuid()


def test_a_read_only_package_and_home_work_for_an_unprivileged_user(machine: Machine, tmp_path: Path) -> None:
    user = without_privileges(machine)
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    home.mkdir(mode=0o555)
    temporary.mkdir()
    temporary.chmod(0o1777)
    readable_by_all(home, temporary, machine.site / "mctsky")
    folders = [path for path in machine.site.rglob("*") if path.is_dir()]
    for folder in folders:
        folder.chmod(0o555)
    machine.environment = {"HOME": str(home), "XDG_CACHE_HOME": "", "MCTSKY_CACHE_DIR": "", "TMPDIR": str(temporary)}
    first = machine.run("short", "tictactoe")
    second = machine.run("short", "tictactoe")
    for folder in folders:
        folder.chmod(0o755)
    assert Path(first.root) == temporary / f"mctsky-{user}"
    assert Path(first.root).stat().st_uid == user
    assert [level for level, _ in first.messages].count("WARNING") == 1
    assert second.compiled == []
    assert second.answers == first.answers
    assert not list(machine.site.rglob("__pycache__"))


def test_a_fallback_directory_of_another_owner_is_refused(machine: Machine, tmp_path: Path) -> None:
    """The other's directory is private and empty, and its only fault is its owner."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    planted = temporary / f"mctsky-{os.getuid()}"
    planted.mkdir(mode=0o700)
    script = CHILD
    if os.getuid() == 0:
        os.chown(planted, NOBODY, NOBODY)
    else:  # nobody but root can give a directory away: let the child believe that it is somebody else
        real = os.getuid()
        planted.rename(temporary / f"mctsky-{real + 1}")
        planted = temporary / f"mctsky-{real + 1}"
        script = f"import os\nos.getuid = lambda: {real + 1}\n" + CHILD
    child = machine_without_home(machine, temporary).start("short", "tictactoe", script=script)
    assert_fresh(machine.finish(child).root, temporary, planted)


def test_setpriv_really_gives_up_privileges(machine: Machine, tmp_path: Path) -> None:
    without_privileges(machine)
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o555)
    assert subprocess.run([*machine.prefix, "touch", str(closed / "file")], capture_output=True, check=False).returncode != 0
