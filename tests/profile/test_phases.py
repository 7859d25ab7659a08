"""Timed searches: the same trees as plain ones, every phase where it belongs, and nothing left over."""

import numpy as np
import pytest

import mctsky
from mctsky.core.marks import IDLE, draws_from_list, mark, read_cycles
from mctsky.profile import phases as names
from mctsky.profile.measure import Load, Plan, measure
from mctsky.profile.phases import ALL_MARKS, FEW_MARKS, NO_MARKS, check_phases
from mctsky.profile.positions import STAGES, search_of, self_play, stages
from mctsky.profile.timed import PlainSearch, TimedSearch, cycles_per_second, divide, run, signature
from mctsky.search import phases, tree
from mctsky.search.params import read_params
from mctsky.search.search import Search

N = 400
# Each is a compilation of its own; those of the fast tier serve the other tests too.
SEARCHES = [
    ("kuhn", "mo-ismcts", {}),
    ("tictactoe", "mcts", {"solver": True}),
    pytest.param("kuhn", "pimc", {}, marks=pytest.mark.slow),
    pytest.param("kuhn", "flat", {}, marks=pytest.mark.slow),
    pytest.param("goofspiel", "so-ismcts", {"policy": "mast", "grave": 20}, marks=pytest.mark.slow),
    pytest.param("connect4", "mcts", {"implicit": 0.3, "cutoff": 4}, marks=pytest.mark.slow),
]


def timed(view: mctsky.View, variant: str, options: dict[str, object], mask: int) -> TimedSearch:
    return TimedSearch(view, read_params(variant, options), 1, mask=mask, limit=1 << 40)


@pytest.mark.parametrize(("game", "variant", "options"), SEARCHES)
def test_a_timed_search_builds_the_same_tree_and_marks_every_iteration(
    game: str, variant: str, options: dict[str, object]
) -> None:
    view = mctsky.load(game).start(1).view()
    plain = run(PlainSearch(view, read_params(variant, options), 1), N)
    assert plain.cycles is None
    usual = Search(view, read_params(variant, options), 1)
    usual.run(iterations=N)
    assert plain.signature == signature(usual)
    for mask in (NO_MARKS, FEW_MARKS, ALL_MARKS):
        found = run(timed(view, variant, options, mask), N)
        assert (found.signature, found.iterations, found.nodes) == (plain.signature, plain.iterations, plain.nodes)
        done = found.iterations
        first_level = found.marks[list(names.FIRST_LEVEL)]
        if mask == NO_MARKS:
            assert found.marks[IDLE] == found.marks.sum() > 0
            continue
        assert found.marks[phases.BACKUP] == found.marks[phases.TREE] == done
        assert found.marks[phases.WORLD_SAMPLING] >= done  # once more where a slice ends early
        assert found.marks[phases.PLAYOUT] <= done  # a proven leaf is not played out
        if mask == FEW_MARKS:
            assert first_level.sum() == found.marks.sum()
        else:
            assert found.marks[phases.TREE_CHOICE] > 0
            assert found.marks[phases.TREE_PLAY] >= done
        assert (found.cycles >= 0).all()
        assert (found.cycles[found.marks == 0] == 0).all()
        assert found.lost_cycles == 0


def test_the_draw_is_split_where_a_game_draws_from_its_list() -> None:
    view = mctsky.load("tictactoe").start(1).view()
    found = run(timed(view, "mcts", {}, ALL_MARKS), N)
    assert found.marks[phases.PLAYOUT_MOVES] == found.marks[phases.PLAYOUT_DRAW] == found.marks[phases.PLAYOUT_PLAY] > N
    assert found.marks[phases.PLAYOUT_RESULT] == N
    assert 0 < found.marks[phases.EXPANSION] < N
    assert found.marks[phases.PLAYOUT_DECISIVE] == 0


def test_an_interruption_is_nobodys_time() -> None:
    view = mctsky.load("kuhn").start(1).view()
    search = TimedSearch(view, read_params("mo-ismcts"), 1, mask=FEW_MARKS, limit=0)
    found = run(search, N)
    assert found.lost_cycles > 0
    assert found.cycles[1:].sum() == 0


