"""Paper Skyscrapers: moves, positions, views and whole turns as text."""

import random
from pathlib import Path

import pytest

import mctsky
from mctsky.core.contract import CHANCE
from mctsky.errors import IllegalMoveError, PositionError
from mctsky.games.paperskyscrapers import notation
from mctsky.games.paperskyscrapers.facts import POOLS
from mctsky.games.paperskyscrapers.moves import BACK, N_CODES
from mctsky.games.paperskyscrapers.notation import format_turns
from mctsky.games.paperskyscrapers.rules.sets import pool_of

TWO = mctsky.load("paperskyscrapers", players=2)
THREE = mctsky.load("paperskyscrapers", players=3)
TEXT = (
    "level 1 | lap 5 | first 1 | turn 0, 0 actions | step part | under way Row House part 1, 1 left"
    " | row Mill, Rope Walk, Pier | discards Newsstand, Duck Pond"
    " | seat 0 Chicago; 3 points; profit 6; prestige 4, 1 line; places Stoop Flats/Row House, Chicago+Toy Arcade, -, Ink Works"
    "; mayor 1; hand Ferry Gate, Corner Deli*"
    " | seat 1 Boston; 4 points; profit 3; places Boston; mayor 1; claims Long Avenue*"
    "; hand Reading Room, Pigeon Post, Fire House"
)
VIEW = TEXT.replace("hand Reading Room, Pigeon Post, Fire House", "hand 2 of level 1, 1 of level 2")
PART = "turn 0, 0 actions | step part | under way Row House part 1, 1 left"
ACTION = TEXT.replace(PART, "turn 0, 1 action | step action")
LEVEL_1 = "Watchmaker House, Attic Lofts, Kite Meadow, Pocket Garden, Scrap Yard, Ribbon Shop, Paper Town Hall"
LATER = ACTION.replace("level 1 |", "level 2 |").replace("Newsstand, ", f"Newsstand, {LEVEL_1}, ")


def stepped(step, turn="turn 0, 0 actions", way="", text=TEXT):
    """Return the text of the table above at another step."""
    return text.replace(
        PART if PART in text else "turn 0, 1 action | step action", f"{turn} | step {step}{way and ' | under way '}{way}"
    )


def test_a_position_reads_as_it_is_written():
    position = TWO.position(TEXT)
    assert position.text() == TEXT
    assert position.to_act == 0
    assert "build Ferry Gate in gap 3" in position.legal_moves()
    assert position.view(0).text() == VIEW
    assert TWO.view(VIEW, 0) == position.view(0)
    assert position.view(1).text() == TEXT.replace("hand Ferry Gate, Corner Deli*", "hand Corner Deli*, 1 of level 1")


def test_the_example_of_the_module_is_a_view():
    _, text = notation.__doc__.split("separated by `|`; the first word of each says what it is:\n")
    text = " ".join(text.split("- `level`")[0].split()).replace(" ;", ";")
    assert text == VIEW


def test_fields_and_items_come_in_any_order_and_case():
    parts = TEXT.split(" | ")
    shuffled = " | ".join(reversed(parts)).replace("row Mill, Rope Walk, Pier", "row pier, MILL, rope walk")
    assert TWO.position(shuffled) == TWO.position(TEXT)


