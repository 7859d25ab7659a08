"""Choose where to measure: positions from the opening, the middle and the end of a game of a bot against itself."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any

from mctsky.bots._search import SearchBot
from mctsky.bots.api import Bot
from mctsky.bots.registry import make_bot, split_spec
from mctsky.core.position import Game, Position, View
from mctsky.core.rng import derive_seed
from mctsky.errors import OptionError, PositionError, UnknownNameError, nearest
from mctsky.search.params import SearchParams

SELF_PLAY_ITERATIONS = 200  # most per move of the game that positions are taken from
STAGES = {"opening": 0.1, "middle": 0.5, "end": 0.9}  # share of the game's decisions that come before


@dataclass(frozen=True)
class Place:
    """A decision of a self-play game, as data: it can be made again in another process, or by another version."""

    name: str
    seed: int
    codes: tuple[int, ...]  # the moves before it
    seat: int
    n_moves: int  # to choose from
    n_decisions: int  # of the whole game

    def as_data(self) -> dict[str, Any]:
        """Return it for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Profiled:
    """A bot that searches, in a game: what is profiled."""

    spec: str
    params: SearchParams
    cheats: bool


def search_of(spec: str, game: Game) -> Profiled:
    """Return the search that a bot does in a game; a bot that does not search is refused."""
    bot = make_bot(spec)
    bot.check(game)
    if not isinstance(bot, SearchBot):
        problem = "this bot does not search, so it cannot be profiled"
        raise OptionError(
            problem, given=spec, where="--bot", remedy="choose from: ismcts, mo-ismcts, so-ismcts, mcts, pimc, flat"
        )
    return Profiled(spec, replace(bot.params, threads=1), bot.cheats)


def _short_spec(profiled: Profiled) -> str:
    """Return the spec of the same bot with a small budget."""
    name, parameters = split_spec(profiled.spec)
    kept = {key: value for key, value in parameters.items() if key not in ("seconds", "nodes", "threads")}
    kept["iterations"] = str(min(profiled.params.iterations or SELF_PLAY_ITERATIONS, SELF_PLAY_ITERATIONS))
    return f"{name}:" + ",".join(f"{key}={value}" for key, value in kept.items())


def view_of(position: Position, cheats: bool) -> View:
    """Return the view of the seat to act, or an open view if it cheats."""
    return position.open_view(position.to_act) if cheats else position.view()


def self_play(game: Game, profiled: Profiled, seed: int) -> list[Place]:
    """Play a game and return its decisions with several moves, in order."""
    position = game.start(seed)
    codes: list[int] = []
    found: list[Place] = []
    bots: list[Bot] = []
    for seat in range(game.n_seats):
        bot = make_bot(_short_spec(profiled))
        bot.new_game(game, seat, derive_seed("profile", seed, seat))
        bots.append(bot)
    while not position.is_over:
        seat = position.to_act
        view = view_of(position, bots[seat].cheats)
        n_moves = len(view.own_codes())
        if n_moves > 1:
            found.append(Place("", seed, tuple(codes), seat, n_moves, 0))
        code = bots[seat].choose(view)
        position.play(code)
        codes.append(code)
    return [replace(place, n_decisions=len(found)) for place in found]


def check_stages(names: Iterable[str]) -> tuple[str, ...]:
    """Return the stages of the game to measure; an unknown one is refused."""
    for name in names:
        if name not in STAGES:
            raise UnknownNameError("there is no such stage", given=name, where="--stage", remedy=nearest(name, STAGES))
    return tuple(name for name in STAGES if name in tuple(names)) or tuple(STAGES)


def stages(places: list[Place], wanted: tuple[str, ...], game: Game) -> list[Place]:
    """Return one decision for each stage; short games have fewer decisions than stages."""
    if not places:
        raise PositionError("the self-play game has no decision with several moves", where=game.name)
    chosen: dict[tuple[int, ...], Place] = {}
    for name in wanted:
        place = places[min(len(places) - 1, int(STAGES[name] * len(places)))]
        chosen.setdefault(place.codes, replace(place, name=name))
    return list(chosen.values())


def by_branching(places: list[Place], most: int) -> list[Place]:
    """Return decisions from the fewest to the most moves, at most so many, all different in number."""
    different: dict[int, Place] = {}
    for place in places:
        different.setdefault(place.n_moves, place)
    ordered = [different[n] for n in sorted(different)]
    if len(ordered) > most:
        ordered = [ordered[round(k * (len(ordered) - 1) / (most - 1))] for k in range(most)]
    return [replace(place, name=f"{place.n_moves} moves") for place in ordered]


def reach(game: Game, place: Place, cheats: bool) -> View:
    """Return the view of the seat to act at a place."""
    position = game.start(place.seed)
    for code in place.codes:
        position.play(code)
    return view_of(position, cheats)
