"""The naive full game of Santorini: New York, and the account of what each seat sees, checked by hand and by random games."""

import random

import pytest

from mctsky.games.santorini_ny.sees import sees
from naive.santorini_ny import ALL_CARDS, BUILDERS, FULL_SUPPLY, MOVERS, SPECIALISTS, Game, Rules, owner, read_map, square_of
from naive.santorini_ny_spots import HOLES, MANHATTAN, ROW, spot, where


def started(rules=None, players=2, board=MANHATTAN):
    game = Game(rules or Rules(), players, board)
    for number in range(1, players + 1):
        game.play(f"start={number}")
    return game


def deal(game, *hands):
    """Deal the hands that the test wants, then check that nothing is left to deal."""
    for seat, hand in enumerate(hands):
        for card in hand:
            game.play(f"deal{seat}={card}")
    assert game.phase == "choose"


def choose_and_show(game, cards):
    for card in cards.values():
        game.play(str(card))
    for seat, card in cards.items():
        assert game.chance() == [f"seat{seat}={card}"]
        game.play(f"seat{seat}={card}")


def play_round(game, cards, rng):
    choose_and_show(game, cards)
    while game.phase == "turn":
        game.play(rng.choice(game.legal()))


# ---- set-up


def test_r1_the_map_of_manhattan_has_32_squares_and_five_pairs():
    squares, starts = read_map(MANHATTAN)
    assert len(squares) == 32
    assert sorted(starts) == [1, 2, 3, 4, 5]
    assert starts[1] == {(2, 1), (2, 6)}  # c2 and c7
    assert (0, 0) not in squares
    assert (2, 7) in squares


@pytest.mark.parametrize("board", [MANHATTAN, HOLES], ids=["manhattan", "holes"])
def test_r1_maps_are_connected_and_have_every_number_twice(board):
    squares, starts = read_map(board)
    assert [len(starts[number]) for number in range(1, 6)] == [2] * 5
    reached = {min(squares)}
    while True:
        further = {(x + dx, y + dy) for x, y in reached for dx in (-1, 0, 1) for dy in (-1, 0, 1)} & squares
        if further == reached:
            break
        reached = further
    assert reached == squares


def test_r5_r6_seats_pick_open_numbers_in_order():
    game = Game(Rules(), 3, MANHATTAN)
    assert game.to_act() == 0
    assert game.legal() == ["start=1", "start=2", "start=3", "start=4", "start=5"]
    game.play("start=3")
    assert game.to_act() == 1
    assert game.legal() == ["start=1", "start=2", "start=4", "start=5"]
    game.play("start=1")
    game.play("start=5")
    assert [where(game.table, seat) for seat in range(3)] == [{"b6", "d3"}, {"c2", "c7"}, {"a5", "e4"}]
    assert game.to_act() == "chance"


def test_r8_seat_0_places_a_skyscraper_for_the_tour_bus():
    game = started(Rules(mover="tour_bus_driver"))
    assert game.to_act() == 0
    assert len(game.legal()) == 32 - 4
    assert "^c2" not in game.legal()
    game.play("^c4")
    assert (game.table.skyscrapers, game.table.supply) == ({(2, 3)}, (64, 10, 5))
    assert game.phase == "deal"


