"""A game between a person and bots: luck, the bots' moves, taking back, and what the person's seat notices."""

import datetime
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from mctsky.arena.playing.failure import BotFailure, Fault, result_of_failure
from mctsky.arena.playing.referee import PATIENCE
from mctsky.arena.playing.time_limit import TimeUp, call_within
from mctsky.arena.records.moves import describe_moves
from mctsky.arena.records.record import NORMAL, GameRecord, MoveRecord
from mctsky.arena.records.replay import Sight, new_sights
from mctsky.core.clock import Clock
from mctsky.core.contract import CHANCE
from mctsky.core.foreign import call_bot
from mctsky.core.position import Game, View
from mctsky.core.rng import derive_seed
from mctsky.errors import IllegalMoveError, MachineError, OptionError, one_line

if TYPE_CHECKING:
    from mctsky.bots.api import Bot

log = logging.getLogger(__name__)

T = TypeVar("T")
HUMAN = "human"
RESIGNED = "resigned"


def make_opponent(spec: str) -> "Bot":
    """Return a bot that plays here, or in a process of its own if it does not come with mctsky."""
    from mctsky.bots import make_bot
    from mctsky.bots.processes.isolation import isolated
    from mctsky.bots.registry import is_foreign

    return isolated(spec) if is_foreign(spec) else make_bot(spec)


