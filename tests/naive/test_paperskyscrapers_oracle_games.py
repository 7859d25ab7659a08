"""The naive Paper Skyscrapers: what each seat sees, and random games to the end."""

from itertools import pairwise
from random import Random

import pytest

from naive.paperskyscrapers import Oracle, load_cards, random_game, random_text
from naive.paperskyscrapers_sees import STANDARD, sees
from naive.paperskyscrapers_spots import SMALL, SMALL_FILE, play

# ---------------------------------------------------------------- what is seen

DEALS = ["first 0", "city 0 Reno", "city 0 Omaha", "city 1 Miami", "city 1 Tampa", "choose Reno", "choose Miami"]


def small_game(*texts):
    oracle = play(Oracle(SMALL, 2), *DEALS, *texts)
    return lambda viewer: sees({"players": 2, "cards": str(SMALL_FILE)}, oracle.history, viewer)


def test_ruling_82_others_see_the_level_of_a_dealt_card():
    seen = small_game("deal 0 Mill", "deal 0 Kiosk", "deal 1 Row House")
    assert seen(0)[-5:] == ((0, "choose Reno"), (1, "choose Miami"), "deal 0 Mill", "deal 0 Kiosk", ("deal", 1, 1))
    assert seen(1)[-3:] == (("deal", 0, 1), ("deal", 0, 1), "deal 1 Row House")


def test_ruling_93_all_see_a_whole_hand_that_is_paid_without_a_move():
    rest = ["deal 1 Row House", "deal 1 Pocket Park", "row Pier 39", "row Corner Deli", "row Allotments"]
    kiosk = small_game("deal 0 Mill", "deal 0 Kiosk", *rest)
    anns = small_game("deal 0 Mill", "deal 0 St. Ann's", *rest)
    assert kiosk(1) == anns(1)
    kiosk = small_game("deal 0 Mill", "deal 0 Kiosk", *rest, "build Mill left")
    anns = small_game("deal 0 Mill", "deal 0 St. Ann's", *rest, "build Mill left")
    assert kiosk(1) == anns(1)
    kiosk = small_game("deal 0 Mill", "deal 0 Kiosk", *rest, "build Mill left", "show Kiosk")
    assert kiosk(1)[-2:] == ((0, "build Mill left"), "show Kiosk")


def in_the_open(oracle, viewer):
    """Return all that lies open to a seat: of other hands and of decks the number of cards, by level."""

    def backs(names):
        return sorted(SMALL.buildings[name].level for name in names)

    facts = oracle.facts()
    facts["deck"] = {level: backs(names) for level, names in facts["deck"].items()}
    for number, seat in enumerate(facts["seats"]):
        if number != viewer:
            seat["hand"] = backs(seat["hand"])
    if oracle.to_act == "chance":
        return facts, "chance", sorted(text.split()[0] for text in oracle.outcomes())
    return facts, oracle.to_act, oracle.moves() if oracle.to_act == viewer else None


def look_alike(history, players, viewer, random):
    """Yield pairs of games: `history`, and the same with two cards of a level exchanged where others are dealt them."""

    def is_back(text):
        return text.startswith("deal ") and int(text.split()[1]) != viewer

    def name(text):
        return text.split(maxsplit=2)[2]

    changed = random.choice([number for number, (_, text) in enumerate(history) if is_back(text)])
    one = name(history[changed][1])
    peers = SMALL.names(SMALL.buildings[one].level)
    two = random.choice([card for card in peers if card != one])
    left, right = Oracle(SMALL, players), Oracle(SMALL, players)
    for number, (actor, text) in enumerate(history):
        other = text
        if number >= changed and is_back(text) and name(text) in (one, two):
            other = text.removesuffix(name(text)) + (two if name(text) == one else one)
        if right.to_act != actor or other not in right.ask.options:
            return
        left.play(text)
        right.play(other)
        if number >= changed:
            yield left, right


