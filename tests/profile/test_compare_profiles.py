"""Saved profiles: refused if they cannot be compared, and what a comparison says."""

import json
from pathlib import Path
from typing import Any

import pytest

from mctsky.errors import DataFileError
from mctsky.profile.compare import change, compare_places, is_beyond_noise, overall
from mctsky.profile.machine import describe_code, describe_machine
from mctsky.profile.saved import SCHEMA, check_same_games, read_profile, write_whole


def figure(*samples: float) -> dict[str, Any]:
    return {"samples": list(samples), "median": sorted(samples)[len(samples) // 2]}


def place(signature: str = "a", ns: tuple[float, ...] = (1.0, 2.0, 3.0)) -> dict[str, Any]:
    where = {"name": "opening", "seed": 1, "codes": [1, 2], "seat": 0, "n_moves": 2, "n_decisions": 4}
    return {"place": where, "signature": signature, "ns": figure(*ns), "phases": {"backup": figure(*ns)}}


def document(**changed: Any) -> dict[str, Any]:
    plan = {"iterations": 10, "repeats": 5, "seed": 1, "phases": True}
    profile = {"game": "kuhn", "bot": "ismcts", "options": {"players": 2}, "places": [place()]}
    return {"schema": SCHEMA, "machine": describe_machine(), "plan": plan, "date": "x", "profiles": [profile]} | changed


def write(path: Path, data: Any) -> Path:
    write_whole(path, data if isinstance(data, str) else json.dumps(data))
    return path


def test_a_saved_profile_is_read_back(tmp_path: Path) -> None:
    path = write(tmp_path / "p.json", document())
    assert read_profile(path) == document()
    assert [name.name for name in tmp_path.iterdir()] == ["p.json"]  # nothing else is left there


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ("{", "not a JSON file"),
        ("[1]", "its schema is None"),
        (document(schema="mctsky-profile-0"), "its schema is 'mctsky-profile-0'"),
        (document(machine=describe_machine() | {"processor": "Z80"}), "measured on a different machine.*Z80"),
        (document(profiles=[{"game": "kuhn"}]), "it is not a complete profile"),
        (document(plan={}), "it is not a complete profile"),
        (
            document(profiles=[document()["profiles"][0] | {"places": [place() | {"ns": {"samples": []}}]}]),
            "not a complete profile",
        ),
    ],
)
def test_other_files_are_refused(tmp_path: Path, data: Any, problem: str) -> None:
    with pytest.raises(DataFileError, match=problem) as refused:
        read_profile(write(tmp_path / "p.json", data))
    assert "\n" not in str(refused.value)


def test_another_game_or_bot_is_refused() -> None:
    check_same_games(document(), ("kuhn",), "ismcts", Path("p"))
    check_same_games(document(), (), None, Path("p"))
    with pytest.raises(DataFileError, match="no profile of the game leduc, only of kuhn"):
        check_same_games(document(), ("leduc",), None, Path("p"))
    with pytest.raises(DataFileError, match="no profile of the bot mcts, only of ismcts"):
        check_same_games(document(), (), "mcts", Path("p"))


def test_noise_is_what_overlaps() -> None:
    assert is_beyond_noise([10, 11, 12], [13, 14, 15])
    assert is_beyond_noise([13, 14, 15], [10, 11, 12])
    assert not is_beyond_noise([10, 11, 13], [12, 14, 15])
    assert not is_beyond_noise([100.0, 100.1], [100.2, 100.3])  # apart, but by nothing that matters


def test_a_change_says_how_much_and_whether_it_is_real() -> None:
    slower = change(("g", "b", "p"), "iteration", [10, 10, 10], [20, 20, 25], False)
    assert (slower.speed, slower.low, slower.high, slower.is_real, slower.same_play) == (0.5, 0.4, 0.5, True, False)
    assert not change(("g", "b", "p"), "backup", [1.0, 1.0], [1.5, 1.5], True, least_ns=1.0).is_real


def test_places_are_compared_by_iteration_phases_and_signature() -> None:
    faster = compare_places("g", "b", place("a", (20, 21, 22)), place("b", (10, 10.5, 11)), ("backup", "world"))
    assert [one.what for one in faster] == ["iteration", "backup"]  # a phase that one side lacks is not compared
    assert {one.same_play for one in faster} == {False}
    assert overall(faster) == {("g", "b"): pytest.approx(2.0)}


def test_the_speed_of_a_game_is_the_geometric_mean_over_its_places() -> None:
    places = [change(("g", "b", str(k)), "iteration", [1.0], [now], True) for k, now in enumerate((0.5, 2.0))]
    assert overall(places) == {("g", "b"): pytest.approx(1.0)}


def test_the_code_has_a_version() -> None:
    code = describe_code()
    assert set(code) == {"version", "commit", "changed"}
    assert code["commit"] is None or len(code["commit"]) == 40
