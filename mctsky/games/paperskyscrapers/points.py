"""The points, and where those of a finished game come from."""

from typing import Any

from mctsky.games.paperskyscrapers.rules.stages import seat_after


def points(game: Any, state: Any) -> list[int]:
    """Return the points scored so far, by seat; a finished game includes the points of the end."""
    return [int(score) for score in state.score[: game.n_seats]]


def points_by_source(game: Any, state: Any) -> list[dict[str, int]]:
    """Return the points of each seat by source; their sum is the score.

    The first at the end of a track gets a point, and markers hop over others on the score track (R28, R30). The rest is what
    these gave, because the state does not record it.
    """
    tables, columns = game.tables, []
    first = int(state.first)
    order = [int(seat_after(game, first, step)) for step in range(game.n_seats)]
    for seat in range(game.n_seats):
        claimed = [number for number in range(len(state.chip_owner)) if int(state.claims[seat]) >> number & 1]
        parts = {
            "start": int(tables.start_scores[order.index(seat)]),
            "lines": sum(map(int, state.lines[seat])),
            "achievements": sum(int(tables.stars[number]) for number in claimed),
            "chips": sum(int(state.chip_value[number]) for number in claimed if int(state.chip_owner[number]) == seat + 1),
            "awards": sum(
                int(tables.award_points[award]) for award in range(int(tables.n_awards)) if int(state.award[award]) == seat + 1
            ),
        }
        columns.append({**parts, "track ends, hops": int(state.score[seat]) - sum(parts.values())})
    return columns
