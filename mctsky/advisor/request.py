"""Check a question: a view, a bot with its budget, and the moves to consider."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from mctsky.bots.registry import split_spec
from mctsky.core.checks import instance, seed_number, shown, whole_number
from mctsky.core.position import Game, Position, View
from mctsky.errors import ArgumentError, IllegalMoveError, OptionError, PositionError, UnknownNameError, nearest
from mctsky.search.params import STRAIGHT, TUNED, VARIANTS, SearchParams, params_for
from mctsky.search.search import check_view

DEFAULT_BOT, DEFAULT_TURNS = TUNED, 3
MAX_LISTED = 10_000  # moves or turns that can be asked for
MAX_DRAWN = 1_000_000  # worlds


@dataclass(frozen=True)
class Request:
    """One checked question."""

    view: View
    bot: str
    params: SearchParams
    seed: int | None  # None: 0, or the random numbers go on from an earlier search
    top: int | None  # moves in the answer, None = all
    turns: int  # whole turns in the answer
    codes: frozenset[int] | None = None  # the moves that may be considered, None = all
    worlds: int | None = None  # drawn for the belief, 0 = no belief, None = by the number of iterations
    points: bool = True  # whether points are counted, in games that have them


def view_of(view: View | Position, where: str) -> View:
    """Return the view to search: a view as it is, or what the seat to act sees of a Position."""
    seen = view.view() if isinstance(view, Position) else view
    return instance("view", seen, View, where=where, remedy="pass a View or a Position, for example game.start(seed=1)")


def params_for_game(game: Game, bot: str, given: Mapping[str, object]) -> SearchParams:
    """Return the parameters of a bot's spec string for a game, with `given` on top of it."""
    name, parameters = split_spec(instance("bot", bot, str, where="advise", remedy=f"for example {DEFAULT_BOT!r}"))
    if name not in (TUNED, *VARIANTS):
        problem = "this bot does not search, so it cannot give advice"
        raise UnknownNameError(
            problem, given=shown(name), where="advise", remedy=nearest(name, (TUNED, *VARIANTS)), field="bot"
        )
    straight = STRAIGHT if name == TUNED else {}  # a strategy leaves moves without a value
    return params_for(game, name, {**straight, **parameters, **given})


def make_request(
    view: View | Position,
    bot: str = DEFAULT_BOT,
    *,
    parameters: Mapping[str, object] | None = None,
    iterations: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    seed: int | None = None,
    top: int | None = None,
    turns: int = DEFAULT_TURNS,
    worlds: int | None = None,
    moves_allowed: Iterable[str] | None = None,
    moves_avoided: Iterable[str] | None = None,
) -> Request:
    """Check a question; the bot decides what is None."""
    seen = view_of(view, "advise")
    budget = {"iterations": iterations, "seconds": time, "nodes": nodes, "threads": threads, "memory": memory}
    given: dict[str, object] = {name: value for name, value in budget.items() if value is not None}
    params = params_for_game(seen.game, bot, {**(parameters or {}), **given})
    if any(value is not None for value in (iterations, time, nodes)):  # a budget of this call replaces the bot's
        params = replace(params, iterations=iterations, seconds=time, nodes=nodes)
    check_view(seen, params)
    if top is not None:
        top = whole_number("top", top, 1, MAX_LISTED, where="advise")
    turns = whole_number("turns", turns, 0, MAX_LISTED, where="advise")
    if worlds is not None:
        worlds = whole_number("worlds", worlds, 0, MAX_DRAWN, where="advise")
    codes = _allowed(seen, params, moves_allowed, moves_avoided)
    if seed is not None:
        seed = seed_number(seed, "advise")
    return Request(seen, bot, params, seed, top, turns, codes, worlds)


def _allowed(
    view: View, params: SearchParams, allowed: Iterable[str] | None, avoided: Iterable[str] | None
) -> frozenset[int] | None:
    """Return the codes of the moves that are left; None if there is no limit."""
    if allowed is None and avoided is None:
        return None
    codes = view.own_codes()
    field = "moves_allowed" if allowed is not None else "moves_avoided"
    if not codes:
        problem = f"seat {view.seat} does not decide now, so there are no moves to choose from"
        raise PositionError(problem, where=view.game.name, remedy=f"leave out {field}", field=field)
    if params.variant == "pimc":
        problem = "pimc cannot be limited to some moves"
        raise OptionError(problem, given=field, where="advise", remedy="use ismcts, mcts or flat", field=field)
    texts = dict(zip(view.own_moves(), codes, strict=True))
    chosen = set(codes) if allowed is None else {_code(view, texts, word, "moves_allowed") for word in _words(allowed, field)}
    if avoided is not None:
        chosen -= {_code(view, texts, word, "moves_avoided") for word in _words(avoided, "moves_avoided")}
    if not chosen:
        problem = "no move is left to choose from"
        raise ArgumentError(problem, where=view.game.name, remedy="allow more moves, or avoid fewer", field=field)
    return None if len(chosen) == len(codes) else frozenset(chosen)


def _words(moves: Iterable[str], field: str) -> list[str]:
    if isinstance(moves, str) or not isinstance(moves, Iterable):
        raise ArgumentError(f"{field} is a list of moves", given=shown(moves), where="advise", field=field)
    return list(moves)


def _code(view: View, texts: dict[str, int], word: str, field: str) -> int:
    """Return the code of a move of the seat."""
    if isinstance(word, str):
        if word.strip() in texts:
            return texts[word.strip()]
        code = view.game.parse_move(view.state, list(texts.values()), word)
        if code is not None and code in texts.values():
            return code
    listed = " ".join(list(texts)[:40]) + (f" ... ({len(texts)} in all)" if len(texts) > 40 else "")
    problem = f"{field} has a move that cannot be chosen now"
    raise IllegalMoveError(problem, given=shown(word), where=view.game.name, remedy=f"legal: {listed}", field=field)
