"""Draw the boards of README.md: `python docs/images/make_images.py` writes an SVG file per game beside this one.

Each shows a game of random bots, always the same one, after some moves.
"""

from pathlib import Path

import mctsky
from mctsky.arena import make_plan
from mctsky.arena.records.replay import replay
from mctsky.bots import make_bot

HERE = Path(__file__).parent
PLIES = {"santorini-ny": 60, "newyork1901": 60, "skyscraper1937": 60, "paperskyscrapers": 60}


def draw(name: str) -> str:
    """Return the picture of a game as SVG."""
    game = mctsky.load(name)
    record = make_plan(game, ["random"], make_bot, seed=1).play(0, make_bot)
    positions = [position for position, _ in replay(record)]
    return positions[min(PLIES[name], len(positions) - 1)].svg()


if __name__ == "__main__":
    for name in PLIES:
        (HERE / f"{name}.svg").write_text(draw(name), encoding="utf-8")
