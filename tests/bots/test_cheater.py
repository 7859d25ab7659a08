"""The cheater sees everything, is marked, and nobody else is shown an open view."""

import pickle

import pytest

import mctsky
from mctsky.arena import Match, play_game
from mctsky.bots.api import Bot
from mctsky.bots.ismcts import TunedBot
from mctsky.bots.registry import make_bot
from mctsky.core.position import OpenView, View
from mctsky.errors import OptionError


class Spy(Bot):
    """Plays the first move and keeps what it was shown."""

    def __init__(self, cheats: bool) -> None:
        self.cheats = cheats
        self.seen: list[View] = []

    def choose(self, view: View) -> int:
        self.seen.append(view)
        return view.own_codes()[0]


def test_only_a_cheat_is_shown_the_whole_state():
    game = mctsky.load("goofspiel", cards=4)
    fair, cheat = Spy(False), Spy(True)
    play_game(game, [fair, cheat], seed=3)
    assert {type(view) for view in fair.seen} == {View}
    assert {type(view) for view in cheat.seen} == {OpenView}
    assert all("?" in view.text() or int(view.state.committed) == 0 for view in fair.seen)
    assert int(cheat.seen[0].state.committed) == 1, "seat 0 has bid, and the cheat at seat 1 sees it"


def test_an_open_view_survives_copies_and_pickles():
    view = mctsky.load("kuhn").start(seed=1).open_view(0)
    assert isinstance(view.copy(), OpenView)
    assert pickle.loads(pickle.dumps(view)) == view == view.copy()


def test_tables_mark_a_cheat():
    match = Match(mctsky.load("kuhn"), ["cheater:iterations=20", "random"], make_bot, seed=0, n_games=2)
    assert match.names == ("cheater:iterations=20 (sees all)", "random")


def test_only_searches_by_information_sets_take_an_open_view():
    view = mctsky.load("kuhn").start(seed=1).open_view(0)
    with pytest.raises(OptionError, match="open view"):
        mctsky.analyse(view, "pimc", iterations=10)


def test_who_sees_the_other_bid_does_not_lose():
    """At the last seat all bids but the own one are known: with prizes in order the cheat can answer each of them."""
    match = Match(
        mctsky.load("goofspiel", cards=5), ["cheater:iterations=300", "ismcts:iterations=300"], make_bot, seed=0, n_games=40
    )
    for _ in match.play():
        pass
    cheat = match.result().bots[0]
    assert cheat.seats[1].score > 0.75, cheat


def test_a_peeker_sees_hands_and_no_pending_choice(monkeypatch):
    """It searches open hands; a bid that is not shown yet is taken back."""
    searched = []
    choices = TunedBot.choices

    def keep(bot, view):
        searched.append(view)
        return choices(bot, view)

    monkeypatch.setattr(TunedBot, "choices", keep)
    kuhn = make_bot("peeker:iterations=20")
    play_game(mctsky.load("kuhn"), [kuhn, Spy(False)], seed=3)
    assert all(isinstance(view, OpenView) and "?" not in view.text() for view in searched)
    searched.clear()
    play_game(mctsky.load("goofspiel", cards=4, show="winner"), [Spy(False), make_bot("peeker:iterations=20")], seed=3)
    assert [type(view) for view in searched] == [View, OpenView, OpenView]  # nothing was told before the first bid
    assert all(int(view.state.committed) == 0 for view in searched)