def test_normal_searches_have_no_clock() -> None:
    """The timed record is another type, whose fields lie elsewhere: numba must not take one for the other."""
    assert not any(name.startswith("clock") for name in tree.WORK_DTYPE.names or ())
    offset = (tree.WORK_DTYPE.fields or {})["n_nodes"][1]
    assert (tree.TIMED_WORK_DTYPE.fields or {})["n_nodes"][1] != offset
    record = np.zeros(1, tree.WORK_DTYPE).view(np.recarray)[0]
    before = record.tobytes()
    mark(record, phases.PLAYOUT)
    assert record.tobytes() == before
    assert draws_from_list(record) is False
    other = np.zeros(1, tree.TIMED_WORK_DTYPE).view(np.recarray)[0]
    other.draws_from_list = 1
    assert draws_from_list(other) is True
    with pytest.raises(NotImplementedError):
        read_cycles()


def test_parts_are_scaled_to_their_whole() -> None:
    few, many = np.zeros(16), np.zeros(16)
    few[phases.WORLD_SAMPLING], few[phases.TREE], few[phases.PLAYOUT], few[phases.BACKUP] = 1.0, 40.0, 60.0, 2.0
    many[phases.WORLD_SAMPLING] = 99.0
    many[phases.TREE_CHOICE], many[phases.EXPANSION], many[phases.TREE_MOVES] = 30.0, 10.0, -5.0
    many[phases.PLAYOUT_PLAY], many[phases.PLAYOUT_DRAW] = 10.0, 20.0
    parts = divide(few, many)
    assert parts.sum() == few.sum()
    assert (parts[phases.TREE_CHOICE], parts[phases.EXPANSION], parts[phases.TREE_MOVES]) == (30.0, 10.0, 0.0)
    assert (parts[phases.PLAYOUT_PLAY], parts[phases.PLAYOUT_DRAW], parts[phases.PLAYOUT]) == (20.0, 40.0, 0.0)
    assert parts[phases.WORLD_SAMPLING] == 1.0


def test_every_phase_has_a_name_and_a_meaning() -> None:
    numbers = {number for group in names.NUMBERS.values() for number in group}
    assert numbers == set(range(1, phases.PLAYOUT_RESULT + 1))
    assert set(names.NUMBERS) == set(names.MEANING)
    top = [number for name in names.TOP for number in names.NUMBERS[name]]
    assert sorted(top) == sorted(numbers)  # the phases of the first table add up to everything, nothing twice
    assert check_phases(("playout",)) == tuple(name for name in names.NAMES if name.startswith("playout"))
    with pytest.raises(mctsky.MctskyError, match=r"there is no such phase; did you mean 'playout'"):
        check_phases(("playuot",))


def test_measuring_kuhn() -> None:
    game = mctsky.load("kuhn")
    profiled = search_of("ismcts", game)
    places = stages(self_play(game, profiled, 3), tuple(STAGES), game)
    load = Load()
    told: list[str] = []
    found = measure(game, profiled, places, Plan(300, seconds=0.001), load, told.append)
    assert found[0].place.name == "opening"
    assert len(told) == len(places) * 6
    for one in found:
        assert one.same_tree
        assert len(one.ns.samples) == len(one.phases["backup"].ns.samples) == 5
        assert one.phases["world"].count == pytest.approx(1, abs=0.1)
        assert one.phases_ns == pytest.approx(sum(one.phases[name].ns.median for name in names.TOP))
        parts = [one.phases[f"selection.{part}"].ns.samples for part in names.PARTS["selection"]]
        assert np.sum(parts, axis=0) == pytest.approx(one.phases["selection"].ns.samples)
    assert load.cpu_seconds > 0


def test_the_counter_is_read_for_games_with_tables_too() -> None:
    """Their rules hold a record, which cannot be hashed."""
    rules = mctsky.load("newyork1901").rules
    rate = cycles_per_second(rules)
    assert rate > 1e6
    assert cycles_per_second(rules) == rate


def test_the_load_of_the_machine_is_reported() -> None:
    quiet = Load(10.0, 10.5, 0.1)
    assert quiet.warning() == ""
    assert "1.40 x CPU" in Load(10.0, 14.0, 0.1).warning()
    assert "load average 99.0" in Load(10.0, 10.0, 99.0).warning()


@pytest.mark.slow
@pytest.mark.parametrize(("name", "spec"), [("leduc", "ismcts"), ("connect4", "mcts"), ("goofspiel", "ismcts")])
def test_phases_explain_an_iteration(name: str, spec: str) -> None:
    """No time is asserted but one against another of the same run, and generously: 25 % on a machine that may be busy."""
    game = mctsky.load(name)
    profiled = search_of(spec, game)
    places = stages(self_play(game, profiled, 1), ("opening",), game)
    (one,) = measure(game, profiled, places, Plan(), Load())
    assert abs(one.difference) < 0.25
    assert one.same_tree
