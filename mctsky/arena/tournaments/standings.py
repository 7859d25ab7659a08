"""The standings of a tournament as data: ratings, scores, who beat whom, wins by seat; for tables, JSON, CSV and the report."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from mctsky.arena.statistics.outcomes import Count
from mctsky.arena.statistics.ratings import RatedGame, Ratings, fit_ratings
from mctsky.arena.tournaments.plan import TournamentPlan
from mctsky.arena.tournaments.scoreboard import BINS_PER_DECADE, BotCount, Scoreboard

Outcome = tuple[tuple[str, ...], tuple[float, ...]]  # names and results by seat
CSV_COLUMNS = (
    *("rank", "bot", "spec", "sees_all", "rating", "rating_low", "rating_high", "superiority"),
    *("games", "wins", "draws", "losses", "score", "failures"),
)


@dataclass(frozen=True)
class SeatRow:
    """How those did who had a seat of a game."""

    seat: int
    games: int
    wins: int
    draws: int
    score: float


@dataclass(frozen=True)
class Standing:
    """One bot in the standings; rating and rank are None before its first block is finished."""

    rank: int | None
    name: str
    spec: str
    cheats: bool
    rating: float | None
    low: float | None
    high: float | None
    by_prior: bool  # the games set no limit to the distance from some others
    superiority: float | None  # how likely it is better than the next in the table
    games: int
    wins: int
    draws: int
    losses: int
    score: float  # mean return
    failures: int
    faults: Mapping[str, int]
    seats: tuple[tuple[SeatRow, ...], ...]  # per game of the tournament
    moves: int
    seconds: float
    times: Mapping[int, int]  # moves by bin of thinking time, see scoreboard.time_bin


@dataclass(frozen=True)
class GameRow:
    """One game of the tournament: what its seats are worth, and how long it takes."""

    title: str
    n_seats: int
    games: int
    seats: tuple[SeatRow, ...]  # over all bots
    lengths: Mapping[int, int]  # games by number of moves


@dataclass(frozen=True)
class Standings:
    """The result of a tournament so far, the best bot first."""

    games: int
    blocks: int
    bots: tuple[Standing, ...]
    met: tuple[tuple[tuple[int, float | None], ...], ...]  # [bot][other]: comparisons and mean score; in the order of `bots`
    game_rows: tuple[GameRow, ...]
    anchor: str
    warning: str  # what a reader of the ratings must know
    reasons: tuple[str, ...]  # of failures, the earliest first

    def to_dict(self) -> dict[str, Any]:
        """Return the standings as JSON-able data; all but `timing` is the same whenever the tournament is repeated."""
        bots = []
        for number, bot in enumerate(self.bots):
            row = asdict(bot)
            row["rating_low"], row["rating_high"] = row.pop("low"), row.pop("high")
            seconds, times = row.pop("seconds"), row.pop("times")
            row["against"] = {
                other.name: {"games": n, "score": score}
                for other, (n, score) in zip(self.bots, self.met[number], strict=True)
                if other is not bot
            }
            row["timing"] = {
                "seconds": seconds,
                "moves_per_second": bot.moves / seconds if seconds else None,
                "moves_by_seconds": [[10 ** (k / BINS_PER_DECADE), times[k]] for k in sorted(times)],
            }
            bots.append(row)
        rows = [{**asdict(row), "lengths": sorted(row.lengths.items())} for row in self.game_rows]
        return {
            "finished_games": self.games,
            "blocks": self.blocks,
            "anchor": self.anchor or None,
            "warning": self.warning,
            "bots": bots,
            "games": rows,
            "reasons": list(self.reasons),
        }

    def to_csv(self) -> str:
        """Return the standings as CSV: a row per bot; after CSV_COLUMNS come `vs X` and `games vs X` for each bot X."""
        text = io.StringIO()
        out = csv.writer(text, lineterminator="\n")
        against = [column for bot in self.bots for column in (f"vs {bot.name}", f"games vs {bot.name}")]
        out.writerow([*CSV_COLUMNS, *against])
        for number, bot in enumerate(self.bots):
            row = [bot.rank, bot.name, bot.spec, int(bot.cheats), bot.rating, bot.low, bot.high, bot.superiority]
            row += [bot.games, bot.wins, bot.draws, bot.losses, bot.score, bot.failures]
            for n, score in self.met[number]:
                row += [score, n]
            out.writerow(["" if value is None else value for value in row])
        return text.getvalue()


def make_standings(plan: TournamentPlan, scores: Scoreboard, blocks: Iterable[Sequence[Outcome]]) -> Standings:
    """Return the standings of finished blocks, which must come in the same order every time."""
    games = [RatedGame(*outcome, block) for block, outcomes in enumerate(blocks) for outcome in outcomes]
    has_anchor = plan.anchor and scores.bots[plan.names.index(plan.anchor)].total.games > 0
    ratings = fit_ratings(games, (plan.anchor, plan.anchor_rating) if has_anchor else None) if games else None
    rated = [bot.name for bot in ratings.bots] if ratings else []
    order = [plan.names.index(name) for name in rated]
    order += [number for number, name in enumerate(plan.names) if name not in rated]
    return Standings(
        games=scores.n_games,
        blocks=ratings.blocks if ratings else 0,
        bots=tuple(_standing(plan, scores.bots[number], number, place, ratings) for place, number in enumerate(order)),
        met=tuple(tuple((scores.met[a][b].games, scores.met[a][b].score) for b in order) for a in order),
        game_rows=tuple(
            GameRow(
                title=setting.title,
                n_seats=len(scores.seats[number]),
                games=scores.lengths[number].total(),
                seats=tuple(_seat_row(seat, count) for seat, count in enumerate(scores.seats[number])),
                lengths=dict(sorted(scores.lengths[number].items())),
            )
            for number, setting in enumerate(plan.settings)
        ),
        anchor=plan.anchor,
        warning=ratings.warning if ratings else "",
        reasons=scores.reasons.listed(),
    )


def _standing(plan: TournamentPlan, count: BotCount, number: int, place: int, ratings: Ratings | None) -> Standing:
    rating = ratings.bots[place] if ratings and place < len(ratings.bots) else None
    has_next = ratings is not None and rating is not None and place + 1 < len(ratings.bots)
    total, entry = count.total, plan.bots[number]
    return Standing(
        rank=rating.rank if rating else None,
        name=entry.name,
        spec=entry.spec,
        cheats=entry.cheats,
        rating=rating.rating if rating else None,
        low=rating.low if rating else None,
        high=rating.high if rating else None,
        by_prior=rating.by_prior if rating else False,
        superiority=ratings.superiority[place][place + 1] if ratings and has_next else None,
        games=total.games,
        wins=total.wins,
        draws=total.draws,
        losses=total.losses,
        score=total.score,
        failures=count.faults.total(),
        faults=dict(sorted(count.faults.items())),
        seats=tuple(
            tuple(_seat_row(seat, row) for (at, seat), row in sorted(count.seats.items()) if at == game)
            for game in range(len(plan.settings))
        ),
        moves=count.n_moves,
        seconds=count.seconds,
        times=dict(sorted(count.times.items())),
    )


def _seat_row(seat: int, count: Count) -> SeatRow:
    return SeatRow(seat, count.games, count.wins, count.draws, count.score)
