"""Paper Skyscrapers, slow and obvious, from the rule text, its rulings and docs/games/paperskyscrapers.md: the whole game.

The parts: paperskyscrapers_cards.py (the card file), paperskyscrapers_table.py (cities, tracks, what is counted),
paperskyscrapers_draws.py (questions, decks, row) and paperskyscrapers_actions.py (what players do). A game is a script, a
generator that yields questions; so a copy is made by playing the same answers again. Numbers in comments are rulings.
"""

from collections import Counter
from fractions import Fraction
from random import Random

from naive.paperskyscrapers_actions import Actions
from naive.paperskyscrapers_cards import Cards, load_cards
from naive.paperskyscrapers_draws import Ask, Script
from naive.paperskyscrapers_table import Place, Player

__all__ = ["Game", "Oracle", "Run", "load_cards", "random_game"]

MAX_LAPS = 100
# Random games are long and full of events if little is drawn, much built and mayors leave their city cards.
WEIGHTS = {"stop": 0.2, "refuse": 0.4, "draw": 0.5, "build": 3, "visit": 3}


class Game(Actions):
    """The course of a game."""

    def game(self) -> Script:
        yield from self.set_up()
        while self.lap < MAX_LAPS and 4 in self.round_ends:  # 37, 54
            for player in self.from_seat(self.first):
                yield from self.turn(player)
                if self.level < 4 and self.level not in self.round_ends:
                    yield from self.new_level(player)
            self.lap += 1
        yield from self.final_scoring()

    def set_up(self) -> Script:
        n = len(self.players)
        self.first = yield from self.chance({f"first {seat}": seat for seat in range(n)})
        order = self.from_seat(self.first)
        if self.compensation:  # 99
            for player, score in zip(order, self.cards.start_scores[n], strict=True):
                player.score = score
        box = list(self.cards.cities)
        assert len(box) >= 2 * n, "too few cities for these players"
        for player in order:
            for _ in range(2):
                city = yield from self.chance({f"city {player.seat} {name}": name for name in box})
                box.remove(city)
                player.offers.append(city)
        for player in order:  # 67
            player.city = yield from self.choose(player, {f"choose {name}": name for name in player.offers})
            player.offers = []
            player.mayor = Place(city=player.city)
            player.places = [player.mayor]
        for player in order:
            yield from self.deal_two(player)
        yield from self.fill_row()

    def turn(self, player: Player) -> Script:
        self.seat, self.actions, player.bonus_used = player.seat, self.level, False  # 21
        yield from self.trigger(player, {"turn start"})
        while self.actions > 0:
            options = self.basic_options(player) | self.visit_options(player) | {"stop": ("stop", None)}
            kind, what = yield from self.choose(player, options)
            if kind == "stop":  # 20, 57
                self.actions = 0
                break
            self.actions -= 1
            if kind == "visit":
                yield from self.visit(player, what)
            else:
                yield from self.do_basic(player, (kind, what), in_bonus=False)
        yield from self.trigger(player, {"turn end"})
        self.seat = None

    def new_level(self, last: Player) -> Script:
        """34, 35, 102: discard the row and the old deck, deal two cards each, bonuses, a new row."""
        order = [*self.opponents(last), last]
        self.discards += self.row
        self.row = []
        while self.decks[self.level]:  # 62: face up
            name = yield from self.show(self.decks[self.level])
            self.decks[self.level].remove(name)
            self.discards.append(name)
        self.level += 1
        for player in order:
            yield from self.deal_two(player)
        for player in order:
            if self.city(player).trigger == "round end":
                player.bonus_used = False
                yield from self.city_bonus(player)
        yield from self.fill_row()

    def final_scoring(self) -> Script:
        """45: leader first, awards and chips together, hopping."""
        points = Counter()
        for award in self.cards.awards:
            amounts = [self.quantities(player)[award.quantity] for player in self.players]
            if amounts.count(max(amounts)) == 1:  # 44
                points[amounts.index(max(amounts))] += award.points
        order = sorted(self.from_seat(self.first), key=lambda player: -player.score)  # 77: sorted() keeps the order of equals
        for player in order:
            for name in self.cards.achievements:
                if name in player.chips:
                    value = yield from self._turn_up_chip(name)
                    self.gain(player, value)
            self.gain(player, points[player.seat])

    def _turn_up_chip(self, name: str) -> Script:
        """76: any of the chips not seen yet, with those of achievements that nobody claimed."""
        counts = Counter(self.chips)
        text = yield Ask("chance", {f"chip {name} {value}": Fraction(n, len(self.chips)) for value, n in counts.items()})
        value = int(text.split()[-1])
        self.chips.remove(value)
        return value

    def returns(self) -> list[Fraction]:
        """46: points, then the tallest building, then the most buildings; then it is shared."""
        ranks = []
        for player in self.players:
            amounts = self.quantities(player)
            ranks.append((player.score, amounts["tallest"], amounts["buildings"]))
        n_best = ranks.count(max(ranks))
        return [Fraction(int(rank == max(ranks)), n_best) for rank in ranks]


class Run:
    """A script in progress at a table, stopped at a question."""

    def __init__(self, table: Game, script: Script) -> None:
        self.table = table
        self._script = script
        self.ask: Ask | None = next(script, None)

    @property
    def to_act(self) -> int | str | None:
        return None if self.ask is None else self.ask.actor

    def moves(self) -> list[str]:
        assert self.ask is not None, "the game is over"
        assert self.ask.actor != "chance", "chance acts"
        return list(self.ask.options)

    def outcomes(self) -> dict[str, Fraction]:
        assert self.ask is not None, "the game is over"
        assert self.ask.actor == "chance", "a seat acts"
        return dict(self.ask.options)

    def play(self, text: str) -> None:
        assert self.ask is not None, "the game is over"
        assert text in self.ask.options, f"illegal {text!r}; legal: {', '.join(self.ask.options)}"
        try:
            self.ask = self._script.send(text)
        except StopIteration:
            self.ask = None

    def facts(self) -> dict:
        return self.table.facts()


class Oracle(Run):
    """A game from its start."""

    def __init__(self, cards: Cards, players: int, compensation: bool = True) -> None:
        table = Game(cards, players, compensation)
        super().__init__(table, table.game())
        self.history: list[tuple[int | str, str]] = []

    def play(self, text: str) -> None:
        actor = self.to_act
        super().play(text)
        self.history.append((actor, text))

    def copy(self) -> "Oracle":
        other = Oracle(self.table.cards, len(self.table.players), self.table.compensation)
        for _, text in self.history:
            other.play(text)
        return other

    def returns(self) -> list[Fraction]:
        assert self.to_act is None, "the game is not over"
        return self.table.returns()


def random_text(run: Run, random: Random) -> str:
    """Return a random outcome, or a random move: first its verb, since there are many more builds than other moves."""
    if run.to_act == "chance":
        odds = run.outcomes()
        return random.choices(list(odds), [float(share) for share in odds.values()])[0]
    moves = run.moves()
    verbs = sorted({text.split()[0] for text in moves})
    (verb,) = random.choices(verbs, [WEIGHTS.get(verb, 1) for verb in verbs])
    return random.choice([text for text in moves if text.split()[0] == verb])


def random_game(cards: Cards, players: int, seed: int, compensation: bool = True) -> Oracle:
    """Play a game to its end at random and return it."""
    random = Random(seed)
    oracle = Oracle(cards, players, compensation)
    while oracle.to_act is not None:
        oracle.play(random_text(oracle, random))
    return oracle
