"""What each seat of matching pennies sees: its own choice, and what is shown."""


def sees(options, history, viewer):
    return tuple(event for event in history if event[0] in ("chance", viewer))
