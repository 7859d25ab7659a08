"""Checks that must hold in any state of any game."""

import math
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np

from mctsky.core.checked import show_record
from mctsky.core.contract import CHANCE, NOBODY, NOTHING, has_verb
from mctsky.core.position import Game, Position, View
from mctsky.core.record import new_records
from mctsky.core.rng import make_rng
from mctsky.testing.findings import Finding, broken, differences, require
from mctsky.testing.histories import copied, options_here, random_code, record, walk, world_of

ALTERS = "changes nothing but what its docstring names"
INSIDE = "inside its arrays only"
SPARE = 64  # places behind a buffer that must stay as they are
UNTOUCHED = -99
MAX_TURN = 2_000  # continuations of a turn that are tried


def rules_bytes(rules: Any) -> bytes:
    """Return all that a game's tag holds, tables included, as bytes."""
    return b"".join(np.asarray(part).tobytes() for part in rules)


def ask(board: Position | View, verb: str, *arguments: Any) -> Any:
    """Call a verb that must leave the state alone, and check that it does."""
    before = board.state.tobytes()
    answer = board.game.verb(verb)(board.game.rules, board.state, *arguments)
    if board.state.tobytes() != before:
        broken(verb, ALTERS, f"the state changed: {differences(record(board.game, before), board.state)}")
    return answer


def fill(board: Position | View, verb: str, kind: Any, room: int, call: Callable[[Any], Any]) -> tuple[Any, Any]:
    """Call a verb with a buffer of `room` places and some more behind it, which it must not touch; return answer and buffer."""
    out = np.full(room + SPARE, UNTOUCHED, kind)
    answer = call(out if room else out[:0])
    touched = np.flatnonzero(out[room:] != UNTOUCHED)
    if touched.size:
        broken(verb, INSIDE, f"wrote to place {room + int(touched[0])} of an array of {room}")
    return answer, out[:room]


def check_state(board: Position | View) -> None:
    """Check the moves, the odds or the result of a state, whichever it has; a finding then shows the state."""
    try:
        _check_state(board)
    except Finding as finding:
        finding.found += f"; state: {show_record(board.state)}"
        raise


def _check_state(board: Position | View) -> None:
    actor = int(ask(board, "to_act"))
    if not NOBODY <= actor < board.game.n_seats:
        broken("to_act", "the seat that chooses next", f"seat {actor} of {board.game.n_seats}")
    if actor == CHANCE:
        require(board.game.spec.chance, "to_act", "the seat that chooses next", "CHANCE in a game whose spec says chance=False")
        check_odds(board)
    elif actor == NOBODY:
        check_returns(board)
    else:
        check_legal(board)
        check_decisive(board)
    check_estimate(board)


def _check_codes(verb: str, codes: list[int], n_codes: int) -> None:
    require(codes == sorted(set(codes)), verb, "ascending", f"codes {codes}")
    if codes[0] < 0 or codes[-1] >= n_codes:
        wrong = codes[0] if codes[0] < 0 else codes[-1]
        broken(verb, "from 0 to n_codes - 1", f"code {wrong}; the spec says n_codes={n_codes}")


def check_legal(board: Position | View) -> None:
    """Check the list of legal moves, and that a drawn move is one of them."""
    bounds = board.game.spec.bounds
    n, out = fill(board, "legal_moves", np.int32, bounds.max_legal, lambda out: int(ask(board, "legal_moves", out)))
    if not 1 <= n <= bounds.max_legal:
        broken("legal_moves", "at most `max_legal`", f"{n} moves; the spec says max_legal={bounds.max_legal}")
    codes = [int(code) for code in out[:n]]
    _check_codes("legal_moves", codes, bounds.n_codes)
    if has_verb(board.game.spec.game_type, "random_move"):
        for rng in map(make_rng, range(3)):
            move, _ = fill(board, "random_move", np.int32, bounds.max_legal, partial(_draw_move, board, rng))
            require(move in codes, "random_move", "one of the legal moves", f"drew {move}; legal are {codes}")


def _draw_move(board: Position | View, rng: Any, out: Any) -> int:
    return int(ask(board, "random_move", out, rng))


def check_odds(board: Position | View) -> None:
    """Check the outcomes of a chance move and their odds."""
    bounds, room = board.game.spec.bounds, board.game.spec.bounds.max_chance
    odds = np.full(room + SPARE, float(UNTOUCHED))
    n, out = fill(board, "chance_moves", np.int32, room, lambda out: int(ask(board, "chance_moves", out, odds)))
    require(bool((odds[room:] == UNTOUCHED).all()), "chance_moves", INSIDE, f"wrote beyond an array of {room} odds")
    if not 1 <= n <= room:
        broken("chance_moves", "at most `max_chance`", f"{n} outcomes; the spec says max_chance={room}")
    codes = [int(code) for code in out[:n]]
    _check_codes("chance_moves", codes, bounds.n_codes)
    listed = [float(odd) for odd in odds[:n]]
    if min(listed) <= 0 or not math.isclose(math.fsum(listed), 1.0, abs_tol=1e-12):
        broken("chance_moves", "add up to 1", f"odds {listed} add up to {math.fsum(listed)}")


