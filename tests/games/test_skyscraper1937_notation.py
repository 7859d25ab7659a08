"""Skyscraper (1937): positions, moves and turns as text, and pictures."""

import random
from pathlib import Path

import pytest

import mctsky
from games.skyscraper1937_tables import HOUSE, shops, table
from mctsky.errors import IllegalMoveError, PositionError
from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.notation import format_turns
from naive.skyscraper1937_table import District

TWO = mctsky.load("skyscraper1937", players=2)
FOUR = mctsky.load("skyscraper1937", players=4)
CHILDREN = mctsky.load("skyscraper1937", players=2, children=1)
TEXT = (
    "step buy 1 9 | throws 24 | pot $85 | seen gas bill, water bill x2"
    " | seat 0 $384; roles home builder, public utilities; residential residence 1, porch 2"
    "; municipal school, church; tax tax $5"
    " | seat 1 $125; roles insurance agent, tax collector; business store 3 with pent house, bank; policies fire"
)


def test_a_position_reads_as_it_is_written():
    position = TWO.position(TEXT)
    assert position.text() == TEXT
    assert position.to_act == 1
    assert "buy jail municipal" in position.legal_moves()
    assert "buy school municipal" not in position.legal_moves()


def test_fields_and_items_come_in_any_order():
    parts = TEXT.split(" | ")
    shuffled = " | ".join(reversed(parts)).replace("municipal school, church", "municipal church, school")
    assert TWO.position(shuffled) == TWO.position(TEXT)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("step buy 1 9 | ", "", "field step is missing"),
        ("throws 24", "throws 24 | throws 24", "field throws is given twice"),
        ("throws 24", "throw 24", "unknown field"),
        ("throws 24", "throws", "field throws is empty"),
        ("throws 24", "throws 024", "not a whole number"),
        ("throws 24", "throws 1001", "from 1 to 1000"),
        ("throws 24", "throws 4", "pieces after 4 throws"),
        ("throws 24", "throws 25", "it is the turn of seat 0"),
        ("pot $85", "pot 85", "not an amount of money"),
        ("pot $85", "pot $86", "have $595 together, not $594"),
        ("water bill x2", "water bill x3", "3 of water bill seen or kept, but there are 2"),
        ("water bill x2", "water bill x0", "the number of a card is 0"),
        ("water bill x2", "water bill, water bill", "given twice"),
        ("water bill x2", "fire bill", "unknown Luck card"),
        ("step buy 1 9", "step by 1 9", "did you mean 'buy'"),
        ("step buy 1 9", "step buy 2 9", "unknown seat"),
        ("step buy 1 9", "step buy", "needs a seat"),
        ("step buy 1 9", "step buy 1", "needs the total"),
        ("step buy 1 9", "step buy 1 13", "unknown total"),
        ("step buy 1 9", "step buy 1 9 tax $5", "too many words"),
        ("step buy 1 9", "step buy 1 7", "does not lead here"),
        ("step buy 1 9", "step buy 0 9", "it is the turn of seat 1"),
        ("step buy 1 9", "step draw 1 9", "does not lead here"),
        ("step buy 1 9", "step roles", "roles: all are dealt"),
        ("step buy 1 9", "step first", "this set-up does not fit"),
        ("step buy 1 9", "step over 1 skyscraper", "the winner already has it"),
        ("step buy 1 9", "step over", "needs the winner"),
        ("step buy 1 9", "step over 1 money", "unknown way to win"),
        ("step buy 1 9", "step over drawn", "from 1000 to 1000"),
        ("step buy 1 9", "step lose 1 7 fire garage", "the card of this step is missing"),
        ("step buy 1 9", "step lose 1 7 gas bill", "leads to another step"),
        ("step buy 1 9", "step claim 1 7 fire garage", "claim needs what is lost"),
        ("residence 1", "residence 3", "3 buildings on 2 spaces"),
        ("residence 1", "residence 0", "the number of a piece is 0"),
        ("residence 1", "residence", "unknown piece"),
        ("porch 2", "porch 3", "a card has room for 2"),
        ("porch 2", "porch 1, porch 1", "given twice"),
        ("municipal school, church", "municipal school, church, jail", "3 buildings on 2 spaces"),
        ("municipal school, church", "municipal church, church", "at most one Church"),
        ("municipal school", "municipal bank", "2 of bank on the cards, but there are 1"),
        ("municipal school", "municipal store 0", "unknown building"),
        ("store 3 with pent house", "store 6", "unknown building"),
        ("store 3 with pent house", "store 5", "seat 1: has won"),
        ("policies fire", "policies fire, fire", "a policy is given twice"),
        ("policies fire", "policies flood", "unknown policy"),
        ("tax tax $5", "tax gas bill", "only tax cards are kept"),
        ("tax tax $5", "tax tax $5, tax $10", "keeps one tax card"),
        ("policies fire", "tax tax $5", "not by the Collector"),
        ("home builder, public utilities", "home builder", "they are dealt in turn"),
        ("home builder, public utilities", "home builder, home builder", "more of a role than there are"),
        ("home builder, public utilities", "home builder, mayor", "unknown role"),
        ("home builder, public utilities", "", "is empty"),
        ("policies fire", "policies", "is empty"),
        ("policies fire", "money 5", "unknown part of seat 1"),
        ("policies fire", "business school", "business is given twice"),
    ],
)
def test_refusals_name_field_problem_and_remedy(old, new, problem):
    assert TEXT.count(old) == 1
    with pytest.raises(PositionError) as error:
        TWO.position(TEXT.replace(old, new))
    assert problem in str(error.value)
    assert error.value.remedy
    assert error.value.where == "skyscraper1937 position"