@pytest.mark.parametrize("players", [2, 3])
def test_what_looks_the_same_lies_open_in_the_same_way(players):
    """What `sees` leaves out must not show: neither on the table nor in what the viewer can do."""
    options = {"players": players, "cards": str(SMALL_FILE)}
    n_pairs = n_shown = 0
    for seed in range(100):
        viewer = seed % players
        history = random_game(SMALL, players, seed).history
        pairs = 0
        for left, right in look_alike(history, players, viewer, Random(seed)):
            assert in_the_open(left, viewer) == in_the_open(right, viewer)
            pairs += 1
        if pairs:
            assert sees(options, left.history, viewer) == sees(options, right.history, viewer)
            is_parting = left.ask != right.ask and left.to_act == "chance"
            n_shown += is_parting and any(text.startswith("show ") for text in left.outcomes())
        n_pairs += pairs
    assert n_pairs > 500
    assert n_shown > 0  # some pairs part when the changed card is shown


# ---------------------------------------------------------------- random games


def check(facts, before):
    cards = [*facts["row"], *facts["discards"], *(name for deck in facts["deck"].values() for name in deck)]
    cards += [facts["announced"]] if facts["announced"] else []
    for seat in facts["seats"]:
        cards += seat["hand"]
        for place in seat["places"]:
            cards += place["built"] + place["tucked"]
            assert place["built"] or place["city"] or not place["tucked"]
        assert set(seat["known"]) <= set(seat["hand"])
        assert len(seat["places"]) <= 16
        assert seat["city"] is None or [place["city"] for place in seat["places"]].count(True) == 1
        for end in seat["places"][:1] + seat["places"][-1:]:
            assert end["built"] or end["city"]
        assert set(seat["chips"]) <= set(seat["claims"])
        assert all(space <= 21 for space in seat["tracks"])
    assert len(facts["row"]) <= 3
    assert facts["lap"] <= 100
    assert facts["reshuffles"] <= 7
    assert facts["round_ends"] <= before["round_ends"]
    assert facts["level"] in (before["level"], before["level"] + 1)
    for old, new in zip(before["seats"], facts["seats"], strict=True):
        assert old["score"] <= new["score"]
    return sorted(cards)


def check_whole_game(cards, players, seed):
    random = Random(seed)
    oracle = Oracle(cards, players, compensation=seed % 2 == 0)
    before = oracle.facts()
    while oracle.to_act is not None:
        if oracle.to_act == "chance":
            assert sum(oracle.outcomes().values()) == 1
        else:
            assert len(set(oracle.moves())) == len(oracle.moves()) >= 1
        oracle.play(random_text(oracle, random))
        facts = oracle.facts()
        assert check(facts, before) == sorted(cards.buildings)
        for one, other in pairwise(sorted(seat["score"] for seat in facts["seats"])):
            assert one < other or other <= max(cards.start_scores[players])
        before = facts
    assert sum(oracle.returns()) == 1
    return oracle


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_of_the_small_file_keep_all_cards(players):
    for seed in range(40):
        check_whole_game(SMALL, players, seed)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_of_the_standard_file_keep_all_cards(players):
    cards = load_cards(STANDARD.read_text(encoding="utf-8"))
    for seed in range(6):
        check_whole_game(cards, players, seed)


def test_random_games_of_the_small_file_meet_every_kind_of_event():
    words = {text.split()[0] for seed in range(60) for _, text in random_game(SMALL, 3, seed).history}
    assert words == {
        *("first", "city", "deal", "row", "turn", "stolen", "show", "round", "chip"),
        *("choose", "build", "pay", "tuck", "discard"),
        *("advance", "draw", "claim", "visit", "stop", "refuse", "steal", "decline", "declare", "mayor"),
    }


def test_a_copy_goes_its_own_way():
    oracle = random_game(SMALL, 2, 1)
    again = Oracle(SMALL, 2)
    for _, text in oracle.history[:40]:
        again.play(text)
    copy = again.copy()
    assert copy.facts() == again.facts()
    copy.play(oracle.history[40][1])
    assert len(again.history) == 40
    assert again.to_act == oracle.history[40][0]
