"""What all bots that search have in common; each variant has a file of its own beside this one."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from mctsky.arena.playing.warm import warm_search
from mctsky.bots.api import Bot
from mctsky.core.clock import Clock
from mctsky.core.position import Game, View
from mctsky.core.rng import derive_seed, make_rng, uniform
from mctsky.search.analyse import make_searches, run_searches
from mctsky.search.params import MIN_SECONDS, SearchParams, check_game, read_params
from mctsky.search.result import SearchResult
from mctsky.search.search import Search


class SearchBot(Bot):
    """Searches each of its decisions within its budget; `reuse` carries the tree from one decision to the next."""

    def __init__(self, params: SearchParams) -> None:
        """Keep checked parameters."""
        self.params = params

    @property
    def remembers(self) -> bool:  # type: ignore[override]
        """Whether a tree goes on from one decision to the next."""
        return self.params.reuse

    def check(self, game: Game) -> None:
        """Refuse a game that this search does not fit."""
        check_game(self.params, game)

    def warm(self, game: Game) -> None:
        """Run a few iterations."""
        warm_search(game, self.params)

    def parameters(self) -> Mapping[str, Any]:
        """Return the search parameters, defaults included."""
        return asdict(self.params)

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Forget the tree of any game before."""
        super().new_game(game, seat, seed)
        self._searches: list[Search] = []
        self._n_decisions = 0
        self._found: SearchResult | None = None

    def choose(self, view: View) -> int:
        """Return the move that the search finds best, or with play=mixed a draw from its average strategy."""
        choices = self.choices(view)
        if len(choices) == 1:
            return next(iter(choices))
        left = uniform(make_rng(derive_seed("draw", self.seed, self._n_decisions)))
        for code, chance in choices.items():
            left -= chance
            if left < 0:
                return code
        return max(choices, key=lambda code: choices[code])

    def choices(self, view: View) -> Mapping[int, float]:
        """Search, and return the moves that may be played with their probabilities; a forced move needs no search."""
        codes = view.own_codes()
        self._found = None
        if len(codes) == 1:
            return {codes[0]: 1.0}
        self._n_decisions += 1
        params = within(self.params, view.clock)
        if self._searches:
            for search in self._searches:
                search.advance(view)
                if search.params.seconds != params.seconds:
                    search.params = replace(search.params, seconds=params.seconds)
        else:
            self._searches = make_searches(view, params, derive_seed("decision", self.seed, self._n_decisions))
        self._found = run_searches(self._searches)
        if not self.params.reuse:
            self._searches = []
        if self.params.play == "mixed":
            return {code: chance for code, chance in self._found.strategy.items() if chance > 0}
        return {self._found.best_code: 1.0}

    def thoughts(self) -> Mapping[str, Any] | None:
        """Return the size of the search and what it expects; nothing for a forced move."""
        found = self._found
        if found is None:
            return None
        best = found.rows[0]
        root = {"root": found.parameters["root"]} if self.params.root == "auto" else {}
        return root | {
            "iterations": found.iterations,
            "nodes": found.nodes,
            "visits": best.visits,
            "value": round(best.value, 4),
            "values": [None if value is None else round(value, 4) for value in best.values],  # a kept tree knows its own seat's
            "pv": list(found.pv),
        }

    def end(self, result: Sequence[float]) -> None:
        """Free the tree."""
        self._searches = []
        self._found = None


def within(params: SearchParams, clock: Clock | None) -> SearchParams:
    """Return the parameters for one move: never longer than the clock allows, its iterations where the bot has no budget."""
    if clock is None:
        return params
    limits = [limit for limit in (params.seconds, clock.seconds_to_use()) if limit is not None]
    seconds = max(MIN_SECONDS, min(limits)) if limits else None
    own_budget = params.iterations is not None or params.seconds is not None or params.nodes is not None
    return replace(params, seconds=seconds, iterations=params.iterations if own_budget else clock.iterations)


def build_search_bot(variant: str, parameters: Mapping[str, str]) -> Bot:
    """Return a bot for a search variant; the parameters are those of mctsky.search.params.SearchParams."""
    return SearchBot(read_params(variant, parameters))
