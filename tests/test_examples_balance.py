"""examples/paperskyscrapers_balance.py counts what a record says, and its intervals treat a block as one draw of luck."""

import runpy
from pathlib import Path

import pytest

from mctsky import load
from mctsky.arena.playing.referee import play_game
from mctsky.bots import make_bot

SCRIPT = runpy.run_path(str(Path(__file__).parents[1] / "examples" / "paperskyscrapers_balance.py"))
judged = SCRIPT["judged"]


def test_scores_of_blocks_of_one_game_have_the_usual_interval():
    blocks = {number: [float(number % 4 == 0)] for number in range(40)}
    mean, low, high, n = judged({"Chicago": blocks})["Chicago"]
    assert (mean, n) == (0.25, 40)
    assert low == pytest.approx(0.138, abs=0.002)  # Wilson's interval for 10 of 39, with t = 2.023
    assert high == pytest.approx(0.410, abs=0.002)


def test_the_same_games_again_in_a_block_prove_nothing_more():
    once = {number: [float(number % 3 == 0)] for number in range(30)}
    twice = {number: scores * 2 for number, scores in once.items()}
    assert judged({"Miami": twice})["Miami"][:3] == pytest.approx(judged({"Miami": once})["Miami"][:3])


def test_a_block_counts_by_its_games():
    assert judged({"Denver": {0: [1.0, 1.0, 1.0], 1: [0.0]}})["Denver"][0] == 0.75


def test_a_card_whose_name_begins_like_another_is_told_apart():
    assert SCRIPT["card_of"]("build Mill over 2", ("Mill", "Mill Road")) == "Mill"
    assert SCRIPT["card_of"]("build Mill Road in gap 3", ("Mill", "Mill Road")) == "Mill Road"


def test_a_game_adds_its_result_to_places_cities_types_and_cards():
    record = play_game(load("paperskyscrapers", players=3), [make_bot("random") for _ in range(3)], 5).with_texts()
    tally = SCRIPT["Tally"](3)
    tally.add(record)
    first = next(int(move.move.removeprefix("first ")) for move in record.moves if move.move.startswith("first "))
    assert [tally.orders[f"player {1 + place}"][0] for place in range(3)] == [
        [record.result[(first + place) % 3]] for place in range(3)
    ]
    chosen = {move.move.removeprefix("choose "): record.result[move.seat] for move in record.moves if "choose " in move.move}
    assert {city: blocks[0] for city, blocks in tally.cities.items()} == {city: [score] for city, score in chosen.items()}
    assert sum(tally.types.values()) == pytest.approx(3)
    assert sum(tally.winners_types.values()) == pytest.approx(sum(record.result))
    said = {move.move for move in record.moves if move.move.startswith("build ")}
    assert tally.built
    assert all(any(move.startswith(f"build {card} ") for move in said) for card in tally.built)
    assert any("fair share 0.333, bound 0.417" in line for line in tally.lines())
