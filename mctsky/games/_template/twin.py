"""The rules a second time, slow and obvious, from the rule text: `mctsky check-game` plays both side by side. Optional.

Every function takes the options and the events so far, each (seat or "chance", text of the move).
"""

from typing import Any

Events = list[Any]


def _cards(events: Events) -> list[int]:
    return [int(text.split()[1]) for _, text in events if text.startswith("deal")]


def _said(events: Events) -> list[str]:
    return [text for _, text in events if text in ("fold", "stay")]


def _last(events: Events) -> str:
    return str(events[-1][1]) if events else ""


def turn(options: dict[str, Any], events: Events) -> int | str:
    """Return the seat to act, "chance" or "over"."""
    players, said = options["players"], _said(events)
    if len(_cards(events)) < players or _last(events) == "peek":
        return "chance"
    if len(said) == players - 1 and "stay" not in said:
        return "over"
    if len(said) < players:
        return len(said)
    return "chance" if sum(text.startswith("show") for _, text in events) < said.count("stay") else "over"


def moves(options: dict[str, Any], events: Events) -> dict[str, float] | list[str]:
    """Return the texts of the legal moves, or of the outcomes of chance with their odds."""
    players, cards, said = options["players"], _cards(events), _said(events)
    if len(cards) < players:
        deck = [card for card in range(1, options["cards"] + 1) if card not in cards]
        return {f"deal {card}": 1 / len(deck) for card in deck}
    if _last(events) == "peek":
        return {f"look {cards[(len(said) + 1) % players]}": 1.0}
    if len(said) < players:
        return ["fold", "stay"] if _last(events).startswith("look") else ["fold", "stay", "peek"]
    stayed = [card for card, word in zip(cards, said, strict=True) if word == "stay"]
    return {f"show {stayed[sum(text.startswith('show') for _, text in events)]}": 1.0}


def results(options: dict[str, Any], events: Events) -> list[float]:
    """Return the share of all chips that each seat has at the end."""
    players, cards, said = options["players"], _cards(events), _said(events)
    said += ["last"] * (players - len(said))
    chips = [0.0 if word == "stay" else 1.0 for word in said]
    best = max((card for card, word in zip(cards, said, strict=True) if word == "stay"), default=cards[-1])
    chips[cards.index(best)] += players + said.count("stay")
    return [number / (2 * players) for number in chips]
