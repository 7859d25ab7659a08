"""Who may hold which cards in Santorini: New York, by listing every history that fits what a seat saw.

From the rules alone: in the first deal every seat gets five cards at random; a seat plays cards from its hand, any card as
likely as another; after four rounds the seats that are still in keep their last card, and get four more from all other cards
(16); a seat that went out loses its hand unseen (17). All probabilities are exact fractions.

A history is what was in each hand in each deal. The odds of the cards that the viewer holds, and of everything that all can
see, are the same in all histories that fit, but they are multiplied in all the same: nothing here relies on that.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import NamedTuple

ALL_CARDS = frozenset(range(1, 26))
Cards = frozenset[int]
Hands = tuple[Cards, ...]  # of all seats
Kept = tuple[int | None, ...]  # the card that each seat kept at the last redeal


class Deal(NamedTuple):
    """One deal as the viewer knows it: cards shown per seat, own hand, how many cards each seat was given in all."""

    shown: tuple[Cards, ...]
    own: Cards  # of the viewer, the cards shown and one laid face down included
    sizes: tuple[int, ...]  # of the hands, the cards shown included; 0 for a seat that is out
    kept: tuple[bool, ...]  # which seats kept a card at the end


def read_view(text: str, viewer: int) -> list[Deal]:
    """Read the deals from the text of a view, the present one last."""
    words = dict(word.split("=", 1) for word in text.split(" ")[1:])
    n_seats = len(words["hands"].split("|"))
    none = "|".join("-" * n_seats)
    deals = []
    for past in words["past"].split(";") if "past" in words else []:
        parts = [part.partition("+") for part in past.split("|")]
        shown = tuple(_cards(part[0]) for part in parts)
        own = shown[viewer] | _cards(parts[viewer][2] or "-")
        deals.append(Deal(shown, own, tuple(5 if part else 0 for part in shown), tuple(bool(part[1]) for part in parts)))
    shown = tuple(_cards(part) for part in words.get("spent", none).split("|"))
    hands = words["hands"].split("|")
    table = words.get("table", none).split("|")
    own = shown[viewer] | _cards(hands[viewer]) | _cards(table[viewer].strip("()"))
    sizes = [len(shown[seat]) + (int(hands[seat][1]) if hands[seat].startswith("?") else 0) for seat in range(n_seats)]
    sizes[viewer] = len(own)
    return [*deals, Deal(shown, own, tuple(sizes), (False,) * n_seats)]


def _cards(text: str) -> Cards:
    return frozenset() if text == "-" else frozenset(map(int, text.split(",")))


def possible_hands(deal: Deal, viewer: int, kept: Kept) -> Iterator[tuple[Hands, Fraction]]:
    """Give all hands of one deal that fit what was seen, with the odds of that deal and of these cards being played."""
    unseen = ALL_CARDS - deal.own - frozenset().union(*deal.shown)
    odds = Fraction(1)
    deck = len(ALL_CARDS) - sum(card is not None for card in kept)
    for seat, size in enumerate(deal.sizes):
        n_new = size - (kept[seat] is not None) if size else 0
        odds /= comb(deck, n_new)
        deck -= n_new
        for n_left in range(size, size - len(deal.shown[seat]), -1):
            odds /= n_left  # each card of the hand is as likely to be played next
    for hands in _fill(deal, viewer, kept, 0, (), unseen):
        yield hands, odds


def _fill(deal: Deal, viewer: int, kept: Kept, seat: int, before: Hands, unseen: Cards) -> Iterator[Hands]:
    if seat == len(deal.sizes):
        yield before
        return
    if seat == viewer:
        if kept[seat] is None or kept[seat] in deal.own:
            yield from _fill(deal, viewer, kept, seat + 1, (*before, deal.own), unseen)
        return
    shown = deal.shown[seat]
    must = frozenset() if kept[seat] is None or kept[seat] in shown else frozenset({kept[seat]})
    if not must <= unseen:
        return  # somebody else has shown that card, or the viewer holds it
    n_more = deal.sizes[seat] - len(shown) - len(must)
    if n_more < 0:
        return
    for more in combinations(sorted(unseen - must), n_more):
        hidden = must | frozenset(more)
        yield from _fill(deal, viewer, kept, seat + 1, (*before, shown | hidden), unseen - hidden)


def posterior(deals: list[Deal], viewer: int) -> dict[Hands, Fraction]:
    """Return the odds of the others' hands (what is still in them) of the present deal, given what the viewer saw."""
    n_seats = len(deals[0].sizes)
    odds_of_kept: dict[Kept, Fraction] = {(None,) * n_seats: Fraction(1)}
    for deal in deals[:-1]:
        after: dict[Kept, Fraction] = {}
        for kept, odds in odds_of_kept.items():
            for hands, more in possible_hands(deal, viewer, kept):
                last = tuple(_last_card(deal, hands, seat) if deal.kept[seat] else None for seat in range(n_seats))
                after[last] = after.get(last, Fraction(0)) + odds * more
        odds_of_kept = after
    found: dict[Hands, Fraction] = {}
    for kept, odds in odds_of_kept.items():
        for hands, more in possible_hands(deals[-1], viewer, kept):
            rest = [hand - shown for hand, shown in zip(hands, deals[-1].shown, strict=True)]
            held = (*rest[:viewer], frozenset(), *rest[viewer + 1 :])
            found[held] = found.get(held, Fraction(0)) + odds * more
    total = sum(found.values())
    return {held: odds / total for held, odds in found.items()}


def _last_card(deal: Deal, hands: Hands, seat: int) -> int:
    (card,) = hands[seat] - deal.shown[seat]
    return card
