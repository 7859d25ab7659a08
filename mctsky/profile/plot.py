"""Draw a profile: the phases of each place as bars, and the cost against the size of the tree."""

import math
from html import escape
from typing import Any

from mctsky import svg
from mctsky.profile.phases import MEANING, TOP

_WIDTH, _LEFT, _RIGHT = 720.0, 150.0, 700.0
_ROW = 26.0
_COLOURS = {
    "world": "#7a5195",
    "selection": "#2a78b5",
    "expansion": "#59a14f",
    "playout": "#e08214",
    "backup": "#b2182b",
    "Python": "#9a9a9a",
}
_STYLE = (
    "text{font:13px sans-serif;fill:#222}.small{font-size:11px;fill:#555}.grid{stroke:#ddd}.axis{stroke:#888}"
    ".curve{fill:none;stroke:#2a78b5;stroke-width:2}.page{fill:#fff}"
    + "".join(f".{name}{{fill:{colour}}}" for name, colour in _COLOURS.items())
)


def draw(document: dict[str, Any]) -> str:
    """Return a document of `report.py` as an SVG file."""
    parts: list[str] = []
    y = 10.0
    for profile in document["profiles"]:
        y = _phase_bars(parts, profile, y)
        if profile.get("growth", {}).get("tree"):
            y = _tree_curve(parts, profile["growth"]["tree"], y)
    names = ", ".join(dict.fromkeys(profile["game"] for profile in document["profiles"]))
    words = f"CPU time of an iteration by phase, measured on {document['date'][:10]}, {document['machine']['processor']}"
    page = svg.bar(0, 0, _WIDTH, y + 10, "page")
    return svg.picture(y + 10, f"Search profile of {names}", words, [page, *parts], _STYLE, _WIDTH) + "\n"


def _phase_bars(parts: list[str], profile: dict[str, Any], y: float) -> float:
    places = profile["places"]
    longest = max(place["ns"]["median"] for place in places)
    parts.append(svg.text(10, y + 16, f"{profile['game']}, {profile['bot']}: nanoseconds per iteration"))
    y += 26
    scale = (_RIGHT - _LEFT) / longest
    bottom = y + _ROW * len(places)
    for tick in svg.ticks(0, longest):
        x = _LEFT + tick * scale
        parts += [svg.line(x, y, x, bottom, "grid"), svg.text(x, bottom + 14, f"{tick:,.0f}", "small", "middle")]
    for place in places:
        parts.append(svg.text(_LEFT - 8, y + 17, place["place"]["name"], anchor="end"))
        x = _LEFT
        pieces = [(name, place["phases"][name]["median"]) for name in TOP if name in place["phases"]]
        pieces.append(("Python", max(0.0, place["ns"]["median"] - place["kernel_ns"]["median"])))
        for name, ns in pieces:
            bar = svg.bar(x, y + 3, ns * scale, _ROW - 6, name)
            meaning = MEANING.get(name, "slices, growing arrays, calling the kernel")
            parts.append(f"<g><title>{escape(name)}: {ns:.1f} ns, {escape(meaning)}</title>{bar}</g>")
            x += ns * scale
        y += _ROW
    y += 26
    x = _LEFT
    for name in _COLOURS:
        parts += [svg.bar(x, y, 10, 10, name), svg.text(x + 14, y + 10, name, "small")]
        x += 90
    return y + 24


def _tree_curve(parts: list[str], steps: list[dict[str, Any]], y: float) -> float:
    """Draw nanoseconds per iteration over the number of nodes, on a logarithmic axis."""
    height = 120.0
    parts.append(svg.text(10, y + 16, "as the tree grows: nanoseconds per iteration over nodes"))
    top, bottom = y + 26, y + 26 + height
    low, high = (math.log10(max(1, steps[k]["nodes"])) for k in (0, -1))
    most = max(step["ns"] for step in steps)
    width = max(high - low, 1e-9)

    def x_of(nodes: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (math.log10(max(1, nodes)) - low) / width

    for tick in svg.ticks(0, most, 4):
        at = bottom - height * tick / most
        parts += [svg.line(_LEFT, at, _RIGHT, at, "grid"), svg.text(_LEFT - 8, at + 4, f"{tick:,.0f}", "small", "end")]
    for power in range(math.ceil(low), math.floor(high) + 1):
        x = x_of(10.0**power)
        parts += [svg.line(x, top, x, bottom, "grid"), svg.text(x, bottom + 14, f"{10**power:,}", "small", "middle")]
    points = " ".join(f"{x_of(step['nodes']):.1f},{bottom - height * step['ns'] / most:.1f}" for step in steps)
    parts.append(f'<polyline points="{points}" class="curve"/>')
    return bottom + 30
