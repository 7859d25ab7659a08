"""What can be counted on the table of Skyscraper (1937): supplies, stock, unseen cards, money, and the public description."""

from collections import Counter
from copy import deepcopy
from typing import Any

from naive.skyscraper1937_data import COVERS, PARTS, PIECES, PUBLIC_BUILDINGS, Data, standard
from naive.skyscraper1937_table import State, n_pieces

CHANCE, OVER = -1, -2
CHANCE_PHASES = ("roles", "first", "roll", "draw")


def mover(state: State) -> int:
    """Return the seat whose turn it is."""
    assert state.seat is not None
    return state.seat


class Box:
    """The data of a game for a number of players, and what they tell about a state."""

    def __init__(self, players: int, data: Data | None) -> None:
        self.players = players
        self.data = deepcopy(data) if data is not None else standard(players)

    def to_act(self, state: State) -> int:
        """Return the seat that decides, -1 while chance decides, -2 after the end."""
        if state.phase == "over":
            return OVER
        return CHANCE if state.phase in CHANCE_PHASES else mover(state)

    def unseen(self, state: State) -> Counter[str]:
        """Return the cards that can be drawn: neither kept nor seen in this pass (14)."""
        pack = Counter({name: card["copies"] for name, card in self.data["luck"].items()})
        return pack - Counter(state.seen) - Counter(card for card in state.taxes if card)

    def supply(self, state: State, piece: str) -> int:
        """Return how many of a piece are for sale: all that stand on no card."""
        return int(self.data["supplies"][piece]) - sum(n_pieces(district, piece) for district in state.districts)

    def stock(self, state: State, kind: str) -> int:
        """Return how many policies of a kind are for sale."""
        return int(self.data["policies"][kind]["stock"]) - sum(kind in held for held in state.policies)

    def price(self, piece: str) -> int:
        """Return the list price of a piece."""
        return int(self.data["prices"]["public building" if piece in PUBLIC_BUILDINGS else piece])

    def policy_price(self, kind: str) -> int:
        return int(self.data["policies"][kind]["price"])

    def cover(self, state: State) -> set[str]:
        """Return the policies of the drawer that cover the card drawn."""
        disaster = self.data["luck"][state.card]["kind"]
        return {kind for kind in state.policies[mover(state)] if disaster in COVERS[kind]}

    def money(self, state: State) -> dict[str, Any]:
        """Return where all the money is."""
        return {"players": list(state.cash), "pot": state.pot, "box": state.box}

    def describe(self, state: State) -> dict[str, Any]:
        """Return the position as plain data; `turn_of` is None before the first turn and after the end."""
        seats = []
        for seat, district in enumerate(state.districts):
            card: dict[str, Any] = {piece: n_pieces(district, piece) for piece in ("residence", *PARTS)}
            card |= {"municipal": list(district.municipal), "business": list(district.business)}  # without the Church
            card |= {"stores": list(district.stores), "church": district.church}  # (floors, has a Pent House), tallest first
            card |= {"roles": set(state.roles[seat]), "money": state.cash[seat]}
            card |= {"policies": set(state.policies[seat]), "tax_card": state.taxes[seat]}
            seats.append(card)
        return {
            "phase": state.phase,
            "to_act": self.to_act(state),
            "turn_of": state.seat,
            "throws": state.n_throws,
            "total": state.total,  # of the dice in this turn, None before the throw
            "card": state.card,  # being carried out, else None
            "at_stake": state.doomed[0] if state.doomed else None,
            "seats": seats,
            "pot": state.pot,
            "box": state.box,
            "supply": {piece: self.supply(state, piece) for piece in PIECES},
            "stock": {kind: self.stock(state, kind) for kind in self.data["policies"]},
            "cards_seen": dict(Counter(state.seen)),
            "roles_left": dict(Counter(state.roles_left)),
            "winner": state.winner,
            "route": state.route,  # "skyscraper", "districts", None
        }
