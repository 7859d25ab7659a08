"""Read the file of prices: throws, prices, supplies, chips, policies, district card, bonus and the cap of throws."""

from dataclasses import dataclass, field

from mctsky.core.data_files import Lines
from mctsky.games.skyscraper1937.state import CHURCH, FIRST_BUILDING, LOST_TURN, LUCK, PIECES, POLICIES, PUBLIC

SOLD = {
    **{name: piece for piece, name in enumerate(PIECES) if piece < FIRST_BUILDING},
    "public building": PUBLIC,
    "luck": LUCK,
    "lost turn": LOST_TURN,
}
PRICED = ("residence", "porch", "garage", "chimney", "store", "floor", "public building", "church", "pent house")
CARD = {"spaces": (1, 2), "floors": (1, 5), "pent house": (0, 5)}  # what `card` says, and its range
MAX_DOLLARS = 99  # a price, an amount, a cap
MAX_SUPPLY = 60  # of a piece or a policy, additions included
MAX_MONEY = 30_000  # all chips together
MAX_THROWS = 1_000
REMEDY = "see data/prices.txt that comes with the game"


@dataclass(frozen=True)
class Policy:
    """A kind of policy."""

    price: int
    cap: int
    stock: tuple[int, int, int]  # for up to four, five and six players


@dataclass(frozen=True)
class Prices:
    """The contents of the box, except the cards."""

    throws: dict[int, int]  # total -> piece, PUBLIC, LUCK or LOST_TURN
    prices: tuple[int, ...]  # by piece
    supplies: tuple[tuple[int, int, int], ...]  # by piece, for up to four, five and six players
    chips: tuple[tuple[int, int, int], ...]  # dollars, count in one set, count with five or six players
    policies: tuple[Policy, ...]
    spaces: int
    floors: int
    pent_house_floors: int
    bonus: int
    max_throws: int


