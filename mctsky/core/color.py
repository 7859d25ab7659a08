"""Colours of boards in a terminal: how a sign gets one, and who is shown any."""

import os
from collections.abc import Callable
from typing import TextIO

Paint = Callable[[str, str], str]  # takes a text and a look: the numbers of an escape code, `1;38;5;16` for example


def ansi(text: str, look: str) -> str:
    """Return a text in a look, with everything back to normal behind it."""
    return f"\x1b[{look}m{text}\x1b[0m"


def plain(text: str, look: str) -> str:
    """Return the text alone: what paints where there are no colours."""
    return text


def ground(number: int) -> str:
    """Return the look of black signs on a ground that is one of the 256 colours.

    With both colours given, signs read alike on dark and on light terminals; coloured signs do not (yellow on white). Numbers
    from 16 on are the same colours everywhere, while users choose the first 16, and bold makes some of these brighter.
    """
    return f"38;5;16;48;5;{number}"


SEATS = (ground(203), ground(117), ground(221), ground(114), ground(183))  # red, blue, amber, green, violet


def has_color(stream: TextIO) -> bool:
    """Say whether a stream is shown colours: it is a terminal that can, and the user has not refused by NO_COLOR."""
    is_dumb = os.environ.get("TERM", "").lower() in ("dumb", "unknown")
    return stream.isatty() and not is_dumb and not os.environ.get("NO_COLOR")
