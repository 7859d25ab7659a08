"""Friendly classes over a state record: `Game` (rules and options), `Position` (the referee's), `View` (one seat's)."""

import hashlib
import html
import logging
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np

from mctsky.core import checks, contract, history, jit
from mctsky.core.clock import Clock
from mctsky.core.contract import CHANCE, NOBODY, NOTHING
from mctsky.core.record import copy_record, new_record, record_from
from mctsky.core.rng import derive_seed, make_rng
from mctsky.core.spec import GameSpec
from mctsky.core.user_files import require_same
from mctsky.errors import GameDefinitionError, IllegalMoveError, PositionError, UnknownNameError, UnsupportedError, nearest

log = logging.getLogger(__name__)

MAX_NOTATION = 10_000  # characters of a position in a game's own notation
MAX_MOVE = 200  # characters of a move
OBSERVED = contract.MAX_CODES  # flag in an observation: another seat's move or chance, not the viewer's own choice


class Game:
    """A game with its options chosen; makes positions and reads their text."""

    def __init__(self, spec: GameSpec, options: Mapping[str, object] | None = None) -> None:
        """Check the options and build the tables."""
        self.spec = checks.instance(
            "spec", spec, GameSpec, where="Game", remedy='use load("connect4"), or find_spec for a spec'
        )
        self.name = spec.name  # the game's id
        self.options = spec.read_options(options or {})
        self.rules = spec.make_rules(self.options)
        # After `build`, because its errors about files say more.
        self.files = spec.digest_files(self.options)  # digests of user files, by option
        self.n_seats = int(self.rules.n_seats)

    def start(self, seed: int | None = None) -> "Position":
        """Return a new game; with a seed, chance moves are drawn by themselves, without one the caller plays them."""
        position = Position(self, self.first_state())
        position._before = ()
        return position._with_luck(seed)

    def position(self, text: str, seed: int | None = None) -> "Position":
        """Return the position that `text` describes; a text with unknown cards makes a View, not a Position.

        With a seed, chance moves from here on are drawn by themselves, as in `start`.
        """
        text = self._readable(text)
        parse = self.spec.find_function("notation", "parse_position")
        if parse is not None:
            return Position(self, parse(self.rules, text))._with_luck(seed)
        position = self.start()
        for number, word in enumerate(history.split(text), 1):
            try:
                position.play(word)
            except IllegalMoveError as error:
                raise PositionError(
                    f"move {number}: {error.problem}", given=word, where=self.name, remedy=error.remedy
                ) from None
        position._before, position.moves = tuple(position.moves), []
        return position._with_luck(seed)

    def view(self, text: str, seat: int) -> "View":
        """Return what `seat` knows, from the text of a view."""
        seat, text = self.check_seat(seat), self._readable(text)
        parse = self.spec.find_function("notation", "parse_position")
        if parse is not None:
            state = parse(self.rules, text, viewer=seat)
            return View(self, seat, state, origin=digest_state(state))
        return self.view_from(history.split(text), seat)

    def view_from(self, events: Sequence[str], seat: int) -> "View":
        """Return what `seat` knows after the events that it has observed since the start, given as the texts of `View.events`.

        What the seat did not notice is left out; `...` at the end stands for luck that it will not notice and that has not
        happened yet.
        """
        seat = self.check_seat(seat)
        start = history.start_view(self, seat)
        return View(self, seat, start, origin=digest_state(start)).later(events)

    def read_event_texts(self, events: Sequence[str], n_before: int) -> list[str]:
        """Return the texts of events, which follow so many others, without spaces around them; refuse anything else."""
        if isinstance(events, str) or not isinstance(events, Sequence):
            problem = "events are a list of texts"
            raise PositionError(problem, given=checks.shown(events), where=self.name, remedy="see View.events", field="events")
        longest = self.spec.bounds.max_plies
        if n_before + len(events) > longest:
            problem = f"a game of {self.name} has at most {longest} events"
            raise PositionError(problem, given=n_before + len(events), where=self.name, field="events")
        for number, event in enumerate(events, n_before):
            if not isinstance(event, str) or len(event) > MAX_MOVE:
                problem, field = f"event {number + 1} is not the text of an event", f"events[{number}]"
                raise PositionError(problem, given=checks.shown(event), where=self.name, remedy="see View.events", field=field)
        return [event.strip() for event in events]

    def check_seat(self, seat: int) -> int:
        """Return a seat number as an int; refuse one that this game does not have."""
        problem = f"there is no such seat, only 0 to {self.n_seats - 1}"
        return checks.whole_number("seat", seat, 0, self.n_seats - 1, where=self.name, problem=problem, error=PositionError)

    def check_state(self, state: Any) -> None:
        """Refuse anything but a state record of this game; do not check whether a game leads there."""
        if not isinstance(state, np.void) or state.dtype != self.spec.state_dtype:
            problem = f"this is not a state record of {self.name}"
            raise PositionError(problem, given=checks.shown(type(state).__name__), remedy="use Game.start, position or view")

    def _readable(self, text: str) -> str:
        checks.instance("the text of a position", text, str, where=self.name, error=PositionError)
        longest = MAX_NOTATION
        if self.spec.find_function("notation", "parse_position") is None:  # the text tells all moves
            longest = MAX_NOTATION + MAX_MOVE * self.spec.bounds.max_plies
        if len(text) > longest:
            raise PositionError("the text is longer than any position", given=text, where=self.name)
        return text.strip()

    def copy_state(self, state: Any) -> Any:
        """Return a copy of a state record whose padding is zero, so that equal states are equal byte for byte."""
        return copy_record(state, self.spec.state_dtype)

    def first_state(self) -> Any:
        """Return the state before the first move."""
        state = self.new_state()
        self.verb("setup")(self.rules, state)
        return state

    def legal_codes(self, state: Any) -> list[int]:
        """Return the legal moves of a state in which a seat is to act."""
        out = np.empty(self.spec.bounds.max_legal, np.int32)
        n = self.verb("legal_moves")(self.rules, state, out)
        return [int(code) for code in out[:n]]

    def chance_codes(self, state: Any) -> list[tuple[int, float]]:
        """Return all outcomes, with their odds, of a state in which chance is to act."""
        bounds = self.spec.bounds
        out, odds = np.empty(bounds.max_chance, np.int32), np.empty(bounds.max_chance, np.float64)
        n = self.verb("chance_moves")(self.rules, state, out, odds)
        return [(int(code), float(odd)) for code, odd in zip(out[:n], odds[:n], strict=True)]

    def format_move(self, state: Any, code: int) -> str:
        """Return a move of a state as text; a game without `format_move` shows codes."""
        own = self.spec.find_function("notation", "format_move")
        return str(code) if own is None else str(own(self.rules, state, code))

    def card(self, name: str, *, svg: bool = False) -> str:
        """Return a card by its name, as a picture in text or as an SVG document; games without pictures of cards refuse."""
        checks.instance("the name of a card", name, str, where=self.name, error=UnknownNameError)
        draw = self.spec.find_function("render", "render_card_svg" if svg else "render_card")
        if draw is None:
            raise UnsupportedError("this game has no pictures of cards", given=name, where=self.name, remedy="show a position")
        return str(draw(self.rules, name))

    def parse_move(self, state: Any, codes: list[int], text: str) -> int | None:
        """Return the code that a text means in a state, or None; without a `parse_move` of the game, one of `codes`."""
        text = text.strip()
        if len(text) > MAX_MOVE:
            return None
        own = self.spec.find_function("notation", "parse_move")
        if own is not None:
            code: int | None = own(self.rules, state, text)
            return code
        return next((code for code in codes if self.format_move(state, code) == text), None)

    def new_state(self) -> Any:
        """Return a zeroed state record."""
        return new_record(self.spec.state_dtype)

    def state_from_bytes(self, raw: bytes) -> Any:
        """Return a state record from its bytes, which must come from another process of ours: nothing else is checked."""
        checks.instance("a state", raw, (bytes, bytearray), where=self.name, error=PositionError)
        if len(raw) != self.spec.state_dtype.itemsize:
            problem = f"a state has {self.spec.state_dtype.itemsize} bytes, not {len(raw)}"
            raise PositionError(problem, where=self.name, remedy="both sides need the same version of the game")
        return record_from(bytearray(raw), self.spec.state_dtype)

    def seat_name(self, seat: int) -> str:
        """Return a word for a seat, CHANCE or NOBODY."""
        checks.whole_number("seat", seat, NOBODY, self.n_seats - 1, where=self.name, error=PositionError)
        return {CHANCE: "chance", NOBODY: "nobody"}.get(seat, f"seat {seat}")

    def verb(self, name: str) -> Any:
        """Return this game's kernel for a contract verb, called as verb(rules, state, ...)."""
        try:
            return contract.find_verb(name, self.spec.game_type)
        except (KeyError, TypeError):
            remedy = nearest(checks.shown(name), contract.VERBS)
            raise UnknownNameError("there is no such verb", given=checks.shown(name), where=self.name, remedy=remedy) from None

    def check_files(self) -> None:
        """Refuse to go on if a user file has changed since this game was loaded."""
        if self.files:
            remedy = "put the old file back, or start again"
            paths, now = self.spec.user_files(self.options), self.spec.digest_files(self.options, remedy=remedy)
            require_same(paths, now, self.files, "has changed since the game was loaded", self.name, remedy)

    def format_options(self) -> str:
        """Return the options as `k=v` pairs."""
        return " ".join(f"{name}={value}" for name, value in self.options.items())

    def __repr__(self) -> str:
        """Show name and options."""
        return f"<Game {self.name} {self.format_options()}>"

    def __eq__(self, other: object) -> bool:
        """Compare by rules, options and contents of user files."""
        if not isinstance(other, Game):
            return False
        return (self.name, self.options, self.files) == (other.name, other.options, other.files)

    def __hash__(self) -> int:
        """Hash like `==`."""
        return hash((self.name, tuple(sorted(self.options.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by name and options; the other side loads the game again, and refuses user files that differ there."""
        from mctsky.core.registry import load_same

        return (load_same, (self.name, dict(self.options), self.files))


class _Board(ABC):
    """What Position and View share: a state record that can be read, compared and shown."""

    game: Game
    state: Any

    @property
    def to_act(self) -> int:
        """The seat that chooses next, CHANCE (-1), or NOBODY (-2)."""
        return int(self.game.verb("to_act")(self.game.rules, self.state))

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.to_act == NOBODY

    def legal_codes(self) -> list[int]:
        """Return the move codes of the seat to act; none for chance or a finished game."""
        if self.to_act < 0:
            return []
        return self.game.legal_codes(self.state)

    def legal_moves(self) -> list[str]:
        """Return the legal moves as text."""
        return [self.format_move(code) for code in self.legal_codes()]

    def format_move(self, code: int) -> str:
        """Return a move of this position as text."""
        most = self.game.spec.bounds.n_codes - 1
        where, error = self.game.name, IllegalMoveError
        return self.game.format_move(self.state, checks.whole_number("a move code", code, 0, most, where=where, error=error))

    def parse_move(self, text: str) -> int:
        """Return the code of a legal move or chance outcome, given as text."""
        checks.instance("a move", text, str, where=self.game.name, error=IllegalMoveError)
        actor = self.to_act
        if actor == NOBODY:
            raise IllegalMoveError("the game is over", given=text, where=self._where())
        codes = self.legal_codes() if actor != CHANCE else [code for code, _ in self.chance_codes()]
        code = self.game.parse_move(self.state, codes, text)
        if code is None or code not in codes:
            why = "no such move" if code is None else "not allowed now"
            explain = self.game.spec.find_function("notation", "explain_illegal")
            if code is not None and explain is not None:
                why = explain(self.game.rules, self.state, code)
            listed = [self.format_move(c) for c in codes]
            shown = " ".join(listed[:40]) + (f" ... ({len(listed)} in all)" if len(listed) > 40 else "")
            raise IllegalMoveError(why, given=text, where=self._where(), remedy=f"legal: {shown}")
        return code

    def chance_codes(self) -> list[tuple[int, float]]:
        """Return all outcomes of the chance move with their odds; none when a seat is to act."""
        if self.to_act != CHANCE:
            return []
        return self.game.chance_codes(self.state)

    def chance_moves(self) -> list[tuple[str, float]]:
        """Return all outcomes of the chance move as text, with their odds."""
        return [(self.format_move(code), odd) for code, odd in self.chance_codes()]

    def returns(self) -> list[float]:
        """Return the result per seat, each in [0, 1]; only of a finished game."""
        if not self.is_over:
            raise PositionError("the game is not over, so it has no result", given=self.text(), where=self.game.name)
        out = np.zeros(self.game.n_seats, np.float64)
        self.game.verb("returns")(self.game.rules, self.state, out)
        return [float(value) for value in out]

    def evaluate(self) -> list[float] | None:
        """Return the game's quick estimate per seat, or None where the game has none."""
        if not contract.has_verb(self.game.spec.game_type, "evaluate"):
            return None
        out = np.zeros(self.game.n_seats, np.float64)
        self.game.verb("evaluate")(self.game.rules, self.state, out)
        return [float(value) for value in out]

    def text(self) -> str:
        """Return the position as one line that `Game.position` or `Game.view` reads back."""
        own = self.game.spec.find_function("notation", "format_position")
        return self._history_text() if own is None else str(own(self.game.rules, self.state))

    @abstractmethod
    def _history_text(self) -> str:
        """Return the text of a game that writes positions as what has happened."""

    def render(self, *, color: bool = False) -> str:
        """Return the board as text for a terminal; with `color` in the colours of the game, if it has any."""
        find = self.game.spec.find_function
        draw = (find("render", "render_color") if color else None) or find("render", "render_text")
        return self.text().replace("; ", "\n") if draw is None else str(draw(self.game.rules, self.state))

    def svg(self) -> str:
        """Return the board as an SVG document; without a drawing of the game, the text picture."""
        draw = self.game.spec.find_function("render", "render_svg")
        return text_svg(self.render()) if draw is None else str(draw(self.game.rules, self.state))

    def _where(self) -> str:
        try:
            return f'{self.game.name} "{self.text()}"'
        except PositionError:
            return self.game.name

    def __str__(self) -> str:
        """Return the text form."""
        return self.text()

    def __eq__(self, other: object) -> bool:
        """Compare games, kinds and states byte for byte."""
        same_kind = isinstance(other, _Board) and type(self) is type(other)
        return same_kind and self.game == other.game and self._key() == other._key()  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        """Hash like `==`."""
        return hash((self.game, self._key()))

    def _key(self) -> Any:
        return self.state.tobytes()


def text_svg(text: str) -> str:
    """Return an SVG document of some lines of text, as a terminal would show them."""
    lines = text.split("\n")
    width, height = 9 * max(map(len, lines)) + 20, 18 * len(lines) + 12
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="monospace" font-size="15">']
    for number, line in enumerate(lines):
        parts.append(f'<text x="10" y="{18 * number + 20}" xml:space="preserve">{html.escape(line)}</text>')
    return "".join([*parts, "</svg>"])


class Position(_Board):
    """A complete position: what a referee knows. Give bots and searches a `View` of it."""

    def __init__(self, game: Game, state: Any) -> None:
        """Wrap a state record, which must come from a checked source."""
        self.game = checks.instance("game", game, Game, where="Position", remedy='use load("connect4").start()')
        game.check_state(state)
        self.state = state
        self._first: bytes = state.tobytes()  # where this object began
        self._origins: dict[int, bytes] = {}  # `_first` as each seat sees it, see View
        self.moves: list[int] = []  # since this object began, chance included
        self._observed: list[list[int]] = [[] for _ in range(game.n_seats)]
        self._before: tuple[int, ...] | None = None  # moves from the start to where this object began, None if unknown
        self._seed: int | None = None
        self._n_chance = 0

    def _with_luck(self, seed: int | None) -> "Position":
        """Draw chance moves from now on, the pending ones at once, if there is a seed."""
        self._seed = None if seed is None else checks.seed_number(seed, self.game.name)
        self._draw_chance()
        return self

    def _history_text(self) -> str:
        if self._before is None:
            problem = "positions of this game are written as moves, and the moves that led to this one are unknown"
            raise PositionError(problem, where=self.game.name, remedy="begin with Game.start or Game.position")
        return history.format_moves(self.game, (*self._before, *self.moves))

    def play(self, move: str | int) -> None:
        """Play a legal move or chance outcome, as text or code; chance that follows is drawn if there is a seed."""
        if isinstance(move, str):
            code = self.parse_move(move)
        else:
            code = self._check_code(move)
        self._apply(code)
        self._draw_chance()

    def _check_code(self, move: int) -> int:
        """Return the code of a legal move or chance outcome; refuse anything else."""
        if type(move) is not int and (isinstance(move, bool) or not hasattr(move, "__index__")):
            problem = "a move is a text or a whole number"
            raise IllegalMoveError(problem, given=checks.shown(move), where=self._where(), remedy="see legal_moves()")
        allowed = self.legal_codes() if self.to_act != CHANCE else [c for c, _ in self.chance_codes()]
        if move not in allowed:
            remedy = "legal codes: " + " ".join(map(str, allowed[:40]))
            raise IllegalMoveError("no such code here", given=checks.shown(move), where=self._where(), remedy=remedy)
        return int(move)

    def _apply(self, code: int) -> None:
        actor = self.to_act
        observe = self.game.verb("observe")
        for viewer, seen in enumerate(self._observed):
            if viewer == actor:
                seen.append(code)
            else:
                noticed = int(observe(self.game.rules, self.state, code, viewer))
                if noticed != NOTHING:
                    seen.append(noticed | OBSERVED)
        self.game.verb("play")(self.game.rules, self.state, code)
        self.moves.append(code)
        self._n_chance += actor == CHANCE
        if jit.CHECKED and len(self.moves) > self.game.spec.bounds.max_plies:
            problem = f"a game goes on after {self.game.spec.bounds.max_plies} moves, its max_plies"
            raise GameDefinitionError(problem, given=self.game.name, remedy="fix `play`, or raise the bound in spec.py")

    def _draw_chance(self) -> None:
        """Draw pending chance moves, the k-th one from a hash of (seed, k): games with one seed share their luck."""
        while self._seed is not None and self.to_act == CHANCE:
            rng = make_rng(derive_seed("chance", self._seed, self._n_chance))
            self._apply(int(self.game.verb("sample_chance")(self.game.rules, self.state, rng)))

    def view(self, seat: int | None = None, clock: Clock | None = None) -> "View":
        """Return what one seat knows (the seat to act unless told otherwise), with the time it has, if any is measured."""
        viewer = self.to_act if seat is None else self.game.check_seat(seat)
        if viewer < 0:
            problem = "the game is over, nobody is to act" if viewer == NOBODY else "chance is to act, not a seat"
            raise PositionError(problem, where=self._where(), remedy="say which seat: view(0)")
        state = self.game.copy_state(self.state)
        self.game.verb("conceal")(self.game.rules, state, viewer)
        return View(self.game, viewer, state, tuple(self._observed[viewer]), clock, self._origin(viewer))

    def _origin(self, seat: int) -> bytes:
        """Return what a seat saw where this object began, as `View.origin`."""
        if seat not in self._origins:
            first = record_from(bytearray(self._first), self.game.spec.state_dtype)
            self.game.verb("conceal")(self.game.rules, first, seat)
            self._origins[seat] = digest_state(first)
        return self._origins[seat]

    def open_view(self, seat: int, clock: Clock | None = None) -> "OpenView":
        """Return a view of a seat with nothing concealed; for bots that cheat, never for a fair bot."""
        seat = self.game.check_seat(seat)
        state, observed = self.game.copy_state(self.state), tuple(self._observed[seat])
        return OpenView(self.game, seat, state, observed, clock, self._origin(seat))

    def copy(self) -> "Position":
        """Return an independent copy, seed and history included."""
        other = Position(self.game, self.game.copy_state(self.state))
        other._first, other._origins, other.moves = self._first, dict(self._origins), list(self.moves)
        other._observed = [list(seen) for seen in self._observed]
        other._before, other._seed, other._n_chance = self._before, self._seed, self._n_chance
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle everything, the seed included: a Position belongs to the referee."""
        rest = (self.moves, self._observed, self._before, self._seed, self._n_chance, self._first)
        return (_unpickle_position, (self.game, self.state.tobytes(), rest))

    def __repr__(self) -> str:
        """Show the text form."""
        return f"<Position {self._where()}>"


class View(_Board):
    """What one seat knows: a concealed state, what it has observed, its clock. Nothing hidden can be reached from here."""

    def __init__(
        self,
        game: Game,
        seat: int,
        state: Any,
        observed: tuple[int, ...] = (),
        clock: Clock | None = None,
        origin: bytes | None = None,
    ) -> None:
        """Wrap a state record that is already concealed for `seat`."""
        self.game = checks.instance("game", game, Game, where="View", remedy="use Position.view or Game.view")
        self.seat = game.check_seat(seat)
        game.check_state(state)
        self.state = state
        self.observed = checks.instance("observed", observed, tuple, where="View")  # own codes; other events: code | OBSERVED
        self.clock = clock if clock is None else checks.instance("clock", clock, Clock, where="View")  # None: not measured
        # A digest of what this seat knew before the first of `observed`; None if unknown.
        self.origin = origin if origin is None else checks.instance("origin", origin, bytes, where="View")

    def own_codes(self) -> list[int]:
        """Return what this seat can choose now; empty if it is not its turn.

        Where seats choose at the same time, a view is from before the unseen choices of the others. They are played in a copy,
        in any way: what this seat may do cannot depend on what it cannot see.
        """
        if self.to_act == self.seat:
            return self.legal_codes()
        world, rules = self.copy(), self.game.rules
        self.game.verb("determinise")(rules, world.state, self.seat, make_rng(0))
        while world.to_act not in (self.seat, NOBODY):
            codes = world.legal_codes()
            if not codes or self.game.verb("observe")(rules, world.state, codes[0], self.seat) != NOTHING:
                return []
            self.game.verb("play")(rules, world.state, codes[0])
        return world.legal_codes()

    def own_moves(self) -> list[str]:
        """Return what this seat can choose now, as text."""
        return [self.format_move(code) for code in self.own_codes()]

    def after(self, move: str | int) -> "View":
        """Return what this seat will know right after it has chosen a move."""
        codes, texts = self.own_codes(), self.own_moves()
        code = codes[texts.index(move)] if isinstance(move, str) and move in texts else move
        if isinstance(code, str):
            read = self.game.parse_move(self.state, codes, code)
            code = -1 if read is None else read
        checked = code if type(code) is int and code in codes else -1
        state = None if checked < 0 else history.after_choice(self.game, self.seat, self.state, checked)
        if state is None:
            listed = " ".join(texts[:40]) or "none, it is not its turn"
            problem = f"seat {self.seat} cannot choose this now"
            raise IllegalMoveError(problem, given=checks.shown(move), where=self._where(), remedy=f"legal: {listed}")
        return View(self.game, self.seat, state, (*self.observed, checked), origin=self.origin)

    def later(self, events: Sequence[str]) -> "View":
        """Return what this seat will know when it has observed more events, given as texts like those of `events`."""
        words, n_before = self.game.read_event_texts(events, len(self.observed)), len(self.observed)
        state, more = history.read_events(self.game, self.seat, words, self.state, n_before)
        observed = (*self.observed, *(code if own else code | OBSERVED for code, own in more))
        return View(self.game, self.seat, state, observed, origin=self.origin)

    def events(self) -> list[str]:
        """Return what this seat has observed since the start of the game as texts, for `Game.view_from`."""
        return history.event_texts(self.game, self.seat, self.state, self._events())

    def _events(self) -> list[history.Event]:
        return [(event & ~OBSERVED, not event & OBSERVED) for event in self.observed]

    def _history_text(self) -> str:
        return history.format_events(self.game, self.seat, self.state, self._events())

    def _key(self) -> Any:
        return (self.seat, self.state.tobytes())

    def copy(self) -> Self:
        """Return an independent copy."""
        state = self.game.copy_state(self.state)
        return type(self)(self.game, self.seat, state, self.observed, self.clock, self.origin)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle its own state only, which a View has concealed."""
        rest = (self.seat, self.state.tobytes(), self.observed, self.clock, self.origin)
        return (_unpickle_view, (type(self), self.game, *rest))

    def __repr__(self) -> str:
        """Show seat and text form."""
        return f"<View of seat {self.seat} {self._where()}>"


class OpenView(View):
    """What a cheat sees: the state with nothing concealed. Searches take it as the one possible world."""

    def own_codes(self) -> list[int]:
        """Return what this seat can choose now; empty if it is not its turn."""
        return self.legal_codes() if self.to_act == self.seat else []


def digest_state(state: Any) -> bytes:
    """Return 16 bytes that tell states apart."""
    return hashlib.blake2b(state.tobytes(), digest_size=16).digest()


def _unpickle_position(game: Game, raw: bytes, rest: tuple[Any, ...]) -> Position:
    position = Position(game, game.state_from_bytes(raw))
    position.moves, position._observed, position._before, position._seed, position._n_chance, position._first = rest
    return position


def _unpickle_view(kind: type[View], game: Game, seat: int, raw: bytes, *rest: Any) -> View:
    return kind(game, seat, game.state_from_bytes(raw), *rest)
