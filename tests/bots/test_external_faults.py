"""External programs that fail: each loses its game for the right reason, and nothing of it is left."""

import time

import pytest
from rogues import carriers, new_marker, rogue

from mctsky import load
from mctsky.arena.playing.failure import BotFailure, Fault
from mctsky.arena.playing.referee import Limits, play_game
from mctsky.bots import bot_names, make_bot
from mctsky.bots import registry as bots_registry
from mctsky.bots.processes.process import MAX_PENDING, BotProcess
from mctsky.bots.registry import is_foreign, split_spec
from mctsky.core.clock import TimeControl
from mctsky.errors import OptionError

KUHN = load("kuhn")
FLOODS = "def flood(text):\n    while True:\n        sys.stdout.write(text)\n"

FAULTS = {
    # name: (what the program does, the fault, words of the reason)
    "exit": ("play(lambda m: (sys.stderr.write('boom\\n'), sys.exit(3)))", Fault.CRASH, "exit code 3: boom"),
    "exit-0": ("play(lambda m: sys.exit(0))", Fault.CRASH, "exit code 0"),
    "exception": ("play(lambda m: 1 // 0)", Fault.CRASH, "ZeroDivisionError"),
    "signal": ("play(lambda m: os.kill(os.getpid(), signal.SIGSEGV))", Fault.CRASH, "SIGSEGV"),
    "at-start": ("sys.exit('no licence')", Fault.CRASH, "exit code 1: no licence"),
    "in-new-game": ("play(first, begin=lambda m: sys.exit(4))", Fault.CRASH, "exit code 4"),
    "child-keeps-the-pipes": ("play(lambda m: (subprocess.Popen(child()), os._exit(5)))", Fault.CRASH, "exit code 5"),
    "escape-codes": ("play(lambda m: sys.exit('\\x1b[31mred'))", Fault.CRASH, r"\x1b[31mred"),
    "gives-up": ("play(lambda m: answer(m, error='I resign'))", Fault.CRASH, "I resign"),
    "flood": (FLOODS + "play(lambda m: flood('x' * 65536))", Fault.FLOOD, "bytes"),
    "flood-of-lines": (FLOODS + "play(lambda m: flood('{}\\n' * 1000))", Fault.FLOOD, "without end"),
    "flood-of-empty-lines": (FLOODS + "play(lambda m: flood('\\n' * 1000))", Fault.FLOOD, "without end"),
    "flood-at-start": (FLOODS + "flood('y\\n')", Fault.FLOOD, "without end"),
    "closes-output": ("play(lambda m: (os.close(1), time.sleep(1000)))", Fault.CLOSED, "its output"),
    "closes-input": ("play(first, begin=lambda m: (os.close(0), answer(m), time.sleep(1000)))", Fault.CLOSED, "its input"),
    "words": ("play(lambda m: say('bet!'))", Fault.GARBAGE, "'bet!'"),
    "empty-line": ("play(lambda m: say(''))", Fault.GARBAGE, "JSON"),
    "not-utf-8": ("play(lambda m: (sys.stdout.buffer.write(b'\\xff\\xfe\\n'), sys.stdout.flush()))", Fault.GARBAGE, "UTF-8"),
    "a-list": ("play(lambda m: say('[1]'))", Fault.GARBAGE, "object"),
    "wrong-id": ("play(lambda m: say(json.dumps({'id': 77, 'code': 0})))", Fault.GARBAGE, "id 77"),
    "id-as-text": ("play(lambda m: say(json.dumps({'id': str(m['id']), 'code': 0})))", Fault.GARBAGE, "id"),
    "no-id": ("play(lambda m: say('{\"code\":0}'))", Fault.GARBAGE, "no id"),
    "very-deep": ("play(lambda m: say('[' * 200000))", Fault.GARBAGE, "deep"),
    "deep": ("play(lambda m: say('{\"id\":%d,\"x\":%s}' % (m['id'], '[' * 40 + ']' * 40)))", Fault.GARBAGE, "deep"),
    "nan": ('play(lambda m: say(\'{"id":%d,"code":0,"info":{"v":NaN}}\' % m[\'id\']))', Fault.GARBAGE, "NaN"),
    "infinite": ('play(lambda m: say(\'{"id":%d,"code":0,"info":{"v":1e999}}\' % m[\'id\']))', Fault.GARBAGE, "large"),
    "long-number": ("play(lambda m: say('{\"id\":%d,\"code\":%s}' % (m['id'], '9' * 9999)))", Fault.GARBAGE, "JSON"),
    "half-a-character": ('play(lambda m: say(\'{"id":%d,"info":"\\\\ud800"}\' % m[\'id\']))', Fault.GARBAGE, "UTF-8|JSON"),
    "protocol-2": ("m = json.loads(sys.stdin.readline()); answer(m, protocol=2, name='x')", Fault.GARBAGE, "protocol 2"),
    "no-name": ("m = json.loads(sys.stdin.readline()); answer(m, protocol=1)", Fault.GARBAGE, "name"),
    "no-such-move": ("play(lambda m: answer(m, move='zz'))", Fault.ILLEGAL, "'zz'; legal: "),
    "no-such-code": ("play(lambda m: answer(m, code=4))", Fault.ILLEGAL, "code 4"),
    "huge-code": ("play(lambda m: answer(m, code=10**40))", Fault.ILLEGAL, "code 1000"),
    "code-true": ("play(lambda m: answer(m, code=True))", Fault.ILLEGAL, "code True"),
    "code-as-text": ("play(lambda m: answer(m, code='0'))", Fault.ILLEGAL, "code '0'"),
    "code-a-fraction": ("play(lambda m: answer(m, code=0.0))", Fault.ILLEGAL, "code 0.0"),
    "move-a-list": ("play(lambda m: answer(m, move=['x']))", Fault.ILLEGAL, "legal: "),
    "no-move": ("play(lambda m: answer(m))", Fault.ILLEGAL, "neither"),
    "two-moves": ("play(lambda m: answer(m, code=m['codes'][0], move=m['moves'][1]))", Fault.ILLEGAL, "the answer says"),
}


