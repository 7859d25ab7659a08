"""The advice in one sentence; every number in it is one of the answer's."""

from collections.abc import Sequence

from mctsky.advisor.advice import AdvisedMove, AdvisedTurn, Decides


def say(seat: int, decides: Decides, moves: Sequence[AdvisedMove], turns: Sequence[AdvisedTurn], final: bool) -> str:
    """Return one sentence about the best move and how certain it is."""
    best = moves[0]
    head = "Play" if decides == "now" else "Expect to play"
    if not final:
        head = "So far, play" if decides == "now" else "So far, expect to play"
    if best.proven is not None:
        return f"{head} {best.text}: it is proven to give seat {seat} {best.proven[seat]:.3f}."
    parts = [f"{head} {best.text}: seat {seat} can expect {best.value:.3f} ± {best.error:.3f}"]
    if len(moves) == 1:
        parts.append("and no other move was considered")
    else:
        parts.append(compare(best, moves[1]))
    if turns and turns[0].complete and len(turns[0].moves) > 1:
        turn = turns[0]
        parts.append(f"the best whole turn is {' '.join(turn.moves)} with {turn.value:.3f} ± {turn.error:.3f}")
    return "; ".join(parts) + "."


def compare(best: AdvisedMove, other: AdvisedMove) -> str:
    """Compare the best move with the next one: clearly better, or too close to be sure."""
    lead, error = best.value - other.value, (best.error**2 + other.error**2) ** 0.5
    if abs(lead) <= 2 * error:
        return f"too close to {other.text} ({other.value:.3f} ± {other.error:.3f}) to be sure"
    if lead > 0:
        return f"that is {lead:.3f} more than {other.text}"
    return f"that is {-lead:.3f} less than {other.text}, which has {other.visits} visits against {best.visits}"
