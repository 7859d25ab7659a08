"""The answer of the advisor: moves, whole turns, what is hidden, points, and one sentence about them."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from mctsky.advisor.picture import advice_html, advice_svg
from mctsky.core.position import View

Decides = Literal["now", "later"]


@dataclass(frozen=True)
class AdvisedMove:
    """One move of the decision that the advice is about."""

    text: str
    code: int
    visits: int
    share: float  # of the visits of all moves
    value: float  # mean result of the seat, in [0, 1]
    error: float  # standard error of `value`, as if playouts were independent
    values: tuple[float | None, ...]  # mean result by seat; None: a kept tree knows only this seat's
    errors: tuple[float | None, ...]  # standard errors of `values`
    variation: tuple[str, ...]  # how the game is expected to go on, this move first, as far as the seat can follow it
    proven: tuple[float, ...] | None  # exact result by seat, where the solver has one


@dataclass(frozen=True)
class AdvisedTurn:
    """A whole turn of the seat: all its moves until another seat, or chance, is to act."""

    moves: tuple[str, ...]
    codes: tuple[int, ...]
    visits: int  # of the last move, after all others of the turn
    value: float
    error: float
    complete: bool  # False: the turn goes on, but the tree ends here


@dataclass(frozen=True)
class Likelihood:
    """The probability that an item is at a place."""

    probability: float
    error: float  # standard error


@dataclass(frozen=True)
class HiddenItem:
    """Where one hidden item may be; the probabilities of its places add up to 1."""

    item: str
    places: dict[str, Likelihood]


@dataclass(frozen=True)
class Belief:
    """Where the hidden items probably are, from worlds drawn by the game's odds."""

    worlds: int
    items: tuple[HiddenItem, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        items = [
            {"item": entry.item, "places": {place: dict(vars(odds)) for place, odds in entry.places.items()}}
            for entry in self.items
        ]
        return {"worlds": self.worlds, "items": items}

    def probability(self, item: str, place: str) -> float:
        """Return the probability that an item is at a place."""
        places = next(entry.places for entry in self.items if entry.item == item)
        return places[place].probability if place in places else 0.0


@dataclass(frozen=True)
class Points:
    """The points that each seat has at the end, in games that the search played after the best move."""

    values: tuple[float, ...]
    errors: tuple[float, ...]
    games: int


@dataclass(frozen=True)
class Advice:
    """What a search advises one seat, from what that seat knows; moves and turns are sorted, the best first."""

    view: View = field(repr=False, compare=False)
    game: str
    seat: int
    decides: Decides  # "later": another seat or chance acts first, and `moves` are those of this seat's next decision
    moves: tuple[AdvisedMove, ...]
    turns: tuple[AdvisedTurn, ...]
    belief: Belief | None
    points: Points | None
    reasons: dict[str, str]  # why `belief` or `points` is None
    iterations: int  # of this search
    kept: int  # visits taken over from an earlier search of the same game
    nodes: int
    seconds: float
    seed: int
    bot: str
    final: bool  # False: the search was still going on
    sentence: str

    @property
    def best(self) -> str:
        """The best move as text."""
        return self.moves[0].text

    @property
    def best_code(self) -> int:
        """The best move as a code."""
        return self.moves[0].code

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the view as plain data for JSON, without NaN."""
        parts = {name: value for name, value in vars(self).items() if not name.startswith("_") and name not in _NESTED}
        return {
            **parts,
            "moves": [dict(vars(move)) for move in self.moves],
            "turns": [dict(vars(turn)) for turn in self.turns],
            "belief": None if self.belief is None else self.belief.to_dict(),
            "points": None if self.points is None else dict(vars(self.points)),
        }

    def table(self) -> str:
        """Return the moves as a text table."""
        width = max(4, *(len(move.text) for move in self.moves))
        lines = [f"{'move':{width}}    visits  share   value  error  then"]
        for move in self.moves:
            then = " ".join(move.variation[1:6])
            line = f"{move.text:{width}} {move.visits:9d}  {move.share:5.1%}   {move.value:.3f}  {move.error:.3f}  {then}"
            lines.append(line.rstrip())
        return "\n".join(lines)

    @cached_property
    def _svg(self) -> str:
        return advice_svg(self)

    def _repr_svg_(self) -> str:
        """Return the board with the best moves and the last move drawn on it, for notebooks."""
        return self._svg

    def _repr_html_(self) -> str:
        """Return the picture and the tables, for notebooks."""
        return advice_html(self)

    def __str__(self) -> str:
        """Return the sentence and the table."""
        return f"{self.sentence}\n{self.table()}"


_NESTED = ("view", "moves", "turns", "belief", "points")