def test_later_levels_and_decks_follow_from_the_rest():
    position = TWO.position(LATER)
    assert list(position.state.n_deck) == [0, 19, 20, 20]  # Fire House is in a hand
    assert int(position.state.round_ends) == 0b1110
    with pytest.raises(PositionError, match="1 cards of level 1 are missing, and its deck is gone; not placed: Ribbon Shop"):
        TWO.position(LATER.replace("Ribbon Shop, ", ""))
    ending = TWO.position(LATER.replace("level 2", "level 2 ending"))
    assert int(ending.state.round_ends) == 0b1100


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("lap 5 | ", "", "field lap is missing"),
        ("lap 5", "lap 5 | lap 5", "field lap is given twice"),
        ("lap 5", "laps 5", "unknown field"),
        ("lap 5", "lap", "field lap is empty"),
        ("lap 5", "lap 05", "not a whole number"),
        ("lap 5", "lap 101", "not a whole number from 0 to 100"),
        ("lap 5", "lap 100", "ends after 100 laps"),
        ("level 1 |", "level 5 |", "not a whole number from 1 to 4"),
        ("level 1 |", "level 1 done |", "level has a number"),
        ("level 1 |", "level 2 |", "are missing, and its deck is gone"),
        ("first 1 | ", "", "the first player is known"),
        ("first 1", "first 2", "unknown first player"),
        ("turn 0, 0 actions | ", "", "turn: missing, or given"),
        ("turn 0, 0 actions", "turn 2, 0 actions", "unknown seat in turn"),
        ("turn 0, 0 actions", "turn 0", "the actions left are missing"),
        ("turn 0, 0 actions", "turn 0, 2 actions", "2 actions on level 1"),
        ("turn 0, 0 actions", "turn 0, 0 actions, 0 actions", "too many words in turn"),
        ("step part", "step parts", "did you mean 'part'"),
        ("step part", "step part 1", "too many words in the step"),
        ("step part", "step action", "do not lead here"),
        ("step part", "step bonus action", "do not lead here"),
        ("step part", "step draw", "do not lead here"),
        ("step part", "step turn up park", "do not lead here"),
        ("step part", "step turn up parks", "unknown type"),
        ("step part", "step stolen from 1", "do not lead here"),
        ("step part", "step stolen from 7", "unknown seat"),
        ("step part", "step mayor of 0", "its mayor is to be moved"),
        ("step part", "step refill after draw row", "it has 3 cards and is not filled up"),
        ("step part", "step refill after lunch", "unknown reason"),
        ("step part", "step pay 1 for Mill", "not a number, a card and a place"),
        ("step part", "step pay 1 for Mill over 1", "in two places"),
        ("step part", "step pay 1 for Mills over 1", "did you mean 'mill'"),
        ("step part", "step part: draw", "only `end` and `bonuses` have a colon"),
        ("step part", "step hands", "turn: missing, or given|must not have one"),
        ("step part", "step deal", "this step needs a number"),
        ("step part", "step over 1", "must not have one"),
        ("part 1, 1 left", "part 2, 1 left", "part 2 is done at most 0 times"),
        ("part 1, 1 left", "part 3", "the action has 1 parts"),
        ("part 1, 1 left", "part 1, 2 left", "is done at most 1 times"),
        ("part 1, 1 left", "part 1, 0 left", "has no choice"),
        ("part 1, 1 left", "part 1", "has no choice"),
        ("part 1, 1 left", "part", "not a card with its part"),
        ("under way Row House", "under way Boston", "a card, one discarded as its bonus action, the city"),
        ("under way Row House", "under way Chicago", "works once in a turn"),
        ("under way Row House", "under way Mill part 1; Row House", "needs a bonus action of the first"),
        ("under way Row House", "under way Row Houses", "unknown card under way"),
        ("row Mill, Rope Walk, Pier", "row Mill, Rope Walk, Pier, Scrap Yard", "4 cards, more than 3"),
        ("row Mill, Rope Walk, Pier", "row Mill, Rope Walk, Mill", "in two places"),
        ("row Mill, Rope Walk, Pier", "row Mill,, Pier", "empty part"),
        ("row Mill, Rope Walk, Pier", "row Mill, Rope Walk, Peer", "did you mean 'pier'"),
        ("row Mill, Rope Walk, Pier", "row Mill, Rope Walk, Boston", "unknown building"),
        ("discards Newsstand", "discards Mill", "in two places"),
        ("discards Newsstand", "shuffle 1 Great Library | discards Newsstand", "shuffled on level 4 only"),
        ("discards Newsstand", "shuffle 1 Kite Meadow | discards Newsstand", "only cards of levels 3 and 4"),
        ("discards Newsstand", "finished profit | discards Newsstand", "nobody has reached the end of profit"),
        ("discards Newsstand", "finished money | discards Newsstand", "unknown track"),
        ("discards Newsstand", "order 0, 1 | discards Newsstand", "belong to final scoring"),
        ("seat 0 Chicago", "seat 0 Paris", "unknown city"),
        ("seat 0 Chicago", "seat 0 Boston", "Chicago"),
        ("seat 0 Chicago; 3 points", "seat 0; 3 points", "unknown building"),
        ("3 points; ", "", "seat 0 has no points"),
        ("3 points", "1 points", "lines and achievements alone give 2"),
        ("3 points", "3 points; 4 points", "points is given twice"),
        ("3 points", "3 stars", "unknown part of seat 0"),
        ("profit 6", "profit 22", "goes up to 21"),
        ("profit 6", "profit 6, 0 lines", "0 lines have scored, not 1 to 4"),
        ("profit 6", "profit 6, 5 lines", "5 lines have scored"),
        ("profit 6", "profit six", "not a space of the track"),
        ("profit 6", "profit 3", "two seats on one space"),
        ("profit 6", "profit 21", "lines and achievements alone"),
        ("-, Ink Works", "Ink Works, -", "a gap at an end"),
        ("-, Ink Works", "-+Kite Meadow, Ink Works", "tucked under a gap"),
        ("-, Ink Works", f"{'-, ' * 14}Ink Works", "17 places, more than 16"),
        ("-, Ink Works", "-, Ink Works/Chicago", "unknown building"),
        ("Chicago+Toy Arcade", "Kite Meadow", "its city card is on one place, not on 0"),
        ("Chicago+Toy Arcade", "Chicago, Chicago", "not on 2"),
        ("Chicago+Toy Arcade", "Boston", "unknown building"),
        ("mayor 1; hand F", "mayor 3; hand F", "the mayor stands on a gap"),
        ("mayor 1; hand F", "mayor 5; hand F", "one of the 4 places"),
        ("mayor 1; hand F", "hand F", "one of the 4 places"),
        ("mayor 1; hand F", "mayor 17; hand F", "not a whole number from 1 to 16"),
        ("claims Long Avenue*", "claims Long Avenue", "the first to claim Long Avenue has its chip"),
        ("claims Long Avenue*", "claims Long Avenue*2", "turned up in final scoring"),
        ("claims Long Avenue*", "claims Long Avenue*, Long Avenue", "claimed twice"),
        ("claims Long Avenue*", "claims Short Avenue*", "did you mean 'long avenue'"),
        ("claims Long Avenue*", "claims", "is empty"),
        ("Corner Deli*", "Ferry Gate*", "in two places"),
        ("Corner Deli*", "1 of level 1", "the hand of seat 0 must be named"),
        ("; places Boston", "; offered Denver; places Boston", "its city is chosen"),
    ],
)
def test_refusals_name_field_problem_and_remedy(old, new, problem):
    assert TEXT.count(old) == 1
    with pytest.raises(PositionError, match=problem) as error:
        TWO.position(TEXT.replace(old, new))
    assert error.value.remedy
    assert error.value.where == "paperskyscrapers position"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("2 of level 1", "Reading Room, 1 of level 1", "does not name the hidden cards of seat 1"),
        ("2 of level 1", "10 of level 1", "10 hidden cards of level 1, of which 9 are not placed"),
        ("2 of level 1", "0 of level 1", "not a whole number from 1"),
        ("2 of level 1", "2 of level 1 shuffle 1", "no such level or shuffle"),
        ("2 of level 1", "2 of level 5", "no such level or shuffle"),
        ("2 of level 1", "1 of level 1, 1 of level 1", "given twice"),
        ("hand Ferry Gate", "hand 1 of level 1", "the hand of seat 0 must be named"),
    ],
)
def test_refusals_of_views(old, new, problem):
    with pytest.raises(PositionError, match=problem) as error:
        TWO.view(VIEW.replace(old, new), 0)
    assert error.value.remedy