def play(spec, limits=None, seat=0):
    bots = [make_bot("random"), make_bot("random")]
    bots[seat] = make_bot(spec)
    return play_game(KUHN, bots, 5, limits=limits or Limits(patience=60.0))


@pytest.mark.parametrize("name", FAULTS)
def test_a_program_that_fails_loses_for_that_reason_and_is_gone(name):
    code, fault, words = FAULTS[name]
    marker = new_marker()
    record = play(rogue(code, marker))
    assert record.failed_seat == 0, record.reason
    assert record.result == (0.0, 1.0)
    assert record.reason.startswith(f"{fault}: ")
    assert any(word in record.reason for word in words.split("|")), record.reason
    assert record.reason.isprintable()
    assert carriers(marker) == []


def test_a_program_that_hangs_loses_for_that_and_with_a_clock_on_time():
    marker = new_marker()
    spec = rogue("play(lambda m: time.sleep(1000))", marker)
    record = play(spec, Limits(patience=1.5))
    assert record.reason.startswith("hang: no answer within 1.5")
    record = play(spec, Limits(TimeControl(move_seconds=0.05), patience=60.0))
    assert record.reason.startswith("time: ")
    assert carriers(marker) == []


@pytest.mark.parametrize(("offset", "name"), [(0, "SIGRTMIN"), (1, "SIGRTMIN+1"), (7, "SIGRTMIN+7")])
def test_a_program_that_dies_by_a_real_time_signal(offset, name):
    record = play(rogue(f"play(lambda m: os.kill(os.getpid(), signal.SIGRTMIN + {offset}))"))
    assert record.reason == f"crash: killed by {name}"
    assert record.failed_seat == 0


def test_a_program_that_closes_its_input_when_the_message_is_already_there():
    record = play(rogue("play(lambda m: (os.close(0), time.sleep(1000)))"), Limits(patience=1.0))
    assert record.reason == "closed pipe: it closed its input and keeps running"
    assert record.failed_seat == 0


def test_a_program_that_reads_nothing_does_not_block_us():
    process = BotProcess(["sleep", "1000"])
    begun = time.monotonic()
    with pytest.raises(BotFailure, match="does not read its input") as caught:
        process.exchange(b"x" * (1 << 22), 0.3)
    assert caught.value.fault == Fault.HANG
    process.close()
    assert time.monotonic() - begun < 20


def test_output_never_fills_memory():
    process = BotProcess(["yes"])
    with pytest.raises(BotFailure) as caught:  # it does not read, and writes all the while
        process.exchange(b"{}\n" * (1 << 20), 20.0)
    assert caught.value.fault == Fault.FLOOD
    assert len(process._pending) <= MAX_PENDING + (1 << 16)
    process.close()


def test_what_goes_to_stderr_neither_blocks_nor_fills_memory():
    code = "play(lambda m: (sys.stderr.write('x' * 4_000_000 + '\\nlast words\\n'), first(m)))"
    bot = make_bot(rogue(code))
    record = play_game(KUHN, [bot, make_bot("random")], 5)
    assert record.failed_seat is None
    process = BotProcess(["sh", "-c", "head -c 3000000 /dev/zero >&2; echo >&2; echo last words >&2"])
    assert process.wait(20.0) == 0
    assert process.how_it_ended() == "exit code 0: last words"
    assert len(b"".join(process._tail)) <= 8192
    process.close()


STAYS = "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nplay(first, finish=lambda m: time.sleep(1000))"
FAMILIES = {
    "deaf-to-quit": STAYS,
    "a-child": "subprocess.Popen(child())\nplay(first)",
    "a-child-in-its-own-session": "subprocess.Popen(child(), start_new_session=True)\nplay(first)",
    "a-daemon": "if os.fork() == 0:\n    subprocess.Popen(child(), start_new_session=True)\n    os._exit(0)\nplay(first)",
}