def test_steps_without_a_decision_are_refused():
    poor = TEXT.replace("$384", "$500").replace("$125", "$9")
    with pytest.raises(PositionError, match="cannot buy anything"):
        TWO.position(poor.replace("buy 1 9", "buy 1 8"))
    before = TEXT.replace("buy 1 9", "insurance 0").replace("$384", "$4").replace("$125", "$505")
    with pytest.raises(PositionError, match="cannot buy a policy"):
        TWO.position(before)
    with pytest.raises(PositionError, match="there is no choice"):
        TWO.position(TEXT.replace("buy 1 9", "lose 1 7 fire public building").replace("seen ", "seen fire public building, "))
    claim = TEXT.replace("buy 1 9", "claim 1 7 disaster porch: porch").replace("seen ", "seen disaster porch, ")
    with pytest.raises(PositionError, match="no policy against"):
        TWO.position(claim)
    with pytest.raises(PositionError, match="has only roles"):
        TWO.position("step roles | throws 0 | pot $5 | seat 0 $297 | seat 1 $292")


def test_a_claim_names_what_is_at_stake():
    text = TEXT.replace("buy 1 9", "claim 1 7 fire public building: bank business").replace(
        "seen ", "seen fire public building, "
    )
    position = TWO.position(text)
    assert position.legal_moves() == ["keep", "turn in"]
    with pytest.raises(PositionError, match="unknown loss"):
        TWO.position(text.replace(": bank business", ": jail business"))


def test_a_new_pass_has_no_seen_cards():
    cards = {card.name: card.copies for card in BOXES[TWO.rules.box].cards} | {"tax $5": 1}  # the other one is kept
    seen = ", ".join(f"{name} x{copies}" for name, copies in cards.items())
    text = TEXT.replace("gas bill, water bill x2", seen).replace("throws 24", "throws 64")
    with pytest.raises(PositionError, match="a new pass begins"):
        TWO.position(text)
    assert TWO.position(text.replace("gas bill x2, ", "")).text().count("bill") == 2


def test_children_have_no_roles_and_no_money():
    start = CHILDREN.start()
    assert start.text() == "step first | throws 0 | pot $0 | seat 0 $0 | seat 1 $0"
    assert CHILDREN.position("step roll 1 | throws 6 | pot $0 | seat 0 $0; business store 0 | seat 1 $0").to_act == -1
    for text, problem in [
        ("step roles | throws 0 | pot $0 | seat 0 $0 | seat 1 $0", "roles: all are dealt"),
        ("step roll 1 | throws 6 | pot $0 | seat 0 $0; policies fire | seat 1 $0", "1 policies fire held, but there are 0"),
        ("step roll 1 | throws 6 | pot $1 | seat 0 $0 | seat 1 $0", "together"),
        ("step insurance 1 | throws 6 | pot $0 | seat 0 $0 | seat 1 $0", "cannot buy a policy"),
    ]:
        with pytest.raises(PositionError, match=problem):
            CHILDREN.position(text)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("roll 7", "chance decides this"),
        ("throw", "policies are bought before the throw"),
        ("keep", "no insured piece is at stake"),
        ("lose bank business", "only a Luck card allows this"),
        ("take porch from 0", "only a Luck card allows this"),
        ("buy porch", "a throw of 9 does not sell it"),
        ("buy palace", "no such move"),
        ("gain porch", "no such move"),
    ],
)
def test_illegal_moves_are_explained(move, why):
    with pytest.raises(IllegalMoveError, match=why):
        TWO.position(TEXT).play(move)


def test_illegal_policies_are_explained():
    game = TWO.position(TEXT.replace("buy 1 9", "insurance 0").replace("policies fire", "policies fire, all-risk"))
    game.play("buy fire")
    with pytest.raises(IllegalMoveError, match="the seat already holds this policy"):
        game.play("buy fire")
    with pytest.raises(IllegalMoveError, match="not in stock"):
        game.play("credit tornado, buy all-risk")