def test_a_complete_position_is_not_a_view():
    with pytest.raises(PositionError, match="does not name the hidden cards of seat 1"):
        TWO.view(TEXT, 0)
    with pytest.raises(PositionError, match="the hand of seat 1 must be named"):
        TWO.position(VIEW)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        (stepped("pay 1 for Watchmaker House over 2"), ["pay Ferry Gate", "pay Corner Deli"]),
        (stepped("pay 2 for Watchmaker House over 2"), ["show Ferry Gate"]),
        (
            stepped("show", way="Ink Works part 1, 1 left").replace("Ferry Gate, Corner Deli*", "Ferry Gate"),
            ["show Ferry Gate"],
        ),
        (
            stepped("show", way="Ribbon Shop part 1, 1 left").replace("Ferry Gate, Corner Deli*", "Ferry Gate"),
            ["show Ferry Gate"],
        ),
        (stepped("old deck", "turn 0").replace("row Mill, Rope Walk, Pier | ", ""), 10),
        (stepped("bonus action", way="World Assembly part 2, 0 left"), 24),
        (
            stepped("stolen from 1", way="Smugglers' Quay part 1, 0 left"),
            ["stolen Reading Room", "stolen Pigeon Post", "stolen Fire House"],
        ),
        (stepped("turn up park", way="Ferry Gate part 1, 0 left"), 7),
        (stepped("draw", way="Pigeon Post part 1, 0 left"), 19),
        (stepped("draw"), 7),
        (stepped("refill after draw deck").replace("Mill, ", ""), 8),
        (stepped("end: part", "turn 0, bonus used", "Las Vegas part 1, 1 left").replace("Chicago", "Las Vegas"), 3),
        (ACTION, 26),
    ],
)
def test_steps_of_a_turn(text, moves):
    position = TWO.position(text)
    assert position.text() == text
    found = [move for move, _ in position.chance_moves()] if position.to_act == CHANCE else position.legal_moves()
    assert found == moves if isinstance(moves, list) else len(found) == moves


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (
            stepped("pay 2 for Watchmaker House over 2").replace("Ferry Gate,", "Ferry Gate*,"),
            "the whole hand is known and paid",
        ),
        (stepped("pay 2 for Watchmaker House over 2").replace("Ferry Gate, ", ""), "2 cards of a hand of 1"),
        (stepped("show", way="Ink Works part 1, 1 left"), "has no choice"),
        (stepped("show"), "has no choice"),
        (stepped("old deck", "turn 0"), "row: it is dealt later"),
        (
            stepped("old deck", "turn 0")
            .replace("discards", "discards Mill, Rope Walk, Pier,")
            .replace("row Mill, Rope Walk, Pier | ", "")
            .replace("Duck Pond", f"Duck Pond, {LEVEL_1}"),
            "the old deck is gone",
        ),
        (stepped("pay 1 for Scrap Yard over 2"), "the card costs 0"),
        (stepped("pay 1 for Watchmaker House over 3"), "there is no such place"),
        (stepped("pay 1 for Watchmaker House in gap 5"), "there is no such place"),
        (stepped("bonus action", way="World Assembly part 2, 1 left"), "the bonus action has begun"),
        (stepped("end: draw", "turn 0"), "at this step only a city has an effect"),
        (stepped("stolen from 0", way="Smugglers' Quay part 1, 0 left"), "from an opponent who has one"),
        (stepped("new row", "turn 0"), "this is between two turns on levels 2 to 4"),
        (stepped("scoring", "turn 0"), "order: all seats, each once"),
        (stepped("action", "turn 0, 0 actions"), "do not lead here"),
        (stepped("over", "order 0, 1"), "seat 1 has turned up 0 of 1 chips"),
        (stepped("scoring", "turn 0 | order 0, 1"), "seat 0 has turned up 0 of 0 chips"),
        (stepped("first", "row Pier").replace("first 1 | ", ""), "row is given twice"),
    ],
)
def test_steps_that_do_not_fit(text, problem):
    with pytest.raises(PositionError, match=problem):
        TWO.position(text)


