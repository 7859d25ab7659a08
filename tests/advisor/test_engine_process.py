"""`mctsky engine` as a process: ends, logs, limits, a closed pipe, and games that are compiled in a child process."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from engines import REPLY

ENGINE = [sys.executable, "-m", "mctsky", "engine", "--workers", "2"]
KUHN = {"game": "kuhn", "seat": 0, "view": "K ? .", "iterations": 200}


def run(lines, *options, **more):
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    command = [*ENGINE, *options]
    return subprocess.run(command, input=text.encode(), capture_output=True, timeout=300, check=False, **more)


def replies(done):
    found = [json.loads(line) for line in done.stdout.splitlines()]
    for reply in found:
        REPLY.validate(reply)
    return found


def test_the_end_of_the_input_answers_all_and_the_log_has_both_sides(tmp_path):
    log = tmp_path / "engine.log"
    done = run([{"id": str(k), **KUHN} for k in range(20)] + ["nonsense", "", "x" * 1_100_000], "--log", str(log))
    assert (done.returncode, done.stderr) == (0, b"")
    found = replies(done)
    assert {reply["id"] for reply in found if "moves" in reply} == {str(k) for k in range(20)}
    assert sum("error" in reply for reply in found) == 2
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    assert sum(entry["direction"] == "from" for entry in entries) == 21
    assert [entry["line"] for entry in entries if entry["direction"] == "to"] == done.stdout.decode().splitlines()


def test_quit_without_waiting_and_limits():
    endless = {"id": "long", "game": "tictactoe", "seat": 0, "view": "start", "time": 500}
    begun = time.monotonic()
    done = run([endless, {"id": "much", **KUHN, "iterations": 10_000}], "--quit-without-waiting", "--max-iterations", "5000")
    assert done.returncode == 0
    assert time.monotonic() - begun < 250
    assert [reply["field"] for reply in replies(done) if reply["id"] == "much"] == ["iterations"]


def test_wrong_options_are_one_line():
    for options in (["--warm", "nix"], ["--log", "/nowhere/x"], ["--workers", "0"]):
        done = run([], *options)
        assert done.returncode == 2
        assert done.stderr.count(b"\n") == 1
        assert b"Traceback" not in done.stderr


def test_a_client_that_leaves_ends_the_engine():
    process = subprocess.Popen(ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    for k in range(3):
        process.stdin.write(json.dumps({"id": str(k), **KUHN}).encode() + b"\n")
    process.stdin.flush()
    assert process.wait(120) == 128 + signal.SIGPIPE
    assert b"Traceback" not in process.stderr.read()
    process.stdin.close()
    process.stderr.close()


@pytest.mark.slow
def test_a_game_is_compiled_in_a_child_that_can_be_ended_while_others_go_on(tmp_path):
    """With an empty cache: one request waits for the compiler and is ended, the other is answered when its game is ready."""
    environment = os.environ | {"MCTSKY_CACHE_DIR": str(tmp_path)}
    process = subprocess.Popen(
        ENGINE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, text=True
    )

    def send(**request):
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()

    def read():
        return json.loads(process.stdout.readline())

    send(id="slow", game="leduc", seat=0, events=["deal Ks"], iterations=10)
    assert read() == {"id": "slow", "status": "compiling"}
    send(id="v", action="query_version")
    assert read()["id"] == "v"
    send(id="t", action="terminate", terminateId="slow")
    assert {json.dumps(read(), sort_keys=True) for _ in range(2)} == {
        json.dumps(reply, sort_keys=True)
        for reply in (
            {"id": "slow", "status": "terminated"},
            {"id": "t", "action": "terminate", "terminateId": "slow", "terminated": 1},
        )
    }
    send(id="fast", **KUHN)
    assert read() == {"id": "fast", "status": "compiling"}
    process.stdin.close()
    assert read()["moves"]
    assert process.wait(120) == 0
    errors = process.stderr.read()
    assert "Traceback" not in errors
    assert not list(tmp_path.glob("*leduc*/*.mark"))
    assert list(tmp_path.glob("*kuhn*/*.mark"))
    process.stdout.close()
    process.stderr.close()
