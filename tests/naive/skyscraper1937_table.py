"""What lies on the table of Skyscraper (1937): district cards, where pieces may stand, and what a disaster can destroy.

A piece and its place are told apart only as far as the rules do (58). The place `where` of a piece is

    None                                     for a residence, a porch, a garage, a chimney (and for a store to be put down);
    "residential", "municipal", "business"   for a public building and the Church;
    a store (floors, has a Pent House)       for a floor, a Pent House and a store that stands.

Numbers in comments are rulings.
"""

from dataclasses import dataclass, replace

from naive.skyscraper1937_data import PARTS, PUBLIC_BUILDINGS

Store = tuple[int, bool]  # floors, has a Pent House
Where = str | Store | None

N_SPACES = 2  # of each district, and of each kind of part
N_FLOORS = 5  # of a complete skyscraper
PENT_HOUSE_FLOORS = 2  # that a store needs when a Pent House is put on it


@dataclass(frozen=True)
class District:
    """A district card with what stands on it."""

    residence: int = 0
    porch: int = 0
    garage: int = 0
    chimney: int = 0
    municipal: tuple[str, ...] = ()  # public buildings without the Church, sorted
    business: tuple[str, ...] = ()  # the same
    stores: tuple[Store, ...] = ()  # the tallest first; of equally tall ones that with the Pent House first
    church: str | None = None  # its district


@dataclass(frozen=True)
class State:
    """Everything on the table; per seat as tuples. `seat` is whose turn it is, None before the first turn and at the end."""

    phase: str
    seat: int | None
    roles: tuple[tuple[str, ...], ...]
    roles_left: tuple[str, ...]  # sorted, still to be dealt
    cash: tuple[int, ...]
    pot: int
    box: int  # chips out of the game
    districts: tuple[District, ...]
    policies: tuple[frozenset[str], ...]
    taxes: tuple[str | None, ...]  # the tax card that a seat has kept
    seen: tuple[str, ...] = ()  # cards drawn in this pass, sorted, without kept tax cards
    n_throws: int = 0
    total: int | None = None  # thrown in this turn
    card: str | None = None  # drawn in this turn
    doomed: tuple[str, District, tuple[str, ...]] | None = None  # words, the card after it, pieces: kept or turned in
    winner: int | None = None
    route: str | None = None  # "skyscraper" or "districts"


# ---- district cards


def n_pieces(district: District, piece: str) -> int:
    """Return how many of a piece stand on a card."""
    if piece == "residence" or piece in PARTS:
        return int(getattr(district, piece))
    if piece == "store":
        return len(district.stores)
    if piece == "floor":
        return sum(floors for floors, _ in district.stores)
    if piece == "pent house":
        return sum(pent_house for _, pent_house in district.stores)
    if piece == "church":
        return int(district.church is not None)
    return (*district.municipal, *district.business).count(piece)


def n_used(district: District, where: str) -> int:
    """Return how many of the two spaces of a district are occupied."""
    church = int(district.church == where)
    if where == "residential":
        return district.residence + church
    if where == "municipal":
        return len(district.municipal) + church
    return len(district.business) + len(district.stores) + church


def has_room(district: District, where: str) -> bool:
    return n_used(district, where) < N_SPACES


def n_complete_residences(district: District) -> int:
    return min(district.residence, district.porch, district.garage, district.chimney)  # 8


def skyscrapers(district: District) -> list[Store]:
    return [store for store in district.stores if store[0] == N_FLOORS]


def is_filled(district: District) -> bool:
    """Tell whether all three districts are complete."""
    residential = n_complete_residences(district) + (district.church == "residential") == N_SPACES
    return residential and not has_room(district, "municipal") and not has_room(district, "business")


def spaces(district: District, piece: str) -> list[Where]:
    """Return where a piece can be put down on a card."""
    if piece in PARTS:
        return [None] if n_pieces(district, piece) < N_SPACES else []  # 8, 51
    if piece == "residence":
        return [None] if has_room(district, "residential") else []  # 11
    if piece == "store":
        return [None] if has_room(district, "business") else []  # 11
    if piece == "floor":
        return [store for store in district.stores if store[0] < N_FLOORS]  # 12
    if piece == "pent house":
        return [store for store in district.stores if store[0] >= PENT_HOUSE_FLOORS and not store[1]]  # 60
    allowed: tuple[str, ...] = ("municipal", "business")  # 11
    if piece == "church":
        allowed = ("residential", "municipal", "business") if district.church is None else ()  # 9, 66
    return [where for where in allowed if has_room(district, where)]


def places(district: District, piece: str) -> list[Where]:
    """Return where a piece stands on a card."""
    if piece == "residence" or piece in PARTS:
        return [None] if n_pieces(district, piece) else []
    if piece == "store":
        return list(district.stores)
    if piece == "floor":
        return [store for store in district.stores if store[0]]
    if piece == "pent house":
        return [store for store in district.stores if store[1]]
    if piece == "church":
        return [district.church] if district.church else []
    return [where for where in ("municipal", "business") if piece in getattr(district, where)]


