"""Texts of moves and positions.

A move is a word and what it is about: `take green2`, `claim W1b`, `build silver-T4`, `place a12+b12+c12+b11`. A position is one
line of fields separated by `|`; the first word of each says what it is:

    step start B | turns 3 | streets broadway wall pine | bonus gold-tycoon | open green2 green2 blue2 red3 | under red2 / blue2
    | A green 4 cards shift boom land W2b W2c M1b city starter@d9+d8 bronze-I2@b9+c9 gone bronze-I2
    | B blue 0 cards shift grab boom land M1e E1b city starter@i12+i11

- `step`     what is decided next, and whose turn it is (in the set-up who begins, at the end whose turn was the last); with
             `draw` what follows (`then build`), with `take` how many cards Land Grab takes, with `claim` the card (`green2`,
             and `then take` if Land Grab takes another), with `place` the tile (`build silver-T4` or `raze silver-T4`)
- `turns`    turns completed, of all players
- `end`      who triggered the end
- `streets`, `bonus`  what was drawn for the scoring
- `open`     the Open Market
- `under`    what was put under the shuffled cards of the pile, from the top; `/` separates groups in unknown order
- `A` to `D` the seats: character, points, action cards left, territories, buildings with their squares, tiles demolished

Empty parts are left out. The rest follows: workers from land and city, the shuffled cards from the unclaimed territories.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, setup
from mctsky.core.record import new_record
from mctsky.errors import nearest
from mctsky.games.newyork1901.board import DISTRICTS, N_TERRITORIES, STREETS
from mctsky.games.newyork1901.checks import check, need, refuse
from mctsky.games.newyork1901.layout import LAYOUTS
from mctsky.games.newyork1901.moves import BONUSES, CHOSEN, CLAIMED, KINDS, PLACED, RECLAIMED, TAKEN, TRIPLES
from mctsky.games.newyork1901.rules.generate import MIN_UNBUILT, list_claims, list_reclaims
from mctsky.games.newyork1901.rules.land import has_legend, place_of, tile_of, unlocked, usable_tiles
from mctsky.games.newyork1901.rules.turns import add_building
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
    LAST,
    LETTERS,
    MARKET,
    MAX_PLAYERS,
    OVER,
    PLACE,
    SHIFT_CARD,
    START,
    STATE_DTYPE,
    TAKE,
    WORKERS,
)
from mctsky.games.newyork1901.state import STREETS as STREETS_PHASE
from mctsky.games.newyork1901.tiles import FIRST_LEGEND, GENERATIONS, N_TILES, STARTER

PHASES = ("first", "streets", "bonus", "character", "draw", "start", "take", "claim", "build", "place", "boom", "over")
CARDS = {"shift": SHIFT_CARD, "grab": GRAB_CARD, "boom": BOOM_CARD}
MAX_DIGITS = 4


@cache
def _move_texts(layout: int) -> tuple[str, ...]:
    """Return the texts of all moves on a board, by code."""
    names = LAYOUTS[layout]
    tiles = names.tile_names[:N_TILES]
    return (
        *(f"first {seat}" for seat in range(MAX_PLAYERS)),
        *("streets " + ",".join(STREETS[street] for street in triple) for triple in TRIPLES),
        *(f"bonus {name}" for name in BONUSES),
        *(f"character {name}" for name in DISTRICTS),
        *(f"draw {name}" for name in KINDS),
        *("pass", "shift", "grab"),
        *(f"take {name}" for name in KINDS),
        *(f"{word} {name}" for word in ("claim", "reclaim") for name in names.territory_names),
        *(f"{word} {name}" for word in ("build", "raze") for name in tiles),
        *(f"place {name}" for name in names.placement_names),
    )


@cache
def _move_codes(layout: int) -> dict[str, int]:
    """Return the codes of all move texts on a board; of equal tiles the first."""
    return {_normal(text): code for code, text in reversed([*enumerate(_move_texts(layout))])}


def _normal(text: str) -> str:
    """Return a move text with single spaces, and with squares in alphabetical order."""
    return " ".join("+".join(sorted(word.split("+"))) for word in text.split())


def format_move(game: Any, state: Any, move: int) -> str:
    """Return a move as text, for example `claim W1a` or `place a12+b12`."""
    texts = _move_texts(game.layout)
    return texts[move] if move < len(texts) else f"place {move - PLACED}"  # on a larger board


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code of a move text, None if there is no such move; squares may be in any order."""
    return _move_codes(game.layout).get(_normal(text))


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a move cannot be made now."""
    phase, tables = int(state.phase), game.tables
    if move >= PLACED:
        if phase != PLACE:
            return "choose a tile first"
        if tables.placement_shape[move - PLACED] != tables.tile_shape[int(state.tile) - 1]:
            return "the chosen tile has a different shape"
        if state.razing:
            return "it must replace an inferior building, cover own land only, and leave a worker for each vacated territory"
        return "the squares are not free land of this player"
    if move >= CHOSEN:
        tile = (move - CHOSEN) % N_TILES
        return _explain_tile(game, state, tile) if phase in (START, BUILD, BOOM) else "no tile is chosen in this step"
    if move >= RECLAIMED:
        return "a worker is taken back only if none is left and nothing can be built or demolished"
    if move >= CLAIMED:
        if phase != CLAIM:
            return "take a card first"
        kind = int(state.card) - 1
        claimed = "the territory is already claimed"
        return claimed if tables.lot_kind[move - CLAIMED] == kind else f"the card taken is {KINDS[kind]}"
    if move >= TAKEN:
        return "no such card lies open, or no worker is left to claim with"
    return "not possible in this step"


def _explain_tile(game: Any, state: Any, tile: int) -> str:
    """Say why a tile cannot be built by the seat whose turn it is."""
    seat, generation = int(state.seat), int(game.tables.tile_generation[tile])
    if generation > unlocked(game, state, seat):
        return f"{GENERATIONS[generation - 1]} needs {(game.silver, game.gold)[generation - 2]} points"
    if not int(usable_tiles(game, state, seat)) >> tile & 1:
        return "this tile is not available any more"
    return "there is no place for this tile now"


def own_lots(game: Any, state: Any, seat: int) -> list[int]:
    """Return a seat's territories."""
    words, lots, estate = game.tables.lot_word.tolist(), game.tables.lots.tolist(), state.estate[seat].tolist()
    return [lot for lot in range(N_TERRITORIES) if estate[words[lot]] & lots[lot]]


