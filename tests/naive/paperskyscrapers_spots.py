"""Positions of the naive Paper Skyscrapers, set up by hand from the small card file."""

from pathlib import Path

from naive.paperskyscrapers import Game, Run, load_cards
from naive.paperskyscrapers_cards import parse_action
from naive.paperskyscrapers_table import Place

SMALL_FILE = Path(__file__).with_name("paperskyscrapers_small.txt")
SMALL = load_cards(SMALL_FILE.read_text(encoding="utf-8"))
QUIET = "Chicago"  # a city that does nothing in a turn


def spot(players=2, level=1, cities=None, hands=None, row=(), cards=SMALL):
    """Return a table in the turn of seat 0: cities alone, hands by seat, a row; the rest is in the decks."""
    table = Game(cards, players)
    table.first, table.seat, table.level = 0, 0, level
    table.round_ends = set(range(level, 5))
    for below in range(1, level):
        table.discards += table.decks[below]
        table.decks[below] = []
    for player in table.players:
        player.city = (cities or {}).get(player.seat, QUIET)
        stand(table, player.seat, ["city"])
    for seat, names in (hands or {}).items():
        give(table, seat, *names)
    table.row = fetch(table, row)
    return table


def fetch(table, names):
    """Take cards out of decks and discards."""
    for name in names:
        (pile,) = [pile for pile in (table.discards, *table.decks.values()) if name in pile]
        pile.remove(name)
    return list(names)


def give(table, seat, *names):
    table.players[seat].hand += fetch(table, names)


def stand(table, seat, *stacks, mayor=None, tucked=None):
    """Set up a city from the left: lists of names bottom to top, `city` for the city card, [] for a gap."""
    player = table.players[seat]
    player.places = []
    for number, stack in enumerate(stacks, start=1):
        built = fetch(table, [name for name in stack if name != "city"])
        hidden = fetch(table, (tucked or {}).get(number, ()))
        player.places.append(Place(built, hidden, player.city if "city" in stack else None))
    at_home = next(place for place in player.places if place.city)
    player.mayor = player.places[mayor - 1] if mayor else at_home


def act(table, action, seat=0):
    """Run an action, written as on a card."""
    return Run(table, table.perform(table.players[seat], parse_action(action), in_bonus=False))


def turn(table, seat=0):
    return Run(table, table.turn(table.players[seat]))


def new_level(table, last=0):
    """End the turn of `last`, after the round end came up."""
    table.seat = None
    table.round_ends.remove(table.level)
    return Run(table, table.new_level(table.players[last]))


def keep_only(table, level, *names):
    """Discard all of a deck but these cards."""
    table.discards += [name for name in table.decks[level] if name not in names]
    table.decks[level] = list(names)


def play(run, *texts):
    for text in texts:
        run.play(text)
    return run


def seat_facts(run, seat=0):
    return run.facts()["seats"][seat]


def verbs(run):
    return {text.split()[0] for text in run.moves()}
