"""Skyscraper (1937) twice: the fast rules and the naive ones, played side by side and compared after every move."""

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import mctsky
from games.skyscraper1937_files import write_files
from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.state import (
    CHURCH_AT,
    DEAL,
    DISTRICTS,
    FIRST,
    FIRST_SLOT,
    FIRST_STORE,
    IN_PACK,
    OVER,
    PARTS,
    PHASES,
    PIECES,
    POLICIES,
    POT,
    ROLES,
    ROUTES,
    ROVER,
)
from mctsky.games.skyscraper1937.words import loss_text
from naive.skyscraper1937 import Naive
from naive.skyscraper1937_data import Data

MAX_DENOMINATOR = 5_000


def seat_of(game: Any, state: Any, seat: int) -> dict[str, Any]:
    """Return what a player has, in the words of the oracle's description."""
    land, cards = state.land[seat], BOXES[game.box].cards
    found: dict[str, Any] = {name: int(land[column]) for column, name in enumerate(("residence", *PARTS))}
    slots = [int(piece) for piece in land[FIRST_SLOT:CHURCH_AT]]
    found["municipal"] = sorted(PIECES[piece] for piece in slots[:2] if piece)
    found["business"] = sorted(PIECES[piece] for piece in slots[2:] if piece)
    looks = [int(look) for look in land[FIRST_STORE:FIRST_SLOT] if look]
    found["stores"] = [((look - 1) // 2, look % 2 == 0) for look in looks]
    found["church"] = DISTRICTS[int(land[CHURCH_AT]) - 1] if land[CHURCH_AT] else None
    found["roles"] = {role for role, holder in zip(ROLES, state.holders, strict=True) if holder == seat}
    found["roles"] |= {ROVER} if int(state.rovers) >> seat & 1 else set()
    found["money"] = int(state.cash[seat])
    found["policies"] = {name for bit, name in enumerate(POLICIES) if int(state.policies[seat]) >> bit & 1}
    found["tax_card"] = cards[int(state.taxes[seat]) - 1].name if state.taxes[seat] else None
    return found


def summary(position: mctsky.Position) -> dict[str, Any]:
    """Return a position of the fast rules as the oracle describes one."""
    game, state = position.game.rules, position.state
    box, phase, seat = BOXES[game.box], int(state.phase), int(state.seat)
    kept = Counter(int(card) - 1 for card in state.taxes if card)
    seen = {
        card.name: card.copies - (int(state.unseen) & int(box.tables.copies[k])).bit_count() - kept[k]
        for k, card in enumerate(box.cards)
    }
    left = {role: 1 for role, holder in zip(ROLES, state.holders, strict=True) if holder == IN_PACK}
    rovers = max(0, game.n_seats - 4) - int(state.rovers).bit_count() if not box.tables.children else 0
    return {
        "phase": PHASES[phase],
        "to_act": position.to_act,
        "turn_of": None if phase in (DEAL, FIRST, OVER) else seat,
        "throws": int(state.throws),
        "total": int(state.total) or None,
        "card": box.cards[int(state.card) - 1].name if state.card else None,
        "at_stake": loss_text(game, state, seat, int(state.stake)) if state.stake else None,
        "seats": [seat_of(game, state, seat) for seat in range(game.n_seats)],
        "pot": int(state.cash[POT]),
        "box": box.left_over,
        "supply": {piece: int(count) for piece, count in zip(PIECES, state.supply, strict=True)},
        "stock": {} if box.tables.children else {kind: int(n) for kind, n in zip(POLICIES, state.stock, strict=True)},
        "cards_seen": {name: count for name, count in seen.items() if count},
        "roles_left": left | ({ROVER: rovers} if rovers else {}),
        "winner": int(state.winner) - 1 if state.winner else None,
        "route": ROUTES[int(state.route)] or None,
    }


class Twins:
    """One game of both rules; `check` compares all that they say."""

    def __init__(
        self,
        folder: Path | None = None,
        data: Data | None = None,
        players: int = 2,
        card: dict[str, int] | None = None,
        **options: int,
    ) -> None:
        """Begin a game; edited data go to both, to the fast rules by files in a folder."""
        files = {} if folder is None else write_files(folder, data, players, card)
        self.naive = Naive(players, data=data, **options)
        self.game = mctsky.load("skyscraper1937", players=players, **options, **files)
        self.begin()

    def begin(self) -> None:
        self.state, self.position = self.naive.start(), self.game.start()

    def odds(self) -> dict[str, Fraction]:
        return {text: Fraction(odd).limit_denominator(MAX_DENOMINATOR) for text, odd in self.position.chance_moves()}

    def check(self) -> None:
        assert summary(self.position) == self.naive.describe(self.state)
        assert sorted(self.position.legal_moves()) == sorted(self.naive.legal(self.state)), "each option once"
        assert self.odds() == self.naive.chance(self.state)
        if self.position.is_over:
            assert self.position.returns() == [float(value) for value in self.naive.returns(self.state)]

    def play(self, text: str) -> None:
        self.state = self.naive.play(self.state, text)
        self.position.play(text)

    def random_game(self, rng: random.Random, eager: float = 0.0, most: int = 10**9) -> int:
        """Play a random game and compare every position; `eager` is how often `pass` and `throw` are avoided."""
        self.begin()
        self.check()
        n = 0
        while not self.position.is_over and n < most:
            odds = self.naive.chance(self.state)
            if odds:
                move = rng.choices(list(odds), [float(odd) for odd in odds.values()])[0]
            else:
                moves = sorted(self.naive.legal(self.state))
                active = [move for move in moves if move not in ("pass", "throw")]
                move = rng.choice(active if rng.random() < eager else moves)
            self.play(move)
            self.check()
            n += 1
        return n