def manned_lots(game: Any, state: Any, seat: int) -> list[int]:
    """B3: return a seat's territories that hold a worker."""
    out = np.empty(N_TERRITORIES, np.int32)
    return [int(code) - RECLAIMED for code in out[: list_reclaims(game, state, seat, out, 0)]]


def free_lots(game: Any, state: Any, kind: int) -> list[int]:
    """R12: return the territories that a kind of card can claim."""
    out = np.empty(N_TERRITORIES, np.int32)
    return [int(code) - CLAIMED for code in out[: list_claims(game, state, kind, out)]]


def own_buildings(state: Any, seat: int) -> list[tuple[int, int]]:
    """Return a seat's buildings as tile and placement."""
    return [(tile_of(building), place_of(building)) for building in state.buildings[seat].tolist() if building]


def razed_tiles(game: Any, state: Any, seat: int) -> list[int]:
    """Return the tiles that a seat has built and demolished, equal ones by the number of the first."""
    names, unbuilt = LAYOUTS[game.layout].tile_names, int(state.unbuilt[seat])
    gone = [names.index(names[tile]) for tile in range(FIRST_LEGEND) if not unbuilt >> tile & 1]
    for tile, _ in own_buildings(state, seat):
        if tile < FIRST_LEGEND:
            gone.remove(tile)
    return gone


def open_cards(state: Any) -> list[int]:
    """Return the kinds of the open cards."""
    return [kind for kind, count in enumerate(state.open.tolist()) for _ in range(count)]


def pile_groups(state: Any) -> list[list[int]]:
    """Return the cards under the heap in their groups, from the top."""
    groups: list[list[int]] = [[]]
    for card in state.queue[: int(state.n_queue)].tolist():
        groups[-1].append(card % LAST - 1)
        if card > LAST:
            groups.append([])
    return groups[:-1]


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    fields = [f"step {_format_step(game, state)}", f"turns {int(state.turns)}"]
    if state.trigger:
        fields.append(f"end {LETTERS[int(state.trigger) - 1]}")
    if state.streets:
        fields.append("streets " + " ".join(name for k, name in enumerate(STREETS) if int(state.streets) >> k & 1))
    if state.bonus:
        fields.append(f"bonus {BONUSES[int(state.bonus) - 1]}")
    if state.open.any():
        fields.append("open " + " ".join(KINDS[kind] for kind in open_cards(state)))
    if state.n_queue:
        fields.append("under " + " / ".join(" ".join(KINDS[kind] for kind in group) for group in pile_groups(state)))
    return " | ".join([*fields, *(_format_seat(game, state, seat) for seat in range(game.n_seats))])