@pytest.mark.parametrize("name", FAMILIES)
def test_a_game_leaves_no_process_behind(name):
    marker = new_marker()
    record = play(rogue(FAMILIES[name], marker), seat=1)
    assert record.failed_seat is None, record.reason
    assert carriers(marker) == []


def test_a_bot_that_is_dropped_in_the_middle_of_a_game_is_gone():
    marker = new_marker()
    bot = make_bot(rogue("play(first)", marker))
    bot.new_game(KUHN, 0, 1)
    assert len(carriers(marker)) == 1
    del bot
    assert carriers(marker) == []


def test_each_game_has_a_fresh_process():
    """Games of a block share one deal: a program that lived on could remember the other seat's cards."""
    bot = make_bot(
        rogue("n = []\nplay(lambda m: (n.append(m), answer(m, code=m['codes'][0], info={'pid': os.getpid(), 'n': len(n)})))")
    )
    pids = set()
    for _ in range(2):
        record = play_game(KUHN, [bot, make_bot("random")], 5)
        thoughts = [move.search for move in record.moves if move.seat == 0]
        assert [thought["n"] for thought in thoughts] == list(range(1, len(thoughts) + 1))
        pids |= {thought["pid"] for thought in thoughts}
    assert len(pids) == 2


def test_a_broken_process_is_not_asked_again():
    bot = make_bot(rogue("play(lambda m: say('?'))"))
    bot.new_game(KUHN, 0, 1)
    view = KUHN.start(3).view()
    with pytest.raises(BotFailure, match="garbage"):
        bot.choose(view)
    with pytest.raises(BotFailure, match="has failed before"):
        bot.choose(view)
    bot.end((0.0, 1.0))


# ---------------------------------------------------------------- specs and checks before a match


def test_commas_equals_signs_and_spaces_of_a_command_survive():
    spec = "exec:./my bot --a=b,c=d 'x y' \"z:1\""
    assert split_spec(spec) == ("exec", {"command": "./my bot --a=b,c=d 'x y' \"z:1\""})
    assert make_bot(spec).arguments == ["./my", "bot", "--a=b,c=d", "x y", "z:1"]
    assert "exec" in bot_names()
    assert not {"external", "serve", "isolation"} & set(bot_names())
    assert [is_foreign(spec) for spec in ("exec:./x", "random", "human")] == [False] * 3


def test_a_plug_in_is_foreign(monkeypatch):
    monkeypatch.setattr(bots_registry, "_modules", lambda: {"theirs": "their.package:build"})
    assert is_foreign("theirs:a=1")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("exec", "no command"),
        ("exec:", "no command"),
        ("exec:/no/such/program --flag", "no such program.*chmod"),
        ("exec:/etc/passwd", "no such program"),
        ("exec:true", "no handshake: crash: exit code 0.*check-bot true"),
        ("exec:echo hello", "no handshake: (garbage: .*hello|crash: exit code 0)"),
    ],
)
def test_a_command_that_cannot_play_is_refused_before_the_match(spec, words):
    with pytest.raises(OptionError, match=words):
        make_bot(spec).check(KUHN)


def test_open_quotes_are_refused_when_the_spec_is_read():
    with pytest.raises(OptionError, match="close the quotes"):
        make_bot("exec:./bot 'x")


def test_a_program_says_what_it_is_and_what_it_plays():
    about = {"name": "specialist", "version": "3", "parameters": {"depth": 2}}
    bot = make_bot(rogue(f"answer(json.loads(sys.stdin.readline()), protocol=1, games=['leduc'], **{about})"))
    bot.check(load("leduc"))
    assert bot.parameters() == {"command": bot.command, **about}
    with pytest.raises(OptionError, match="specialist does not play kuhn; it plays: leduc"):
        bot.check(KUHN)


def test_a_program_that_asks_for_it_is_told_of_events():
    code = """
noted = []
while line := sys.stdin.readline():
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        answer(message, protocol=1, name="watcher", observe=True)
    elif kind == "new_game":
        answer(message)
    elif kind == "observe":
        noted += message["observed"]
    elif kind == "choose":
        noted += message["observed"]
        answer(message, code=message["codes"][0], info={"noted": noted})
    elif kind == "quit":
        break
"""
    goofspiel = load("goofspiel", cards=4)
    record = play_game(goofspiel, [make_bot("random"), make_bot(rogue(code))], 5)
    assert record.failed_seat is None, record.reason
    position, observed = goofspiel.start(5), []
    for move in record.moves:
        if move.seat == 1:
            observed = [{"code": event & 0x7FFF, "own": event < 0x8000} for event in position.view(1).observed]
            assert move.search == {"noted": observed}
        if move.seat >= 0:
            position.play(move.code)
    assert observed
