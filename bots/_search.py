"""What all bots that search have in common; each variant has a file of its own beside this one."""

from collections.abc import Mapping
from dataclasses import replace

from mctsky.bots.api import Bot
from mctsky.core.position import Game, View
from mctsky.core.rng import derive_seed
from mctsky.search.analyse import make_searches, run_searches
from mctsky.search.params import SearchParams, check_game, read_params
from mctsky.search.search import Search


class SearchBot(Bot):
    """Searches each of its decisions within its budget; `reuse` carries the tree from one decision to the next."""

    def __init__(self, params: SearchParams) -> None:
        """Keep checked parameters."""
        self.params = params

    def check(self, game: Game) -> None:
        """Refuse a game that this search does not fit."""
        check_game(self.params, game)

    def warm(self, game: Game) -> None:
        """Run a few iterations."""
        few = replace(self.params, iterations=8, seconds=None, nodes=None, threads=1)
        start = game.start(0)
        if not start.is_over:
            Search(start.view(), few).run_budget()

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        """Forget the tree of any game before."""
        super().new_game(game, seat, seed)
        self._searches: list[Search] = []
        self._n_decisions = 0

    def choose(self, view: View) -> int:
        """Return the move that the search finds best; a forced move needs no search."""
        codes = view.own_codes()
        if len(codes) == 1:
            return codes[0]
        self._n_decisions += 1
        if self._searches:
            for search in self._searches:
                search.advance(view)
        else:
            self._searches = make_searches(view, self.params, derive_seed("decision", self.seed, self._n_decisions))
        best = run_searches(self._searches).best_code
        if not self.params.reuse:
            self._searches = []
        return best

    def end(self) -> None:
        """Free the tree."""
        self._searches = []


def build_search_bot(variant: str, parameters: Mapping[str, str]) -> Bot:
    """Return a bot for a search variant; the parameters are those of mctsky.search.params.SearchParams."""
    return SearchBot(read_params(variant, parameters))
