"""Play the small moves: set-up, Expand, Build, Demolish, taking a worker back, and whose turn is next."""

import numpy as np

from mctsky.core.bits import ONE, ZERO, highest, popcount
from mctsky.core.contract import CHANCE, NOBODY, Move, Seat, State, implement
from mctsky.core.jit import kernel
from mctsky.games.newyork1901.moves import (
    BEGINS,
    CHALLENGE,
    CHOSEN,
    CLAIMED,
    DEALT,
    DRAWN,
    GOLD_PRESTIGE,
    GOLD_TYCOON,
    GRAB,
    PASS,
    PLACED,
    RAZED,
    RECLAIMED,
    SCORING,
    SHIFT,
    TAKEN,
    TRIPLES,
)
from mctsky.games.newyork1901.rules.generate import MIN_UNBUILT, second_tiles
from mctsky.games.newyork1901.rules.land import GOLD, place_of, tile_of, workers_after
from mctsky.games.newyork1901.rules.market import draw, fill_market, go_on, put_under, shift_market, trigger_end
from mctsky.games.newyork1901.rules.scoring import final_points
from mctsky.games.newyork1901.spec import MAX_TURNS, NewYork1901
from mctsky.games.newyork1901.state import (
    BONUS,
    BOOM,
    BOOM_CARD,
    BUILD,
    CHARACTER,
    CLAIM,
    DRAW,
    FIRST,
    GRAB_CARD,
    MAX_BUILDINGS,
    N_KINDS,
    OVER,
    PLACE,
    PLACEMENTS,
    SHIFT_CARD,
    START,
    STREETS,
    TAKE,
)
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, STARTER

ALL_TILES = (1 << FIRST_LEGEND) - 1
ALL_ACTIONS = SHIFT_CARD | GRAB_CARD | BOOM_CARD
STREET_SETS = np.array([sum(1 << street for street in triple) for triple in TRIPLES], np.int8)
BEGINNER_STREETS = 0b111  # broadway, wall, nassau
N_OF_SIZE = (9, 4)  # cards of a colour: size 2, size 3


@implement(NewYork1901)
def setup(game: NewYork1901, state: State) -> None:
    """R3, R5, R7, B1: fill the boxes, shuffle the pile, empty the board."""
    for seat in range(game.n_seats):
        state.unbuilt[seat] = ALL_TILES
        state.actions[seat] = ALL_ACTIONS if game.action_cards else 0
    for kind in range(N_KINDS):
        state.heap[kind] = N_OF_SIZE[kind % 2]
    if game.n_seats == 2:
        state.heap[N_KINDS - 2] = 0  # R3
        state.heap[N_KINDS - 1] = 0
    if game.beginner:
        state.streets = BEGINNER_STREETS
        state.bonus = GOLD_TYCOON + 1
    state.phase = FIRST
    state.actor = CHANCE


@implement(NewYork1901)
def to_act(game: NewYork1901, state: State) -> Seat:
    """Return the seat that chooses next."""
    return int(state.actor)


@implement(NewYork1901)
def mid_turn(game: NewYork1901, state: State, actor: Seat) -> bool:
    """Say whether the turn goes on: cards are drawn in its middle, and those of the set-up belong to the first one."""
    phase = int(state.phase)
    return bool(phase != OVER and (int(state.seat) == actor or (actor == CHANCE and phase >= DRAW)))


@kernel
def deal_on(game: NewYork1901, state: State, seat: int) -> None:
    """R2, B1: deal the next character, or open the market once all have one."""
    if game.advanced or seat == game.n_seats:
        state.seat = int(state.first) - 1
        fill_market(state, START)
    else:
        state.phase = CHARACTER
        state.seat = seat


