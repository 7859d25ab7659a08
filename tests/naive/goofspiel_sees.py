"""What each seat of goofspiel sees: its own bids, the prizes, and after each round all bids or only who won.

A bid lies face down until all have bid; `show=winner` never turns it up.
"""


def sees(options, history, viewer):
    events = []
    for actor, text in history:
        if actor == viewer:
            events.append(("own bid", text))
        elif actor == "chance" and (options["show"] == "bids" or not text.startswith("seat")):
            events.append(text)
    return tuple(events)