def _format_step(game: Any, state: Any) -> str:
    phase = int(state.phase)
    words = [PHASES[phase]]
    if phase > FIRST:
        words.append(LETTERS[int(state.first) - 1 if phase <= CHARACTER else int(state.seat)])
    if phase == DRAW:
        words += ["then", PHASES[int(state.then)]]
    elif phase == TAKE:
        words.append(str(int(state.takes)))
    elif phase == CLAIM:
        words += [KINDS[int(state.card) - 1], *(["then", "take"] if state.takes else [])]
    elif phase == PLACE:
        words += ["raze" if state.razing else "build", LAYOUTS[game.layout].tile_names[int(state.tile) - 1]]
    return " ".join(words)


def _format_seat(game: Any, state: Any, seat: int) -> str:
    layout = LAYOUTS[game.layout]
    words = [LETTERS[seat]]
    if state.characters[seat]:
        words.append(DISTRICTS[int(state.characters[seat]) - 1])
    words.append(str(int(state.scores[seat])))
    lists = {
        "cards": [name for name, card in CARDS.items() if int(state.actions[seat]) & card],
        "land": [layout.territory_names[lot] for lot in own_lots(game, state, seat)],
        "city": [f"{layout.tile_names[tile]}@{layout.placement_names[where]}" for tile, where in own_buildings(state, seat)],
        "gone": [layout.tile_names[tile] for tile in razed_tiles(game, state, seat)],
    }
    for name, items in lists.items():
        words += [name, *items] if items else []
    return " ".join(words)


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that a text describes; nothing is hidden, so a viewer's text is the same."""
    state = new_record(STATE_DTYPE)
    setup(game, state)
    fields = _split(game, text)
    _read_step(game, state, fields["step"])
    _read_scoring(game, state, fields)
    for seat in range(game.n_seats):
        _read_seat(game, state, seat, fields[LETTERS[seat]])
    _read_cards(state, fields.get("open", []), fields.get("under", []))
    _read_turns(game, state, fields)
    check(game, state)
    return state


def _split(game: Any, text: str) -> dict[str, list[str]]:
    """Return the fields of a text: first words, and the words that follow."""
    needed = ("step", "turns", *LETTERS[: game.n_seats])
    known = (*needed, "end", "streets", "bonus", "open", "under")
    fields: dict[str, list[str]] = {}
    for part in text.split("|"):
        name, *words = part.split() or [""]
        need(name in known, f"unknown field {name!r}", part, f"fields are {', '.join(known)}")
        need(name not in fields, f"field {name} is given twice", part)
        need(words, f"field {name} is empty", part, "leave it out" if name not in needed else "")
        fields[name] = words
    for name in needed:
        need(name in fields, f"field {name} is missing", text)
    return fields


def _one_of(choices: Sequence[str], word: str, what: str) -> int:
    """Return the index of a word in `choices`."""
    if word not in choices:
        refuse(f"unknown {what}", word, nearest(word, choices))
    return choices.index(word)


def _number(word: str, what: str) -> int:
    """Return a number of turns or points."""
    plain = word.isascii() and word.isdigit() and len(word) <= MAX_DIGITS
    need(plain, f"{what}: not a whole number of at most {MAX_DIGITS} digits", word)
    return int(word)


