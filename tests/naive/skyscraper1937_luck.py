"""Money of Skyscraper (1937), and the Luck cards that only move money. Numbers in comments are rulings."""

from dataclasses import replace
from typing import Any

from naive.skyscraper1937_data import COLLECTOR, ROVER, UTILITIES
from naive.skyscraper1937_table import District, State, n_complete_residences, n_pieces

POT = "pot"
Purse = int | str | None  # a seat or the pot; None is never paid


def changed(values: tuple[Any, ...], seat: int, new: Any) -> tuple[Any, ...]:
    """Return the values of all seats with that of one seat replaced."""
    return tuple(new if other == seat else old for other, old in enumerate(values))


def with_district(state: State, seat: int, district: District) -> State:
    return replace(state, districts=changed(state.districts, seat, district))


def whose_role(state: State, role: str) -> int | None:
    """Return the seat that holds a role, None for one that is not in the game."""
    return next((seat for seat, roles in enumerate(state.roles) if role in roles), None)


def content(state: State, purse: Purse) -> int:
    if purse == POT:
        return state.pot
    assert isinstance(purse, int)
    return state.cash[purse]


def added(state: State, purse: Purse, amount: int) -> State:
    if purse == POT:
        return replace(state, pot=state.pot + amount)
    assert isinstance(purse, int)
    return replace(state, cash=changed(state.cash, purse, state.cash[purse] + amount))


def paid(state: State, payer: Purse, creditor: Purse, amount: int) -> State:
    """Return the state after a payment, of which the rest lapses if the payer is short (5, 19, 24)."""
    amount = min(amount, content(state, payer))
    return added(added(state, payer, -amount), creditor, amount)


def settled_at_once(state: State, drawer: int, name: str, card: dict[str, Any]) -> State:
    """Return the state after a card that leaves no choice: tax, bill, salary, pay card, money per residence."""
    kind, amount = card["kind"], card["amount"]
    if kind == "tax":
        collector = whose_role(state, COLLECTOR)
        if drawer == collector or state.taxes[drawer]:
            return state  # 15, 38
        state = paid(state, drawer, collector, amount)
        seen = list(state.seen)
        seen.remove(name)
        return replace(state, seen=tuple(seen), taxes=changed(state.taxes, drawer, name))  # 37, 65
    if kind == "bill":
        return paid(state, drawer, whose_role(state, UTILITIES), amount)  # the Utilities pay themselves: nothing changes
    if kind == "salary":
        doubled = 2 if n_pieces(state.districts[drawer], card["building"]) else 1
        times = 5 if ROVER in state.roles[drawer] else 1  # 40
        return paid(state, POT, drawer, amount * doubled * times)  # 19
    if kind == "per residence":
        return paid(state, POT, drawer, amount * n_complete_residences(state.districts[drawer]))  # 67
    assert kind == "pay"
    for step in range(1, len(state.cash)):
        owner = (drawer + step) % len(state.cash)  # 73: from the drawer's left; he pays nothing for a copy of his own
        times = 2 if ROVER in state.roles[owner] else 1  # 31, 39
        state = paid(state, drawer, owner, amount * times * n_pieces(state.districts[owner], card["building"]))  # 33
    return state
