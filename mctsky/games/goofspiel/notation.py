"""Goofspiel's moves and positions as text; moves.py lists the moves.

A position is one word per round, oldest first, `prize=bids` with the bids by seat, separated by commas. A finished round ends
with `>winner`, the seat that won or `-` for nobody. In the round under way `.` stands for a seat that has not bid, and `!`
marks a bid that has been shown. The last word is `draw` when chance is to turn up a prize. In a view `?` stands for an
unknown bid. For example, with three players and five cards:

    4=3,1,5>2 1=2,2,1>- 5=4,.,.      seat 0 has bid a 4 for the prize 5, seat 1 is to bid
    4=?,1,?>2 1=?,2,?>- 5=.,.,.      what seat 1 knows of it with show=winner: pending bids are taken back
    4=3,1,5>2 1=2,2,1>- draw         chance is to act
    4=3,1,5>2 1=2!,2,1               a reveal under way: seat 0 has shown its bid, seat 1 is next

Hands and scores follow from the bids. A view of a reveal under way keeps the bids that have been shown and the viewer's own;
the others are taken back, so that `1=2!,.,1` can stand in a view of seat 2.
"""

import re
from typing import Any

from mctsky.core.record import new_record
from mctsky.errors import PositionError
from mctsky.games.goofspiel.first_world import world_exists
from mctsky.games.goofspiel.moves import FIRST_PRIZE, FIRST_SHOW, FIRST_WINNER, NO_WINNER
from mctsky.games.goofspiel.spec import DESCENDING, RANDOM, SHOW_BIDS
from mctsky.games.goofspiel.state import MAX_CARDS, MAX_PLAYERS, STATE_DTYPE

_NUMBER = "(0|[1-9][0-9]?)"
_CARD, _PRIZE = re.compile(_NUMBER), re.compile(f"prize={_NUMBER}")
_SHOW, _WINNER = re.compile(f"seat([0-9])={_NUMBER}"), re.compile("winner=([0-9]|none)")
_ROUND = re.compile(r"([1-9][0-9]?)=([0-9.,?!]+)(?:>([0-9]|-))?")
_BID = re.compile(r"(?:([1-9][0-9]?)(!?)|\.|\?)")


def format_move(game: Any, state: Any, move: int) -> str:
    """Return the text of a bid, a prize, a shown bid or an announced winner."""
    if move < FIRST_PRIZE:
        return str(move + 1)
    if move < FIRST_SHOW:
        return f"prize={move - FIRST_PRIZE + 1}"
    if move < FIRST_WINNER:
        seat, card = divmod(move - FIRST_SHOW, MAX_CARDS)
        return f"seat{seat}={card + 1}"
    winner = move - FIRST_WINNER
    return f"winner={'none' if winner == NO_WINNER else winner}"


def parse_move(game: Any, state: Any, text: str) -> int | None:
    """Return the code that `text` names, or None."""
    if (found := _CARD.fullmatch(text)) and 1 <= int(found[1]) <= game.n_cards:
        return int(found[1]) - 1
    if (found := _PRIZE.fullmatch(text)) and 1 <= int(found[1]) <= game.n_cards:
        return FIRST_PRIZE + int(found[1]) - 1
    if (found := _SHOW.fullmatch(text)) and int(found[1]) < game.n_seats and 1 <= int(found[2]) <= game.n_cards:
        return FIRST_SHOW + int(found[1]) * MAX_CARDS + int(found[2]) - 1
    if found := _WINNER.fullmatch(text):
        if found[1] == "none":
            return FIRST_WINNER + NO_WINNER
        if int(found[1]) < game.n_seats:
            return FIRST_WINNER + int(found[1])
    return None


def explain_illegal(game: Any, state: Any, move: int) -> str:
    """Say why a well-formed move is not legal."""
    seat = int(state.actor)
    if seat < 0:
        return "chance is to act, not a seat" if move < FIRST_PRIZE else "chance cannot do this now"
    if move >= FIRST_PRIZE:
        return f"seat {seat} is to bid"
    return f"seat {seat} has spent card {move + 1}"


def _entries(word: Any, n: int) -> list[int]:
    return [int(word) >> 4 * i & 15 for i in range(n)]


