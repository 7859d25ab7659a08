"""All worlds behind a view of Paper Skyscrapers, with their odds, by going through all histories that look the same to a seat.

Only chance weighs: what another seat chose openly weighs 1 in every world in which it was possible.
"""

from collections import defaultdict
from random import Random

from games.paperskyscrapers_files import LETTERS, TYPES, box
from games.paperskyscrapers_twins import prefer
from mctsky.core.contract import CHANCE
from mctsky.core.position import Game, Position
from mctsky.testing.histories import concealed, random_code, record

ACTIONS = (
    "draw 1 deck",
    "draw 1 next",
    "steal hand card",
    "discard 1 for draw 2 deck",
    "declare for draw 1",
    "none",
    "draw 2 deck",
    "tuck 1",
    "steal top card",
)


def tiny(players: int, sizes: tuple[int, int, int, int]) -> Game:
    """Return the game with so many cards of each level, which draw and steal a lot."""
    cards = {}
    for level, size in enumerate(sizes, 1):
        for number in range(size):
            action = ACTIONS[len(cards) % len(ACTIONS)]
            cards[f"House{level}{LETTERS[number]}"] = f"{level} {TYPES[number % 5]} cost {number % 2}: {action}"
    return box(players, plain=0, **cards)


class Worlds:
    """A game, and every state that it can be in as far as one seat can tell, with its weight."""

    def __init__(self, game: Game, viewer: int) -> None:
        self.game, self.viewer = game, viewer
        self.position = game.start()
        self.odds: dict[bytes, float] = {self.position.state.tobytes(): 1.0}

    def noticed(self, position: Position, code: int) -> int:
        if position.to_act == self.viewer:
            return code
        return int(self.game.verb("observe")(self.game.rules, position.state, code, self.viewer))

    def play(self, code: int) -> None:
        """Play a move in the game, and all moves that look like it to the viewer in all worlds."""
        seen = self.noticed(self.position, code)
        weights: dict[bytes, float] = defaultdict(float)
        for raw, weight in self.odds.items():
            here = Position(self.game, record(self.game, raw))
            for option, odd in here.chance_codes() or [(option, 1.0) for option in here.legal_codes()]:
                if self.noticed(here, option) == seen:
                    after = record(self.game, raw)
                    self.game.verb("play")(self.game.rules, after, option)
                    weights[after.tobytes()] += weight * odd
        self.position._apply(code)
        view = concealed(self.game, self.position.state, self.viewer)
        self.odds = {raw: odd for raw, odd in weights.items() if self._looks_like(raw, view.state.tobytes())}
        total = sum(self.odds.values())
        self.odds = {raw: odd / total for raw, odd in self.odds.items()}

    def _looks_like(self, raw: bytes, view: bytes) -> bool:
        seen: bytes = concealed(self.game, record(self.game, raw), self.viewer).state.tobytes()
        return seen == view

    def play_at_random(self, random: Random) -> str:
        """Play a random move and return its text."""
        position = self.position
        code = random_code(position, random)
        if position.to_act != CHANCE:
            texts = {position.format_move(option): option for option in position.legal_codes()}
            code = texts[prefer(sorted(texts), random)]
        text = position.format_move(code)
        self.play(code)
        return text