class PlayTable:
    """One game under way.

    The luck is that of a match's game with the same seed. Taking back draws the luck to come from another seed: the same dice
    would be a way to look ahead. What was seen cannot be unseen, so the game is for practice from then on.
    """

    def __init__(self, game: Game, seat: int, specs: Sequence[str], seed: int) -> None:
        """Begin a game; `specs` are by seat, the one of `seat` is not asked."""
        self.game, self.seat, self.specs, self.seed = game, seat, tuple(specs), seed
        self.position = game.start()  # without a seed: luck is played here, so that every event is seen by itself
        self.n_undone = 0  # how often something was taken back that the person could not have known before
        self.sights: list[Sight] = []  # all that the person's seat has noticed
        self.ended: tuple[int, str] | None = None  # who lost other than by the rules, and why
        self._bots: dict[int, Bot] = {}
        self._warmed: set[str] = set()

    # ---- what there is to know

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by the rules or otherwise."""
        return self.ended is not None or self.position.is_over

    @property
    def is_practice(self) -> bool:
        """Whether something was taken back after more was known."""
        return self.n_undone > 0

    @property
    def to_act(self) -> int:
        """Who is to act."""
        return self.position.to_act

    def view(self) -> View:
        """Return what the person's seat knows."""
        return self.position.view(self.seat)

    def result(self) -> list[float]:
        """Return the result by seat; whoever lost other than by the rules has nothing, the others share a win."""
        return self.position.returns() if self.ended is None else result_of_failure(self.ended[0], self.game.n_seats)

    # ---- playing

    def check(self) -> None:
        """Refuse bots that do not exist, cannot play this game or need the terminal."""
        for seat, spec in enumerate(self.specs):
            if seat == self.seat:
                continue
            bot = make_opponent(spec)
            if bot.interactive:
                problem = "two people at one terminal would see each other's cards"
                raise OptionError(problem, given=spec, where="play", remedy="name a bot that plays by itself")
            call_bot("check", spec, bot.check, self.game)

    def begin(self) -> list[Sight]:
        """Begin the game for the bots and draw the first luck; return what the person's seat notices."""
        self._seat_bots()
        return self.draw_luck() if self.ended is None else []

    def move(self, code: int) -> list[Sight]:
        """Play a choice and the luck after it, and tell the bots; return what the person's seat notices."""
        seen = [*self.step(code), *self.draw_luck()]
        for seat, bot in list(self._bots.items()):
            if bot.observes and self.ended is None:
                self._try(seat, partial(self._tell, bot, seat))
        return seen

    def ask_bot(self) -> list[Sight]:
        """Let the bot that is to act play; one that fails has lost, and the game is over."""
        seat = self.to_act
        self._seat_bots()
        return self._try(seat, partial(self._bot_move, seat)) or []

    def _bot_move(self, seat: int) -> list[Sight]:
        code = self._ask(seat, self._bots[seat].choose, self._view_of(seat))
        if not hasattr(code, "__index__") or code not in self.position.legal_codes():
            raise BotFailure(Fault.ILLEGAL, f"{code!r:.80}")
        return self.move(int(code))

    def step(self, code: int) -> list[Sight]:
        """Play one move or chance outcome; return what the person's seat notices of it."""
        actor, before = self.to_act, self.view()
        self.position.play(code)
        seen = new_sights(before, self.view(), actor)
        self.sights += seen
        return seen

    def draw_luck(self) -> list[Sight]:
        """Play the chance moves that are due, drawn from the seed; return what the person's seat notices."""
        return [sight for code in self._due_luck() for sight in self.step(code)]

    def _due_luck(self) -> list[int]:
        seed = derive_seed("undo", self.seed, self.n_undone) if self.n_undone else self.seed
        drawn = self.position.copy()._with_luck(seed)
        return drawn.moves[len(self.position.moves) :]

    # ---- bots

    def _seat_bots(self) -> None:
        if self._bots or self.ended is not None:
            return
        for seat, spec in enumerate(self.specs):
            if seat == self.seat:
                continue
            bot = make_opponent(spec)
            bot.check(self.game)
            self._bots[seat] = bot
            self._try(seat, partial(self._start, bot, seat))

    def _start(self, bot: "Bot", seat: int) -> None:
        if self.specs[seat] not in self._warmed:
            self._warmed.add(self.specs[seat])
            try:
                bot.warm(self.game)  # a first compilation may take longer than our patience
            except BotFailure as failure:  # the game will show what the bot cannot do
                log.info("%s cannot be warmed: %s", self.specs[seat], failure)
        self._ask(seat, bot.new_game, self.game, seat, derive_seed("bot", self.seed, self.n_undone, seat))

    def _tell(self, bot: "Bot", seat: int) -> None:
        self._ask(seat, bot.observe, self._view_of(seat))

    def _try(self, seat: int, action: Callable[[], T]) -> T | None:
        """Call a bot; if it fails, it has lost the game."""
        try:
            return action()
        except BotFailure as failure:
            log.info("seat %d: %s", seat, failure)  # only in the log: it may tell the bot's hand
            self.ended = (seat, str(failure.fault))
            return None

    def _view_of(self, seat: int) -> View:
        clock = Clock()
        return self.position.open_view(seat, clock) if self._bots[seat].cheats else self.position.view(seat, clock)

    def _ask(self, seat: int, function: Any, *arguments: Any) -> Any:
        """Call into a bot; whatever it does wrong becomes a BotFailure, as in a match."""
        bot = self._bots[seat]
        bot.patience = PATIENCE + bot.start_seconds
        try:
            return call_within(bot.patience, function, *arguments)
        except (BotFailure, KeyboardInterrupt, MachineError):
            raise
        except TimeUp:
            raise BotFailure(Fault.HANG, f"no answer within {bot.patience:.0f} s") from None
        except BaseException as error:  # a bot is foreign code, sys.exit() included
            raise BotFailure(Fault.CRASH, one_line(error)) from error

    def resign(self) -> None:
        """End the game as lost for the person."""
        self.ended = (self.seat, RESIGNED)

    def replay(self, codes: Sequence[int]) -> str:
        """Play the moves of a saved game; return what is wrong with them, empty if nothing is."""
        for number, code in enumerate(codes, 1):
            if self.position.is_over:
                return f"the game is over before move {number}"
            if self.to_act == CHANCE and not self.is_practice and self._due_luck()[0] != code:
                return f"move {number} is not the luck of its seed"
            try:
                self.step(code)
            except IllegalMoveError:
                return f"move {number} is not legal"
        return ""

    # ---- taking back

    def undo(self) -> list[Sight] | None:
        """Go back to the person's decision before this one; return what was taken back as far as it was seen, None if nothing.

        Moves of the person alone are taken back freely. If luck or another seat has acted since, new luck is drawn from
        here on, the bots begin again, and the game counts as practice.
        """
        codes = list(self.position.moves)
        actors = [seat for seat, _ in describe_moves(self.game.start(), codes)]
        own = [place for place, actor in enumerate(actors) if actor == self.seat]
        if not own:
            return None
        keep, seen = own[-1], self.sights
        if any(actor != self.seat for actor in actors[keep:]):
            self.n_undone += 1
        self.close()
        self.ended, self.sights, self.position = None, [], self.game.start()
        for code in codes[:keep]:
            self.step(code)
        return seen[len(self.sights) :]

    # ---- the end

    def close(self) -> None:
        """Close the bots."""
        result = self.result() if self.is_over else [0.0] * self.game.n_seats
        for seat, bot in list(self._bots.items()):
            try:
                self._ask(seat, bot.end, tuple(result))
            except BotFailure:
                continue  # the result stands, whatever a bot does afterwards
        self._bots = {}

    def record(self) -> GameRecord:
        """Return the finished game as record files hold it."""
        from mctsky.arena.playing.plan import enter_bot
        from mctsky.arena.playing.referee import software_versions
        from mctsky.bots import make_bot

        codes = self.position.moves
        names = {spec: enter_bot(spec, make_bot, self.game) for spec in dict.fromkeys(self.specs)}
        entries = list(names)
        told = describe_moves(self.game.start(), codes)
        return GameRecord(
            id=f"play-{derive_seed('play', self.seed, self.game.name, datetime.datetime.now().isoformat()):016x}-0",
            game=self.game.name,
            options=dict(self.game.options),
            seed=self.seed,
            seating=tuple(entries.index(spec) for spec in self.specs),
            bots=tuple(names.values()),
            moves=tuple(MoveRecord(seat, code) for code, (seat, _) in zip(codes, told, strict=True)),
            has_texts=False,
            result=tuple(self.result()),
            reason=NORMAL if self.ended is None else self.ended[1],
            failed_seat=None if self.ended is None else self.ended[0],
            files=dict(self.game.files),
            versions={**software_versions(), "rules": str(self.game.spec.version)},
            finished_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        )