@kernel
def deal_character(game: NewYork1901, state: State, district: int) -> None:
    """R2, R4, B1: put the starter on its territory, whose card leaves the pile."""
    seat = int(state.seat)
    lot = int(game.tables.starts[district])
    word, squares = int(game.tables.lot_word[lot]), game.tables.lots[lot]
    state.characters[seat] = district + 1
    state.estate[seat, word] |= squares
    state.built[seat, word] |= squares
    add_building(state, seat, STARTER, int(game.tables.starters[district]))
    kind = int(game.tables.lot_kind[lot])
    state.heap[kind] = int(state.heap[kind]) - 1
    deal_on(game, state, seat + 1)


@kernel
def add_building(state: State, seat: Seat, tile: int, placement: int) -> None:
    """Enter a building into the sorted list."""
    entry = 1 + tile * PLACEMENTS + placement
    k = 0
    while 0 < int(state.buildings[seat, k]) < entry:
        k += 1
    while entry != 0 and k < MAX_BUILDINGS:
        other = int(state.buildings[seat, k])
        state.buildings[seat, k] = entry
        entry = other
        k += 1


@kernel
def remove_overlapped(game: NewYork1901, state: State, seat: Seat, placement: int) -> None:
    """R22, R28: take all own buildings off the board that a footprint overlaps."""
    word, footprint = int(game.tables.placement_word[placement]), game.tables.footprint[placement]
    kept = 0
    for k in range(MAX_BUILDINGS):
        building = int(state.buildings[seat, k])
        if building == 0:
            break
        other = place_of(building)
        state.buildings[seat, k] = 0
        if int(game.tables.placement_word[other]) == word and game.tables.footprint[other] & footprint != ZERO:
            state.built[seat, word] &= ~game.tables.footprint[other]
        else:
            state.buildings[seat, kept] = building
            kept += 1


@kernel
def prestige(game: NewYork1901, state: State, seat: Seat, placement: int) -> int:
    """R42: count the opposing bronze and silver buildings that a new gold one touches."""
    word, rim, touched = int(game.tables.placement_word[placement]), game.tables.rim[placement], 0
    for rival in range(game.n_seats):
        if rival == seat:
            continue
        for k in range(MAX_BUILDINGS):
            building = int(state.buildings[rival, k])
            if building == 0:
                break
            other, generation = place_of(building), int(game.tables.tile_generation[tile_of(building)])
            if 0 < generation < GOLD and int(game.tables.placement_word[other]) == word:
                touched += game.tables.footprint[other] & rim != ZERO
    return touched


@kernel
def place(game: NewYork1901, state: State, placement: int) -> None:
    """R19-R28, B2: put the chosen tile on the board, score it, and go on."""
    seat, tile = int(state.seat), int(state.tile) - 1
    word = int(game.tables.placement_word[placement])
    workers = workers_after(game, state, seat, placement)
    if int(state.razing):
        remove_overlapped(game, state, seat, placement)
    state.built[seat, word] |= game.tables.footprint[placement]
    state.workers[seat] = workers
    add_building(state, seat, tile, placement)
    if tile >= FIRST_LEGEND:
        state.legends[tile - FIRST_LEGEND] = seat + 1
    else:
        left = np.uint64(state.unbuilt[seat])
        copy = highest(left & np.uint64(game.tables.tile_copies[tile]))
        state.unbuilt[seat] = np.uint32(left & ~(ONE << np.uint64(copy)))
    points = int(game.tables.tile_points[tile])
    if int(state.bonus) == GOLD_PRESTIGE + 1 and int(game.tables.tile_generation[tile]) == GOLD:
        points += prestige(game, state, seat, placement)
    state.scores[seat] = int(state.scores[seat]) + points  # R44
    state.tile = 0
    state.razing = 0
    if int(state.trigger) == 0 and popcount(np.uint64(state.unbuilt[seat])) == MIN_UNBUILT:
        trigger_end(state)  # R36
    if int(state.actions[seat]) & BOOM_CARD and second_tiles(game, state, seat) != ZERO:
        state.phase = BOOM  # R35
    else:
        end_turn(game, state)