def test_scoring_and_the_end():
    scoring = stepped("scoring", "turn 1", text=ACTION).replace(
        "| discards Newsstand, Duck Pond", "| discards Newsstand, Duck Pond | order 1, 0 | awards Tallest Building 0"
    )
    position = TWO.position(scoring)
    assert position.text() == scoring
    assert [move for move, _ in position.chance_moves()] == ["chip Long Avenue 1", "chip Long Avenue 2", "chip Long Avenue 3"]
    position.play("chip Long Avenue 2")
    assert position.is_over
    assert "step over | row" in position.text()
    assert "claims Long Avenue*2" in position.text()
    assert TWO.position(position.text()) == position


def test_set_up_has_nothing_of_later():
    game = mctsky.load("paperskyscrapers", compensation=0)
    start = game.start()
    assert start.text() == "level 1 | lap 0 | step first | seat 0; 0 points | seat 1; 0 points"
    for move in (
        "first 1",
        "city 1 Boston",
        "city 1 Denver",
        "city 0 Chicago",
        "city 0 Miami",
        "choose Denver",
        "choose Chicago",
    ):
        assert game.position(start.text()) == start
        start.play(move)
    text = (
        "level 1 | lap 0 | first 1 | step hands 1 | seat 0 Chicago; 0 points; places Chicago; mayor 1"
        " | seat 1 Denver; 0 points; places Denver; mayor 1"
    )
    assert start.text() == text
    for old, new, problem in [
        ("level 1", "level 2", "a game in set-up"),
        ("hands 1", "hands 2", "seat 1: 0 cards, but 1 are dealt so far"),
        ("hands 1", "row", "seat 1: 0 cards, but 2 are dealt so far"),
        ("hands 1", "hands 5", "not a whole number from 1 to 4"),
        ("hands 1", "choose", "all cities are chosen"),
        ("hands 1", "cities", "chosen in turn order"),
        ("0 points", "2 points", "2 points at the start, not 0"),
        ("places Denver", "places Denver/Mill", "nothing is built yet"),
        ("places Denver", "places Denver, Mill", "nothing is built yet"),
        ("| seat 0", "| row Mill | seat 0", "it is dealt after the hands"),
    ]:
        with pytest.raises(PositionError, match=problem):
            game.position(text.replace(old, new))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_positions_and_views_are_read_back(players):
    game = mctsky.load("paperskyscrapers", players=players)
    rng, n_read = random.Random(players), 0
    for seed in range(3):
        position = game.start()
        while not position.is_over:
            if rng.random() < 0.15:
                n_read += 1
                assert game.position(position.text()) == position
                for viewer in range(players):
                    view = position.view(viewer)
                    assert game.view(view.text(), viewer) == view
            codes = position.legal_codes() or [code for code, _ in position.chance_codes()]
            position.play(rng.choice([code for code in codes if code > 1] or codes))
        assert game.position(position.text()) == position, seed
    assert n_read > 50


