"""Leduc poker, slow and obvious, in words: what a player would write down at the table.

A state is a list of everything that was said or dealt since the start, as texts: `deal Ks`, `call`, `raise`, `fold`. Whatever
one wants to know is worked out again from that list.
"""

from fractions import Fraction

State = list[str]

DECK = [rank + suit for rank in "JQK" for suit in "sh"]
RANKS = "JQK"


def start() -> State:
    return []


def dealt(state: State) -> list[str]:
    """Return the cards dealt so far: seat 0's, seat 1's, the one on the table."""
    return [move.removeprefix("deal ") for move in state if move.startswith("deal ")]


def rounds(state: State) -> list[list[str]]:
    """Return what was said in each round."""
    spoken: list[list[str]] = [[], []]
    n_cards = 0
    for move in state:
        if move.startswith("deal "):
            n_cards += 1
        else:
            spoken[n_cards - 2].append(move)
    return spoken


def round_is_over(said: list[str]) -> bool:
    """A round ends when somebody folds, when a raise is called, or when both check."""
    return "fold" in said or said[-2:] in (["raise", "call"], ["call", "call"])


def turn(state: State) -> int | str:
    """Return 0, 1, `chance` or `over`."""
    first, second = rounds(state)
    n_cards = len(dealt(state))
    if "fold" in first + second or round_is_over(second):
        return "over"
    if n_cards < 2 or (n_cards == 2 and round_is_over(first)):
        return "chance"
    return len(second if n_cards == 3 else first) % 2


def moves(state: State) -> dict[str, Fraction]:
    """Return all that can happen next; the numbers are the odds of chance, and 1 over the options of a seat."""
    if turn(state) == "over":
        return {}
    if turn(state) == "chance":
        options = [f"deal {card}" for card in DECK if card not in dealt(state)]
    else:
        said = rounds(state)[len(dealt(state)) - 2]
        options = ["fold"] if said and said[-1] == "raise" else []
        options.append("call")
        if said.count("raise") < 2:
            options.append("raise")
    return dict.fromkeys(options, Fraction(1, len(options)))


def play(state: State, move: str) -> State:
    """Return the state after a move; the old one stays as it is."""
    return [*state, move]


def stakes(state: State) -> list[int]:
    """Return what each seat has put into the pot."""
    paid = [1, 1]
    for said, size in zip(rounds(state), (2, 4), strict=True):
        for ply, word in enumerate(said):
            if word == "call":
                paid[ply % 2] = max(paid)
            if word == "raise":
                paid[ply % 2] = max(paid) + size
    return paid


def winner(state: State) -> int | None:
    """Return the seat that takes the pot, None if they share it."""
    for said in rounds(state):
        if "fold" in said:
            return len(said) % 2  # the one who would have spoken next
    mine, theirs, table = (card[0] for card in dealt(state))
    if mine == theirs:
        return None
    if table in (mine, theirs):
        return 0 if table == mine else 1
    return 0 if RANKS.index(mine) > RANKS.index(theirs) else 1


def winnings(state: State) -> list[int]:
    """Return what each seat has won in chips."""
    seat = winner(state)
    if seat is None:
        return [0, 0]
    lost = stakes(state)[1 - seat]
    return [lost, -lost] if seat == 0 else [-lost, lost]


def sees(state: State, viewer: int) -> tuple[str, ...]:
    """Return everything that a seat has seen: its own card, the one on the table, every word, and cards laid open."""
    notes: list[str] = []
    cards = 0
    for move in state:
        if move.startswith("deal "):
            hidden = cards < 2 and cards != viewer
            notes.append("somebody gets a card" if hidden else move)
            cards += 1
        else:
            notes.append(move)
    if turn(state) == "over" and "fold" not in state:
        notes += [f"seat {seat} lays open {card}" for seat, card in enumerate(dealt(state)[:2])]
    return tuple(notes)
