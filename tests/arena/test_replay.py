"""Records play again bit for bit, everything that was changed in one is found, and a seat's account tells nothing hidden."""

import itertools
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

import pytest
from record_games import GAMES, game, lost_game, some_games

from mctsky import load
from mctsky.arena.playing.referee import play_game
from mctsky.arena.records.check import read_line
from mctsky.arena.records.moves import describe_moves
from mctsky.arena.records.record import BotEntry, GameRecord, MoveRecord
from mctsky.arena.records.replay import Sight, replay, sights, verify
from mctsky.bots import make_bot
from mctsky.core.position import View
from mctsky.errors import PositionError, RecordError


def test_true_records_agree():
    for record in some_games():
        verify(record)


@pytest.mark.parametrize("opening", ["a3; b3", "moves:b2,a1"])
def test_openings_agree(opening):
    record = play_game(load("tictactoe"), [make_bot("random"), make_bot("random")], seed=3, opening=opening)
    verify(record)
    if opening.startswith("moves"):
        assert [move.move for move in record.with_texts().moves[:2]] == ["b2", "a1"]
        with pytest.raises(RecordError, match="it does not begin with the moves of its opening"):
            verify(replace(record, opening="moves:b2,a2"))
    with pytest.raises(RecordError, match="its opening cannot be"):
        verify(replace(record, opening="a3; a3"))


def changed(record, number, **parts):
    moves = list(record.moves)
    moves[number] = replace(moves[number], **parts)
    return replace(record, moves=tuple(moves))


def test_every_change_is_found():
    record = game("kuhn")
    other_card = changed(record, 0, code=next(c for c in (2, 3, 4) if c not in record.codes), move="deal ?")
    wrong = {
        "luck of seed": other_card,
        "move 3: seat 1 plays": changed(record, 2, seat=1),
        "it should be": changed(record, 2, move="nonsense"),
        "move 3 is code 9: no legal move": changed(record, 2, code=9),
        "the game is not over after its 3 moves": replace(record, moves=record.moves[:3]),
        "move 2 is missing": replace(record, moves=record.moves[:1]),
        "the record has": replace(record, moves=record.moves + record.moves[-1:]),
        "result is": replace(record, result=record.result[::-1]),
        "turns are not": replace(record, turns=("1. bet",)),
        "3 seats are taken": replace(record, seating=(0, 1, 0), result=(0, 0, 0)),
        "there is no such game": replace(record, game="kuhm"),
        "no option": replace(record, options={"jokers": 2}),
    }
    for words, false in wrong.items():
        with pytest.raises(RecordError, match=words) as caught:
            verify(false)
        assert record.id in str(caught.value)
    seeds = [seed for seed in range(20) if not agrees(replace(record, seed=seed))]
    assert len(seeds) >= 10  # another seed mostly deals other cards


def agrees(record):
    try:
        verify(record)
    except RecordError:
        return False
    return True


def test_a_game_lost_by_failure():
    record = lost_game()
    verify(record)
    assert record.result == (1.0, 0.0)
    with pytest.raises(RecordError, match="result is"):
        verify(replace(record, result=(0.5, 0.5)))


def test_replay_shows_every_position_on_its_own():
    record = game("goofspiel")
    steps = list(replay(record))
    assert steps[0][1] is None
    assert [move for _, move in steps[1:]] == list(record.moves)
    assert [len(position.moves) for position, _ in steps] == list(range(len(record.moves) + 1))
    assert steps[-1][0].returns() == list(record.result)
    with pytest.raises(RecordError, match="move 1 is code"):
        list(replay(changed(record, 0, code=96)))


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_notices_its_own_moves_and_what_views_hold(name):
    record = game(name)
    for seat in range(len(record.seating)):
        first, *events = sights(record, seat)
        assert isinstance(first, View)
        own = [event for event in events if event.move is not None]
        assert [event.move for event in own] == [move for move in record.moves if move.seat == seat]
        assert all(event.text == event.move.move for event in own)
        assert len(events) == len(events[-1].view.observed)
        assert all(event.view.seat == seat for event in events)
    with pytest.raises(PositionError):
        list(sights(record, len(record.seating)))


def by_hand(game, codes):
    """Return the record of a game in which somebody chose all moves, luck included."""
    start = game.start()
    position = start.copy()
    for code in codes:
        position.play(code)
    told = describe_moves(start, codes)
    moves = [MoveRecord(seat, code, text, 0.5, {"value": 0.3}) for code, (seat, text) in zip(codes, told, strict=True)]
    bots = tuple(BotEntry(f"bot{seat}", "random") for seat in range(game.n_seats))
    seats = tuple(range(game.n_seats))
    return GameRecord("m-0", game.name, game.options, 0, seats, bots, tuple(moves), tuple(position.returns()))


def all_games(game, limit):
    """Return the move lists of different complete games."""
    found, under_way = [], [game.start()]
    while under_way and len(found) < limit:
        position = under_way.pop()
        if position.is_over:
            found.append(position.moves)
        for code in position.legal_codes() or [code for code, _ in position.chance_codes()]:
            following = position.copy()
            following.play(code)
            under_way.append(following)
    return found


def account(record, seat):
    first, *events = sights(record, seat)
    return (first.text(), *((event.seat, event.text, event.view.text(), event.view.render()) for event in events))


@pytest.mark.parametrize(
    ("name", "options"), [("kuhn", {}), ("goofspiel", {"cards": 4, "show": "winner", "order": "descending"})]
)
def test_games_that_a_seat_cannot_tell_apart_have_one_account(name, options):
    game = load(name, options)
    for seat in range(2):
        alike = defaultdict(list)
        for codes in all_games(game, 120):
            position = game.start()
            for code in codes:
                position.play(code)
            end = position.view(seat)  # at a showdown cards are seen that were not observed before
            alike[end.observed, end.text(), *position.returns()].append(by_hand(game, codes))
        groups = [group for group in alike.values() if len(group) > 1]
        assert len(groups) >= 3
        for group in groups:
            assert len({account(record, seat) for record in group}) == 1


def test_a_hidden_choice_is_not_in_the_account_before_it_is_shown():
    record = game("goofspiel")
    for seat in range(3):
        events = [event for event in sights(record, seat) if isinstance(event, Sight)]
        assert not [event for event in events if event.seat not in (seat, -1)]  # bids of others come as shown cards only
        assert len(events) < len(record.moves)


def test_replayed_states_equal_the_referees():
    for record in itertools.islice(some_games(), 4):
        position = load(record.game, record.options).start(record.seed)
        for move in record.moves:
            if move.seat >= 0:
                position.play(move.code)
        assert [*replay(record)][-1][0] == position


def test_the_line_in_the_docs_is_a_true_record():
    page = Path(__file__).parents[2] / "docs" / "records.md"
    line = page.read_text().partition("```json\n")[2].partition("\n")[0]
    record = read_line(line.encode(), page, 1)
    verify(record)
    assert record.to_line() == line + "\n"
    for member in record.to_dict():
        assert f"| `{member}` |" in page.read_text()