def test_r12_nobody_holds_the_statue_before_the_first_reveal():
    game = started()
    deal(game, [1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    game.play("5")
    game.play("6")
    game.play("seat0=5")
    assert game.table.statue is None
    game.play("seat1=6")
    assert game.table.statue == 1


# ---- round and cards


def test_cards_are_dealt_seat_by_seat():
    game = started()
    assert game.chance() == [f"deal0={card}" for card in range(1, 26)]
    for card in (9, 1, 25, 17, 4):
        game.play(f"deal0={card}")
    assert game.chance() == [f"deal1={card}" for card in range(1, 26) if card not in (1, 4, 9, 17, 25)]


def test_r13_choices_come_in_seat_order_and_turns_in_card_order():
    game = started(players=3)
    deal(game, [20, 2, 3, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15])
    assert (game.to_act(), game.legal()) == (0, ["2", "3", "4", "5", "20"])
    choose_and_show(game, {0: 20, 1: 6, 2: 11})
    assert game.waiting == [1, 2, 0]
    assert (game.to_act(), game.table.statue) == (1, 0)


def test_r14_r16_after_four_rounds_each_keeps_a_card_and_the_rest_is_dealt_anew():
    rng = random.Random(3)
    game = started()
    deal(game, [16, 17, 18, 19, 20], [1, 2, 3, 4, 21])
    for one, two in ((16, 1), (17, 2), (18, 3), (19, 4)):
        assert game.phase == "choose"
        play_round(game, {0: one, 1: two}, rng)
    assert (game.phase, game.hands) == ("deal", [{20}, {21}])
    assert game.deck == ALL_CARDS - {20, 21}
    assert game.waiting == [0, 0, 0, 0, 1, 1, 1, 1]
    deal(game, [1, 2, 3, 16], [4, 5, 6, 7])
    assert game.hands == [{1, 2, 3, 16, 20}, {4, 5, 6, 7, 21}]


def test_r17_r35_an_eliminated_seat_leaves_and_its_hand_is_shuffled_in():
    game = started(players=3)
    deal(game, [16, 17, 18, 19, 20], [1, 2, 4, 5, 21], [6, 7, 8, 9, 10])
    game.table = spot(["h1", "a1", "e1"], skyscrapers="b1", squares=ROW)
    choose_and_show(game, {0: 16, 1: 2, 2: 6})
    assert game.legal() == ["xa1"]
    game.play("xa1")
    assert game.living() == [0, 2]
    assert game.hands[1] == set()
    assert game.to_act() == 2  # the round goes on
    game.hands = [{20}, set(), {10}]
    game._deal(4)
    assert game.waiting == [0] * 4 + [2] * 4
    assert game.deck == ALL_CARDS - {10, 20}


def test_r18_the_statue_stays_until_the_next_reveal():
    rng = random.Random(1)
    game = started()
    deal(game, [1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    play_round(game, {0: 5, 1: 10}, rng)
    assert (game.phase, game.table.statue) == ("choose", 1)


def test_r35_the_last_seat_wins_at_once():
    game = started()
    deal(game, [16, 17, 18, 19, 20], [1, 2, 4, 5, 21])
    game.table = spot(["h1", "a1"], skyscrapers="b1", squares=ROW)
    choose_and_show(game, {0: 16, 1: 2})
    game.play("xa1")
    assert (game.to_act(), game.table.winner, game.legal()) == (None, 0, [])


def test_r62_the_victims_owner_answers_the_guard():
    game = started(Rules(specialist="night_guard"))
    deal(game, [2, 5, 16, 17, 18], [3, 6, 9, 12, 15])
    game.table = spot(["a1", "c1"], squares=ROW)
    choose_and_show(game, {0: 2, 1: 3})
    game.play("a1-b1")
    game.play("+a1")
    assert (game.to_act(), game.legal()) == (0, ["!c1"])
    game.play("!c1")
    assert (game.to_act(), game.legal()) == (1, ["c1-d1"])
    game.play("c1-d1")
    assert (game.to_act(), game.shown[1]) == (1, 3)
    assert where(game.table, 1) == {"d1"}


# ---- what each seat sees


def test_r13_r15_sees_own_cards_backs_of_others_and_shown_cards():
    history = [(0, "start=1"), (1, "start=2"), ("chance", "deal0=4"), ("chance", "deal1=17"), (0, "4")]
    assert sees({}, history, 0) == ((0, "start=1"), (1, "start=2"), "deal0=4", "deal1", (0, "4"))
    assert sees({}, history, 1) == ((0, "start=1"), (1, "start=2"), "deal0", "deal1=17")
    shown = [*history, (1, "17"), ("chance", "seat0=4"), ("chance", "seat1=17"), (0, "c2-d3"), (0, "+c2")]
    assert sees({}, shown, 0)[5:] == ("seat0=4", "seat1=17", (0, "c2-d3"), (0, "+c2"))
    assert sees({}, shown, 1)[4:] == ((1, "17"), "seat0=4", "seat1=17", (0, "c2-d3"), (0, "+c2"))


# ---- random games


def check_table(game):
    table = game.table
    standing = [square for own in table.workers for square in own]
    assert len(standing) == len(set(standing))
    assert set(standing) <= table.squares - table.roofs - table.skyscrapers
    assert all(table.height[square] == 3 for square in table.roofs)
    assert all(table.height[square] == 0 for square in table.skyscrapers)
    used = (sum(table.height.values()), len(table.roofs), len(table.skyscrapers))
    if table.supply is not None:
        assert tuple(left + gone for left, gone in zip(table.supply, used, strict=True)) == FULL_SUPPLY
    cards = [card for hand in game.hands for card in hand] + list(game.deck)
    assert len(cards) == len(set(cards))


def check_turns(game):
    """No turn is the beginning of another, and a turn that is not lost or won has placed something."""
    seat = game.waiting[0]
    turns = set(game.turns)
    assert not [turn for turn in turns for n in range(1, len(turn)) if turn[:n] in turns]
    for table in game.turns.values():
        changed = table.height != game.table.height or table.roofs != game.table.roofs
        assert changed or table.winner is not None or len(table.workers[seat]) < len(game.table.workers[seat])
        assert table.statue == game.waiting[-1]


def play_at_random(game, rng):
    while game.to_act() is not None:
        options = game.chance() if game.to_act() == "chance" else game.legal()
        assert options
        game.play(rng.choice(options))
        check_table(game)
        if game.phase == "turn" and not game.turn_so_far:
            check_turns(game)


@pytest.mark.parametrize("board", [MANHATTAN, HOLES], ids=["manhattan", "holes"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("builder", BUILDERS)
def test_random_games_end(board, players, builder):
    rng = random.Random(f"{builder} {players} {len(board)}")
    rules = Rules(
        builder,
        rng.choice(SPECIALISTS),
        rng.choice(MOVERS),
        gap_blocks_lines=rng.random() < 0.7,
        unlimited_supply=rng.random() < 0.2,
        guarded_move_wins=rng.random() < 0.7,
    )
    game = Game(rules, players, board)
    play_at_random(game, rng)
    assert game.table.workers[game.table.winner]
    n_places = 74 if not rules.unlimited_supply else 4 * len(game.table.squares) + 1
    assert game.n_turns <= n_places + 2 * players


def test_every_role_is_met_in_random_games():
    """Play ten games with the rare roles, and see that each kind of small move turned up."""
    rng = random.Random(7)
    signs = set()
    for specialist in SPECIALISTS:
        for builder in ("foreman", "firefighter"):
            game = Game(Rules(builder, specialist, "tour_bus_driver"), 3, HOLES)
            while game.to_act() is not None:
                text = rng.choice(game.chance() or game.legal())
                signs |= {sign for sign in "-+^~!@>x" if sign in text}
                if text.startswith("!"):
                    assert owner(game.table, square_of(text[1:])) != game.to_act()
                game.play(text)
    assert signs == set("-+^~!@>x")