def check_returns(board: Position | View) -> None:
    """Check the results of a finished game."""
    n = board.game.n_seats
    _, out = fill(board, "returns", np.float64, n, lambda out: ask(board, "returns", out))
    values = [float(value) for value in out]
    require(all(0.0 <= value <= 1.0 for value in values), "returns", "each in [0, 1]", f"results {values}")
    if n == 2:
        require(math.isclose(sum(values), 1.0, abs_tol=1e-12), "returns", "two seats add up to 1", f"results {values}")


def check_estimate(board: Position | View) -> None:
    """Check that an estimate lies between 0 and 1, if the game makes any."""
    if has_verb(board.game.spec.game_type, "evaluate"):
        _, out = fill(board, "evaluate", np.float64, board.game.n_seats, lambda out: ask(board, "evaluate", out))
        values = [float(value) for value in out]
        require(all(0.0 <= value <= 1.0 for value in values), "evaluate", "each in [0, 1]", f"estimates {values}")


def check_decisive(board: Position | View) -> None:
    """Check that a decisive move is legal and wins, at once or within the turn, if the game names any."""
    if not has_verb(board.game.spec.game_type, "decisive"):
        return
    move = int(ask(board, "decisive"))
    if move == NOTHING:
        return
    codes = board.legal_codes()
    require(move in codes, "decisive", "legal move", f"move {move}; legal are {codes}")
    budget = [MAX_TURN]
    if isinstance(board, Position) and not _wins(board, move, board.to_act, budget) and budget[0] > 0:
        text = board.format_move(move)
        broken("decisive", "wins", f"{text!r} neither wins at once nor begins a turn of seat {board.to_act} that wins")


def _wins(position: Position, move: int, seat: int, budget: list[int]) -> bool:
    """Say whether a seat can end the game as its winner by this move and further ones of the same turn."""
    budget[0] -= 1
    after = copied(position)
    after._apply(move)
    actor = after.to_act
    if actor == NOBODY:
        results = after.returns()
        return results[seat] == max(results) and results[seat] > min(results)
    goes_on = actor == seat and bool(after.game.verb("mid_turn")(after.game.rules, after.state, seat))
    if actor != CHANCE and not goes_on:
        return False
    options = options_here(after)
    found = (_wins(after, code, seat, budget) for code in options if budget[0] > 0)
    return all(found) if actor == CHANCE else any(found)


def check_decisive_is_known(view: View, seed: int) -> None:
    """Check that a decisive move is the same in all worlds of the seat to act."""
    if has_verb(view.game.spec.game_type, "decisive") and view.to_act == view.seat:
        moves = {int(ask(world_of(view, seed + i), "decisive")) for i in range(4)}
        require(len(moves) == 1, "decisive", "depend on nothing", f"moves {sorted(moves)} in worlds that look the same")


def check_game(game: Game, seed: int) -> int:
    """Check every state of one random game; return how many there were."""
    before, n = rules_bytes(game.rules), 0
    for history in walk(game, seed):
        check_state(history.position)
        n += 1
    require(rules_bytes(game.rules) == before, "play", "never the game's own tables", "the tag's tables have changed")
    return n


def check_play(position: Position) -> None:
    """Check that playing changes one record, and that one in one way: two copies side by side, with guards around them."""
    game, raw = position.game, position.state.tobytes()
    for code in options_here(position):
        pools = [new_records(3, game.spec.state_dtype) for _ in range(2)]
        for pool in pools:
            pool[1] = record(game, raw)
            game.verb("play")(game.rules, pool[1], code)
            if pool[0].tobytes().strip(b"\0") or pool[2].tobytes().strip(b"\0"):
                broken("play", INSIDE, f"wrote beside the state while playing {code}")
        left, right = (pool[1] for pool in pools)
        if left.tobytes() != right.tobytes():
            broken("play", "deterministic", f"{position.format_move(code)!r} twice: {differences(left, right)}")
        require(left.tobytes() != raw, "play", "Every move changes the state", f"{position.format_move(code)!r} does not")


def check_shared_luck(game: Game, seed: int) -> None:
    """Check that equal seeds and equal choices give equal games."""
    finals = []
    for _ in range(2):
        random, position = Random(seed), game.start(seed=seed)
        while not position.is_over:
            if len(position.moves) > game.spec.bounds.max_plies:
                broken("play", "at most `max_plies`", f"{len(position.moves)} moves; max_plies={game.spec.bounds.max_plies}")
            position.play(random_code(position, random))
        finals.append(position)
    if finals[0].moves != finals[1].moves or finals[0] != finals[1]:
        broken("play", "deterministic", f"two games with one seed: {differences(finals[0].state, finals[1].state)}")
