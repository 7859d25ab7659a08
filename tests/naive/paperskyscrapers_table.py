"""The table of Paper Skyscrapers: cities, tracks, scores, what conditions count, and what lies open.

Nothing here asks anybody anything. Numbers in comments are rulings.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from naive.paperskyscrapers_cards import LANDMARKS, TRACKS, TYPES, Building, Cards, City, Comparison

END = 21  # 73: the start is space 0, then 1 to 20, then the end
LINES = (5, 10, 15, 20)
MAX_PLACES = 16


@dataclass(eq=False)
class Place:
    """A place of a city: with neither a built card nor the city card it is a gap."""

    built: list[str] = field(default_factory=list)
    tucked: list[str] = field(default_factory=list)
    city: str | None = None

    @property
    def top(self) -> str | None:
        return self.built[-1] if self.built else self.city

    @property
    def cards(self) -> list[str]:
        return self.built + self.tucked


@dataclass(eq=False)
class Player:
    seat: int
    offers: list[str] = field(default_factory=list)
    city: str | None = None
    hand: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)  # of the hand, seen by all
    places: list[Place] = field(default_factory=list)
    mayor: Place | None = None
    score: int = 0
    tracks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    lines: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    claims: list[str] = field(default_factory=list)
    chips: list[str] = field(default_factory=list)
    bonus_used: bool = False

    def take(self, name: str, seen: bool) -> None:
        self.hand.append(name)
        if seen:
            self.known.add(name)

    def lose(self, name: str) -> None:
        self.hand.remove(name)
        self.known.discard(name)

    def tops(self) -> list[tuple[str, Place]]:
        return [(place.top, place) for place in self.places if place.top is not None]


class Table:
    """All that lies on the table and in the hands."""

    def __init__(self, cards: Cards, n_players: int, compensation: bool = True) -> None:
        self.cards = cards
        self.compensation = compensation
        self.players = [Player(seat) for seat in range(n_players)]
        self.level = 1
        self.first: int | None = None
        self.seat: int | None = None  # whose turn it is
        self.lap = 0  # laps finished
        self.actions = 0
        self.row: list[str] = []
        self.discards: list[str] = []
        self.decks = {level: cards.names(level) for level in (1, 2, 3, 4)}
        self.round_ends = {1, 2, 3, 4}  # still in their decks
        self.n_reshuffles = 0
        self.ends_reached: set[str] = set()  # tracks whose point for the end is gone
        self.announced: str | None = None  # a card that is being paid
        self.chips = list(cards.chips)  # not turned up yet

    # ------------------------------------------------------------ seats and cards

    def building(self, name: str) -> Building:
        return self.cards.buildings[name]

    def in_order(self, names: Iterable[str]) -> list[str]:
        """Sort buildings by level, then as in the card file."""
        in_file = list(self.cards.buildings)
        return sorted(names, key=lambda name: (self.building(name).level, in_file.index(name)))

    def city(self, player: Player) -> City:
        return self.cards.cities[player.city]

    def from_seat(self, seat: int) -> list[Player]:
        return self.players[seat:] + self.players[:seat]

    def opponents(self, player: Player) -> list[Player]:
        """Return the others, clockwise (78)."""
        return self.from_seat(player.seat)[1:]

    def discard(self, player: Player, name: str) -> None:
        player.lose(name)
        self.discards.append(name)

    # ------------------------------------------------------------ tracks and points

    def gain(self, player: Player, points: int) -> None:
        """Go forward on the score track, point by point, each to the next space without an opponent (30)."""
        taken = {opponent.score for opponent in self.opponents(player)}
        for _ in range(points):
            player.score += 1
            while player.score in taken:
                player.score += 1

    def step(self, player: Player, track: str) -> set[str]:
        """Go one step forward; return which of `step`, `hop` and `line` happened. At the end nothing does (29)."""
        old = player.tracks[track]
        if old == END:
            return set()
        taken = {opponent.tracks[track] for opponent in self.opponents(player)}
        new = old + 1
        while new < END and new in taken:  # 24, 25: the end is shared
            new += 1
        player.tracks[track] = new
        events = {"step"}
        if new > old + 1:
            events.add("hop")
        n_crossed = sum(new > line for line in LINES)
        if n_crossed > player.lines[track]:  # 26: once each, also after a decline
            self.gain(player, n_crossed - player.lines[track])
            player.lines[track] = n_crossed
            events.add("line")
        if new == END and track not in self.ends_reached:  # 28, 74
            self.ends_reached.add(track)
            self.gain(player, 1)
        return events

    def decline(self, player: Player, track: str, n: int) -> None:
        """Go back n steps, hopping; the start is shared and stops it (27)."""
        taken = {opponent.tracks[track] for opponent in self.opponents(player)}
        for _ in range(n):
            if player.tracks[track] == 0:
                return
            player.tracks[track] -= 1
            while player.tracks[track] > 0 and player.tracks[track] in taken:
                player.tracks[track] -= 1

    # ------------------------------------------------------------ what is counted

    def icons(self, places: list[Place]) -> Counter[str]:
        return Counter(self.building(name).type for place in places for name in place.cards)

    def quantities(self, player: Player) -> dict[str, int]:
        places = player.places
        icons = self.icons(places)
        of_types = [icons[kind] for kind in TYPES]
        sites = Counter(self.building(name).landmark for place in places for name in place.cards)
        of_sites = [sites[landmark] for landmark in LANDMARKS]
        heights = [len(place.built) for place in places]
        spaces = [player.tracks[track] for track in TRACKS]
        return {
            **dict(zip(TYPES, of_types, strict=True)),
            "types": sum(n > 0 for n in of_types),
            "fewest": min(of_types),
            "most": max(of_types),
            **dict(zip(LANDMARKS, of_sites, strict=True)),
            "landmarks": sum(of_sites),
            "sites": sum(n > 0 for n in of_sites),
            "tallest": max(heights, default=0),
            "towers": sum(height >= 3 for height in heights),
            "buildings": sum(height >= 1 for height in heights),
            "width": len(places),
            "tucked": sum(len(place.tucked) for place in places),
            **player.tracks,
            "tracks": sum(spaces),
            "lowest": min(spaces),
            "highest": max(spaces),
            "hand": len(player.hand),
            "score": player.score,
            "claims": len(player.claims),
            "level": self.level,
        }

    def meets(self, player: Player, condition: tuple[Comparison, ...]) -> bool:
        return all(comparison.holds(self.quantities(player)) for comparison in condition)

    def claimable(self, player: Player) -> list[str]:
        achievements = self.cards.achievements.values()
        return [one.name for one in achievements if one.name not in player.claims and self.meets(player, one.condition)]

    def bonus_is_ready(self, player: Player) -> bool:
        """Return whether the city card is on top, its condition holds and it was not used in this turn (92)."""
        on_top = any(place.top == player.city for place in player.places)
        return on_top and not player.bonus_used and self.meets(player, self.city(player).condition)

    # ------------------------------------------------------------ costs

    def fits_reduction(self, player: Player, name: str, where: tuple[str, int]) -> bool:
        """Return whether the player's city makes this build cheaper."""
        city = self.city(player)
        fitting = {"build", f"build {self.building(name).type}", "build over" if where[0] == "over" else "sprawl"}
        return city.reduction > 0 and self.seat == player.seat and city.trigger in fitting and self.bonus_is_ready(player)

    def cost(self, player: Player, name: str, where: tuple[str, int], less: int = 0) -> int:
        """Return how many cards it costs: icons beside and beneath count, a gap breaks adjacency (5, 6, 51)."""
        building, places = self.building(name), player.places
        kind, index = where
        if kind == "left":
            near = places[:1]
        elif kind == "right":
            near = places[-1:]
        else:
            near = places[max(0, index - 1) : index + 2]
        cost = building.cost - self.icons(near)[self.cards.discounts[building.type]] - less
        if self.fits_reduction(player, name, where):
            cost -= self.city(player).reduction
        return max(0, cost)

    def spots(self, player: Player) -> dict[str, tuple[str, int]]:
        """Return where a card may be built: text, and kind with the index of the place."""
        spots: dict[str, tuple[str, int]] = {}
        for index, place in enumerate(player.places):
            if place.top is None:
                spots[f"in gap {index + 1}"] = ("gap", index)  # 90: always
            else:
                spots[f"over {index + 1}"] = ("over", index)
        if len(player.places) < MAX_PLACES:
            spots["left"], spots["right"] = ("left", 0), ("right", 0)
        return spots

    # ------------------------------------------------------------ what lies there

    def facts(self) -> dict:
        return {
            "level": self.level,
            "first": self.first,
            "seat": self.seat,
            "lap": self.lap,
            "actions": self.actions,
            "row": sorted(self.row),
            "discards": sorted(self.discards),
            "deck": {level: sorted(names) for level, names in self.decks.items()},
            "round_ends": set(self.round_ends),
            "announced": self.announced,
            "reshuffles": self.n_reshuffles,
            "seats": [self._facts_of(player) for player in self.players],
        }

    def _facts_of(self, player: Player) -> dict:
        return {
            "city": player.city,
            "offers": list(player.offers),
            "hand": sorted(player.hand),
            "known": sorted(player.known),
            "places": [
                {"built": list(place.built), "tucked": sorted(place.tucked), "city": place.city is not None}
                for place in player.places
            ],
            "mayor": None if player.mayor is None else player.places.index(player.mayor) + 1,
            "score": player.score,
            "tracks": [player.tracks[track] for track in TRACKS],
            "lines": [player.lines[track] for track in TRACKS],
            "claims": sorted(player.claims),
            "chips": sorted(player.chips),
            "bonus_used": player.bonus_used,
        }
