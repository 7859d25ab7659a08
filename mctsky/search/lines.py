"""Lines of moves from a view: the board after each, computed once."""

from typing import Any

from mctsky.core.contract import CHANCE, NOBODY
from mctsky.core.position import View

MAX_LINES = 10_000  # that are remembered

Codes = tuple[int, ...]


class Lines:
    """Boards after moves that the viewer knows, each played once."""

    def __init__(self, view: View) -> None:
        """Begin at a view."""
        self.view, self._game = view, view.game
        self._states: dict[Codes, Any] = {(): view.state}
        self._actors: dict[Codes, int] = {}
        self._legal: dict[Codes, frozenset[int]] = {}

    def state(self, line: Codes) -> Any:
        """Return the state after a line of legal moves; nobody may change it."""
        state = self._states.get(line)
        if state is None:
            before = self.state(line[:-1])
            if len(self._states) >= MAX_LINES:
                self._forget()
            state = self._game.copy_state(before)
            self._game.verb("play")(self._game.rules, state, line[-1])
            self._states[line] = state
        return state

    def _forget(self) -> None:
        self._states, self._actors, self._legal = {(): self.view.state}, {}, {}

    def to_act(self, line: Codes) -> int:
        """Return who acts after a line."""
        actor = self._actors.get(line)
        if actor is None:
            actor = self._actors[line] = int(self._game.verb("to_act")(self._game.rules, self.state(line)))
        return actor

    def legal(self, line: Codes) -> frozenset[int]:
        """Return what can happen after a line, as far as the viewer can tell: moves, or outcomes of chance."""
        codes = self._legal.get(line)
        if codes is None:
            actor, state = self.to_act(line), self.state(line)
            if actor == NOBODY:
                codes = frozenset()
            elif actor == CHANCE:
                codes = frozenset(code for code, _ in self._game.chance_codes(state))
            else:
                codes = frozenset(self._game.legal_codes(state))
            self._legal[line] = codes
        return codes

    def goes_on(self, line: Codes) -> bool:
        """Say whether the viewer, which has made all moves of a line, is to make another one of the same turn."""
        seat, game = self.view.seat, self._game
        return self.to_act(line) == seat and bool(game.verb("mid_turn")(game.rules, self.state(line), seat))

    def texts(self, line: Codes) -> tuple[str, ...]:
        """Return the moves of a line as texts."""
        return tuple(self._game.format_move(self.state(line[:k]), code) for k, code in enumerate(line))
