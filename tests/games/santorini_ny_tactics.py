"""Tactical positions of Santorini: New York, drawn by the naive oracle from random games.

A program: `python tests/games/santorini_ny_tactics.py SEED` writes santorini_ny_tactics.json again. Three kinds, 20 of each:
- win: the seat to act has the Statue and can win in this turn;
- block: the seat to act is the last one before the holder of the Statue, who would win; some turn prevents it;
- outbid: seat 0 of two chooses a card; all cards but one lose by force to some card that the other may hold and that takes the
  Statue, since no turn with them prevents the win.
A win or block is kept if at most 10 % of the turns solve it. A choice has five options at most, so one in four or five does.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from dataclasses import replace

import mctsky
from games.santorini_ny_twins import naive_rules, naive_table
from mctsky.core.position import Game, Position
from mctsky.games.santorini_ny.notation import cards_of
from mctsky.games.santorini_ny.state import CHOOSE, START
from naive import santorini_ny as naive

FILE = Path(__file__).with_suffix(".json")
SHARE = 0.1
PER_KIND = 20
MAX_TURNS = 400  # more would take the oracle too long

Tables = dict[tuple[str, ...], naive.Table]


def turns_of(game: Game, table: naive.Table, seat: int, card: int) -> Tables:
    return naive.whole_turns(naive_rules(game), table, seat, card)


def can_win(game: Game, table: naive.Table, seat: int, card: int) -> bool:
    """Say whether a seat with its card can win in its turn, with the Statue that the table says."""
    if table.winner is not None or not table.workers[seat]:
        return False
    return any(after.winner == seat for after in turns_of(game, table, seat, card).values())


def winning_turns(position: Position) -> tuple[set[tuple[str, ...]], int]:
    """Return the turns with which the seat to act wins, and the number of all turns."""
    state = position.state
    turns = turns_of(position.game, naive_table(position), int(state.seat), int(state.table[int(state.seat)]))
    return {texts for texts, after in turns.items() if after.winner == int(state.seat)}, len(turns)


def blocking_turns(position: Position) -> tuple[set[tuple[str, ...]], int]:
    """Return the turns after which the holder of the Statue, who acts next and last, cannot win; and the number of all."""
    game, state = position.game, position.state
    holder = int(state.statue) - 1
    turns = turns_of(game, naive_table(position), int(state.seat), int(state.table[int(state.seat)]))
    if len(turns) > MAX_TURNS:
        return set(), len(turns)
    seen: dict[naive.Table, bool] = {}
    for after in turns.values():
        if after not in seen:
            seen[after] = after.winner == holder or can_win(game, after, holder, int(state.table[holder]))
    return {texts for texts, after in turns.items() if not seen[after]}, len(turns)


def acts_before_holder(position: Position) -> bool:
    """Say whether only the seat to act and the holder of the Statue have their turns to come."""
    state = position.state
    waiting = [seat for seat in range(position.game.n_seats) if state.table[seat] and not int(state.acted) >> seat & 1]
    return len(waiting) == 2 and int(state.statue) - 1 in waiting and int(state.statue) - 1 != int(state.seat)


def losing_cards(position: Position, viewer: int) -> set[int]:
    """Return the cards of `viewer` that lose by force to some card that the other of two seats may hold."""
    game, state = position.game, position.state
    other = 1 - viewer
    table = replace(naive_table(position), statue=other)
    known = set(cards_of(state.hands[viewer])) | set(cards_of(int(state.spent[0]) | int(state.spent[1])))
    unseen = sorted(set(range(1, 26)) - known)
    rules = naive_rules(game)
    by_role: dict[str, int] = {rules.role_of(card): card for card in unseen}
    threats = {role: card for role, card in by_role.items() if can_win(game, table, other, card)}
    losing = set()
    for card in cards_of(state.hands[viewer]):
        above = {role for role in threats if any(higher > card and rules.role_of(higher) == role for higher in unseen)}
        turns = turns_of(game, table, viewer, card) if above else {}
        if len(turns) > MAX_TURNS:
            return set()
        tables = set(turns.values())
        for role in above:
            if all(after.winner == other or can_win(game, after, other, threats[role]) for after in tables):
                losing.add(card)
                break
    return losing


def find(random: Random, kind: str) -> dict[str, Any]:
    """Return one position of a kind from random games."""
    while True:
        players = 2 if kind == "outbid" else random.choice([2, 2, 3, 4, 5])
        roles = {"builder": naive.BUILDERS, "specialist": naive.SPECIALISTS, "mover": naive.MOVERS}
        options = {"players": players} | {name: random.choice(values) for name, values in roles.items()}
        game = mctsky.load("santorini-ny", options)
        position = game.start(random.getrandbits(60))
        while not position.is_over:
            found = examine(position, kind, random)
            if found is not None:
                return {"kind": kind, "options": options, "position": position.text(), "solutions": found}
            position.play(random.choice(position.legal_codes()))


def examine(position: Position, kind: str, random: Random) -> list[Any] | None:
    """Return the solutions of a position if it is worth keeping."""
    state, phase = position.state, int(position.state.phase)
    if kind == "outbid":
        if phase != CHOOSE or state.chosen or not state.statue or random.random() < 0.5:
            return None
        hand = set(cards_of(state.hands[0]))
        safe = hand - losing_cards(position, 0)
        return sorted(safe) if len(safe) == 1 and len(hand) >= 4 else None
    if phase != START:
        return None
    if kind == "win":
        solving, n = winning_turns(position) if int(state.statue) == int(state.seat) + 1 else (set(), 1)
    else:
        holder = int(state.statue) - 1
        threat = acts_before_holder(position) and can_win(
            position.game, naive_table(position), holder, int(state.table[holder])
        )
        solving, n = blocking_turns(position) if threat else (set(), 1)
    return sorted(map(list, solving)) if 0 < len(solving) <= SHARE * n else None


def main(seed: int) -> None:
    random = Random(seed)
    found = []
    for kind in ("win", "block", "outbid"):
        roles: set[str] = set()
        while sum(entry["kind"] == kind for entry in found) < PER_KIND:
            entry = find(random, kind)
            entry["n_solutions"] = len(entry["solutions"])
            if kind == "block":
                entry.pop("solutions")  # many; the test asks the oracle again
            found.append(entry)
            roles.add(entry["options"]["builder"])
            sys.stderr.write(f"{kind} {len(found)}\n")
    lines = ",\n".join(json.dumps(entry) for entry in found)
    FILE.write_text(f'{{"seed": {seed}, "positions": [\n{lines}\n]}}\n')


if __name__ == "__main__":
    main(int(sys.argv[1]))