def with_store(district: District, old: Store | None, new: Store | None) -> District:
    """Return a card with one store replaced; None for one that comes or goes."""
    stores = list(district.stores)
    if old is not None:
        stores.remove(old)
    if new is not None:
        stores.append(new)
    return replace(district, stores=tuple(sorted(stores, reverse=True)))


def with_buildings(district: District, where: str, buildings: list[str]) -> District:
    """Return a card with other public buildings in one district."""
    standing = tuple(sorted(buildings))
    return replace(district, municipal=standing) if where == "municipal" else replace(district, business=standing)


def put(district: District, piece: str, where: Where) -> District:
    """Return a card with one piece more."""
    if piece == "store":
        return with_store(district, None, (0, False))
    if piece == "floor":
        assert isinstance(where, tuple)
        return with_store(district, where, (where[0] + 1, where[1]))
    if piece == "pent house":
        assert isinstance(where, tuple)
        return with_store(district, where, (where[0], True))
    if piece == "church":
        assert isinstance(where, str)
        return replace(district, church=where)
    if piece in PUBLIC_BUILDINGS:
        assert isinstance(where, str)
        return with_buildings(district, where, [*getattr(district, where), piece])
    return replace(district, **{piece: getattr(district, piece) + 1})


def remove(district: District, piece: str, where: Where) -> District:
    """Return a card with one piece less; what stands on a store goes with it."""
    if piece == "store":
        assert isinstance(where, tuple)
        return with_store(district, where, None)  # 13
    if piece == "floor":
        assert isinstance(where, tuple)
        return with_store(district, where, (where[0] - 1, where[1]))  # 13: a Pent House stays
    if piece == "pent house":
        assert isinstance(where, tuple)
        return with_store(district, where, (where[0], False))
    if piece == "church":
        return replace(district, church=None)
    if piece in PUBLIC_BUILDINGS:
        assert isinstance(where, str)
        left = list(getattr(district, where))
        left.remove(piece)
        return with_buildings(district, where, left)
    return replace(district, **{piece: getattr(district, piece) - 1})  # 62: parts stay without their residence


# ---- words


def place_text(where: Where) -> str:
    """Return a place with a space before it, nothing for the place of a residence or a part."""
    if where is None:
        return ""
    if isinstance(where, str):
        return f" {where}"
    return f" store {where[0]} with pent house" if where[1] else f" store {where[0]}"


def piece_text(piece: str, where: Where) -> str:
    """Return a piece and its place: `porch`, `school municipal`, `floor store 2`, `store 0`."""
    return place_text(where).strip() if piece == "store" and where else piece + place_text(where)


# ---- disasters

Losses = dict[str, tuple[District, tuple[str, ...]]]  # words -> the card after the loss, the pieces lost


def two_floors(district: District) -> Losses:
    """Return the ways to lose two floors, or the only one (41, 42)."""
    if n_pieces(district, "floor") < 2:
        return {
            piece_text("floor", store): (remove(district, "floor", store), ("floor",)) for store in places(district, "floor")
        }
    found: Losses = {}
    for store in district.stores:
        if store[0] >= 2:
            shorter = with_store(district, store, (store[0] - 2, store[1]))
            found[f"2 floors{place_text(store)}"] = (shorter, ("floor", "floor"))
    if len(places(district, "floor")) == 2:
        words = ", ".join(piece_text("floor", store) for store in district.stores)
        shorter = replace(district, stores=tuple((floors - 1, pent_house) for floors, pent_house in district.stores))
        found[words] = (shorter, ("floor", "floor"))
    return found


def one_thing(district: District, thing: str) -> Losses:
    """Return the ways to lose one thing that a card names."""
    if thing == "two floors":
        return two_floors(district)
    if thing == "complete residence":
        if not n_complete_residences(district):
            return {}  # 62: whole or not at all
        after = district
        for piece in ("residence", *PARTS):
            after = remove(after, piece, None)
        return {thing: (after, ("residence", *PARTS))}
    if thing == "floor of the tallest":
        tallest = max((floors for floors, _ in district.stores), default=0)  # 63
        stores = [store for store in places(district, "floor") if isinstance(store, tuple) and store[0] == tallest]
        return {piece_text("floor", store): (remove(district, "floor", store), ("floor",)) for store in stores}
    if thing == "store without floors":
        stores = [store for store in district.stores if store[0] == 0]
        pieces = {store: ("store", "pent house") if store[1] else ("store",) for store in stores}  # 43
        return {piece_text("store", store): (remove(district, "store", store), pieces[store]) for store in stores}
    names = PUBLIC_BUILDINGS if thing == "public building" else (thing,)  # 34: not the Church
    return {
        piece_text(name, where): (remove(district, name, where), (name,)) for name in names for where in places(district, name)
    }


def losses(district: District, alternatives: list[list[str]]) -> Losses:
    """Return the ways to obey a card that destroys things; empty if there is nothing to destroy (16)."""
    for things in alternatives:
        found: Losses = {"": (district, ())}
        for thing in things:
            longer: Losses = {}
            for words, (before, pieces) in found.items():
                for more, (after, lost) in one_thing(before, thing).items():
                    longer[f"{words}, {more}" if words else more] = (after, pieces + lost)
            found = longer or found  # 41: what is missing is left out
        if "" not in found:
            return found
    return {}