def test_shuffles_are_kept():
    rng = random.Random(4)
    shuffled = 0
    for seed in range(40):
        position = TWO.start(seed=seed)
        while not position.is_over:
            codes = position.legal_codes()
            draws = [code for code in codes if position.format_move(code).startswith(("draw", "discard", "pay"))]
            position.play(rng.choice(draws or codes))
            if int(position.state.n_shuffles) and shuffled < 20:
                shuffled += 1
                assert "| shuffle 1 " in position.text()
                assert TWO.position(position.text()) == position
                for viewer in range(2):
                    assert TWO.view(position.view(viewer).text(), viewer) == position.view(viewer)
        if shuffled >= 20:
            return
    pytest.fail("no deck was shuffled again")


def test_pools_have_the_numbers_of_the_rules():
    state = TWO.new_state()
    state.shuffle[40] = 3
    assert [pool.number for pool in POOLS] == sorted({pool.number for pool in POOLS})
    for card, level, shuffle in ((5, 1, 0), (40, 2, 0), (70, 3, 0), (100, 4, 0), (104, 4, 3)):
        assert [(pool.level, pool.shuffle) for pool in POOLS if pool.number == pool_of(state, card)] == [(level, shuffle)]


# ---- moves


def test_all_codes_have_texts():
    position = TWO.position(TEXT)
    texts = [position.format_move(code) for code in range(N_CODES)]
    assert all(text and text == text.strip() for text in texts)
    drawing = TWO.position(stepped("draw"))
    assert [drawing.format_move(BACK + level) for level in range(4)] == [f"deal 0 level {level}" for level in range(1, 5)]


