"""How a bot can lose a game other than by the rules."""

import enum


class Fault(enum.StrEnum):
    """What a bot did; the word stands in records and tables."""

    CRASH = "crash"  # it raised an error, or its process ended
    HANG = "hang"  # no answer within the patience of the match
    TIME = "time"  # its clock ran out
    ILLEGAL = "illegal move"
    GARBAGE = "garbage"  # not an answer of the protocol
    FLOOD = "flood"  # more output than any answer
    CLOSED = "closed pipe"  # it closed its input or output and kept running
    FLAG = "changed flag"  # it says of itself that it cheats, or that it does not, and said otherwise before the match


class BotFailure(Exception):  # noqa: N818  # not an error of ours
    """A bot cannot go on; it loses the game for this reason, and the match goes on."""

    def __init__(self, fault: Fault, detail: str = "") -> None:
        """Say what happened; `detail` is cut to a readable length."""
        self.fault, self.detail = fault, detail[:300]
        super().__init__(f"{fault}: {self.detail}" if detail else str(fault))

    def __reduce__(self) -> tuple[object, ...]:
        """Keep the parts across a process border."""
        return (BotFailure, (self.fault, self.detail))


def result_of_failure(failed_seat: int, n_seats: int) -> list[float]:
    """Return the result by seat: the others share the win, as they would share a tie, so that the sum stays one win."""
    result = [1.0 / max(1, n_seats - 1)] * n_seats
    result[failed_seat] = 0.0
    return result
