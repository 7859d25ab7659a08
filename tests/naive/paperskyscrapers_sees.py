"""What each seat of Paper Skyscrapers sees: everything but the names of cards that others are dealt; of those, the level.

Some cards are shown to all without a move: a whole hand that is paid or discarded, the only card of a hand that must be
tucked, the rest of an old deck (rulings 58, 62, 93). The history is played again to find them.
"""

from functools import cache
from pathlib import Path

from naive.paperskyscrapers import Oracle
from naive.paperskyscrapers_cards import Cards, load_cards

STANDARD = Path(__file__).parents[2] / "mctsky" / "games" / "paperskyscrapers" / "data" / "cards.txt"


@cache
def _cards(name: str) -> Cards:
    path = STANDARD if name == "standard" else Path(name)
    return load_cards(path.read_text(encoding="utf-8"))


def sees(options, history, viewer):
    cards = _cards(options.get("cards", "standard"))
    oracle = Oracle(cards, options["players"], options.get("compensation", True))
    events = []
    for actor, text in history:
        n_shown = len(oracle.table.shown)
        oracle.play(text)
        if text.startswith("deal "):
            _, seat, name = text.split(maxsplit=2)
            is_back = int(seat) != viewer
            events.append(("deal", int(seat), cards.buildings[name].level) if is_back else text)
        else:
            events.append(text if actor == "chance" else (actor, text))
        events += [("shown", what) for what in oracle.table.shown[n_shown:]]
    return tuple(events)