def test_chance_says_where_a_card_goes():
    assert TWO.position(stepped("draw")).chance_moves()[0][0] == "deal 0 Paper Town Hall"
    assert TWO.position(stepped("refill after draw row").replace("Mill, ", "")).chance_moves()[0][0] == "row Paper Town Hall"
    assert (
        TWO.position(stepped("turn up park", way="Ferry Gate part 1, 0 left")).chance_moves()[0][0] == "turn up Paper Town Hall"
    )


def test_moves_are_read_in_any_case_and_spacing():
    position = TWO.position(ACTION)
    for code in position.legal_codes():
        text = position.format_move(code)
        assert position.parse_move(text.upper().replace(" ", "  ")) == code


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("build Ferry Gates over 1", "unknown card 'ferry gates'; did you mean 'Ferry Gate'"),
        ("visit Bostom", "unknown card 'bostom'; did you mean 'Boston'"),
        ("steal Mil from 1", "did you mean 'Mill'"),
        ("build Mill over 1", "Mill is not in the hand of seat 0"),
        ("tuck Mill", "Mill is not in the hand of seat 0"),
        ("build Ferry Gate in gap 5", "there is no such place"),
        ("draw Kite Meadow", "Kite Meadow is not in the row"),
        ("visit Row House", "the mayor is already there"),
        ("claim Long Avenue", "does not meet Long Avenue"),
        ("pay Ferry Gate", "no payment is under way"),
        ("refuse", "use stop to end a turn"),
        ("declare park", "only the action of a card allows this"),
        ("mayor to Row House", "no mayor has lost his building"),
        ("choose Boston", "no such move"),
        ("first 1", "chance decides this"),
        ("dance", "no such move"),
    ],
)
def test_illegal_moves_are_explained(move, why):
    with pytest.raises(IllegalMoveError, match=why):
        TWO.position(ACTION).play(move)


@pytest.mark.parametrize(
    ("text", "move", "why"),
    [
        (stepped("draw"), "draw deck", "chance decides now"),
        (stepped("pay 1 for Watchmaker House over 2"), "stop", "Watchmaker House must be paid for first: 1 more"),
        (stepped("pay 1 for Watchmaker House over 2"), "pay Mill", "Mill is not in the hand"),
        (TEXT, "stop", "asks for something else"),
        (stepped("bonus action", way="World Assembly part 2, 0 left"), "visit Chicago", "a basic action"),
        (
            ACTION.replace("profit 6", "profit 21").replace("3 points", "30 points") + " | finished profit",
            "advance profit",
            "this track is finished",
        ),
        (
            ACTION.replace("mayor 1; claims", "mayor 1; claims Green Belt*,").replace("turn 0", "turn 1"),
            "claim Green Belt",
            "has claimed Green Belt",
        ),
    ],
)
def test_illegal_moves_are_explained_at_other_steps(text, move, why):
    with pytest.raises(IllegalMoveError, match=why):
        TWO.position(text).play(move)


