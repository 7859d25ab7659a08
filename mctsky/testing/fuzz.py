"""Random and mutated texts: nothing but an MctskyError may come of a bad one, and an accepted one must be a real position."""

import traceback
from functools import cache
from random import Random
from typing import Any

from mctsky.core.position import Game, Position
from mctsky.errors import IllegalMoveError, MctskyError
from mctsky.testing.findings import broken, require
from mctsky.testing.histories import concealed, finish, options_here, random_history, reachable_states, record, walk, world_of
from mctsky.testing.states import check_state
from mctsky.testing.subjects import longest, small_variants

NOISE = "?-_/|.:,;=+* ()[]{}<>0123456789abcdefghijklmnopqrstuvwxyzABCJQKHTXY\t\n\0é🂡٣"
ENUMERABLE = 12_000


def mutated(texts: list[str], random: Random) -> str:
    """Return a valid text with a few faults, a cross of two, or plain noise."""
    text = random.choice(texts)
    kind = random.randrange(10)
    if kind == 0:
        return "".join(random.choice(NOISE) for _ in range(random.randrange(0, 40)))
    if kind == 1:
        other = random.choice(texts)
        return text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1) :]
    if kind == 2:
        return text * random.choice((2, 3, 2000))
    if kind == 3:  # words of other texts of the same game: the faults that look most like positions
        words, others = text.split(" "), random.choice(texts).split(" ")
        words[random.randrange(len(words))] = random.choice(others)
        return " ".join(words)
    for _ in range(random.randrange(1, 4)):
        text = _one_fault(text, "".join(texts[:3]) if random.random() < 0.7 else NOISE, random)
    return text


def _one_fault(text: str, signs: str, random: Random) -> str:
    where = random.randrange(len(text) + 1)
    fault = random.randrange(5)
    if fault == 0:
        return text[:where] + random.choice(signs) + text[where:]
    if fault == 1:
        return text[:where] + text[where + 1 :]
    if fault == 2 and len(text) > 1:
        left, right = sorted(random.sample(range(len(text)), 2))
        return text[:left] + text[right] + text[left + 1 : right] + text[left] + text[right + 1 :]
    if fault == 3:
        return text.swapcase()
    return text[:where] + random.choice(signs) + text[where + 1 :]


@cache
def _reachable(game: Game) -> set[bytes] | None:
    return reachable_states(game, ENUMERABLE) if game in small_variants(game.spec) else None


@cache
def _reachable_views(game: Game, seat: int) -> set[bytes] | None:
    states = _reachable(game)
    if states is None:
        return None
    return {concealed(game, record(game, raw), seat).state.tobytes() for raw in states}


def fuzz_positions(game: Game, n: int, seed: int) -> int:
    """Throw `n` texts at the position and view parsers; return how many were accepted."""
    random = Random(seed)
    share = min(1.0, 400 / longest(game))  # of long games a part: texts are made of each
    positions = [
        history.position.copy()
        for start in range(6)
        for history in walk(game, start)
        if len(history.codes) < 8 or random.random() < share
    ]
    viewer = random.randrange(game.n_seats)
    full = [position.text() for position in positions]
    partial = [position.view(viewer).text() for position in positions]
    accepted = 0
    for index in range(n):
        as_view = index % 3 == 0
        text = mutated(partial if as_view or random.random() < 0.1 else full, random)
        try:
            board: Any = game.view(text, viewer) if as_view else game.position(text)
        except MctskyError:
            continue
        except Exception as error:
            broken("parse_position", "", f"{text[:200]!r} gives {_where(error)}")
        accepted += 1
        if as_view:
            _check_view(game, board, viewer, random)
        else:
            _check_position(game, board, random)
    return accepted


def _check_position(game: Game, position: Any, random: Random) -> None:
    require(game.position(position.text()) == position, "format_position", "", f"{position.text()!r} is read back as another")
    states = _reachable(game)
    if states is not None and position.state.tobytes() not in states:
        broken("parse_position", "", f"accepted what no game reaches: {position!r}")
    for viewer in range(game.n_seats):
        position.view(viewer).text()
    _check_play(position, random)


def _check_view(game: Game, view: Any, viewer: int, random: Random) -> None:
    require(game.view(view.text(), viewer) == view, "format_position", "", f"{view.text()!r} is read back as another")
    views = _reachable_views(game, viewer)
    if views is not None and view.state.tobytes() not in views:
        broken("parse_position", "", f"accepted a view that seat {viewer} never has: {view!r}")
    world = world_of(view, random.getrandbits(60))
    if concealed(game, world.state, viewer).state.tobytes() != view.state.tobytes():
        broken("parse_position", "", f"accepted a view without a world: {view!r}")
    _check_play(world, random)


def _check_play(position: Position, random: Random) -> None:
    check_state(position)
    finish(position, random)
    check_state(position)


def _where(error: Exception) -> str:
    """Return an exception with the file and line that raised it."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({frame.filename}:{frame.lineno})"


def fuzz_moves(game: Game, n: int, seed: int) -> int:
    """Throw `n` texts at the move parser; return how many were accepted."""
    random = Random(seed)
    accepted = 0
    while n > 0:
        position = random_history(game, random.getrandbits(60), random.random()).position
        codes = options_here(position)
        texts = [position.format_move(code) for code in codes] or ["x"]
        strange = [position.format_move(random.randrange(game.spec.bounds.n_codes)) for _ in range(8)]
        for _ in range(min(n, 20)):
            n -= 1
            text = random.choice(strange) if random.random() < 0.2 else mutated(texts, random)
            try:
                code = position.parse_move(text)
            except IllegalMoveError:
                continue
            except Exception as error:
                broken("parse_move", "", f"{text[:200]!r} gives {_where(error)}")
            require(code in codes, "parse_move", "", f"{text!r} is read as {code}, which is not an option")
            accepted += 1
    return accepted
