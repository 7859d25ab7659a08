"""Random games in steps, so that checks can look at every state on the way and replay it with other choices."""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from mctsky.core.contract import CHANCE, NOBODY, NOTHING
from mctsky.core.position import OBSERVED, Game, Position, View
from mctsky.core.record import record_from
from mctsky.core.rng import make_rng
from mctsky.testing.findings import broken

Event = tuple[int | str, str]  # who ("chance" or a seat) and the text of the move


@dataclass
class History:
    """A game from its start up to `position`, with the states before each move."""

    game: Game
    position: Position
    actors: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)  # before each move
    odds: list[float] = field(default_factory=list)  # of each move, in full enumerations only; 1 / n for a choice
    noticed: list[tuple[int, ...]] = field(default_factory=list)  # how much each seat had observed before each move

    @classmethod
    def start(cls, game: Game) -> "History":
        """Return the history of a game in which nothing has happened."""
        return cls(game, game.start())

    def copy(self) -> "History":
        """Return an independent copy."""
        return self.cut(len(self.codes))

    def cut(self, n: int) -> "History":
        """Return the first n moves, without playing them again."""
        lists = (part[:n] for part in (self.actors, self.texts, self.states, self.odds, self.noticed))
        position = self.position.copy()
        if n < len(self.codes):
            position.state = record(self.game, self.states[n])
            position.moves = position.moves[:n]
            position._observed = [seen[:k] for seen, k in zip(position._observed, self.noticed[n], strict=True)]
            position._n_chance = self.actors[:n].count(CHANCE)
        return History(self.game, position, *lists)  # type: ignore[arg-type]

    @property
    def codes(self) -> list[int]:
        """The moves so far."""
        return self.position.moves

    def events(self) -> list[Event]:
        """Return who did what, as texts."""
        return [("chance" if actor == CHANCE else actor, text) for actor, text in zip(self.actors, self.texts, strict=True)]

    def play(self, code: int, odd: float = 1.0) -> None:
        """Play a move or an outcome of chance."""
        self.odds.append(odd)
        self.actors.append(self.position.to_act)
        self.texts.append(self.position.format_move(code))
        self.states.append(self.position.state.tobytes())
        self.noticed.append(tuple(map(len, self.position._observed)))
        self.position._apply(code)

    def unnoticed_choices(self, viewer: int) -> int:
        """Count the choices of other seats at the end of this history of which `viewer` has noticed nothing yet."""
        observe = self.game.verb("observe")
        n = 0
        for actor, code, raw in zip(reversed(self.actors), reversed(self.codes), reversed(self.states), strict=True):
            if actor == viewer or observe(self.game.rules, record(self.game, raw), code, viewer) != NOTHING:
                break
            n += actor != CHANCE
        return n


def record(game: Game, raw: bytes) -> Any:
    """Return a state record with these bytes."""
    return record_from(bytearray(raw), game.spec.state_dtype)


def copied(position: Position) -> Position:
    """Return a position with the same state that knows nothing of its history."""
    return Position(position.game, position.game.copy_state(position.state))


def options_here(position: Position | View) -> list[int]:
    """Return the codes that can be played: legal moves, or outcomes of chance; none when the game is over."""
    if position.to_act == CHANCE:
        return [code for code, _ in position.chance_codes()]
    return position.legal_codes()


def random_code(position: Position, random: Random) -> int:
    """Choose uniformly among legal moves, and by the odds among outcomes of chance."""
    if position.to_act == CHANCE:
        outcomes = position.chance_codes()
        return random.choices([code for code, _ in outcomes], [odd for _, odd in outcomes])[0]
    return random.choice(position.legal_codes())


def walk(game: Game, seed: int) -> Iterator[History]:
    """Play one random game and yield the growing history, the start and the end included."""
    random = Random(seed)
    history = History.start(game)
    yield history
    while history.position.to_act != NOBODY:
        history.play(random_code(history.position, random))
        if len(history.codes) > game.spec.bounds.max_plies:
            broken("play", "at most `max_plies`", f"a game goes on after {game.spec.bounds.max_plies} moves")
        yield history


