"""Estimate the result quickly: points so far, and points to expect from tracks, hand, city, achievements and awards."""

from mctsky.core.contract import Seat, State, ValueBuffer, implement
from mctsky.core.jit import kernel
from mctsky.core.rivals import prospects_on_stack, shares_of_rivals
from mctsky.games.paperskyscrapers.rules.quantities import can_claim, quantity
from mctsky.games.paperskyscrapers.spec import PaperSkyscrapers
from mctsky.games.paperskyscrapers.state import LEVEL_SHIFT, LINE_EVERY, MAX_LEVEL, N_TRACKS, OVER

STEP = 0.22  # points, on the way to the next line
CARD = 0.3  # in the hand
TOP_CARD, PER_LEVEL = 0.1, 0.12  # for the actions of a top card; cards of higher levels do more
CLAIM_AT_HAND, CHIP = 0.8, 2.0  # the share of an achievement that is met, and what its chip is worth
LEAD = 0.5  # the share of an award that counts for the player who would get it now
SPREAD, PER_LEVEL_LEFT = 2.5, 1.5  # points that decide a game: at the end, and more for each level to come


@kernel
def worth_of_city(game: PaperSkyscrapers, state: State, seat: Seat) -> float:
    """Return the points to expect from the top cards of a city."""
    total = 0.0
    for place in range(int(state.n_places[seat])):
        card = int(state.top[seat, place]) - 1
        if card >= 0:
            total += TOP_CARD + PER_LEVEL * (1 + (card >> LEVEL_SHIFT))
    return total


@kernel
def worth_of_claims(game: PaperSkyscrapers, state: State, seat: Seat) -> float:
    """Return the stars and chips that a player could claim now."""
    total = 0.0
    for achievement in range(int(game.tables.n_achievements)):
        if can_claim(game, state, seat, achievement):
            total += int(game.tables.stars[achievement])
        elif int(state.chip_owner[achievement]) == seat + 1:
            total += CHIP / CLAIM_AT_HAND
    return CLAIM_AT_HAND * total


@kernel
def worth_of_awards(game: PaperSkyscrapers, state: State, seat: Seat) -> float:
    """Return the awards that a player would get now."""
    total = 0.0
    for award in range(int(game.tables.n_awards)):
        what = int(game.tables.award_quantity[award])
        own, ahead = quantity(state, seat, what), True
        for rival in range(game.n_seats):
            ahead &= rival == seat or quantity(state, rival, what) < own
        if ahead:
            total += int(game.tables.award_points[award])
    return LEAD * total


@kernel
def prospect(game: PaperSkyscrapers, state: State, seat: Seat) -> float:
    """Return the points that a player has or can expect; a card that is being paid for counts as built."""
    points = float(int(state.score[seat]))
    if int(state.stage) == OVER:
        return points
    steps, cards = 0, int(state.n_hand[seat])
    for track in range(N_TRACKS):
        steps += int(state.tracks[seat, track]) - LINE_EVERY * int(state.lines[seat, track])
    if int(state.announced) and int(state.runner) == seat:
        card = int(state.announced) - 1
        cards -= int(state.to_pay)
        points += TOP_CARD + PER_LEVEL * (1 + (card >> LEVEL_SHIFT))
        for track in range(N_TRACKS):
            steps += int(game.tables.income[card, track])
    points += STEP * steps + CARD * cards
    points += worth_of_city(game, state, seat) + worth_of_claims(game, state, seat)
    return points + worth_of_awards(game, state, seat)


@implement(PaperSkyscrapers)
def evaluate(game: PaperSkyscrapers, state: State, out: ValueBuffer) -> None:
    """Estimate the share of rivals that each player will be ahead of."""
    scale = SPREAD + PER_LEVEL_LEFT * (MAX_LEVEL - int(state.level))
    prospects = prospects_on_stack()
    for seat in range(game.n_seats):
        prospects[seat] = prospect(game, state, seat)
    shares_of_rivals(prospects, game.n_seats, scale, out)
