"""What each seat of Paper Skyscrapers sees: everything but the names of cards that others are dealt; of those, the level."""

from functools import cache
from pathlib import Path

from naive.paperskyscrapers_cards import Cards, load_cards

STANDARD = Path(__file__).parents[2] / "mctsky" / "games" / "paperskyscrapers" / "data" / "cards.txt"


@cache
def _cards(name: str) -> Cards:
    path = STANDARD if name == "standard" else Path(name)
    return load_cards(path.read_text(encoding="utf-8"))


def sees(options, history, viewer):
    buildings = _cards(options.get("cards", "standard")).buildings
    events = []
    for actor, text in history:
        if actor != "chance":
            events.append((actor, text))
        elif text.startswith("deal ") and int(text.split()[1]) != viewer:
            _, seat, name = text.split(maxsplit=2)
            events.append(("deal", int(seat), buildings[name].level))
        else:
            events.append(text)
    return tuple(events)
