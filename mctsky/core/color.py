"""Colours of boards in a terminal: how to write them, and when to use them."""

import os
from collections.abc import Callable
from typing import TextIO

Paint = Callable[[str, str], str]  # takes a text and an ANSI style, for example `1;38;5;16`


def ansi(text: str, look: str) -> str:
    """Wrap a text in an ANSI style and reset it."""
    return f"\x1b[{look}m{text}\x1b[0m"


def plain(text: str, look: str) -> str:
    """Return the text unchanged, for output without colours."""
    return text


def ground(number: int) -> str:
    """Return the style of black text on a background that is one of the 256 colours.

    With both colours given, text is readable on dark and on light terminals; coloured text is not (yellow on white). Numbers
    from 16 on are the same colours everywhere; users can change the first 16, and bold makes some of these brighter.
    """
    return f"38;5;16;48;5;{number}"


SEATS = (ground(203), ground(117), ground(221), ground(114), ground(183))  # red, blue, amber, green, violet


def has_color(stream: TextIO) -> bool:
    """Say whether to write colours to a stream: it is a terminal that has them, and NO_COLOR is not set."""
    is_dumb = os.environ.get("TERM", "").lower() in ("dumb", "unknown")
    return stream.isatty() and not is_dumb and not os.environ.get("NO_COLOR")