def turns_of(spot, *moves):
    """Return the turns that some moves make, from a position on."""
    position = spot.position.copy()
    first = position.copy()
    for move in moves:
        position.play(move)
    return format_turns(spot.table.game.rules, first.state, position.moves[len(first.moves) :])


def test_a_turn_is_one_line():
    four = table(4)
    house = four.spot(HOUSE, policies={0: "fire"})
    assert turns_of(house, "roll 7", "draw fire garage", "keep") == ["7: luck fire garage, insured, kept"]
    assert turns_of(house, "roll 7", "draw fire garage", "turn in") == ["7: luck fire garage, insured, turned in"]
    assert turns_of(house, "roll 7", "draw tornado residence") == ["7: luck tornado residence, lose residence"]
    assert turns_of(house, "roll 9", "buy school municipal") == ["9: buy school municipal"]
    assert turns_of(house, "roll 8", "pass") == ["8: pass"]
    assert turns_of(house, "roll 5") == ["5: nothing to buy"]
    assert turns_of(house, "roll 12") == ["12: lost turn"]
    assert turns_of(house, "roll 7", "draw gas bill") == ["7: luck gas bill, pays $2"]
    assert turns_of(house, "roll 7", "draw mayor") == ["7: luck mayor, no effect"]
    assert turns_of(four.spot(pot=9), "roll 7", "draw mayor") == ["7: luck mayor, gets $5"]
    assert turns_of(four.spot(), "roll 7", "draw fire garage") == ["7: luck fire garage, no effect"]
    assert turns_of(house, "roll 7", "draw gain part", "gain porch") == ["7: luck gain part, gain porch"]
    lone = four.spot(District(), District(porch=1))
    assert turns_of(lone, "roll 7", "draw take part") == ["7: luck take part, take porch from 1"]
    assert turns_of(four.spot(shops("2")), "roll 7", "draw gain floor") == ["7: luck gain floor, gain floor store 2"]
    banks = four.spot(District(municipal=("bank", "jail")), policies={0: "fire"})
    moves = ("roll 7", "draw fire public building", "lose jail municipal", "keep")
    assert turns_of(banks, *moves) == ["7: luck fire public building, lose jail municipal, insured, kept"]
    tall = four.spot(shops("4"))
    assert turns_of(tall, "roll 5", "buy floor store 4") == ["5: buy floor store 4, wins by skyscraper"]
    policies = four.before_throw()
    assert turns_of(policies, "buy fire", "buy tornado", "throw", "roll 12") == ["buy fire; buy tornado; 12: lost turn"]
    assert turns_of(four.spot(n_throws=999), "roll 12") == ["12: lost turn, drawn"]
    assert turns_of(house, "roll 7") == []


def test_turns_of_a_whole_game_are_as_many_as_throws():
    rng = random.Random(3)
    position = FOUR.start(seed=3)
    first = FOUR.start()
    while not position.is_over:
        position.play(rng.choice(position.legal_codes()))
    turns = format_turns(FOUR.rules, first.state, position.moves)
    assert len(turns) == int(position.state.throws)
    assert all(": " in turn for turn in turns)


@pytest.mark.parametrize("players", [2, 6])
def test_pictures_fit_80_columns(players):
    rng = random.Random(1)
    position = mctsky.load("skyscraper1937", players=players).start(seed=1)
    while not position.is_over:
        position.play(rng.choice(position.legal_codes()))
        if rng.random() < 0.05:
            assert max(map(len, position.render().split("\n"))) <= 80
    assert "pot $0" in position.render()
    assert position.svg().startswith("<svg")


def test_the_picture_of_a_position():
    lines = [line.rstrip() for line in TWO.position(TEXT).render().split("\n")]
    assert lines[:10] == [
        "throws 24 of 1000, pot $85",
        "seat 0  $384  home builder, public utilities",
        "   residential                 municipal               business",
        "   house porch . .             school                  .",
        "   . porch . .                 church                  .",
        "   paid tax $5",
        "seat 1  $125  insurance agent, tax collector  <",
        "   residential                 municipal               business",
        "   .                           .                       store ###.. pent house",
        "   .                           .                       bank",
    ]
    assert lines[-1] == "seat 1 is to act: buy, thrown 9"


def test_the_picture_in_the_docs():
    page = (Path(__file__).parents[2] / "docs" / "games" / "skyscraper1937.md").read_text()
    picture = "\n".join(line.rstrip() for line in TWO.position(TEXT).render().split("\n"))
    assert f"    {TEXT}\n" in page
    assert f"```\n{picture}\n```" in page
