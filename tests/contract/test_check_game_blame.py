"""`mctsky check-game` blames the right part of a game: the last call, the last move, the files beside the rules, the spec."""

import pytest

from contract.test_check_game import planted_finding
from mctsky.testing import subjects
from mctsky.testing.recorder import Recorder, note, read_record
from support.plug_in import copy_template

BEFORE = "    out[2] = PEEK\n"

# name: the group, whom it must blame, words of the finding, and the edits
BLAMED = {
    "a list of moves that never ends": (
        *("bounds", "legal_moves", "the call, after 'stay', did not return within 1 s of CPU time; state: card ["),
        [("rules.py", BEFORE, BEFORE + "    while state.n_said == 1:\n        out[2] = PEEK\n")],
    ),
    "a move that never ends": (
        *("bounds", "play", "('deal 1') did not return within 1 s of CPU time"),
        [
            (
                "rules.py",
                "        state.n_dealt += 1\n",
                "        state.n_dealt += 1\n        while move == DEAL + 1:\n            state.n_shown = 0\n",
            )
        ],
    ),
    "an end of the process": (
        *("bounds", "legal_moves", "ended the process (exit code 3); state"),
        [("rules.py", BEFORE, BEFORE + '    __import__("os")._exit(3)\n')],
    ),
    "an account that raises": (
        *("leaks", "sees", "division by zero (sees.py:"),
        [("sees.py", "known: list[Any] = []", "known: list[Any] = [1 / 0]")],
    ),
    "an account that never ends": (
        *("leaks", "sees", "did not return within 1 s"),
        [("sees.py", "    return tuple(known)", "    while True:\n        pass")],
    ),
    "a twin that raises": (
        *("twin", "twin", "'playerz' (twin.py:"),
        [("twin.py", "if len(_cards(events)) < players", 'if len(_cards(events)) < options["playerz"]')],
    ),
    "a text that raises": (
        *("bounds", "format_move", "division by zero (notation.py:"),
        [("notation.py", "if move <= PEEK:", "if move <= PEEK and 1 / 0:")],
    ),
    "a view that no events lead to": (
        *(
            "texts",
            "conceal",
            "this view does not follow from the events that its seat has observed: observe",
        ),
        [("beliefs.py", "if seat not in (viewer, seen) and not shown:", "if seat not in (viewer, seen, 2) and not shown:")],
    ),
    "an answer that misleads the check": (
        *("leaks", "legal_moves", "raised by the check, which this or an earlier answer has misled"),
        [
            ("rules.py", "    out[1] = STAY\n", "    out[1] = FOLD\n"),
            ("rules.py", "    out[2] = PEEK\n    return 3\n", "    return 2\n"),
        ],
    ),
    "a small variant that is no variant": (
        *("bounds", "small", "did you mean 'cards'?"),
        [("spec.py", '{"players": 3, "cards": 5}', '{"players": 3, "card": 5}')],
    ),
}


@pytest.mark.parametrize("mistake", BLAMED)
def test_the_right_part_is_blamed(tmp_path, mistake):
    group, culprit, words, edits = BLAMED[mistake]
    copy_template(tmp_path, "planted", *edits)
    finding = planted_finding(tmp_path, group)
    assert (finding["verb"], words in finding["found"]) == (culprit, True), finding
    assert finding["repeat"].endswith("--limit 1 --python")


def test_a_kernel_that_calls_a_verb_many_times_is_noted(tmp_path, monkeypatch):
    from mctsky import load
    from mctsky.testing import recorder
    from mctsky.testing.draws import sampled_worlds

    path = tmp_path / "record"
    path.write_bytes(bytes(recorder.SIZE))
    monkeypatch.setattr(recorder, "_active", [Recorder(path)])
    view = load("kuhn").view("K ? .", 0)
    sampled_worlds(view, 2, 1)
    call, raw = read_record(path)
    assert call["verb"] == "determinise"
    assert raw.startswith(view.state.tobytes())
    note("stir", view.state)
    assert read_record(path)[0]["verb"] == "stir"


class Refusing:
    """A copy of goofspiel's spec that refuses some numbers of players."""

    def __new__(cls, *numbers):
        from dataclasses import replace

        from mctsky.core.registry import find_spec
        from mctsky.errors import OptionError

        spec = find_spec("goofspiel")

        def build(**options):
            if options["players"] in numbers:
                raise OptionError("not so many", given=options["players"], where="goofspiel", remedy="choose others")
            return spec.make_rules(options)

        return replace(spec, build=build, small=())


def test_a_game_may_refuse_its_largest_or_smallest_table():
    """An option may not go together with every number of players; the checks and the playthroughs pass such games over."""
    low, high = Refusing().players
    assert subjects.largest_table(subjects.smallest(Refusing())).n_seats == high
    assert subjects.largest_table(subjects.smallest(Refusing(high))).n_seats == high - 1
    assert subjects.largest_table(subjects.smallest(Refusing(*range(low + 1, high + 1)))).n_seats == low
    assert all(game.n_seats < high for game in subjects.checked_games(Refusing(high)))


def test_a_playthrough_of_a_game_that_refuses_its_largest_table(monkeypatch):
    from contract import make_playthroughs
    from contract import subjects as ours

    monkeypatch.setattr(ours, "specs", lambda: {"goofspiel": Refusing(Refusing().players[1])})
    assert f"players={Refusing().players[1] - 1}" in make_playthroughs.playthrough("goofspiel")
