"""The words of moves, which name stores and buildings as they stand in a state."""

from typing import Any

from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.moves import (
    BEGINS,
    CREDIT,
    DRAWN,
    FIRST_ROLE,
    FIRST_TAKE,
    KEEP,
    LOSE_BOTH,
    LOSE_FIXED,
    LOSE_FLOOR,
    LOSE_PENT_HOUSE,
    LOSE_SLOT,
    LOSE_STORE,
    LOSE_TWO,
    N_TAKES,
    PASS,
    POLICY,
    PUT,
    PUT_BUILDING,
    PUT_CHURCH,
    PUT_FLOOR,
    PUT_PENT_HOUSE,
    ROLLED,
    TAKE_CHURCH,
    TAKE_FLOOR,
    TAKE_SLOT,
    THROW,
    TURN_IN,
)
from mctsky.games.skyscraper1937.rules.disaster import fixed_pieces
from mctsky.games.skyscraper1937.state import (
    BUILDINGS,
    CHURCH_AT,
    DISTRICTS,
    FIRST_SLOT,
    FIRST_STORE,
    GAIN,
    MAX_PLAYERS,
    PIECES,
    POLICIES,
    ROLES,
    ROVER,
)

# What `step` says in the text of a position, by phase: single words.
STEPS = ("roles", "first", "insurance", "roll", "draw", "buy", "lose", "claim", "take", "gain", "over")
CREDITS = ("buy all-risk", *(f"credit {names}, buy all-risk" for names in ("fire", "tornado", "fire tornado")))
WORDS = {THROW: "throw", PASS: "pass", KEEP: "keep", TURN_IN: "turn in"}
COMPLETE_NAME = "complete residence"
SLOT_DISTRICTS = ("municipal", "municipal", "business", "business")


def store_text(look: int) -> str:
    """Return a store by its look: `store 3`, `store 3 with pent house`."""
    if look == 0:
        return "store ?"  # of a code that is not legal
    return f"store {(look - 1) // 2}" + (" with pent house" if look % 2 == 0 else "")


def look_of(state: Any, seat: int, store: int) -> int:
    """Return the look of one of the two stores of a card, 0 for none."""
    return int(state.land[seat, FIRST_STORE + store])


def slot_text(state: Any, seat: int, slot: int) -> str:
    """Return a public building with its district: `school municipal`."""
    piece = int(state.land[seat, FIRST_SLOT + slot])
    return f"{PIECES[piece] if piece else 'building ?'} {SLOT_DISTRICTS[slot]}"


def church_text(state: Any, seat: int) -> str:
    """Return the Church with its district."""
    place = int(state.land[seat, CHURCH_AT])
    return f"church {DISTRICTS[place - 1] if place else '?'}"


def put_text(state: Any, seat: int, code: int) -> str:
    """Return a piece and where it is put: `porch`, `floor store 2`, `school municipal`."""
    if code < PUT_FLOOR:
        return PIECES[code - PUT]
    if code < PUT_BUILDING:
        return f"floor {store_text(look_of(state, seat, code - PUT_FLOOR))}"
    if code < PUT_CHURCH:
        building, business = divmod(code - PUT_BUILDING, 2)
        return f"{BUILDINGS[building]} {DISTRICTS[1 + business]}"
    if code < PUT_PENT_HOUSE:
        return f"church {DISTRICTS[code - PUT_CHURCH]}"
    return f"pent house {store_text(look_of(state, seat, code - PUT_PENT_HOUSE))}"


def loss_text(game: Any, state: Any, seat: int, way: int) -> str:
    """Return what one way to lose takes: `school municipal`, `2 floors store 3`, `porch, chimney`."""
    if way == LOSE_FIXED:
        return fixed_text(game, state, seat)
    if way < LOSE_FLOOR:
        return slot_text(state, seat, way - LOSE_SLOT)
    if way < LOSE_TWO:
        return f"floor {store_text(look_of(state, seat, way - LOSE_FLOOR))}"
    if way < LOSE_BOTH:
        return f"2 floors {store_text(look_of(state, seat, way - LOSE_TWO))}"
    if way == LOSE_BOTH:
        return ", ".join(f"floor {store_text(look_of(state, seat, store))}" for store in range(2))
    if way < LOSE_PENT_HOUSE:
        return store_text(look_of(state, seat, way - LOSE_STORE))
    return f"pent house {store_text(look_of(state, seat, way - LOSE_PENT_HOUSE))}"


def fixed_text(game: Any, state: Any, seat: int) -> str:
    """Return what the card being carried out takes without a choice, in the order of the card."""
    number = int(state.card) - 1
    for way, names in enumerate(BOXES[game.box].cards[number].fixed):
        pieces = fixed_pieces(game, state, seat, number, way)
        if names == (COMPLETE_NAME,):
            if pieces:
                return COMPLETE_NAME
            continue
        found = [church_text(state, seat) if name == "church" else name for name in names if pieces >> PIECES.index(name) & 1]
        if found:
            return ", ".join(found)
    return ""


def take_text(state: Any, victim: int, what: int) -> str:
    """Return what is taken, from whom and where to."""
    seat = int(state.seat)
    if what < TAKE_FLOOR:
        return f"{PIECES[what]} from {victim}"
    if what < TAKE_SLOT:
        old, new = divmod(what - TAKE_FLOOR, 2)
        taken = f"floor {store_text(look_of(state, victim, old))}"
        return f"{taken} from {victim} to {store_text(look_of(state, seat, new))}"
    if what < TAKE_CHURCH:
        slot, business = divmod(what - TAKE_SLOT, 2)
        return f"{slot_text(state, victim, slot)} from {victim} to {DISTRICTS[1 + business]}"
    return f"{church_text(state, victim)} from {victim} to {DISTRICTS[what - TAKE_CHURCH]}"


def chance_text(game: Any, code: int) -> str:
    """Return what chance does."""
    if code >= DRAWN:
        cards = BOXES[game.box].cards
        return f"draw {cards[code - DRAWN].name if code - DRAWN < len(cards) else code - DRAWN}"  # beyond them never legal
    if code >= BEGINS + MAX_PLAYERS:
        return f"roll {code - ROLLED}"
    if code >= BEGINS:
        return f"first {code - BEGINS}"
    return f"role {(*ROLES, ROVER)[code - FIRST_ROLE]}"


def format_move(game: Any, state: Any, code: int) -> str:
    """Return a move as text, for example `buy school municipal` or `take floor store 3 from 2 to store 0`."""
    seat = int(state.seat)
    if code in WORDS:
        return WORDS[code]
    if code >= FIRST_ROLE:
        return chance_text(game, code)
    if code >= FIRST_TAKE:
        victim, what = divmod(code - FIRST_TAKE, N_TAKES)
        return f"take {take_text(state, victim, what)}"
    if code >= LOSE_SLOT:
        return f"lose {loss_text(game, state, seat, code)}"
    if code >= PUT:
        return f"{'gain' if int(state.phase) == GAIN else 'buy'} {put_text(state, seat, code)}"
    return CREDITS[code - CREDIT] if code >= CREDIT else f"buy {POLICIES[code - POLICY]}"