def _read_step(game: Any, state: Any, words: list[str]) -> None:
    """Read the phase with what is pending."""
    given = " ".join(words)
    phase = state.phase = _one_of(PHASES, words[0], "step")
    rest = words[1:]
    if phase > FIRST:
        need(rest, "the step needs a seat", given, "for example: start A")
        state.seat = _one_of(tuple(LETTERS[: game.n_seats]), rest.pop(0), "seat")
    if phase == DRAW:
        follows = {"then start": START, "then build": BUILD}.get(" ".join(rest), 0)
        need(follows, "after a draw comes start or build", given, "for example: draw A then build")
        state.then = follows
    elif phase == TAKE:
        need(rest in (["1"], ["2"]), "Land Grab takes 2 cards, or 1 more", given, "for example: take A 2")
        state.takes = int(rest[0])
    elif phase == CLAIM:
        need(rest and rest[1:] in ([], ["then", "take"]), "claim names the card taken", given, "for example: claim A green2")
        state.card, state.takes = 1 + _one_of(KINDS, rest[0], "kind of card"), len(rest) > 1
    elif phase == PLACE:
        named = len(rest) == 2 and rest[0] in ("build", "raze")
        need(named, "place names build or raze and the tile", given, "for example: place A build bronze-I2")
        state.tile = 1 + _one_of(LAYOUTS[game.layout].tile_names[:N_TILES], rest[1], "tile")
        state.razing = rest[0] == "raze"
    else:
        need(not rest, "too many words in the step", given, "for example: start A" if phase else "write: step first")


def _read_scoring(game: Any, state: Any, fields: dict[str, list[str]]) -> None:
    """R7, B1: read streets and bonus challenge, as far as they are drawn."""
    phase, words = int(state.phase), fields.get("streets", [])
    streets = sum({1 << _one_of(STREETS, word, "street") for word in words})
    bonus = 1 + _one_of(BONUSES, " ".join(fields["bonus"]), "bonus challenge") if "bonus" in fields else 0
    if game.beginner:
        need(phase not in (STREETS_PHASE, BONUS), "beginners draw no streets and no bonus challenge", PHASES[phase])
        expected = (streets, bonus) == (int(state.streets), int(state.bonus))
        need(
            expected,
            "beginners score different streets or a different bonus",
            remedy="streets broadway wall nassau | bonus gold-tycoon",
        )
    else:
        drawn = 3 if phase > STREETS_PHASE else 0
        need(len(words) == streets.bit_count() == drawn, "name three streets, once they are drawn", " ".join(words))
        need((bonus > 0) == (phase > BONUS), "name one bonus challenge, once it is drawn")
    state.streets, state.bonus = streets, bonus


def _read_seat(game: Any, state: Any, seat: int, words: list[str]) -> None:
    """Read what a seat has; workers follow."""
    letter = LETTERS[seat]
    if words[0] in DISTRICTS:
        state.characters[seat] = 1 + DISTRICTS.index(words.pop(0))
    state.scores[seat] = _number("".join(words[:1]), f"points of {letter}")
    section, sections = "", dict[str, list[str]](cards=[], land=[], city=[], gone=[])
    for word in words[1:]:
        if word in sections:
            need(not sections[word], f"{word} of {letter} is given twice", word)
            section = word
            continue
        need(section, f"unknown word after the points of {letter}", word, f"write it after one of: {', '.join(sections)}")
        sections[section].append(word)
    cards = " ".join(sections["cards"])
    need(game.action_cards or not cards, "this game is played without action cards", cards)
    need(len(set(sections["cards"])) == len(sections["cards"]), f"{letter} has an action card twice", cards)
    state.actions[seat] = sum(1 << _one_of(tuple(CARDS), word, "action card") for word in sections["cards"])
    for word in sections["land"]:
        _read_lot(game, state, seat, word)
    for word in sections["city"]:
        _read_building(game, state, seat, word)
    for word in sections["gone"]:
        _use_tile(game, state, seat, _one_of(LAYOUTS[game.layout].tile_names[:FIRST_LEGEND], word, "tile"))
    state.workers[seat] = n = len(manned_lots(game, state, seat))
    need(n <= WORKERS, f"{letter} has {n} territories without a building, and only {WORKERS} workers")


def _read_lot(game: Any, state: Any, seat: int, name: str) -> None:
    """Give a territory to a seat; its card leaves the heap."""
    names = LAYOUTS[game.layout].territory_names
    need(name in names, "unknown territory", name, f"a territory is a block and a letter, for example {names[0]}")
    lot = names.index(name)
    word, squares, kind = int(game.tables.lot_word[lot]), game.tables.lots[lot], int(game.tables.lot_kind[lot])
    need(not (state.estate[:, word] & squares).any(), "the territory is claimed twice", name)
    need(state.heap[kind] > 0, "the territory is not in a game of two players", name)
    state.estate[seat, word] |= squares
    state.heap[kind] -= 1