def random_history(game: Game, seed: int, portion: float = 1.0) -> History:
    """Return a random game cut after a portion of its moves."""
    *_, history = walk(game, seed)
    return history if portion == 1.0 else replay(game, history.codes[: round(len(history.codes) * portion)])


def replay(game: Game, codes: list[int]) -> History:
    """Play given moves from the start."""
    history = History.start(game)
    for code in codes:
        history.play(code)
    return history


def varied(history: History, random: Random, by_luck: bool = False) -> History:
    """Return a history of the same length in which one move is another, and the later ones the same where they can be.

    With `by_luck` it is a chance move that changes, if there is one.
    """
    if not history.codes:
        return history.copy()
    luck = [index for index, actor in enumerate(history.actors) if actor == CHANCE] if by_luck else []
    change = random.choice(luck) if luck else random.randrange(len(history.codes))
    other = history.cut(change)
    for index, code in enumerate(history.codes[change:], change):
        available = options_here(other.position)
        if not available:
            break
        if index == change and len(available) > 1:
            code = random.choice([option for option in available if option != code])
        elif code not in available:
            code = random.choice(available)
        other.play(code)
    return other


@cache
def all_histories(game: Game, limit: int) -> tuple[list[History], bool]:
    """Return every history, shortest first, and whether `limit` left room for all of them."""
    found: list[History] = []
    waiting: deque[tuple[History, int | None, float]] = deque([(History.start(game), None, 1.0)])
    while waiting:
        history, last, odd = waiting.popleft()
        if last is not None:  # played only now: most games are given up with thousands waiting
            history = history.copy()
            history.play(last, odd)
        found.append(history)
        if len(found) + len(waiting) >= limit:
            return found, False
        codes = history.position.legal_codes()
        outcomes = history.position.chance_codes() or [(code, 1 / len(codes)) for code in codes]
        waiting.extend((history, code, odd) for code, odd in outcomes)
    return found, True


def reachable_states(game: Game, limit: int) -> set[bytes] | None:
    """Return the bytes of every state that some game reaches, or None if there are more than `limit`."""
    start = game.start()
    seen = {start.state.tobytes()}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for code in options_here(position):
            after = Position(game, record(game, position.state.tobytes()))
            after._apply(code)
            raw = after.state.tobytes()
            if raw not in seen:
                seen.add(raw)
                waiting.append(after)
                if len(seen) > limit:
                    return None
    return seen


def concealed(game: Game, state: Any, viewer: int) -> View:
    """Return what `viewer` knows of a state record, which stays as it is."""
    copy = record(game, state.tobytes())
    game.verb("conceal")(game.rules, copy, viewer)
    return View(game, viewer, copy)


def world_of(view: View, seed: int) -> Position:
    """Return one world that fits a view."""
    state = record(view.game, view.state.tobytes())
    view.game.verb("determinise")(view.game.rules, state, view.seat, make_rng(seed))
    return Position(view.game, state)


def observations(game: Game, history: History, viewer: int) -> tuple[int, ...]:
    """Return what `viewer` noticed of a history by `game`, which may be a copy with another `observe`.

    Own moves are codes, other events code | OBSERVED.
    """
    if game is history.game:
        return tuple(history.position._observed[viewer])
    observe: Callable[..., int] = game.verb("observe")
    seen = []
    for actor, code, raw in zip(history.actors, history.codes, history.states, strict=True):
        if actor == viewer:
            seen.append(code)
            continue
        noticed = int(observe(game.rules, record(game, raw), code, viewer))
        if noticed != NOTHING:
            seen.append(noticed | OBSERVED)
    return tuple(seen)


def finish(position: Position, random: Random) -> int:
    """Play random moves to the end and return how many; stop with an error beyond the bound of the game."""
    most = position.game.spec.bounds.max_plies
    n = 0
    while position.to_act != NOBODY:
        if n >= most:
            broken("play", "at most `max_plies`", f"more than {most} moves from {position!r}")
        position._apply(random_code(position, random))
        n += 1
    return n
