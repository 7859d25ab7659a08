"""Check a typed position for what the kernels rely on, and for mistakes that a person wants to know about.

From an accepted position every step has a legal move, every list stays within its array, and the game ends. Whether some game
leads to this position is not checked.
"""

from typing import Any, NoReturn

from mctsky.core.bits import ZERO, bit, popcount
from mctsky.errors import PositionError
from mctsky.games.newyork1901.moves import GOLD_PRESTIGE, KINDS
from mctsky.games.newyork1901.rules.generate import MIN_UNBUILT, second_tiles
from mctsky.games.newyork1901.rules.land import GOLD, buildable_tiles, place_of, razing_tiles, tile_of, usable_tiles
from mctsky.games.newyork1901.rules.market import count_districts, count_open, count_pile
from mctsky.games.newyork1901.rules.scoring import final_points
from mctsky.games.newyork1901.rules.turns import ALL_TILES
from mctsky.games.newyork1901.spec import MAX_TURNS
from mctsky.games.newyork1901.state import (
    BOOM,
    BOOM_CARD,
    BUILD,
    CHARACTER,
    CLAIM,
    DRAW,
    GRAB_CARD,
    LETTERS,
    MARKET,
    OVER,
    PLACE,
    PLACEMENTS,
    TAKE,
    WORKERS,
)
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, STARTER


def refuse(problem: str, given: object = None, remedy: str = "") -> NoReturn:
    """Refuse the position."""
    raise PositionError(problem, given=given, where="newyork1901 position", remedy=remedy)


def need(holds: object, problem: str, given: object = None, remedy: str = "") -> None:
    """Refuse the position unless a condition holds."""
    if not holds:
        refuse(problem, given, remedy)


def check(game: Any, state: Any) -> None:
    """Refuse a state that is not safe to play on from, or that contradicts itself."""
    _check_characters(game, state)
    if int(state.phase) <= CHARACTER:
        _check_set_up(game, state)
    else:
        _check_end(game, state)
        _check_open(game, state)
    _check_points(game, state)
    _check_pending(game, state)  # after the points, which unlock tiles


def _check_characters(game: Any, state: Any) -> None:
    """R2, R3, R6: check that characters are dealt to one seat after the other, each once."""
    phase, characters = int(state.phase), state.characters[: game.n_seats].tolist()
    dealt = [character for character in characters if character]
    need(len(set(dealt)) == len(dealt), "two seats have the same character")
    need(max(dealt, default=0) <= count_districts(game.n_seats), "pink is not in a game of two players", "pink")
    if game.advanced or phase < CHARACTER:
        need(not dealt and phase != CHARACTER, "characters are not dealt yet, or not at all in the advanced game")
    elif phase == CHARACTER:
        need(not all(characters), "every seat has a character: the next step is draw")
        need(all(characters[: len(dealt)]), "characters are dealt in the order of the seats")
    else:
        need(all(characters), "every seat needs a character", remedy="for example: B blue 0")


def _check_set_up(game: Any, state: Any) -> None:
    """B1: check that before the first turn only starters are on the board."""
    need(not state.turns and not state.trigger, "no turn is completed during the set-up", remedy="write turns 0, leave out end")
    need(not count_open(state) and not state.n_queue, "no card lies open or under the pile during the set-up")
    for seat in range(game.n_seats):
        character = int(state.characters[seat])
        starter = [1 + STARTER * PLACEMENTS + int(game.tables.starters[character - 1])] if character else []
        standing = [building for building in state.buildings[seat].tolist() if building]
        bare = (state.estate[seat] == state.built[seat]).all() and int(state.unbuilt[seat]) == ALL_TILES
        problem = f"during the set-up {LETTERS[seat]} has the starter on the start territory of the character, or nothing"
        need(standing == starter and bare, problem)


