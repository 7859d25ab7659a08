"""The fast game and the naive one side by side: the same moves are played in both and everything public is compared."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import mctsky
from mctsky.core.contract import CHANCE, NOBODY
from mctsky.core.grid import SIDE, squares_of
from mctsky.core.position import Game, Position
from mctsky.games.santorini_ny.state import START
from naive import santorini_ny as naive
from naive.santorini_ny_spots import HOLES

FLAGS = ("gap_blocks_lines", "unlimited_supply", "guarded_move_wins")


def naive_square(square: int) -> naive.Square:
    return square % SIDE, square // SIDE


def naive_squares(board: Any) -> frozenset[naive.Square]:
    return frozenset(naive_square(square) for square in squares_of(board))


def naive_rules(game: Game) -> naive.Rules:
    options = game.options
    flags = {flag: bool(options[flag]) for flag in FLAGS}
    return naive.Rules(str(options["builder"]), str(options["specialist"]), str(options["mover"]), **flags)


def naive_table(position: Position) -> naive.Table:
    """Return the public table of a position of the fast game."""
    game, state = position.game, position.state
    squares = naive_squares(game.rules.tables.squares)
    heights = dict.fromkeys(squares, 0)
    for level in state.levels[:3]:
        for square in naive_squares(level):
            heights[square] += 1
    return naive.make_table(
        squares,
        [naive_squares(state.workers[seat]) for seat in range(game.n_seats)],
        heights,
        naive_squares(state.levels[3]),
        naive_squares(state.skyscrapers),
        int(state.statue) - 1 if state.statue else None,
        int(state.winner) - 1 if state.winner else None,
        None if game.options["unlimited_supply"] else (int(state.blocks), int(state.roofs), int(state.skyscrapers_left)),
    )


def map_text(game: Game) -> str:
    board = str(game.options["board"])
    path = Path(mctsky.__file__).parent / "games/santorini_ny/data" / f"{board}.txt"
    lines = (path if path.exists() else Path(board)).read_text().splitlines()
    return "\n".join(line for line in lines if not line.startswith("#"))


def random_game(random: Random, holes: Path) -> Game:
    """Return the game with random roles, players, flags and board."""
    holes.write_text(HOLES)
    return mctsky.load(
        "santorini-ny",
        players=random.randint(2, 5),
        builder=random.choice(naive.BUILDERS),
        specialist=random.choice(naive.SPECIALISTS),
        mover=random.choice(naive.MOVERS),
        board=random.choice(["manhattan", "manhattan", "classic5x5", "grid7x5", str(holes)]),
        gap_blocks_lines=random.randint(0, 1),
        unlimited_supply=int(random.random() < 0.2),
        guarded_move_wins=random.randint(0, 1),
    )


def texts_here(position: Position) -> list[str]:
    if position.to_act == CHANCE:
        return [text for text, _ in position.chance_moves()]
    return position.legal_moves()


def play_twins(game: Game, random: Random, choose: Callable[[Position, list[str]], str] | None = None) -> int:
    """Play one game in both, comparing at every step; return the number of steps in turns that were compared."""
    position, twin = game.start(), naive.Game(naive_rules(game), game.n_seats, map_text(game))
    compared = 0
    while True:
        actor: int | str | None = position.to_act
        actor = {CHANCE: "chance", NOBODY: None}.get(position.to_act, actor)
        assert twin.to_act() == actor, position
        if not twin.turn_so_far:
            table = naive_table(position)
            assert table == twin.table, position
        if actor is None:
            return compared
        texts = texts_here(position)
        assert len(set(texts)) == len(texts), position
        expected = twin.chance() if actor == "chance" else twin.legal()
        assert sorted(texts) == sorted(expected), f"{position!r}: {sorted(set(texts) ^ set(expected))}"
        compared += twin.phase == "turn"
        text = choose(position, texts) if choose else random.choice(texts)
        position.play(text)
        twin.play(text)


def scramble(position: Position, random: Random) -> None:
    """Turn a position into an arbitrary one at the start of a turn: any board, any supply, any Statue, any card."""
    game, state = position.game, position.state
    squares = squares_of(game.rules.tables.squares)
    tallness = random.choice([(5, 3, 1, 1, 1, 1), (1, 1, 3, 3, 1, 1), (1, 1, 1, 4, 3, 1), (6, 1, 1, 1, 1, 6)])
    state.skyscrapers = state.crowd = 0
    state.levels[:] = 0
    state.workers[:] = 0
    free = []
    for square in squares:
        sort = random.choices(range(6), tallness)[0]  # a level, a roof, a skyscraper
        for level in range(sort if sort < 5 else 0):
            state.levels[level] |= np.uint64(1 << square)
        if sort == 5:
            state.skyscrapers |= np.uint64(1 << square)
        elif sort < 4:
            free.append(square)
    random.shuffle(free)
    living = 0
    for seat in range(game.n_seats):
        for _ in range(random.choice([1, 2, 2, 2]) if seat < 2 else random.choice([0, 1, 2, 2])):
            if free:
                state.workers[seat] |= np.uint64(1 << free.pop())
        state.crowd |= state.workers[seat]
        living |= (state.workers[seat] != 0) << seat
    if not game.options["unlimited_supply"]:
        state.blocks, state.roofs, state.skyscrapers_left = (random.choice([0, 1, 2, 9]) for _ in range(3))
    seat = random.choice([seat for seat in range(game.n_seats) if living >> seat & 1] or [0])
    cards = random.sample(range(1, 26), game.n_seats)
    for other in range(game.n_seats):
        state.table[other] = cards[other] if living >> other & 1 else 0
    state.alive = state.chosen = state.shown = living
    state.hand_sizes[:] = 4
    state.acted = state.worker = state.target = state.built = state.n_deals = 0
    state.statue = random.randint(0, game.n_seats)
    state.seat = state.actor = seat
    state.phase = START


def whole_turns(position: Position) -> dict[tuple[str, ...], naive.Table]:
    """Return every complete turn of the seat to act in the fast game, with the table after it."""
    found: dict[tuple[str, ...], naive.Table] = {}
    seat = int(position.state.seat)
    waiting: list[tuple[tuple[str, ...], Position]] = [((), position)]
    while waiting:
        texts, here = waiting.pop()
        over = texts and (here.to_act < 0 or int(here.state.seat) != seat or int(here.state.phase) <= START)
        if over:
            found[texts] = replace(naive_table(here), statue=int(position.state.statue) - 1 if position.state.statue else None)
            continue
        codes = here.legal_codes()
        assert codes, f"{texts} of {position.text()} cannot be finished"
        for code in codes:
            after = here.copy()
            text = here.format_move(code)
            here.game.verb("play")(here.game.rules, after.state, code)
            waiting.append(((*texts, text), after))
    return found
