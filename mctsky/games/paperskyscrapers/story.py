"""Whole turns as text, for records: `build Corner Deli over 2, pay Mill, Pier; visit Chicago`."""

from collections.abc import Iterable
from typing import Any

from mctsky.core.contract import find_verb
from mctsky.core.record import new_records
from mctsky.games.paperskyscrapers.facts import cards_of
from mctsky.games.paperskyscrapers.moves import BUILD, DRAWN, FIRST_CHANCE, N_SITES, ROUND_END, STOLEN_CARD
from mctsky.games.paperskyscrapers.rules.building import cost_of
from mctsky.games.paperskyscrapers.state import (
    ACTION,
    BONUS,
    DRAW,
    END,
    MAYOR,
    PART,
    SHOW,
    START,
    STATE_DTYPE,
    STOLEN,
    TURNED_UP,
)
from mctsky.games.paperskyscrapers.tables import TUCK_CARDS
from mctsky.games.paperskyscrapers.words import building_name, format_move, program_name


def format_turns(game: Any, state: Any, moves: Iterable[int]) -> list[str]:
    """Return the whole turns among some moves played from `state` on; actions are separated by `;`, their choices by `,`.

    Of chance only public events that matter are written. Set-up and what happens between two levels are left out, and so is a
    turn that the moves do not complete.
    """
    here = new_records(1, STATE_DTYPE)
    here[0] = state
    play, turns, turn = find_verb("play", type(game)), [], _Turn(game)
    for move in moves:
        before = here[0].copy()
        play(game, here[0], move)
        if not in_turn(before):
            continue
        turn.add(before, here[0], move)
        if not in_turn(here[0]) or int(here[0].seat) != int(before.seat):
            turns.append(turn.text())
            turn = _Turn(game)
    return turns


def in_turn(state: Any) -> bool:
    """Say whether a turn is under way."""
    return START <= int(state.stage) <= END


class _Turn:
    """Collects the words of a turn."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.actions: list[list[str]] = []
        self.paying = self.ended = False

    def add(self, before: Any, after: Any, move: int) -> None:
        """Add one move or chance event, and what is paid without a choice."""
        phase, text = int(before.phase), format_move(self.game, before, move)
        if phase == SHOW and not before.announced:
            frame = int(before.depth) - 1
            part = self.game.tables.programs[int(before.program[frame]), int(before.part[frame])]
            self.say(before, f"{'tuck' if int(part[0]) == TUCK_CARDS else 'discard'} {text.removeprefix('show ')}")
            return
        if phase in (DRAW, STOLEN):
            if move == ROUND_END or move >= STOLEN_CARD or (move >= DRAWN and int(before.goal) == TURNED_UP):
                self.say(before, text)
            return
        if phase == ACTION:
            self.actions.append([text])
            self.paying = False
        elif before.announced:
            self.pay([text.removeprefix("pay ").removeprefix("show ")])
        else:
            words = {BONUS: f"bonus {text}", MAYOR: f"{text} of {int(before.actor)}"}
            self.say(before, words.get(phase, text))
        if before.announced or BUILD <= move < FIRST_CHANCE:
            self.pay(self.paid_at_once(before, after, move))

    def say(self, state: Any, text: str) -> None:
        """Add words to the action under way; before the first and after the last one a card or city is named for it."""
        ended = int(state.stage) == END
        if not self.actions or (ended and not self.ended):
            self.actions.append([program_name(self.game, int(state.program[0]))] if state.depth else [])
        self.ended = ended
        self.actions[-1].append(text)
        self.paying = False

    def pay(self, names: list[str]) -> None:
        """Add cards of a payment."""
        for name in names:
            self.actions[-1].append(name if self.paying else f"pay {name}")
            self.paying = True

    def paid_at_once(self, before: Any, after: Any, move: int) -> list[str]:
        """R93: return what is paid without a move, because the whole hand is needed."""
        cost = int(before.to_pay) - 1
        if not before.announced:
            card, site = divmod(move - BUILD, N_SITES)
            discount = 0
            if int(before.phase) == PART:
                frame = int(before.depth) - 1
                discount = int(self.game.tables.programs[int(before.program[frame]), int(before.part[frame])][2])
            cost = int(cost_of(self.game, before, int(before.runner), card, site, discount))
        if cost == 0 or after.announced:
            return []
        hand = {*cards_of(before.known[int(before.runner)]), *cards_of(before.secret[int(before.runner)])}
        paid = [card for card in cards_of(after.discards) if card in hand]
        names = [building_name(self.game, card) for card in paid]
        own = [format_move(self.game, before, move).removeprefix("pay ").removeprefix("show ")] if before.announced else []
        return [name for name in names if name not in own] if len(paid) == cost + len(own) else []

    def text(self) -> str:
        """Return the turn as one line."""
        return "; ".join(", ".join(words) for words in self.actions)
