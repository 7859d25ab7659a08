"""Pictures as SVG text: plots with colours from CSS, narrow enough for a phone, and sheets with colours of their own."""

import math
from collections.abc import Sequence
from html import escape
from itertools import count
from xml.sax.saxutils import escape as escape_text

WIDTH = 380
LEFT, RIGHT = 10.0, 370.0  # of what is drawn
INK = "#2b2b2b"  # of a sheet
_ids = count(1)


class Sheet:
    """Collects the parts of a picture of a board; coordinates are pixels."""

    def __init__(self) -> None:
        """Begin with an empty sheet."""
        self.parts: list[str] = []

    def box(self, x: float, y: float, width: float, height: float, fill: str, more: str = "") -> None:
        """Draw a rectangle."""
        look = f'fill="{fill}"{" " + more if more else ""}'
        self.parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" {look}/>')

    def text(
        self, text: str, x: float, y: float, size: float = 12, colour: str = INK, anchor: str = "start", *, bold: bool = False
    ) -> None:
        """Write a line."""
        look = f'font-family="sans-serif" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" {look}{weight}>{escape_text(text)}</text>')


def picture(height: float, title: str, description: str, parts: Sequence[str], style: str = "", width: float = WIDTH) -> str:
    """Return a picture with a title and a description for those who do not see it.

    `style` is CSS: with it the picture is a file of its own, without it an element of a page that has the styles.
    """
    number = next(_ids)
    own = f'xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" ' if style else ""
    head = (
        f'<svg {own}viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-labelledby="plot-{number}-title plot-{number}-desc">'
        f'<title id="plot-{number}-title">{escape(title)}</title><desc id="plot-{number}-desc">{escape(description)}</desc>'
    )
    return head + (f"<style>{style}</style>" if style else "") + "".join(parts) + "</svg>"


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Return a text at a point."""
    style = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{style}>{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """Return a line between two points."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def bar(x: float, y: float, width: float, height: float, kind: str = "bar") -> str:
    """Return a filled rectangle."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0.0, width):.1f}" height="{max(0.0, height):.1f}" class="{kind}"/>'


def ticks(low: float, high: float, wanted: int = 5) -> list[float]:
    """Return round numbers that cover a range, about as many as wanted."""
    rough = max(high - low, 1e-9) / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [step * k for k in range(first, math.floor(high / step + 1e-9) + 1)]
