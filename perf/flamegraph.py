"""Draw the samples of Linux perf as a flame graph: perf script -F comm,ip,sym,dso | python perf/flamegraph.py > flame.svg.

Compiled kernels keep no frame pointers, so perf knows which function a sample was in, but not who called it. The picture
therefore stacks only what perf knows: the program, the library or Python module, the function. Widths are shares of CPU time.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from mctsky import svg

WIDTH, ROW, LEFT = 900.0, 22.0, 10.0
MIN_WIDTH = 1.0  # narrower boxes are left out
_SAMPLE = re.compile(r"^\s*(?P<program>\S.*?)\s+[0-9a-f]{6,} (?P<symbol>.*) \((?P<library>[^()]*)\)$")
_STYLE = (
    "text{font:12px sans-serif;fill:#111}.title{font-size:14px}.page{fill:#fff}"
    ".all{fill:#ddd}.kernel{fill:#f4a259}.python{fill:#8cb4d9}.system{fill:#b8b8b8}rect{stroke:#fff;stroke-width:0.6}"
)


def stacks(lines: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Yield program, module and function of each sample."""
    for line in lines:
        sample = _SAMPLE.match(line.rstrip("\n"))
        if sample is None:
            continue
        symbol, library = sample["symbol"], sample["library"]
        if symbol.startswith(("mctsky.", "cpython.mctsky.", "cfunc.mctsky.")):
            module, _, function = symbol.rpartition(".")
            yield sample["program"], module, function
        else:
            yield sample["program"], Path(library).name or library, symbol.partition("+")[0]


def kind(stack: tuple[str, ...]) -> str:
    """Return the colour of a box."""
    if len(stack) == 1:
        return "all"
    if "mctsky." in stack[1]:
        return "kernel"
    return "python" if "python" in stack[1] else "system"


def draw(samples: Counter[tuple[str, ...]]) -> str:
    """Return the flame graph of counted stacks."""
    total = sum(samples.values())
    depth = max(len(stack) for stack in samples)
    height = ROW * depth + 34
    parts = [svg.bar(0, 0, WIDTH, height, "page"), svg.text(LEFT, 18, f"{total:,} samples of CPU time", "title")]
    scale = (WIDTH - 2 * LEFT) / total
    sums: Counter[tuple[str, ...]] = Counter()
    for stack, n in samples.items():
        for level in range(1, len(stack) + 1):
            sums[stack[:level]] += n
    starts: dict[tuple[str, ...], float] = {}
    ends: dict[tuple[str, ...], float] = {(): LEFT}
    for stack in sorted(sums, key=lambda one: (len(one), -sums[one], one)):
        parent = stack[:-1]
        starts[stack] = ends[parent]
        ends[parent] += sums[stack] * scale
        ends[stack] = starts[stack]
        width = sums[stack] * scale
        if width < MIN_WIDTH:
            continue
        y = height - 6 - ROW * len(stack)
        share = f"{sums[stack] / total:.1%}"
        letters = int((width - 6) / 6.6)
        label = stack[-1] if len(stack[-1]) <= letters else stack[-1][: letters - 1] + "…" if letters > 3 else ""
        words = escape(f"{stack[-1]}: {share}")
        box = svg.bar(starts[stack], y, width, ROW - 1, kind(stack)) + svg.text(starts[stack] + 3, y + 15, label)
        parts.append(f"<g><title>{words}</title>{box}</g>")
    largest = max(samples, key=lambda one: samples[one])
    description = f"Program, module, function from bottom to top. The most samples are in {'.'.join(largest[1:])}."
    return svg.picture(height, "Flame graph", description, parts, _STYLE, WIDTH) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Read samples from stdin and write the picture to stdout."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.parse_args(arguments)
    samples = Counter(stacks(sys.stdin))
    if not samples:
        print("flamegraph.py: no samples; pipe `perf script -F comm,ip,sym,dso` into it (recorded without -g)", file=sys.stderr)
        return 2
    sys.stdout.write(draw(samples))
    return 0


if __name__ == "__main__":
    sys.exit(main())
