"""Texts of Santorini: New York with faults that a person would make: what is accepted can be played, watched and guessed at."""

import re
from random import Random

import pytest

from games.santorini_ny_twins import random_game
from mctsky.core.contract import NOBODY
from mctsky.core.grid import square_name, squares_of
from mctsky.core.position import Game, Position
from mctsky.errors import PositionError
from mctsky.games.santorini_ny.notation import PHASES
from mctsky.testing.histories import concealed, finish, random_code, walk, world_of

SIGN = re.compile("[A-E]?[0-3]|[RS./]")


def faulty(game: Game, text: str, others: list[str], random: Random) -> str:
    """Return a text with another board, field, step, card, worker, or order of deals."""
    board, *words = text.split(" ")
    fields = dict(word.split("=", 1) for word in words)
    signs = SIGN.findall(board)
    kind = random.randrange(6)
    if kind == 0:
        other = random.choice(others).split(" ")
        board = other[0] if random.random() < 0.3 else board
        fields.update([random.choice(other[1:]).split("=", 1)])
    elif kind == 1:
        squares = [square_name(square) for square in squares_of(game.rules.tables.squares)]
        named = [f"{name}={random.choice(squares)}" for name in ("worker", "target", "built") if random.random() < 0.5]
        words = fields["step"].split(":")
        fields["step"] = ":".join([random.choice(PHASES), *(words[1:] or [str(random.randrange(game.n_seats)), *named])])
    elif kind == 2:
        one, other = random.sample([i for i, sign in enumerate(signs) if sign not in "./"], 2)
        signs[one], signs[other] = signs[other], signs[one]
        board = "".join(signs)
    elif kind == 3:
        place = random.choice([i for i, sign in enumerate(signs) if sign[-1] in "0123"])
        signs[place] = signs[place][1:] or random.choice("ABCDE"[: game.n_seats]) + signs[place]
        board = "".join(signs)
    elif kind == 4 and "past" in fields:
        deals = fields["past"].split(";") * random.choice((1, 2, 10))
        random.shuffle(deals)
        fields["past"] = ";".join(deals[random.randrange(2) :]) or deals[0]
    elif len(fields) > 2:
        name = random.choice([name for name in fields if name not in ("statue", "step")])
        one, other = (str(random.randint(1, 25)) for _ in range(2))
        exchanged = re.sub(r"\b(\d+)\b", lambda found: {one: other, other: one}.get(found[0], found[0]), fields[name])
        fields[name] = re.sub(r"\d+(,\d+)+", lambda found: ",".join(sorted(found[0].split(","), key=int)), exchanged)
    return " ".join([board, *(f"{name}={value}" for name, value in fields.items())])


def check_views(position: Position, random: Random) -> None:
    for seat in range(position.game.n_seats):
        view = position.view(seat)
        world = world_of(view, random.getrandbits(60))
        assert concealed(position.game, world.state, seat).state.tobytes() == view.state.tobytes()
        assert [int(hand).bit_count() for hand in world.state.hands] == list(world.state.hand_sizes)


def check_position(position: Position, random: Random) -> None:
    """Demand that the text says all, that all seats can guess, and the same of what follows."""
    game = position.game
    for _ in range(8):
        assert game.position(position.text()) == position
        for seat in range(game.n_seats):
            assert game.view(position.view(seat).text(), seat) == position.view(seat)
        check_views(position, random)
        if position.to_act == NOBODY:
            return
        position.play(random_code(position, random))
    finish(position, random)


def check_faults(n_games: int, seed: int, path) -> None:
    random, n_accepted = Random(seed), 0
    for _ in range(n_games):
        game = random_game(random, path)
        positions = [history.position.copy() for history in walk(game, random.getrandbits(60))]
        seat = random.randrange(game.n_seats)
        for number in range(60):
            texts = [str(position.view(seat)) if number % 3 == 0 else str(position) for position in random.sample(positions, 4)]
            text = faulty(game, texts[0], texts[1:], random)
            try:
                board = game.view(text, seat) if number % 3 == 0 else game.position(text)
            except PositionError:
                continue
            n_accepted += text not in texts
            if isinstance(board, Position):
                check_position(board, random)
            else:
                assert game.view(board.text(), seat) == board
                world = world_of(board, random.getrandbits(60))
                assert concealed(game, world.state, seat) == board
                check_views(world, random)
                finish(world, random)
    assert n_accepted > 10 * n_games


def test_what_is_accepted_can_be_played(tmp_path):
    check_faults(6, 1, tmp_path / "holes.txt")


@pytest.mark.slow
def test_what_is_accepted_can_be_played_at_length(tmp_path):
    check_faults(100, 2, tmp_path / "holes.txt")
