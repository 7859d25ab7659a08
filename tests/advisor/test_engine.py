"""The engine: replies, order, errors with their field, ends, limits, and nothing that a seat may not know."""

import json
import time

from engines import SCHEMA, validator
from jsonschema import Draft202012Validator

import mctsky

KUHN = {"game": "kuhn", "seat": 0, "view": "K ? .", "iterations": 100}


def plain(reply):
    return {name: value for name, value in reply.items() if name not in ("id", "seconds")}


def test_the_schema_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)


def test_a_request_gets_the_advice_of_python(client):
    reply = client().ask(**KUHN, seed=4)
    advice = mctsky.advise(mctsky.load("kuhn").view("K ? .", 0), iterations=100, seed=4, memory=256).to_dict()
    advice.pop("final")
    assert plain(reply) == plain(json.loads(json.dumps(advice))) | {"isDuringSearch": False}


def test_same_request_same_numbers_whatever_came_before(client):
    one, other = client(), client(workers=2)
    request = {"game": "leduc", "seat": 1, "events": ["deal Ks", "raise"], "iterations": 300, "threads": 2}
    for number in range(3):
        other.ask(**request, seed=number)
    assert plain(one.ask(**request, seed=7)) == plain(other.ask(**request, seed=7))


def test_reuse_goes_on_from_the_tree_and_clear_cache_forgets_it(client):
    one = client()
    start = {"game": "tictactoe", "seat": 0, "iterations": 200, "reuse": True}
    assert one.ask(**start, events=[])["iterations"] == 200
    later = one.ask(**start, events=["a1", "b2"])
    assert later["kept"] > 0
    assert one.ask(**start, events=["a1", "b2"])["iterations"] == 400
    one.send(action="clear_cache", id="c")
    assert one.drain() == [{"id": "c", "action": "clear_cache", "cleared": 1}]
    assert one.ask(**start, events=["a1", "b2"])["kept"] == 0


def test_several_points_of_one_game(client):
    one = client()
    one.send(id="e", game="leduc", seat=1, events=["deal Ks", "raise"], at=[0, 2], iterations=20)
    one.send(id="v", game="kuhn", seat=0, view=["K ? .", "J ? .", "K K ."], iterations=20)
    replies = one.drain()
    assert [(reply["id"], reply["at"]) for reply in replies] == [("e", 0), ("e", 2), ("v", 0), ("v", 1), ("v", 2)]
    assert [reply["decides"] for reply in replies[:2]] == ["later", "now"]
    assert replies[-1]["field"] == "view[2]"


def test_higher_priority_goes_first_and_replies_come_as_they_are_ready(client):
    one = client()
    one.send(id="first", game="tictactoe", seat=0, view="start", time=0.3)
    time.sleep(0.05)
    for number in (0, 5, 3):
        one.send(id=f"p{number}", **KUHN, priority=number)
    assert [reply["id"] for reply in one.drain()] == ["first", "p5", "p3", "p0"]


def test_reports_during_the_search(client):
    replies = client()
    replies.send(id="r", game="tictactoe", seat=0, view="start", time=0.5, reportEvery=0.1, threads=2)
    *during, last = replies.drain()
    assert len(during) >= 2
    assert all(reply["isDuringSearch"] for reply in during)
    assert not last["isDuringSearch"]
    counts = [reply["iterations"] for reply in (*during, last)]
    assert counts == sorted(counts)


def test_terminate_ends_what_runs_and_what_waits(client):
    one = client()
    one.send(id="running", game="tictactoe", seat=0, view="start", time=50)
    one.send(id="waiting", **KUHN)
    time.sleep(0.3)
    one.send(id="t", action="terminate", terminateId="waiting")
    one.send(id="u", action="terminate", terminateId="nobody")
    one.send(id="all", action="terminate_all")
    by_id = {reply["id"]: reply for reply in one.drain(5)}
    assert by_id["waiting"] == {"id": "waiting", "status": "terminated"}
    assert by_id["u"]["terminated"] == 0
    assert by_id["all"]["terminated"] == 1
    assert by_id["running"]["status"] == "terminated"
    assert by_id["running"]["moves"]


def test_version_and_unknown_fields(client):
    one = client()
    one.send(id="v", action="query_version", colour="red")
    warning, version = one.drain()
    assert (warning["field"], version["version"]) == ("colour", mctsky.__version__)
    one.send(id="1", **KUHN, weather="fine")
    warning, answer = one.drain()
    assert (warning["field"], answer["seat"]) == ("weather", 0)