def _check_end(game: Any, state: Any) -> None:
    """R31, R36, R37: check the turns left; none are with four unbuilt tiles, so the list of buildings never overflows."""
    n, phase, turns, trigger = game.n_seats, int(state.phase), int(state.turns), int(state.trigger)
    over, seat = phase == OVER, int(state.seat)
    need(turns < MAX_TURNS + over, f"the game is over after {MAX_TURNS} turns", turns)
    since = (seat + 1 - trigger) % n  # turns after the one that triggered the end, the turn under way included
    ended = turns == MAX_TURNS or (trigger and since == n - 1)
    need(not over or ended, "the game is not over: after the turn that triggers the end, each other seat has one more")
    legend_next = phase == BOOM or (phase == PLACE and int(state.tile) > FIRST_LEGEND)
    for player in range(n):
        if popcount(state.unbuilt[player]) > MIN_UNBUILT:
            continue
        few = f"{LETTERS[player]} has only {MIN_UNBUILT} unbuilt tiles"
        need(trigger, f"{few}, which triggers the end", remedy="name the seat that did, for example: end A")
        done = (player + 1 - trigger) % n < since + over or (player == seat and legend_next)
        need(done, f"{few}, but still has a turn")


def _check_open(game: Any, state: Any) -> None:
    """R13, R33, R34, R36: check that four cards lie open until the end is near, except those just taken."""
    phase, n_open, n_pile = int(state.phase), count_open(state), count_pile(state)
    near = bool(state.trigger)
    if phase == DRAW:
        need(n_open < MARKET and n_pile, "a card is drawn only if fewer than four lie open and the pile is not empty", n_open)
        need(near or int(state.then) == BUILD or n_open + n_pile >= MARKET, "too few cards are left to open four", n_open)
        return
    most = MARKET - (1 if phase == CLAIM else 2 - int(state.takes) if phase == TAKE else 0)
    second = phase == CLAIM and not state.takes and _has_grabbed(game, state)  # Land Grab may already have taken another card
    fewest = 0 if near else most - second
    wanted = f"{fewest} to {most}" if fewest < most else str(most)
    need(fewest <= n_open <= most, f"{wanted} cards lie open in this step, not {n_open}")


def _has_grabbed(game: Any, state: Any) -> bool:
    """Say whether the seat whose turn it is has used Land Grab."""
    return bool(game.action_cards and not int(state.actions[int(state.seat)]) & GRAB_CARD)


def _check_pending(game: Any, state: Any) -> None:
    """R34, R35, B2, B3: check that the step can be made."""
    phase, seat, takes = int(state.phase), int(state.seat), int(state.takes)
    letter, left = LETTERS[seat], WORKERS - int(state.workers[seat])
    claims = takes + (phase == CLAIM)
    need(left >= claims, f"{letter} needs {claims} workers for this step, and has {left}")
    if takes:
        need(_has_grabbed(game, state), f"{letter} has used Land Grab", "grab", f"leave out grab after the cards of {letter}")
        need(phase == TAKE or int(state.card) % 2 == 1, "Land Grab takes cards of size 2", KINDS[int(state.card) - 1])
        need(int(state.open[::2].sum()) >= takes, f"Land Grab needs {takes} open cards of size 2")
    if phase == BOOM:
        need(int(state.actions[seat]) & BOOM_CARD, f"{letter} has no Construction Boom left", "boom")
        need(second_tiles(game, state, seat) != ZERO, f"{letter} cannot build a second tile", "boom")
    if phase == PLACE:
        tile = usable_tiles(game, state, seat) & bit(int(state.tile) - 1)
        fits = razing_tiles if state.razing else buildable_tiles
        need(fits(game, state, seat, tile) != ZERO, f"{letter} cannot build the chosen tile now")


def _check_points(game: Any, state: Any) -> None:
    """B2, R42: check that the points are those of the tiles built and, at the end, of the scoring."""
    points = game.tables.tile_points.tolist()
    for seat in range(game.n_seats):
        least = sum(points[tile] for tile in range(FIRST_LEGEND) if not int(state.unbuilt[seat]) >> tile & 1)
        least += sum(points[FIRST_LEGEND + legend] for legend, owner in enumerate(state.legends.tolist()) if owner == seat + 1)
        least += final_points(game, state, seat) if int(state.phase) == OVER else 0
        most = least
        if int(state.bonus) == GOLD_PRESTIGE + 1:  # each square beside a gold building may have been one of another building
            gold = [b for b in state.buildings[seat].tolist() if b and game.tables.tile_generation[tile_of(b)] == GOLD]
            most += sum(popcount(game.tables.rim[place_of(building)]) for building in gold)
        wanted = f"{least} to {most}" if least < most else str(least)
        problem = f"the tiles of {LETTERS[seat]} are worth {wanted} points"
        need(least <= int(state.scores[seat]) <= most, problem, int(state.scores[seat]), "list demolished tiles after gone")