def _read_building(game: Any, state: Any, seat: int, text: str) -> None:
    """Put a building on the board, for example `bronze-I2@a12+b12`."""
    layout, tables = LAYOUTS[game.layout], game.tables
    name, _, squares = text.partition("@")
    tile = _one_of(layout.tile_names, name, "tile")
    place = (parse_move(game, state, f"place {squares}") or 0) - PLACED
    if place < 0 or tables.placement_shape[place] != tables.tile_shape[tile]:
        for square in squares.split("+"):
            known = square in map(layout.square_name, layout.bits)
            need(known, "unknown square to build on", square or text, "for example: bronze-I2@a12+b12")
        refuse("the squares have a different shape, lie across a street, or touch neither a street nor a park", text)
    if tile == STARTER:
        home = state.characters[seat] and place == tables.starters[int(state.characters[seat]) - 1]
        need(home, "a starter stands on the start territory of its character", text)
    elif tile >= FIRST_LEGEND:
        need(not state.legends[tile - FIRST_LEGEND], "the legendary skyscraper is built twice", text)
        need(not has_legend(state, seat), f"{LETTERS[seat]} has two legendary skyscrapers, one is allowed", text)
        state.legends[tile - FIRST_LEGEND] = seat + 1
    else:
        _use_tile(game, state, seat, tile)
    word, footprint = int(tables.placement_word[place]), tables.footprint[place]
    need(not footprint & ~state.estate[seat, word], f"the building is not on land of {LETTERS[seat]}", text)
    need(not footprint & state.built[seat, word], "the building overlaps another", text)
    state.built[seat, word] |= footprint
    add_building(state, seat, tile, place)


def _use_tile(game: Any, state: Any, seat: int, tile: int) -> None:
    """Take the last of some equal tiles from those that a seat has not built yet."""
    left, name = int(state.unbuilt[seat]), LAYOUTS[game.layout].tile_names[tile]
    copies = left & int(game.tables.tile_copies[tile])
    need(copies, f"{LETTERS[seat]} has built this tile more often than there are copies", name)
    need(left.bit_count() > MIN_UNBUILT, f"{LETTERS[seat]} has built too many tiles: {MIN_UNBUILT} stay unbuilt", name)
    state.unbuilt[seat] = left & ~(1 << copies.bit_length() - 1)


def _read_cards(state: Any, opened: list[str], under: list[str]) -> None:
    """Read the Open Market and what lies under the heap; the heap is what is left."""
    need(len(opened) <= MARKET, f"more than {MARKET} open cards", " ".join(opened))
    groups = [sorted(_one_of(KINDS, word, "kind of card") for word in group.split()) for group in " ".join(under).split("/")]
    need(all(groups) or not under, "a group of cards under the pile is empty", " ".join(under))
    queue = [kind + 1 + LAST * (k == len(group) - 1) for group in groups for k, kind in enumerate(group)]
    for word in opened:
        state.open[_one_of(KINDS, word, "kind of card")] += 1
    for kind in [*open_cards(state), *(card % LAST - 1 for card in queue), *([int(state.card) - 1] if state.card else [])]:
        need(state.heap[kind] > 0, "more cards of this kind than unclaimed territories", KINDS[kind])
        state.heap[kind] -= 1
    state.queue[: len(queue)] = queue  # there are never more cards than territories
    state.n_queue = len(queue)


def _read_turns(game: Any, state: Any, fields: dict[str, list[str]]) -> None:
    """R1, R37: read turns and the end; who began, who acts and how many turns are left follow."""
    n, phase, seat = game.n_seats, int(state.phase), int(state.seat)
    state.turns = turns = _number(" ".join(fields["turns"]), "turns")
    if "end" in fields:
        state.trigger = 1 + _one_of(tuple(LETTERS[: game.n_seats]), " ".join(fields["end"]), "seat")
    if phase <= CHARACTER:
        state.first = seat + 1 if phase > FIRST else 0
        state.seat = np.count_nonzero(state.characters) % n
        state.actor = CHANCE
        return
    over = phase == OVER
    state.first = (seat - turns + over) % n + 1
    state.actor = NOBODY if over else CHANCE if phase == DRAW else seat
    since = (seat + 1 - int(state.trigger)) % n
    if state.trigger and (since or over):
        state.final = n - since - over