def format_position(game: Any, state: Any) -> str:
    """Return the position as one line."""
    n_rounds, committed, shown = int(state.n_rounds), int(state.committed), int(state.shown)
    bids = [_entries(word, game.n_cards) for word in state.bids]
    words = []
    for i, prize in enumerate(_entries(state.prizes, game.n_cards)):
        if not prize:
            break
        if i < n_rounds:
            winner = (int(state.winners) >> 4 * i & 15) - 1
            shown_bids = ",".join(str(bids[seat][i] or "?") for seat in range(game.n_seats))
            words.append(f"{prize}={shown_bids}>{'-' if winner == MAX_PLAYERS else winner}")
        else:
            marks = ["!" if seat < shown else "" for seat in range(game.n_seats)]
            pending = [f"{bids[seat][i]}{marks[seat]}" if committed >> seat & 1 else "." for seat in range(game.n_seats)]
            words.append(f"{prize}={','.join(pending)}")
    if len(words) == n_rounds < game.n_cards:
        words.append("draw")
    return " ".join(words)


def parse_position(game: Any, text: str, viewer: int | None = None) -> Any:
    """Return the state that `text` describes; refuse what no game reaches."""
    return _Parser(game, text, viewer).read()


class _Parser:
    """Reads one text, round by round, and checks all that the rules imply."""

    def __init__(self, game: Any, text: str, viewer: int | None) -> None:
        self.game, self.text, self.viewer = game, text, viewer
        self.random_order = game.order == RANDOM
        self.descending = game.order == DESCENDING
        self.shows_bids = game.show == SHOW_BIDS
        self.state = new_record(STATE_DTYPE)
        self.bids: list[list[int]] = [[] for _ in range(game.n_seats)]  # by seat and round, 0 for unknown
        self.prizes: list[int] = []
        self.winners: list[int] = []
        self.scores = [0] * game.n_seats

    def fail(self, problem: str) -> PositionError:
        """Return the error for this text."""
        n = self.game.n_seats
        first = "" if self.random_order else f"{self.game.n_cards if self.descending else 1}="
        start = "draw" if self.random_order else first + ",".join("." * n)
        remedy = f"one word per round such as '2={','.join('1' * n)}>-'; the start is '{start}'"
        return PositionError(problem, given=self.text, where="goofspiel", remedy=remedy)

    def read(self) -> Any:
        """Read all words, then fill the record."""
        words = self.text.split(" ")
        for index, word in enumerate(words):
            if word == "draw" and index == len(words) - 1:
                if not self.random_order or index == self.game.n_cards:
                    raise self.fail("no prize is drawn here")
                self._finish([], 0, -1)
                return self.state
            found = _ROUND.fullmatch(word)
            if not found:
                raise self.fail(f"word {index + 1} is not a round 'prize=bids' or 'prize=bids>winner'")
            bids = [_BID.fullmatch(part) for part in found[2].split(",")]
            if len(bids) != self.game.n_seats or not all(bids):
                raise self.fail(f"round {index + 1} needs {self.game.n_seats} bids separated by commas")
            self._read_prize(int(found[1]), index)
            shown = [bool(bid and bid[2]) for bid in bids]
            cards = [int(bid[1]) if bid[1] else -1 if bid[0] == "?" else 0 for bid in bids if bid]
            if found[3] is not None:
                self._read_finished(index, cards, shown, found[3])
            elif index == len(words) - 1:
                self._read_pending(index, cards, shown)
                return self.state
            else:
                raise self.fail(f"round {index + 1} has no winner, but a later one follows")
        if len(self.winners) < self.game.n_cards:
            raise self.fail("the round under way, or 'draw', is missing at the end")
        self._finish([], 0, -2)
        return self.state

    def _read_prize(self, prize: int, index: int) -> None:
        if index >= self.game.n_cards:
            raise self.fail(f"there are only {self.game.n_cards} rounds")
        if prize > self.game.n_cards or prize in self.prizes:
            raise self.fail(f"prize {prize} does not exist or was turned up before")
        fixed = self.game.n_cards - index if self.descending else index + 1
        if not self.random_order and prize != fixed:
            raise self.fail(f"the prize of round {index + 1} is {fixed} in this order")
        self.prizes.append(prize)

    def _spend(self, seat: int, card: int) -> None:
        if card > self.game.n_cards or card in self.bids[seat]:
            raise self.fail(f"seat {seat} has no card {card} to bid")
        self.bids[seat].append(card)

    def _read_finished(self, index: int, cards: list[int], shown: list[bool], winner_sign: str) -> None:
        if 0 in cards or any(shown):
            raise self.fail(
                f"round {index + 1} is finished, so every bid is a card{' or ?' if self.viewer is not None else ''}"
            )
        winner = MAX_PLAYERS if winner_sign == "-" else int(winner_sign)
        if winner != MAX_PLAYERS and winner >= self.game.n_seats:
            raise self.fail(f"there is no seat {winner}")
        for seat, card in enumerate(cards):
            unknown = self.viewer is not None and not self.shows_bids and seat != self.viewer
            if unknown != (card == -1):
                raise self.fail(f"the bid of seat {seat} in round {index + 1} must {'be ?' if unknown else 'not be ?'}")
            if unknown:
                self.bids[seat].append(0)
            else:
                self._spend(seat, card)
        if -1 not in cards:
            best = max(cards)
            actual = cards.index(best) if cards.count(best) == 1 else MAX_PLAYERS
            if winner != actual:
                raise self.fail(f"round {index + 1} was won by {'nobody' if actual == MAX_PLAYERS else f'seat {actual}'}")
        if winner != MAX_PLAYERS:
            self.scores[winner] += self.prizes[index]
        self.winners.append(winner)

    def _read_pending(self, index: int, cards: list[int], shown: list[bool]) -> None:
        if -1 in cards:
            raise self.fail("a bid of the round under way is a card or '.', never ?")
        n_shown = sum(shown)
        committed = [seat for seat, card in enumerate(cards) if card]
        if shown != [seat < n_shown for seat in range(self.game.n_seats)] or n_shown == self.game.n_seats:
            raise self.fail("bids are shown from seat 0 on, and the round ends with the last one")
        if n_shown and not self.shows_bids:
            raise self.fail("bids are not shown in this game")
        if self.viewer is None:
            if committed != list(range(len(committed))):
                raise self.fail("seats bid in turn, from seat 0 on")
            if n_shown and len(committed) < self.game.n_seats:
                raise self.fail("bids are shown only when all seats have bid")
        else:
            if set(committed) - set(range(n_shown)) - {self.viewer}:
                raise self.fail("a pending bid of another seat is not known")
            if n_shown and self.viewer not in committed:
                raise self.fail("bids are shown only when all seats have bid")
        for seat in committed:
            self._spend(seat, cards[seat])
        missing = [seat for seat in range(self.game.n_seats) if seat not in committed]
        self._finish(committed, n_shown, missing[0] if missing else -1)

    def _finish(self, committed: list[int], n_shown: int, actor: int) -> None:
        state, everything = self.state, (1 << self.game.n_cards) - 1
        for seat, cards in enumerate(self.bids):
            state.bids[seat] = sum(card << 4 * i for i, card in enumerate(cards))
            state.hands[seat] = everything & ~sum(1 << card - 1 for card in cards if card)
            state.scores[seat] = self.scores[seat]
        state.prizes = sum(prize << 4 * i for i, prize in enumerate(self.prizes))
        state.winners = sum(winner + 1 << 4 * i for i, winner in enumerate(self.winners))
        state.deck = everything & ~sum(1 << prize - 1 for prize in self.prizes)
        state.n_rounds = len(self.winners)
        state.committed = sum(1 << seat for seat in committed)
        state.shown, state.actor = n_shown, actor
        if self.viewer is not None and not self.shows_bids and not world_exists(self.game, state, self.viewer):
            raise self.fail("no bids of the other seats give these winners")


def hidden_names(game: Any) -> tuple[list[str], list[str]]:
    """Return the names of the items and of the places of `hidden`; with show=bids nothing is listed."""
    items = [f"seat {seat}'s {card}" for seat in range(game.n_seats) for card in range(1, game.n_cards + 1)]
    return items, [*(f"seat {seat}" for seat in range(MAX_PLAYERS)), "spent"]
