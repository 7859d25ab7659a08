"""Bots in processes of their own play as they do in ours."""

import json
import os
import signal
import sys

import pytest

from mctsky import load
from mctsky.arena.playing.failure import BotFailure, Fault
from mctsky.arena.playing.referee import play_game
from mctsky.bots import make_bot
from mctsky.bots.external import ExternalBot
from mctsky.bots.processes import serve
from mctsky.bots.processes.isolation import IsolatedBot, isolated
from mctsky.bots.processes.process import BotProcess
from mctsky.bots.processes.protocol import Line
from mctsky.bots.processes.serve import Server
from mctsky.bots.random import RandomBot
from mctsky.core.position import OpenView
from mctsky.errors import OptionError, UnknownNameError


@pytest.mark.parametrize(
    ("spec", "games"),
    [
        ("mo-ismcts:iterations=60", ["leduc", "kuhn"]),
        ("ismcts:reuse=true,iterations=40", ["kuhn", "goofspiel"]),
        ("cheater:iterations=40", ["leduc", "goofspiel"]),
    ],
)
def test_an_isolated_bot_plays_the_same_moves(spec, games):
    for name in games:
        game = load(name, cards=5) if name == "goofspiel" else load(name)
        for seed in range(4):
            here = play_game(game, [make_bot(spec), make_bot(spec)], seed)
            bots = [isolated(spec), make_bot(spec)] if seed % 2 else [make_bot(spec), isolated(spec)]
            for bot in bots:
                bot.check(game)  # a process says only then whether its bot cheats
            there = play_game(game, bots, seed)
            assert here.reason == there.reason == "normal"
            assert here.moves == there.moves
            assert [move.search for move in here.moves] == [move.search for move in there.moves]


def pid_of(bot):
    return bot._line.process._popen.pid


def test_two_seats_have_two_processes_which_are_kept_and_replaced_when_they_die():
    game, spec = load("kuhn"), "random"
    left, right = isolated(spec), isolated(spec)
    for seat, bot in enumerate((left, right)):
        bot.new_game(game, seat, 1)
    first = {pid_of(left), pid_of(right)}
    assert len(first) == 2
    for bot in (left, right):
        bot.end((1.0, 0.0))
    left.new_game(game, 0, 2)
    right.new_game(game, 1, 2)
    assert {pid_of(left), pid_of(right)} == first  # each has one of the two again
    for bot in (left, right):
        bot.end((1.0, 0.0))
    again = isolated(spec)
    again.warm(game)
    again.new_game(game, 0, 1)
    assert pid_of(again) in first
    os.kill(pid_of(again), signal.SIGKILL)
    with pytest.raises(BotFailure, match="SIGKILL") as caught:
        again.choose(game.start(1).view())
    assert caught.value.fault == Fault.CRASH
    again.end((0.0, 1.0))
    record = play_game(game, [isolated(spec), isolated(spec)], 3)
    assert record.failed_seat is None
    assert record.moves == play_game(game, [make_bot(spec), make_bot(spec)], 3).moves


def test_an_isolated_bot_answers_for_its_spec_like_the_bot_itself():
    with pytest.raises(UnknownNameError, match="did you mean"):
        isolated("mo-ismct")
    with pytest.raises(OptionError, match="perfect information"):
        isolated("mcts").check(load("kuhn"))
    bot, same = isolated("cheater:iterations=5"), make_bot("cheater:iterations=5")
    bot.check(load("kuhn"))
    same.check(load("kuhn"))
    assert isinstance(bot, IsolatedBot)
    assert bot.cheats
    assert bot.parameters() == same.parameters()
    assert bot.observes == same.observes
    assert isinstance(isolated("exec:./mybot"), ExternalBot)
    assert isolated("human").interactive


def run_serve(code):
    """Serve the bot `random`, changed by `code`, and talk to it."""
    script = f"from mctsky.bots import random\n{code}\nfrom mctsky.bots.processes.serve import main\nmain()"
    return IsolatedLike([sys.executable, "-c", script, "random"])


class IsolatedLike(ExternalBot):
    def __init__(self, arguments):
        super().__init__("serve")
        self.arguments = arguments


def test_what_a_bot_prints_or_reads_does_not_disturb_the_protocol():
    code = """
import os, sys
def choose(self, view):
    print("thinking hard")
    os.write(1, b"really\\n")
    assert sys.stdin.read() == ""
    return view.own_codes()[0]
random.RandomBot.choose = choose
"""
    record = play_game(load("kuhn"), [run_serve(code), make_bot("random")], 3)
    assert record.failed_seat is None, record.reason


def test_an_error_of_the_bot_is_an_answer_and_loses_as_a_crash(monkeypatch):
    def choose(self, view):
        raise RuntimeError("lost my way")

    monkeypatch.setattr(RandomBot, "choose", choose)
    server = Server("random")
    server.answer({"id": 3, "type": "new_game", "game": "kuhn", "options": {"players": 2}, "seat": 0, "seed": 1})
    view = {"seat": 0, "view": load("kuhn").start(1).view().text(), "observed": [], "clock": {}}
    answer = server.answer({"id": 4, "type": "choose", **view})
    assert answer == {"id": 4, "error": "RuntimeError: lost my way"}
    line = Line(BotProcess(["sh", "-c", f"read x; echo '{json.dumps(answer | {'id': 1})}'; read x"]))
    with pytest.raises(BotFailure, match="crash: RuntimeError: lost my way"):
        line.ask({"type": "choose"}, 20.0)
    assert not line.process.broken
    line.close()


@pytest.mark.parametrize("arguments", [[], ["random", "random"]])
def test_serve_refuses_a_wrong_command_line(arguments, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["serve", *arguments])
    with pytest.raises(SystemExit, match="usage: "):
        serve.main()


def test_a_server_survives_its_bot_and_tells_late():
    server = Server("random")
    assert server.answer({"id": 1, "type": "of-a-later-version"}) is None
    assert "KeyError" in server.answer({"id": 2, "type": "new_game"})["error"]
    kuhn = load("kuhn")
    begin = {"id": 3, "type": "new_game", "game": "kuhn", "options": {"players": 2}, "seat": 0, "seed": 1}
    assert server.answer(begin) == {"id": 3}
    assert server.answer({"id": 4, "type": "observe", "seat": 0, "view": "nonsense", "observed": []}) is None
    view = {"seat": 0, "view": kuhn.start(1).view().text(), "observed": [], "clock": {}}
    assert "PositionError" in server.answer({"id": 5, "type": "choose", **view})["error"]
    assert server.answer({**begin, "id": 6}) == {"id": 6}
    assert server.answer({"id": 7, "type": "choose", **view})["code"] in (0, 1)


def test_open_views_travel_whole():
    game = load("goofspiel", cards=4)
    position = game.start(3)
    position.play(position.legal_codes()[0])  # a pending bid that nobody else sees
    server = Server("cheater")
    server._bot.new_game(game, 1, 1)
    message = {"seat": 1, "view": position.open_view(1).text(), "observed": [], "open": True}
    seen = server._view(message)
    assert isinstance(seen, OpenView)
    assert seen == position.open_view(1)