@dataclass
class _Draft:
    lines: Lines
    throws: dict[int, int] = field(default_factory=dict)
    prices: dict[str, int] = field(default_factory=dict)
    supplies: dict[str, tuple[int, int, int]] = field(default_factory=dict)
    chips: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    policies: dict[str, Policy] = field(default_factory=dict)
    card: dict[str, int] = field(default_factory=dict)
    single: dict[str, int] = field(default_factory=dict)  # bonus, throws

    def read(self) -> None:
        readers = {
            "throw": self.read_throw,
            "price": self.read_price,
            "supply": self.read_supply,
            "chips": self.read_chips,
            "policy": self.read_policy,
            "card": self.read_card,
            "bonus": self.read_single,
            "throws": self.read_single,
        }
        for line in self.lines:
            words = line.split()
            self.lines.one_of(words[0], tuple(readers), "entry")
            readers[words[0]](words)

    def need(self, words: list[str], fits: bool, form: str) -> None:
        if not fits:
            self.lines.fail(f"not of the form `{form}`", " ".join(words), "see the comment at the top of data/prices.txt")

    def once(self, known: bool, name: str) -> None:
        if known:
            self.lines.fail(f"{name} is given twice", name, "delete one of the two lines")

    def read_throw(self, words: list[str]) -> None:
        self.need(words, len(words) >= 3, "throw TOTAL PIECE")
        total = self.lines.number_of(words[1], 2, 12, "the total")
        self.once(total in self.throws, f"throw {total}")
        name = " ".join(words[2:])
        self.lines.one_of(name, tuple(SOLD), "piece")
        self.throws[total] = SOLD[name]

    def read_price(self, words: list[str]) -> None:
        self.need(words, len(words) >= 3, "price PIECE DOLLARS")
        name = " ".join(words[1:-1])
        self.lines.one_of(name, PRICED, "piece")
        self.once(name in self.prices, f"price {name}")
        self.prices[name] = self.lines.number_of(words[-1], 0, MAX_DOLLARS, "the price")

    def counts(self, words: list[str]) -> tuple[int, int, int]:
        """Return a count for up to four, five and six players, written `8 +2 +2`."""
        form = "COUNT +FIVE +SIX"
        self.need(words, words[1].startswith("+") and words[2].startswith("+"), form)
        first, *more = (self.lines.number_of(word.removeprefix("+"), 0, MAX_SUPPLY, "the count") for word in words)
        if first + sum(more) > MAX_SUPPLY:
            self.lines.fail(f"more than {MAX_SUPPLY} with six players", " ".join(words), "write smaller numbers")
        return first, first + more[0], first + sum(more)

    def read_supply(self, words: list[str]) -> None:
        self.need(words, len(words) >= 5, "supply PIECE COUNT +FIVE +SIX")
        name = " ".join(words[1:-3])
        self.lines.one_of(name, PIECES, "piece")
        self.once(name in self.supplies, f"supply {name}")
        self.supplies[name] = self.counts(words[-3:])

    def read_chips(self, words: list[str]) -> None:
        self.need(words, len(words) == 4, "chips DOLLARS COUNT BOTH")
        dollars = self.lines.number_of(words[1], 1, MAX_DOLLARS, "the value of a chip")
        self.once(dollars in self.chips, f"chips {dollars}")
        few, many = (self.lines.number_of(word, 0, 9_999, "the number of chips") for word in words[2:])
        self.chips[dollars] = (dollars, few, many)
        for count in (1, 2):
            money = sum(chips[0] * chips[count] for chips in self.chips.values())
            if money > MAX_MONEY:
                self.lines.fail(f"all chips together are worth ${money}, more than ${MAX_MONEY}", remedy="write fewer chips")

    def read_policy(self, words: list[str]) -> None:
        self.need(words, len(words) == 7, "policy KIND PRICE CAP STOCK +FIVE +SIX")
        self.lines.one_of(words[1], POLICIES, "policy")
        self.once(words[1] in self.policies, f"policy {words[1]}")
        price = self.lines.number_of(words[2], 0, MAX_DOLLARS, "the price")
        cap = self.lines.number_of(words[3], 0, MAX_DOLLARS, "the cap")
        self.policies[words[1]] = Policy(price, cap, self.counts(words[4:]))

    def read_card(self, words: list[str]) -> None:
        self.need(words, len(words) >= 3, "card spaces N, card floors N, or card pent house N")
        name = " ".join(words[1:-1])
        self.lines.one_of(name, tuple(CARD), "entry of the district card")
        self.once(name in self.card, f"card {name}")
        self.card[name] = self.lines.number_of(words[-1], *CARD[name], f"card {name}")

    def read_single(self, words: list[str]) -> None:
        self.need(words, len(words) == 2, f"{words[0]} N")
        self.once(words[0] in self.single, words[0])
        low, high = (0, MAX_DOLLARS) if words[0] == "bonus" else (1, MAX_THROWS)
        self.single[words[0]] = self.lines.number_of(words[1], low, high, words[0])

    def make(self) -> Prices:
        """Check that nothing is missing."""
        wanted: list[tuple[str, object, object]] = [(f"throw {total}", total, self.throws) for total in range(2, 13)]
        wanted += [(f"price {name}", name, self.prices) for name in PRICED]
        wanted += [(f"supply {name}", name, self.supplies) for name in PIECES]
        wanted += [(f"policy {name}", name, self.policies) for name in POLICIES]
        wanted += [(f"card {name}", name, self.card) for name in CARD]
        wanted += [(name, name, self.single) for name in ("bonus", "throws")]
        for line, name, found in wanted:
            if name not in found:  # type: ignore[operator]
                self.lines.fail(f"the line `{line}` is missing", remedy=f"add it; {REMEDY}")
        kinds = ["public building" if FIRST_BUILDING <= piece < CHURCH else name for piece, name in enumerate(PIECES)]
        return Prices(
            throws=self.throws,
            prices=tuple(self.prices[name] for name in kinds),
            supplies=tuple(self.supplies[name] for name in PIECES),
            chips=tuple(self.chips.values()),
            policies=tuple(self.policies[name] for name in POLICIES),
            spaces=self.card["spaces"],
            floors=self.card["floors"],
            pent_house_floors=self.card["pent house"],
            bonus=self.single["bonus"],
            max_throws=self.single["throws"],
        )


def read_prices(text: str, where: str) -> Prices:
    """Return what a file of prices says, or name the line that breaks a rule of its format."""
    draft = _Draft(Lines(text, where))
    draft.read()
    return draft.make()