WRONG = [
    (b"\xff", ""),
    (b"{", ""),
    (b"[1]", ""),
    (b'{"id": "1", "time": NaN}', ""),
    (b"[" * 100_000, ""),
    (b'{"id": 1}', "id"),
    (b'{"id": "1", "id": "2"}', "id"),
    ({"game": None}, "game"),
    ({"game": "nix"}, "game"),
    ({"game": 3}, "game"),
    ({"options": {"players": 9}}, "options"),
    ({"options": {"colour": 1}}, "options"),
    ({"options": {"players": []}}, "options.players"),
    ({"seat": 2}, "seat"),
    ({"seat": True}, "seat"),
    ({"seat": None}, "seat"),
    ({"view": None}, "view"),
    ({"view": ""}, "view"),
    ({"view": "K K ."}, "view"),
    ({"view": "K Q ."}, "view"),
    ({"view": "? Q ."}, "view"),
    ({"view": "K ? bb"}, "view"),
    ({"events": []}, "view"),
    ({"view": None, "events": ["deal K", "deal K"]}, "events[1]"),
    ({"view": None, "events": "deal K"}, "events"),
    ({"view": None, "events": ["deal K", 7]}, "events[1]"),
    ({"view": None, "events": ["deal K"], "at": [2]}, "at"),
    ({"view": None, "events": ["x" * 500]}, "events[0]"),
    ({"at": [0]}, "at"),
    ({"bot": "random"}, "bot"),
    ({"bot": "mcts"}, "bot"),
    ({"bot": "ismcts:c"}, "bot"),
    ({"parameters": {"c": "high"}}, "parameters"),
    ({"parameters": {"cutoff": 3}}, "parameters"),
    ({"iterations": 0}, "iterations"),
    ({"iterations": 1.5}, "iterations"),
    ({"iterations": 10**6}, "iterations"),
    ({"iterations": 10**400}, "iterations"),
    ({"time": 1e300}, "time"),
    ({"time": "fast"}, "time"),
    ({"threads": 65}, "threads"),
    ({"memory": 10**9}, "memory"),
    ({"seed": 2**64}, "seed"),
    ({"priority": 2**40}, "priority"),
    ({"reuse": 1}, "reuse"),
    ({"reportEvery": 0}, "reportEvery"),
    ({"top": 0}, "top"),
    ({"turns": -1}, "turns"),
    ({"movesAllowed": ["jump"]}, "movesAllowed"),
    ({"movesAvoided": ["pass", "bet"]}, "movesAvoided"),
    ({"movesAllowed": "pass"}, "movesAllowed"),
    ({"action": "dance"}, "action"),
    ({"action": "terminate"}, "terminateId"),
]


def test_a_bad_line_gets_an_error_that_names_the_field(client):
    one = client(iterations=1000)
    for change, field in WRONG:
        line = change if isinstance(change, bytes) else json.dumps({"id": "1", **KUHN} | change).encode()
        one.line(line)
        (reply,) = one.drain()
        assert reply.get("field") == field, (line[:200], reply)
        assert "\n" not in reply["error"]
        assert "Traceback" not in reply["error"]
    assert one.ask(**KUHN)["moves"]


def test_the_queue_is_limited_and_ids_are_used_once(client):
    one = client(queue=1)
    one.send(id="run", game="tictactoe", seat=0, view="start", time=0.4)
    time.sleep(0.1)
    for identity in ("a", "b", "run"):
        one.send(id=identity, **KUHN)
    by_id = {}
    for reply in one.drain():
        by_id.setdefault(reply["id"], []).append(reply)
    assert "waiting" in by_id["b"][0]["error"]
    assert by_id["a"][0]["moves"]
    assert sorted("error" in reply for reply in by_id["run"]) == [False, True]


def test_no_reply_depends_on_what_the_seat_cannot_see(client):
    """Two deals that seat 0 cannot tell apart give the same replies, byte for byte."""
    game, one = mctsky.load("leduc"), client()
    replies = []
    for other in ("Js", "Qh"):
        position = game.start()
        for move in ("deal Ks", f"deal {other}", "raise", "call", "deal Qs"):
            position.play(move)
        view = position.view(0)
        for known in ({"view": view.text()}, {"events": view.events()}):
            replies.append(plain(one.ask(game="leduc", seat=0, iterations=200, **known)))
    assert all(reply == replies[0] for reply in replies[1:])
    assert replies[0]["belief"]["worlds"] == 200


def test_every_property_of_the_schema_is_documented():
    from pathlib import Path

    page = (Path(__file__).parent.parent.parent / "docs" / "advisor.md").read_text()
    for part, definition in SCHEMA["$defs"].items():
        for name in definition.get("properties", ()):
            assert f"`{name}`" in page or f"`{part}s[].{name}`" in page or f"`{part}.{name}`" in page, (part, name)
    assert validator("request").is_valid({"id": "1", **KUHN})


def test_events_that_go_on_are_read_on(client):
    """The same events with some more give the view that all of them give, and what cannot follow is still refused by number."""
    one, fresh = client(), client()
    events = ["deal Ks", "raise", "call", "deal Qh", "call"]
    for end in range(len(events) + 1):
        request = {"game": "leduc", "seat": 1, "events": events[:end], "iterations": 30}
        known = one.ask(**request)
        fresh.send(id="c", action="clear_cache")
        fresh.drain()
        assert plain(known) == plain(fresh.ask(**request))
    assert one.ask(game="leduc", seat=1, events=[*events, "deal Kh"])["field"] == "events[5]"
    start = one.ask(game="leduc", seat=1, events=["..."], iterations=5)
    assert start["decides"] == "later"
    assert one.ask(game="leduc", seat=1, events=["...", "deal Ks"], iterations=5)["field"] == "events[0]"
