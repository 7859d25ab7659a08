"""Paper Skyscrapers twice: the fast rules and the naive ones, played side by side and compared after every move."""

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import mctsky
from mctsky.core.contract import CHANCE, NOBODY
from mctsky.games.paperskyscrapers.cards import SETS
from mctsky.games.paperskyscrapers.rules.draws import in_turn
from mctsky.games.paperskyscrapers.rules.sets import has
from mctsky.games.paperskyscrapers.state import MAX_LEVEL
from naive.paperskyscrapers import Oracle, load_cards

STANDARD = Path(mctsky.__file__).parent / "games/paperskyscrapers/data/cards.txt"
SMALL = Path(__file__).parent.parent / "naive/paperskyscrapers_small.txt"
MAX_DENOMINATOR = 1_000


def names_of(game: Any, cards: Any) -> list[str]:
    """Return the names of a set of cards, sorted."""
    buildings = SETS[game.cards].cards.buildings
    return sorted(building.name for number, building in buildings.items() if has(cards, number))


def chain(game: Any, state: Any, top: int) -> list[str]:
    """Return the names of a building's cards, or of those tucked under it, from the bottom."""
    names = []
    while top:
        names.append(SETS[game.cards].cards.buildings[top - 1].name)
        top = int(state.below[top - 1])
    return names[::-1]


def seat_of(game: Any, state: Any, seat: int) -> dict[str, Any]:
    """Return what a player has, in the words of the oracle."""
    cards = SETS[game.cards].cards
    chosen, known = int(state.city[seat]), names_of(game, state.known[seat])
    found: dict[str, Any] = {"city": cards.cities[chosen - 1].name if chosen else None, "known": known}
    found["hand"] = sorted(known + names_of(game, state.secret[seat]))
    found["places"] = [
        {
            "built": chain(game, state, int(state.top[seat, place])),
            "tucked": sorted(chain(game, state, int(state.tucks[seat, place]))),
            "city": place == int(state.city_place[seat]),
        }
        for place in range(int(state.n_places[seat]))
    ]
    found["mayor"] = int(state.mayor[seat]) + 1 if chosen and int(state.mayor[seat]) >= 0 else None
    found["score"] = int(state.score[seat])
    found["tracks"], found["lines"] = state.tracks[seat].tolist(), state.lines[seat].tolist()
    achievements = [achievement.name for achievement in cards.achievements]
    found["offers"] = [cards.cities[int(offer) - 1].name for offer in state.offers[seat] if offer]
    found["claims"] = sorted(name for bit, name in enumerate(achievements) if int(state.claims[seat]) >> bit & 1)
    found["chips"] = sorted(name for place, name in enumerate(achievements) if int(state.chip_owner[place]) == seat + 1)
    return found


def deck_of(game: Any, state: Any) -> dict[int, list[str]]:
    """Return the decks by level; after a shuffle all cards are those of the fourth."""
    levels: dict[int, list[str]] = {level: [] for level in range(1, MAX_LEVEL + 1)}
    for number, building in SETS[game.cards].cards.buildings.items():
        if has(state.deck, number):
            levels[MAX_LEVEL if int(state.level) == MAX_LEVEL else building.level].append(building.name)
    return {level: sorted(names) for level, names in levels.items()}


def facts(position: mctsky.Position) -> dict[str, Any]:
    """Return a position of the fast rules as the oracle describes one."""
    game, state = position.game.rules, position.state
    turn = in_turn(state)
    return {
        "level": int(state.level),
        "first": int(state.first) if int(state.stage) else None,
        "seat": int(state.seat) if turn else None,
        "lap": int(state.lap),
        "actions": int(state.actions) if turn else 0,
        "row": names_of(game, state.row),
        "discards": names_of(game, state.discards),
        "deck": deck_of(game, state),
        "round_ends": {level for level in range(1, MAX_LEVEL + 1) if int(state.round_ends) >> level - 1 & 1},
        "announced": SETS[game.cards].cards.buildings[int(state.announced) - 1].name if state.announced else None,
        "reshuffles": int(state.n_shuffles),
        "seats": [seat_of(game, state, seat) for seat in range(game.n_seats)],
    }


def differences(mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """Return what both descriptions say differently."""
    found = {key: (mine[key], theirs[key]) for key in mine if key != "seats" and mine[key] != theirs[key]}
    for seat, (left, right) in enumerate(zip(mine["seats"], theirs["seats"], strict=True)):
        found |= {f"{key} of seat {seat}": (left[key], right[key]) for key in left if left[key] != right[key]}
    return found


class Twins:
    """A game played by both sets of rules."""

    def __init__(self, players: int, cards: Path | str = "standard", compensation: int = 1) -> None:
        text = (STANDARD if cards == "standard" else Path(cards)).read_text()
        self.game = mctsky.load("paperskyscrapers", players=players, cards=str(cards), compensation=compensation)
        self.position = self.game.start()
        self.oracle = Oracle(load_cards(text), players, bool(compensation))
        self.played: list[str] = []

    def compare(self) -> dict[str, int]:
        """Demand agreement; return the codes that can be played by their texts."""
        position, oracle = self.position, self.oracle
        actor = {CHANCE: "chance", NOBODY: None}.get(position.to_act, position.to_act)
        assert actor == oracle.to_act, self.story()
        mine, theirs = facts(position), oracle.facts()
        if mine["seat"] is None:  # between two turns a lap may be counted now or later
            mine["lap"] = theirs["lap"]
        wrong = differences(mine, theirs)
        if wrong:
            raise AssertionError(f"{wrong} after {self.story()}")
        if actor is None:
            assert [Fraction(value).limit_denominator(4) for value in position.returns()] == oracle.returns(), self.story()
            return {}
        if actor == "chance":
            codes = position.chance_codes()
            odds = {position.format_move(code): Fraction(odd).limit_denominator(MAX_DENOMINATOR) for code, odd in codes}
            assert odds == oracle.outcomes(), self.story()
            return {position.format_move(code): code for code, _ in codes}
        by_text = {position.format_move(code): code for code in position.legal_codes()}
        moves = oracle.moves()
        assert len(set(moves)) == len(moves)
        assert set(by_text) == set(moves), (set(by_text) ^ set(moves), self.story())
        return by_text

    def story(self) -> str:
        return " / ".join(self.played[-12:])

    def play(self, text: str, code: int) -> None:
        self.played.append(text)
        self.position._apply(code)
        self.oracle.play(text)

    def random_game(self, random: Random, most: int = 100_000) -> int:
        """Play a random game, comparing all positions; return how many there were."""
        n = 0
        while (codes := self.compare()) and n < most:
            texts = sorted(codes)
            if self.oracle.to_act == "chance":
                outcomes = self.oracle.outcomes()
                text = random.choices(texts, [float(outcomes[text]) for text in texts])[0]
            else:
                text = prefer(texts, random)
            self.play(text, codes[text])
            n += 1
        return n


def prefer(texts: list[str], random: Random) -> str:
    """Draw a move: a kind of move first, so that rare kinds are not drowned in builds, and seldom stop."""
    kinds = sorted({text.split()[0] for text in texts})
    if len(kinds) > 1 and random.random() < 0.8:
        kinds = [kind for kind in kinds if kind != "stop"]
    if random.random() < 0.5:
        return random.choice(texts)
    kind = random.choice(kinds)
    return random.choice([text for text in texts if text.split()[0] == kind])
