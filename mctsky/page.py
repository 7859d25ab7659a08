"""HTML pages: one file without scripts or anything from the net, light or dark like the reader's system.

Callers must escape texts of users and records.
"""

from collections.abc import Iterable, Sequence
from html import escape

STYLE = """
:root { color-scheme: light dark; --page: #ffffff; --ink: #1c2227; --soft: #5a646d; --edge: #d5dbe0; --accent: #1f65ab;
  --pale: #a8c8ea; --empty: #eef1f4; --good: #d8ecd9; --bad: #f6dcd8; }
@media (prefers-color-scheme: dark) { :root { --page: #14181c; --ink: #e5e9ec; --soft: #a2adb6; --edge: #39424a;
  --accent: #72b2f2; --pale: #35577a; --empty: #20272d; --good: #21432a; --bad: #522a26; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; background: var(--page); color: var(--ink);
  font: 1rem/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; margin: 0.5rem 0; } h2 { font-size: 1.2rem; margin: 2rem 0 0.5rem; } h3 { font-size: 1rem; }
p { margin: 0.4rem 0; } .soft { color: var(--soft); font-size: 0.95rem; }
.wide { overflow-x: auto; } .wide:focus-visible { outline: 2px solid var(--accent); }
table { border-collapse: collapse; font-size: 0.92rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.3rem 0.6rem; text-align: right; border-bottom: 1px solid var(--edge); white-space: nowrap; }
th:first-child, td:first-child, .left { text-align: left; } tbody th { font-weight: 500; }
td.good { background: var(--good); } td.bad { background: var(--bad); }
.plots { display: flex; flex-wrap: wrap; gap: 1rem 2rem; } figure { margin: 0.5rem 0; flex: 1 1 20rem; max-width: 34rem; }
figcaption { color: var(--soft); font-size: 0.92rem; }
svg { width: 100%; height: auto; display: block; } svg text { fill: var(--ink); font-size: 13px; }
svg .small { font-size: 11px; fill: var(--soft); } svg .bar, svg .dot { fill: var(--accent); } svg .pale { fill: var(--pale); }
svg .empty { fill: var(--empty); } svg .whisker { stroke: var(--accent); stroke-width: 2; }
svg .grid { stroke: var(--edge); } svg .axis { stroke: var(--soft); }
svg .mark { stroke: var(--soft); stroke-dasharray: 3 3; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; }
code { overflow-wrap: anywhere; }
@media print { body { max-width: none; } .wide { overflow: visible; } }
"""


def page(title: str, body: str) -> str:
    """Return the text of an HTML file; the title is plain text, the body is HTML."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{escape(title)}</h1>\n"
        f"{body}</main>\n</body>\n</html>\n"
    )


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str) -> str:
    """Return a table; cells are HTML already, the first of a row is its heading."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = []
    for first, *rest in rows:
        cells = "".join(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in rest)
        body.append(f'<tr><th scope="row">{first}</th>{cells}</tr>')
    inner = f"<thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody>"
    label = escape(caption, quote=True)
    # The caption is outside of what scrolls sideways on a phone.
    region = f'<div class="wide" role="region" aria-label="{label}" tabindex="0"><table>{inner}</table></div>'
    return f'<p class="soft">{escape(caption)}</p>\n{region}\n'


def figure(plot: str, caption: str) -> str:
    """Return a plot with its caption; empty if there is no plot."""
    return f"<figure>{plot}<figcaption>{escape(caption)}</figcaption></figure>\n" if plot else ""
