"""Small drawings for pictures: icons of types, landmarks and tracks, a meeple, and a sheet to draw them on."""

from textwrap import wrap

from mctsky.svg import INK, Sheet

FAINT, PAPER, GROUND = "#8f8a80", "#fffdf8", "#f3efe6"
TYPE_COLOURS = {
    "civic": "#2f6db5", "commercial": "#d29a1e", "industrial": "#33363b", "park": "#3c8d4a", "residential": "#7d4aa3",
}  # fmt: skip
TYPE_TINTS = {
    "civic": "#dfeaf7", "commercial": "#faedcb", "industrial": "#e1e2e4", "park": "#def0e0", "residential": "#ecdff5",
}  # fmt: skip
TRACK_COLOURS = {"profit": "#c78f16", "prestige": "#c0394f", "population": "#2f77b0"}
SEAT_COLOURS = ("#c0392b", "#2471a3", "#1e8449", "#b9770e")

# Icons in a box of 16 by 16, drawn with the colour of the text around them.
ICONS = {
    "civic": '<path d="M1 6 8 1 15 6V7H1ZM2 8H4V13H2ZM7 8H9V13H7ZM12 8H14V13H12ZM1 14H15V15H1Z"/>',
    "commercial": '<path d="M2 1H14V15H10V11H6V15H2ZM4 3V5H6V3ZM10 3V5H12V3ZM4 7V9H6V7ZM10 7V9H12V7Z" fill-rule="evenodd"/>',
    "industrial": '<path d="M1 15V8L5 10V8L9 10V2H11.5V10H15V15Z"/><circle cx="12.5" cy="2.2" r="1.7" opacity="0.6"/>',
    "park": '<path d="M7 15V11H9V15Z"/><circle cx="8" cy="5" r="3.8"/><circle cx="4.8" cy="8" r="3.2"/>'
    '<circle cx="11.2" cy="8" r="3.2"/>',
    "residential": '<path d="M8 1 15.5 8H13.5V15H9.5V10.5H6.5V15H2.5V8H0.5Z"/>',
    "arch": '<path d="M1 15V2H15V15H11V9A3 3 0 0 0 5 9V15Z"/>',
    "bridge": '<path d="M0 11H16V13H0Z"/><path d="M0 11C3 10 3.5 5 4 2C5 8 11 8 12 2C12.5 5 13 10 16 11" fill="none" '
    'stroke="currentColor" stroke-width="1.3"/><path d="M3.3 2H4.7V15H3.3ZM11.3 2H12.7V15H11.3Z"/>',
    "clock": '<path d="M8 0.5A7.5 7.5 0 1 0 8 15.5A7.5 7.5 0 1 0 8 0.5ZM8 2.5A5.5 5.5 0 1 1 8 13.5A5.5 5.5 0 1 1 8 2.5Z'
    'M7.3 4V8.6L10.7 10.5L11.4 9.3L8.7 7.8V4Z" fill-rule="evenodd"/>',
    "statue": '<path d="M3 15V12.5H13V15ZM5 12 5.5 6.5 3 2 4 1.3 6.8 4.6H9.5L11 8 10 8.5 10.5 12Z"/>'
    '<circle cx="8" cy="2.9" r="1.7"/>',
    "profit": '<path d="M8 0.5A7.5 7.5 0 1 0 8 15.5A7.5 7.5 0 1 0 8 0.5ZM7.3 3H8.7V4H10.5V5.4H6.9V7.2H10.5V12H8.7V13H7.3V12H5.5'
    'V10.6H9.1V8.6H5.5V4H7.3Z" fill-rule="evenodd"/>',
    "prestige": '<path d="M8 14.5C2 10 0.5 7 0.5 4.8A3.9 3.9 0 0 1 8 3.6A3.9 3.9 0 0 1 15.5 4.8C15.5 7 14 10 8 14.5Z"/>',
    "population": '<circle cx="8" cy="3.7" r="3.2"/><path d="M2.5 15C2.5 9.5 5 8 8 8S13.5 9.5 13.5 15Z"/>',
    "wrench": '<path d="M10.5 0.8A4.5 4.5 0 0 0 6.3 7L0.8 12.5 3.5 15.2 9 9.7A4.5 4.5 0 0 0 15.2 5.5L12.5 8 8.7 7.3 8 3.5Z"/>',
    "meeple": '<path d="M8 0.5A2.7 2.7 0 0 1 10.3 4.7C13 5 15.5 6.3 15.5 7.5C15.5 8.7 13 8.5 11.6 8.5L13.5 15'
    'H9.3L8 12L6.7 15H2.5L4.4 8.5C3 8.5 0.5 8.7 0.5 7.5C0.5 6.3 3 5 5.7 4.7A2.7 2.7 0 0 1 8 0.5Z" '
    'stroke="#fff" stroke-width="0.7"/>',
    "star": '<path d="M8 0.5 10.2 5.6 15.7 6.1 11.5 9.8 12.8 15.2 8 12.3 3.2 15.2 4.5 9.8 0.3 6.1 5.8 5.6Z"/>',
}  # fmt: skip


LETTER, BOLD_LETTER = 0.56, 0.67  # width of a letter of size 1


def fitted(text: str, width: float, size: float, n_lines: int, letter: float = LETTER) -> list[str]:
    """Return a text in at most `n_lines` lines of a width in pixels; what does not fit is cut off with an ellipsis."""
    letters = max(4, int(width / (letter * size)))
    lines = wrap(text, letters)
    if len(lines) <= n_lines:
        return lines
    rest = " ".join(lines[n_lines - 1 :])
    return [*lines[: n_lines - 1], rest[: letters - 1].rstrip() + "\u2026"]


class IconSheet(Sheet):
    """A sheet with lines and icons."""

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: str = INK, width: float = 1) -> None:
        """Draw a line."""
        ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
        self.parts.append(f'<line {ends} stroke="{colour}" stroke-width="{width}"/>')

    def icon(self, name: str, x: float, y: float, size: float, colour: str, opacity: float = 1) -> None:
        """Draw an icon with its upper left corner at a point."""
        look = f'fill="{colour}" color="{colour}"' + (f' opacity="{opacity}"' if opacity < 1 else "")
        move = f'transform="translate({x:.1f} {y:.1f}) scale({size / 16:.3f})"'
        self.parts.append(f"<g {move} {look}>{ICONS[name]}</g>")

    def document(self, width: float, height: float) -> str:
        """Return the whole document."""
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        size = f'width="{width:.0f}" height="{height:.0f}">'
        return "".join(
            [head, size, f'<rect width="{width:.0f}" height="{height:.0f}" fill="{GROUND}"/>', *self.parts, "</svg>"]
        )
