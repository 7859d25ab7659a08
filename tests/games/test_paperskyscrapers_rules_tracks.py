"""Paper Skyscrapers, rules about tracks, lines and points."""

import pytest

from games.paperskyscrapers_files import box
from games.paperskyscrapers_tables import spot

PLAIN = box()
CARDS = box(
    3,
    Mint="1 civic income 1 2 3",
    Leap="1 park: advance 4 profit",
    Step="1 park: advance 1 profit",
    Any="1 park: advance 1 any",
    Down="1 park: opponent declines 1 profit",
    Crash="1 park: opponent declines 4 profit",
    achievements=("Two | 2 | score >= 0", "Four | 4 | score >= 0"),
    chips="1 1",
)


def walk(*spaces, steps=1, scores=(), card=None):
    """Return the position after seat 0 advanced on the profit track, on which the seats stand as given."""
    tracks = [(space, 0, 0) for space in spaces]
    turn = spot(CARDS, tracks=tracks, scores=scores, actions=steps + 1, hands=(card or "",))
    return turn.play(f"discard {card}") if card else turn.play(*["advance profit"] * steps)


def test_r23_income_advances_all_three_tracks():
    built = spot(CARDS, hands=("Mint",), actions=2, tracks=((0, 0, 0), (1, 1, 0), (0, 0, 2))).play("build Mint left")
    assert built.tracks() == [2, 3, 4]


@pytest.mark.parametrize(("others", "after"), [((0, 0), 1), ((1, 0), 2), ((1, 2), 3), ((2, 3), 1), ((2, 1), 3)])
def test_r24_a_step_goes_to_the_next_space_without_an_opponent(others, after):
    assert walk(0, *others).track("profit") == [after, *others]


def test_r25_start_and_end_are_shared():
    assert walk(20, 21, 21).track("profit") == [21, 21, 21]
    assert walk(19, 20, 21).track("profit") == [21, 20, 21]
    down = spot(CARDS, hands=("Down",), tracks=((0, 0, 0), (1, 0, 0), (0, 0, 0)), actions=2).play("discard Down")
    assert down.track("profit") == [0, 0, 0]


def test_r26_one_point_per_line_hops_included():
    assert walk(5, 0, 0).scores[0] == 1
    assert walk(4, 5, 6).scores[0] == 1
    assert walk(5, 6, 0).track("profit") == [7, 6, 0]
    assert walk(5, 6, 0).scores[0] == 1
    assert walk(6, 0, 0).scores[0] == 0
    back = spot(CARDS, seat=2, hands=("", "", "Down"), tracks=((6, 0, 0), (0, 0, 0), (0, 0, 0)), scores=(7, 0, 0))
    again = back.play("discard Down").play("advance profit")
    assert (back.play("discard Down").track("profit")[0], again.track("profit")[0], again.scores[0]) == (5, 6, 7)


@pytest.mark.parametrize(
    ("card", "spaces", "after"),
    [("Down", (2, 3, 0), 1), ("Down", (1, 2, 0), 0), ("Down", (2, 4, 3), 1), ("Crash", (1, 2, 0), 0), ("Crash", (4, 9, 6), 3)],
)
def test_r27_declining_hops_backward_and_stops_at_the_start(card, spaces, after):
    turn = spot(CARDS, hands=(card,), tracks=[(space, 0, 0) for space in spaces], scores=(0, 5, 9), actions=2)
    down = turn.play(f"discard {card}")
    if down.moves & {"decline 1 profit"}:
        down = down.play("decline 1 profit")
    assert (down.track("profit"), down.scores) == ([spaces[0], after, spaces[2]], [0, 5, 9])


def test_r28_the_first_at_the_end_scores_one_more():
    assert walk(20, 0, 0).scores[0] == 2  # the line after 20, and the end
    assert walk(20, 21, 0, scores=(0, 9, 9)).scores[0] == 1
    other = spot(CARDS, tracks=((0, 20, 0), (0, 21, 0), (21, 0, 0))).play("advance prestige")
    assert other.scores[0] == 1
    each = spot(CARDS, tracks=((0, 20, 0), (0, 0, 0), (21, 0, 0))).play("advance prestige")
    assert each.scores[0] == 2  # somebody has finished another track


def test_r29_a_finished_track_is_not_advanced():
    assert spot(CARDS, tracks=((21, 0, 0),)).can("advance") == {"advance prestige", "advance population"}
    passed = walk(21, 0, 0, card="Step")
    assert (passed.track("profit"), passed.actions, passed.scores[0]) == ([21, 0, 0], 1, 0)
    asked = walk(21, 0, 0, card="Any")
    assert asked.moves == {"advance prestige", "advance population"}


def test_r30_the_score_track_hops_point_by_point():
    assert spot(CARDS, scores=(0, 1, 3)).play("claim Two").scores == [4, 1, 3]
    assert spot(CARDS, scores=(0, 2, 3)).play("claim Two").scores == [4, 2, 3]
    assert spot(CARDS, scores=(0, 3, 4)).play("claim Two").scores == [2, 3, 4]
    assert spot(CARDS, scores=(0, 1, 3)).play("claim Four").scores == [6, 1, 3]


def test_r31_the_score_track_has_no_end():
    assert spot(CARDS, scores=(299, 300, 0)).play("claim Four").scores == [304, 300, 0]


@pytest.mark.parametrize("line", [5, 10, 15, 20])
def test_r73_lines_lie_after_5_10_15_and_20(line):
    assert walk(line - 1, 0, 0).scores[0] == 0
    crossed = walk(line, 0, 0, scores=(0, 5, 6))
    assert (crossed.track("profit")[0], crossed.scores[0]) == (line + 1, 2 if line == 20 else 1)


def test_r73_a_track_has_twenty_spaces_and_an_end():
    turn = spot(PLAIN, actions=30, scores=(0, 90)).play(*["advance population"] * 21)
    assert (turn.tracks(), turn.scores[0], turn.can("advance")) == ([0, 0, 21], 5, {"advance profit", "advance prestige"})


def test_r74_a_meeple_at_the_end_can_decline_and_scores_the_end_once():
    turn = spot(CARDS, seat=2, hands=("", "", "Down"), tracks=((21, 0, 0), (0, 0, 0), (0, 0, 0)), scores=(9, 0, 0))
    down = turn.play("discard Down")
    assert (down.track("profit"), down.scores) == ([20, 0, 0], [9, 0, 0])
    again = down.play("advance profit")
    assert (again.track("profit"), again.scores) == ([21, 0, 0], [9, 0, 0])


def test_steps_of_one_advance_are_made_one_by_one():
    assert walk(0, 1, 3, card="Leap").track("profit") == [6, 1, 3]
    assert walk(3, 4, 6, card="Leap").scores[0] == 1
