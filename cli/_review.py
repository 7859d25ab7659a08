"""Looking at a recorded game with the advisor: what each decision was worth, with what its seat knew."""

import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from mctsky.arena.records.replay import game_of, replay
from mctsky.cli._advice_text import in_row
from mctsky.core.contract import CHANCE

if TYPE_CHECKING:
    from mctsky.advisor.advice import Advice
    from mctsky.arena.records.record import GameRecord
    from mctsky.core.position import View

SURE = 3.0  # standard errors from which a loss is more than noise; values spread up to 1.4 times as far as their errors say


@dataclass(frozen=True)
class Worth:
    """What a move is worth to the seat that plays it, with the standard error of that."""

    value: float
    error: float


@dataclass(frozen=True)
class Judged:
    """One decision of a recorded game."""

    ply: int  # number of the move, from 1 on, luck included
    seat: int
    move: str
    values: tuple[float | None, ...]  # expected results by seat before the move, as far as its seat could tell
    advice: "Advice | None" = None  # None: there was only one move
    best: Worth | None = None  # of the advised move and of the one that was played, by equal searches; None where they are one
    played: Worth | None = None

    @property
    def advised(self) -> str:
        """What the advisor would have played: the best whole turn, if it begins with the best move, or that move."""
        if self.advice is None:
            return self.move
        turn = self.advice.turns[0] if self.advice.turns else None
        whole = turn is not None and turn.complete and turn.codes[0] == self.advice.best_code
        return in_row(turn.moves) if turn is not None and whole else self.advice.best

    @property
    def agrees(self) -> bool:
        """Whether the best move was played."""
        return self.advice is None or self.advice.best == self.move

    @property
    def loss(self) -> float:
        """How much less the move was worth than the best one; negative if it turned out better."""
        return 0.0 if self.best is None or self.played is None else self.best.value - self.played.value

    @property
    def loss_error(self) -> float:
        """The standard error of the loss."""
        return 0.0 if self.best is None or self.played is None else math.hypot(self.best.error, self.played.error)

    @property
    def is_sure(self) -> bool:
        """Whether the loss is more than noise."""
        return self.loss > SURE * self.loss_error

    def to_dict(self) -> dict[str, Any]:
        """Return the decision as data for JSON."""
        data: dict[str, Any] = {"ply": self.ply, "seat": self.seat, "move": self.move, "forced": self.advice is None}
        data |= {"values": list(self.values)}
        if self.advice is None:
            return data
        best = self.advice.moves[0]
        return data | {
            "advised": self.advice.best,
            "advised_turn": self.advised,
            "value": best.value,
            "error": best.error,
            "variation": list(best.variation),
            "best": None if self.best is None else asdict(self.best),
            "played": None if self.played is None else asdict(self.played),
            "loss": self.loss,
            "loss_error": self.loss_error,
            "sure": self.is_sure,
            "iterations": self.advice.iterations,
        }


@dataclass(frozen=True)
class Review:
    """A recorded game with its decisions judged, all or as many as there was time for."""

    record: "GameRecord"
    seat: int | None  # whose decisions were looked at, None = all
    decisions: tuple[Judged, ...]
    n_decisions: int  # that there are
    bot: str
    budget: dict[str, Any]

    @property
    def is_whole(self) -> bool:
        """Whether all decisions were looked at."""
        return len(self.decisions) == self.n_decisions

    def worst(self, top: int) -> list[Judged]:
        """Return the moves that lost most, the worst first; only losses that are more than noise."""
        lost = [judged for judged in self.decisions if judged.is_sure]
        return sorted(lost, key=lambda judged: (-judged.loss, judged.ply))[:top]

    def curve(self, seat: int) -> list[tuple[int, float]]:
        """Return a seat's expected result after each number of moves, as the seats to act could tell; at the end the result."""
        points = [
            (judged.ply - 1, value)
            for judged in self.decisions
            if judged.advice is not None and (value := judged.values[seat]) is not None
        ]
        return [*points, (len(self.record.moves), float(self.record.result[seat]))] if self.is_whole else points

    def to_dict(self) -> dict[str, Any]:
        """Return everything as data for JSON."""
        record = self.record
        return {
            "id": record.id,
            "game": record.game,
            "options": dict(record.options),
            "names": list(record.names),
            "result": list(record.result),
            "reason": record.reason if self.seat is None else record.reason.partition(":")[0],
            "seat": self.seat,
            "bot": self.bot,
            "budget": self.budget,
            "whole": self.is_whole,
            "decisions": [judged.to_dict() for judged in self.decisions],
            "worst": [judged.ply for judged in self.worst(len(self.decisions))],
        }


def decisions_of(record: "GameRecord", seat: int | None) -> list[tuple[int, "View"]]:
    """Return the decisions of a game, or of one seat: the number of the move, and what its seat knew."""
    if seat is not None:
        game_of(record).check_seat(seat)
    found, before = [], None
    for number, (position, move) in enumerate(replay(record)):
        if move is not None and before is not None and move.seat != CHANCE and seat in (None, move.seat):
            found.append((number, before.view(move.seat)))
        before = position
    return found


def judge(record: "GameRecord", decisions: list[tuple[int, "View"]], bot: str, budget: dict[str, Any]) -> Iterator[Judged]:
    """Judge decisions one by one, each with nothing but what its seat knew.

    Where another move than the best was played, both get a search of their own with the same budget. In the search that
    found the best one they cannot be compared: it was chosen because it looked good there, and the other has few visits.
    """
    from mctsky.advisor.advisor import advise

    for ply, view in decisions:
        move, code = record.moves[ply - 1].move, record.moves[ply - 1].code
        if len(view.own_codes()) == 1:
            yield Judged(ply, view.seat, move, (None,) * view.game.n_seats)
            continue
        advice = advise(view, bot, seed=0, **budget)
        values = advice.moves[0].values
        if advice.best_code == code:
            yield Judged(ply, view.seat, move, values, advice)
            continue
        searches = (
            advise(view, bot, seed=1, turns=0, moves_allowed=[view.format_move(one)], **budget)
            for one in (advice.best_code, code)
        )
        best, played = (Worth(found.moves[0].value, found.moves[0].error) for found in searches)
        yield Judged(ply, view.seat, move, values, advice, best, played)