@kernel
def end_turn(game: NewYork1901, state: State) -> None:
    """R31, R37: begin the next player's turn, or end the game and score it."""
    state.turns = int(state.turns) + 1
    seat = int(state.seat)
    over = int(state.turns) >= MAX_TURNS
    if int(state.trigger):
        left = int(state.final) if int(state.final) else game.n_seats
        state.final = left - 1
        over = over or left == 1
    if not over:
        state.seat = (seat + 1) % game.n_seats
        state.actor = state.seat
        state.phase = START
        return
    state.phase = OVER
    state.actor = NOBODY
    for player in range(game.n_seats):
        state.scores[player] = int(state.scores[player]) + final_points(game, state, player)


@kernel
def claim(game: NewYork1901, state: State, lot: int) -> None:
    """R12: put a worker on a territory; after the last card of the turn fill the market."""
    seat, word = int(state.seat), int(game.tables.lot_word[lot])
    state.estate[seat, word] |= game.tables.lots[lot]
    state.workers[seat] = int(state.workers[seat]) + 1
    state.card = 0
    if int(state.takes):
        state.phase = TAKE  # R34
    else:
        fill_market(state, BUILD)


@kernel
def reclaim(game: NewYork1901, state: State, lot: int) -> None:
    """R29, R30: take a worker back; its territory is free again, and its card goes under the pile."""
    seat, word = int(state.seat), int(game.tables.lot_word[lot])
    state.estate[seat, word] &= ~game.tables.lots[lot]
    state.workers[seat] = int(state.workers[seat]) - 1
    put_under(state, int(game.tables.lot_kind[lot]))
    end_turn(game, state)


@kernel
def take(state: State, kind: int) -> None:
    """R12, R34: take a card of the Open Market."""
    state.open[kind] = int(state.open[kind]) - 1
    state.card = kind + 1
    if int(state.takes):
        state.takes = int(state.takes) - 1
    state.phase = CLAIM


@kernel
def choose_tile(state: State, tile: int, razing: int) -> None:
    """R8, R35: choose what to build; a second Build of a turn uses Construction Boom."""
    seat = int(state.seat)
    if int(state.phase) == BOOM:
        state.actions[seat] = int(state.actions[seat]) & ~BOOM_CARD
    state.tile = tile + 1
    state.razing = razing
    state.phase = PLACE


@implement(NewYork1901)
def play(game: NewYork1901, state: State, move: Move) -> None:
    """Do one small move or chance event."""
    seat = int(state.seat)
    if move >= PLACED:
        place(game, state, move - PLACED)
    elif move >= RAZED:
        choose_tile(state, move - RAZED, 1)
    elif move >= CHOSEN:
        choose_tile(state, move - CHOSEN, 0)
    elif move >= RECLAIMED:
        reclaim(game, state, move - RECLAIMED)
    elif move >= CLAIMED:
        claim(game, state, move - CLAIMED)
    elif move >= TAKEN:
        take(state, move - TAKEN)
    elif move == PASS:
        end_turn(game, state)
    elif move == SHIFT:
        state.actions[seat] = int(state.actions[seat]) & ~SHIFT_CARD
        shift_market(state)
        fill_market(state, START)
    elif move == GRAB:
        state.actions[seat] = int(state.actions[seat]) & ~GRAB_CARD
        state.takes = 2
        state.phase = TAKE
    elif move >= DRAWN:
        draw(state, move - DRAWN)
        go_on(state)
    else:
        _set_up(game, state, move)


@kernel
def _set_up(game: NewYork1901, state: State, move: Move) -> None:
    """R1, R2, R7, B1: what is drawn before the first turn."""
    if move >= DEALT:
        deal_character(game, state, move - DEALT)
    elif move >= CHALLENGE:
        state.bonus = move - CHALLENGE + 1
        deal_on(game, state, 0)
    elif move >= SCORING:
        state.streets = STREET_SETS[move - SCORING]
        state.phase = BONUS
    else:
        state.first = move - BEGINS + 1
        if game.beginner:
            deal_on(game, state, 0)
        else:
            state.phase = STREETS
