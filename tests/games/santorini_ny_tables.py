"""Hand-made tables of Santorini: New York in the fast game, and short ways to lead it through a round.

A table is written with `spot` of naive/santorini_ny_spots.py; nothing here asks the naive rules what may be done on it.
"""

from typing import Any

import numpy as np

import mctsky
from games.santorini_ny_twins import naive_rules, whole_turns
from mctsky.core.contract import CHANCE
from mctsky.core.grid import SIDE, Map, mask_of
from mctsky.core.position import Game, Position
from mctsky.games.santorini_ny.spec import make_tables
from mctsky.games.santorini_ny.state import BLOCKS, ROOFS, SKYSCRAPERS, START
from naive.santorini_ny import BUILDERS, MOVERS, SPECIALISTS, Rules, Square, Table

KINDS = {"builder": BUILDERS, "specialist": SPECIALISTS, "mover": MOVERS}
CARDS = {"builder": 1, "specialist": 2, "mover": 3, "engineer": 16}  # one card of each kind
Turns = dict[tuple[str, ...], Table]


def word_of(squares: Any) -> Any:
    return mask_of(SIDE * rank + file for file, rank in squares)


def bare_game(squares: frozenset[Square], players: int, rules: Rules) -> Game:
    """Return the game on any squares, even ones that no map file may have."""
    flags = {name: int(getattr(rules, name)) for name in ("gap_blocks_lines", "unlimited_supply", "guarded_move_wins")}
    game = mctsky.load(
        "santorini-ny",
        players=players,
        builder=rules.builder,
        specialist=rules.specialist,
        mover=rules.mover,
        board="classic5x5",
        **flags,
    )
    tables = make_tables(Map(word_of(squares), (), SIDE, SIDE), rules.gap_blocks_lines, list(game.rules.tables.roles))
    game.rules = game.rules._replace(tables=tables)
    assert naive_rules(game) == rules
    return game


def put_table(position: Position, table: Table) -> None:
    """Lay out the table in a position."""
    state = position.state
    heights = {square: level + (square in table.roofs) for square, level in table.heights}
    for level in range(4):
        state.levels[level] = word_of(square for square, height in heights.items() if height > level)
    state.skyscrapers = word_of(table.skyscrapers)
    state.workers[:] = 0
    for seat, own in enumerate(table.workers):
        state.workers[seat] = word_of(own)
    state.crowd = np.bitwise_or.reduce(state.workers)
    state.alive = sum(1 << seat for seat, own in enumerate(table.workers) if own)
    state.blocks, state.roofs, state.skyscrapers_left = table.supply or (BLOCKS, ROOFS, SKYSCRAPERS)
    state.statue = 0 if table.statue is None else table.statue + 1


def position_from(table: Table, rules: Rules, seat: int, card: int) -> Position:
    """Return the fast game's position at the start of a turn of `seat`, which played `card`; the others come later."""
    game = bare_game(table.squares, len(table.workers), rules)
    position = Position(game, game.new_state())
    put_table(position, table)
    state = position.state
    later = [other for other in (22, 23, 24, 25) if other != card]
    for other, own in enumerate(table.workers):
        state.table[other] = (card if other == seat else later.pop()) if own else 0
        state.hand_sizes[other] = 4
    state.chosen = state.shown = state.alive
    state.phase = START
    state.seat = state.actor = seat
    return position


def turns_of(role: str, table: Table, seat: int = 0, **flags: Any) -> Turns:
    """Return the whole turns of a seat that played a card of a role, with the tables after them."""
    kind = next((kind for kind, roles in KINDS.items() if role in roles), "engineer")
    rules = Rules(**({kind: role} if kind in KINDS else {}), **flags)
    return whole_turns(position_from(table, rules, seat, CARDS[kind]))


def started(players: int = 2, seed: int | None = None, **options: Any) -> Position:
    """Return a game in which seat i has picked start number i + 1."""
    position = mctsky.load("santorini-ny", players=players, **options).start(seed)
    for number in range(1, players + 1):
        position.play(f"start={number}")
    return position


def deal(position: Position, *hands: list[int]) -> None:
    """Deal these cards, seat by seat; nothing is left to deal then."""
    for seat, hand in enumerate(hands):
        for card in hand:
            position.play(f"deal{seat}={card}")
    assert position.to_act != CHANCE


def lay(position: Position, cards: dict[int, int]) -> None:
    """Choose cards and turn them all up."""
    for seat, card in cards.items():
        assert position.to_act == seat
        position.play(str(card))
    for seat, card in cards.items():
        position.play(f"seat{seat}={card}")


def play_turn(position: Position) -> None:
    """Play the first turn that comes to mind."""
    seat = int(position.state.seat)
    while position.to_act >= 0 and int(position.state.seat) == seat and int(position.state.acted) >> seat & 1 == 0:
        position.play(position.legal_codes()[0])
        if int(position.state.phase) < START:
            return


def play_round(position: Position, cards: dict[int, int]) -> None:
    """Choose cards, turn them up and play some turn for each."""
    lay(position, cards)
    for _ in cards:
        play_turn(position)


def fields(text: str) -> dict[str, str]:
    """Return the named parts of a position's text."""
    return dict(word.split("=", 1) for word in text.split(" ")[1:])
