"""Playing a recorded game again: move by move to be watched, or bit for bit to check the record."""

from collections.abc import Iterator
from dataclasses import dataclass

from mctsky.arena.playing.failure import result_of_failure
from mctsky.arena.playing.luck import TAG, read_secret
from mctsky.arena.records.compare import check_files
from mctsky.arena.records.moves import describe_moves, first_position, open_game, whole_turns
from mctsky.arena.records.record import GameRecord, MoveRecord
from mctsky.core.position import OBSERVED, Game, Position, View
from mctsky.core.registry import same_game
from mctsky.errors import DataFileError, IllegalMoveError, MctskyError, RecordError

_REMEDY = "the record was changed, or the rules were; `versions` says what wrote it"


def game_of(record: GameRecord) -> Game:
    """Return the game that a record is of, with its options; user files must be there, with the same contents."""
    try:
        files = check_files(record, _where(record))
        game = same_game(record.game, record.options, files)
    except DataFileError:  # says nothing about the record: without its files it cannot be checked
        raise
    except MctskyError as error:
        raise RecordError(f"its game cannot be loaded: {error}", where=_where(record)) from None
    if game.n_seats != len(record.seating):
        raise _wrong(record, f"{len(record.seating)} seats are taken, {game.name} has {game.n_seats} with these options")
    return game


def replay(record: GameRecord) -> Iterator[tuple[Position, MoveRecord | None]]:
    """Yield the first position with None, then each move with the position after it; each is a copy.

    Moves are checked by the rules, nothing else is: see `verify`.
    """
    position = _first(record)
    yield position.copy(), None
    for number, move in enumerate(record.moves):
        _play(record, position, number)
        yield position.copy(), move


@dataclass(frozen=True)
class Sight:
    """What one seat learns by one event: its own move, or what it sees of another's or of chance."""

    seat: int  # who acted, -1 is chance
    code: int
    text: str
    move: MoveRecord | None  # only if it is the viewer's own
    view: View  # what the seat knows after it


def sights(record: GameRecord, seat: int) -> Iterator[Sight | View]:
    """Yield the first view of a seat, then everything that it notices, in order, and nothing else."""
    position = _first(record)
    position.game.check_seat(seat)
    view = position.view(seat)
    yield view
    for number, move in enumerate(record.moves):
        actor = position.to_act
        _play(record, position, number)
        before, view = view, position.view(seat)
        yield from new_sights(before, view, actor, move)


def new_sights(before: View, after: View, actor: int, move: MoveRecord | None = None) -> list[Sight]:
    """Return what a seat learns by one move or chance outcome, from its views before and after."""
    found = []
    for noticed in after.observed[len(before.observed) :]:
        code, own = noticed & ~OBSERVED, not noticed & OBSERVED
        found.append(Sight(actor, code, before.format_move(code), move if own else None, after))
    return found


def verify(record: GameRecord) -> None:
    """Play a record again and raise a RecordError unless all agrees: luck by the seed, legality, seats, texts and result."""
    game = game_of(record)
    codes = list(record.codes)
    try:
        position = first_position(game, record.opening, record.seed)
        opening = open_game(game, record.seed, record.opening).moves
    except MctskyError as error:
        raise _wrong(record, f"its opening cannot be played: {error}") from None
    n_checked = _agree(record, position, 0)
    while n_checked < len(codes):
        if position.is_over:
            raise _wrong(record, f"the game is over after {n_checked} moves, but the record has {len(codes)}")
        _play(record, position, n_checked)
        n_checked = _agree(record, position, n_checked)
    if codes[: len(opening)] != opening:
        raise _wrong(record, "it does not begin with the moves of its opening")
    start = _first(record)
    for number, (told, move) in enumerate(zip(describe_moves(start, codes), record.moves, strict=True)):
        if told != (move.seat, move.move if record.has_texts else told[1]):
            said = f"{game.seat_name(move.seat)} plays {move.move!r}"
            raise _wrong(record, f"move {number + 1}: {said}, it should be {game.seat_name(told[0])}, {told[1]!r}")
    _verify_turns(record, start)
    if record.secret and TAG + read_secret(record.secret).tag not in record.id:
        raise _wrong(record, "its secret is not that of its match")
    _verify_result(record, position)


def _first(record: GameRecord) -> Position:
    """Return the position before the first move, chance included."""
    game = game_of(record)
    try:
        return first_position(game, record.opening)
    except MctskyError as error:
        raise _wrong(record, f"its opening cannot be read: {error}") from None


def _play(record: GameRecord, position: Position, number: int) -> None:
    try:
        position.play(record.moves[number].code)
    except IllegalMoveError as error:
        problem = "the game is over" if position.is_over else f"no legal move, {error.remedy}"
        raise _wrong(record, f"move {number + 1} is code {record.moves[number].code}: {problem}") from None


def _agree(record: GameRecord, position: Position, n_checked: int) -> int:
    """Check that moves after the first `n_checked`, chance drawn by the seed, are the record's; return how many there are."""
    for number in range(n_checked, len(position.moves)):
        drawn, told = position.moves[number], record.moves[number].code if number < len(record.moves) else None
        if told != drawn:
            said = "missing" if told is None else f"code {told}"
            raise _wrong(record, f"move {number + 1} is {said}, the luck of seed {record.seed} is code {drawn}")
    return len(position.moves)


def _verify_turns(record: GameRecord, start: Position) -> None:
    # Older versions wrote no turns for some games; they say nothing that the moves do not say.
    if record.turns and list(record.turns) != whole_turns(start, record.codes):
        raise _wrong(record, "turns are not those that its moves make")


def _verify_result(record: GameRecord, position: Position) -> None:
    if record.failed_seat is not None:
        expected = result_of_failure(record.failed_seat, position.game.n_seats)
    elif position.is_over:
        expected = position.returns()
    else:
        raise _wrong(record, f"the game is not over after its {len(record.moves)} moves, and no bot failed")
    if list(record.result) != expected:
        raise _wrong(record, f"result is {list(record.result)}, it should be {expected}")


def _where(record: GameRecord) -> str:
    return f"game {record.id or record.index}"


def _wrong(record: GameRecord, problem: str) -> RecordError:
    return RecordError(problem, where=_where(record), remedy=_REMEDY)
