"""A bot can reach nothing hidden: not from its View by attributes or referents, not in the bytes that a program is sent.

Both tests compare games that one seat cannot tell apart, found by what the rules make public and not by `conceal`.
"""

import gc
import shlex
import sys
import types
from collections import Counter, defaultdict

import numpy as np
import pytest

from mctsky import load
from mctsky.arena.playing.referee import Limits, play_game
from mctsky.bots import Bot, make_bot
from mctsky.core.clock import TimeControl
from mctsky.core.position import Position
from mctsky.core.rng import derive_seed

SEAT_0_CANNOT_SEE = {"kuhn": 1, "leduc": 1}  # which chance move deals to the other seat
SEEDS = range(1_000_000, 1_000_060)  # large, so that no other number is one of them by accident
LIMITS = Limits(TimeControl(move_seconds=30.0), iterations=77)
# Code is not data of a game: functions, classes and modules are the same for every game and can be imported by any bot.
CODE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.CodeType, property)


class Careless(Bot):
    """Keeps all that it is ever given; always plays its last move."""

    def choose(self, view):
        self.kept = [*getattr(self, "kept", []), view]
        return view.own_codes()[-1]

    def observe(self, view):
        self.kept = [*getattr(self, "kept", []), view]


def reachable(thing):
    """Return all values and the objects reached from `thing`, by referents, attributes, and the memory under arrays."""
    values, objects, waiting = Counter(), [], [thing]
    seen = {}
    while waiting:
        current = waiting.pop()
        if id(current) in seen or isinstance(current, CODE) or callable(getattr(current, "py_func", None)):
            continue  # the last one: compiled functions, which are code too
        seen[id(current)] = current
        objects.append(current)
        if isinstance(current, np.ndarray | np.void):
            values[type(current).__name__, current.tobytes()] += 1
            waiting.append(current.base)
            continue
        if isinstance(current, int | float | str | bytes | np.generic | np.dtype) or current is None:
            values[type(current).__name__, str(current)] += 1
            continue
        values[type(current).__name__, ""] += 1
        waiting += vars(current).values() if hasattr(current, "__dict__") else ()
        waiting += gc.get_referents(current)  # after vars(): only a dictionary that was asked for exists
        slots = (name for kind in type(current).__mro__ for name in getattr(kind, "__slots__", ()))
        waiting += [getattr(current, name) for name in slots if isinstance(name, str) and hasattr(current, name)]
    return values, objects


def look_alikes(name):
    """Return seeds of games whose only difference is a card of seat 1, when both seats always play their last move."""
    game, alike = load(name), defaultdict(list)
    for seed in SEEDS:
        codes = list(play_game(game, [Careless(), Careless()], seed).codes)
        hidden = codes.pop(SEAT_0_CANNOT_SEE[name])
        alike[tuple(codes)].append((hidden, seed))
    pairs = []
    for dealt in alike.values():
        cards = dict(dealt)
        pairs += list(zip(list(cards.values()), list(cards.values())[1:], strict=False))
    assert len(pairs) >= 3, "too few games look alike"
    return game, pairs


@pytest.mark.parametrize("name", SEAT_0_CANNOT_SEE)
def test_nothing_hidden_is_reachable_from_what_a_bot_is_given(name):
    game, pairs = look_alikes(name)
    for pair in pairs:
        reached = []
        for seed in pair:
            bot = Careless()
            record = play_game(game, [bot, Careless()], seed, [11, 12], limits=LIMITS)
            assert record.failed_seat is None, record.reason
            bot.kept = [view for view in bot.kept if not view.is_over]  # at the end the cards may be shown
            values, objects = reachable(bot)
            assert len(bot.kept) >= 1
            assert not any(isinstance(thing, Position) for thing in objects)
            numbers = {int(thing) for thing in objects if isinstance(thing, int | np.integer)}
            assert not numbers & {seed, derive_seed("chance", seed, 0), derive_seed("chance", seed, 1)}
            reached.append(values)
        assert reached[0] == reached[1], reached[0] - reached[1]


@pytest.mark.parametrize("leak", ["position", "seed", "closure", "memory"])
def test_the_search_for_leaks_finds_them(leak):
    game, pairs = look_alikes("kuhn")
    found = []
    for seed in pairs[0]:
        position = game.start(seed)
        view = position.view(0)
        if leak == "position":
            view.origin = [{"deep": position}]
        elif leak == "seed":
            view.clock = (seed,)
        elif leak == "closure":
            view.origin = iter([position])
        else:  # a record that is part of a larger array, the rest of which is another's
            both = np.zeros(2, game.spec.state_dtype).view(np.recarray)
            both[0], both[1] = view.state, position.state
            view.state = both[0]
        found.append(reachable(view)[0])
    assert found[0] != found[1]


@pytest.mark.parametrize("name", SEAT_0_CANNOT_SEE)
def test_two_games_that_look_alike_send_the_same_bytes(name, tmp_path):
    game, pairs = look_alikes(name)
    code = """
import json, sys
with open(sys.argv[1], "wb") as log:
    for line in sys.stdin.buffer:
        log.write(line)
        log.flush()
        message = json.loads(line)
        answer = {"id": message["id"]}
        if message["type"] == "hello":
            answer.update(protocol=1, name="recorder", observe=True)
        elif message["type"] == "choose":
            answer["code"] = message["codes"][-1]
        if message["type"] in ("hello", "new_game", "choose"):
            print(json.dumps(answer), flush=True)
"""
    for pair in pairs[:2]:
        sent = []
        for seed in pair:
            path = tmp_path / f"{seed}"
            spec = "exec:" + shlex.join([sys.executable, "-I", "-S", "-c", code, str(path)])
            record = play_game(game, [make_bot(spec), Careless()], seed, [11, 12], limits=LIMITS)
            assert record.failed_seat is None, record.reason
            lines = path.read_bytes().split(b"\n")
            last = next(number for number, line in reversed([*enumerate(lines)]) if b'"type":"choose"' in line)
            assert str(seed).encode() not in path.read_bytes()
            sent.append(lines[: last + 1])  # what follows is the end, where the cards may be shown
        assert len(sent[0]) >= 3
        assert sent[0] == sent[1]