# ---- whole turns


def turns_of(text, *moves, game=TWO):
    """Return the turns that some moves make, from a position on."""
    position = game.position(text)
    first = position.copy()
    for move in moves:
        position.play(move)
    return format_turns(game.rules, first.state, position.moves)


def test_a_turn_reads_like_the_rules():
    two_actions = LATER.replace("turn 0, 1 action |", "turn 0, 2 actions |")
    assert turns_of(two_actions, "build Ferry Gate over 4", "visit Chicago") == [
        "build Ferry Gate over 4, pay Corner Deli; visit Chicago"
    ]
    assert turns_of(two_actions, "build Ferry Gate over 4") == []
    assert turns_of(two_actions, "stop") == ["stop"]
    assert turns_of(ACTION, "draw deck", "deal 0 Kite Meadow") == ["draw deck"]
    assert turns_of(ACTION, "draw Mill", "row Kite Meadow") == ["draw Mill"]
    assert turns_of(ACTION, "discard Ferry Gate", "declare park", "turn up Kite Meadow", "draw Mill", "row Scrap Yard") == [
        "discard Ferry Gate, declare park, turn up Kite Meadow, draw Mill"
    ]
    secret = two_actions.replace("Corner Deli*", "Corner Deli")
    assert turns_of(secret, "build Ferry Gate over 4", "show Corner Deli", "stop") == [
        "build Ferry Gate over 4, pay Corner Deli; stop"
    ]
    lone = ACTION.replace("Ferry Gate, Corner Deli*", "Ferry Gate")
    moves = ("visit Ink Works", "show Ferry Gate", "draw Mill", "row Scrap Yard", "draw Pier", "row Kite Meadow")
    assert turns_of(lone, *moves) == ["visit Ink Works, discard Ferry Gate, draw Mill, draw Pier"]
    rich = ACTION.replace("Ferry Gate, Corner Deli*", "Ferry Gate, Watchmaker House, Corner Deli*, Kite Meadow")
    assert turns_of(rich, "build Watchmaker House over 4", "pay Ferry Gate", "pay Kite Meadow") == [
        "build Watchmaker House over 4, pay Ferry Gate, Kite Meadow"
    ]
    las_vegas = stepped("end: part", "turn 0, bonus used", "Las Vegas part 1, 1 left").replace("Chicago", "Las Vegas")
    moves = ("discard Ferry Gate", "draw Mill", "row Kite Meadow", "draw Pier", "row Scrap Yard")
    assert turns_of(las_vegas, *moves) == ["Las Vegas, discard Ferry Gate, draw Mill, draw Pier"]
    assert turns_of(TEXT, "refuse") == ["Row House, refuse"]


def test_turns_of_whole_games():
    rng = random.Random(3)
    for seed in range(3):
        position, first = THREE.start(seed=seed), THREE.start()
        while not position.is_over:
            position.play(rng.choice(position.legal_codes()))
        turns = format_turns(THREE.rules, first.state, position.moves)
        laps = int(position.state.lap)
        assert len(turns) <= 3 * laps
        assert len(turns) > 2 * laps
        assert all(turns)
        assert not any(word in turn for turn in turns for word in ("deal ", "row ", "first ", "chip "))
        assert sum(turn.count("round end") for turn in turns) <= 4


def test_the_example_in_the_docs():
    page = (Path(__file__).parents[2] / "docs" / "games" / "paperskyscrapers.md").read_text()
    view = TWO.view(VIEW, 0)
    assert f"    {view.text()}\n" in page
    picture = "\n".join(line.rstrip() for line in view.render().split("\n"))
    assert f"```\n{picture}\n```" in page
