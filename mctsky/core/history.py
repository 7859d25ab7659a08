"""Write positions as the moves played and views as the events observed, for games without their own notation.

A position is written as the moves played, `deal 3; deal 5; stay`, and read back by playing them. A view is written as the
events that its seat has observed. Reading a view looks for one game in which the seat observes just that: from event to event
it fills the view with a possible world, plays what the seat would not notice there, and begins again until
the event can follow. Which of the possible games is found does not matter: the seat cannot tell them apart, so all give the
same view.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from mctsky.core.contract import CHANCE, NOBODY, NOTHING, chance_moves, conceal, keeps_moves, legal_moves, play, to_act
from mctsky.core.record import record_from
from mctsky.core.rng import below, derive_seed, make_rng
from mctsky.errors import PositionError

if TYPE_CHECKING:
    from mctsky.core.position import Game

SEPARATOR = ";"
START = "start"  # the text of a game before the first move
TO_COME = "..."  # at the end of a view: something that its seat does not notice is still to come
MAX_WORLDS = 2_000  # worlds to try for one event, fewer where there are few different events
MAX_LISTED = 1 << 12  # worlds of one view that are listed instead, where the game keeps its moves

Event = tuple[int, bool]  # the code that a seat observes, and whether it was its own choice


def format_moves(game: "Game", codes: Iterable[int]) -> str:
    """Return moves played from the start as text."""
    state, texts = game.first_state(), []
    for code in codes:
        texts.append(game.format_move(state, code))
        game.verb("play")(game.rules, state, code)
    return _joined(texts)


def _joined(texts: Sequence[str]) -> str:
    return f"{SEPARATOR} ".join(texts) or START


def split(text: str) -> list[str]:
    """Return the texts of moves or events in the text of a position or view."""
    parts = [part.strip() for part in text.split(SEPARATOR)]
    return [] if parts == [START] else parts[1:] if parts[0] == START and set(parts[1:]) == {TO_COME} else parts


def options(game: "Game", state: Any) -> list[int]:
    """Return the codes of all moves, or chance outcomes, of a state."""
    actor = int(game.verb("to_act")(game.rules, state))
    if actor == NOBODY:
        return []
    return [code for code, _ in game.chance_codes(state)] if actor == CHANCE else game.legal_codes(state)


def format_events(game: "Game", seat: int, state: Any, events: Sequence[Event]) -> str:
    """Return the text of the view `state` of a seat that has observed these events since the start."""
    texts = event_texts(game, seat, state, events)
    return _joined([START, *texts] if texts and set(texts) == {TO_COME} else texts)


def event_texts(game: "Game", seat: int, state: Any, events: Sequence[Event]) -> list[str]:
    """Return the texts of the events that led to the view `state`; TO_COME for each unnoticed one still to come."""
    texts, here = [], start_view(game, seat)
    told = _kept_events(game, seat, state)
    for number, event in enumerate(events, 1):
        found = _follow(game, seat, here, lambda world, seen, event=event: seen == event) if told is None else next(told, None)
        if found is None or found[1] != event:
            raise PositionError(f"event {number} cannot have been observed", given=event[0], where=game.name)
        text, _, here = found
        texts.append(text)
    later = [step.tobytes() for step in _unnoticed_steps(game, seat, here)]
    if state.tobytes() not in later:
        problem = "this view does not follow from the events that its seat has observed"
        raise PositionError(problem, where=game.name, remedy="take views from a Position, or write them as events")
    to_come = len(later) - 1 - later.index(state.tobytes())
    return texts + [TO_COME] * to_come


def _kept_events(game: "Game", seat: int, view: Any) -> Iterator[tuple[str, Event, Any]] | None:
    """Return what `_follow` finds, event by event, for a game that keeps its moves: a world tells how it came about."""
    if not keeps_moves(game.spec.game_type):
        return None
    world = game.copy_state(view)
    game.verb("determinise")(game.rules, world, seat, make_rng(derive_seed("history")))
    return _replayed_events(game, seat, [int(code) for code in world.history[1 : int(world.history[0]) + 1]])


def _replayed_events(game: "Game", seat: int, codes: list[int]) -> Iterator[tuple[str, Event, Any]]:
    state = game.first_state()
    for code in codes:
        event = _seen(game, seat, state, code)
        text = "" if event[0] == NOTHING else game.format_move(state, event[0])
        game.verb("play")(game.rules, state, code)
        if event[0] != NOTHING:
            here = game.copy_state(state)
            game.verb("conceal")(game.rules, here, seat)
            yield text, event, here


def after_choice(game: "Game", seat: int, view: Any, code: int) -> Any | None:
    """Return what a seat knows after it has chosen a move, None if it cannot choose that now."""
    found = _follow(game, seat, view, lambda world, seen: seen == (code, True))
    return None if found is None else found[2]


def leads_to(game: "Game", seat: int, before: Any, events: Sequence[Event], after: Any) -> bool:
    """Say whether the view `before` of a seat becomes the view `after` when it observes these events."""
    here = before
    for event in events:
        found = _follow(game, seat, here, lambda world, seen, event=event: seen == event)
        if found is None:
            return False
        here = found[2]
    return after.tobytes() in [step.tobytes() for step in _unnoticed_steps(game, seat, here)]


def read_events(game: "Game", seat: int, words: Sequence[str], begun: Any = None, n_before: int = 0) -> tuple[Any, list[Event]]:
    """Return the view of a seat that has observed events with these texts, and the events.

    They follow the view `begun`, which came after so many events, or the start.
    """
    texts, to_come = list(words), 0
    while texts and texts[-1] == TO_COME:
        to_come += 1
        texts.pop()
    here, events = start_view(game, seat) if begun is None else begun, []
    for number, word in enumerate(texts, n_before + 1):
        found = _follow(game, seat, here, lambda world, seen, word=word: game.format_move(world, seen[0]) == word)
        if found is None:
            remedy = f"possible here: {', '.join(_possible(game, seat, here)) or 'nothing, the game is over'}"
            problem, field = f"event {number} cannot happen here", f"events[{number - 1}]"
            raise PositionError(problem, given=word, where=game.name, remedy=remedy, field=field)
        _, event, here = found
        events.append(event)
    later = _unnoticed_steps(game, seat, here)
    if to_come >= len(later):
        problem = f"no event that seat {seat} would not notice is still to come"
        raise PositionError(problem, given=TO_COME, where=game.name, remedy=f"leave out '{TO_COME}'")
    return later[len(later) - 1 - to_come], events


def start_view(game: "Game", seat: int) -> Any:
    """Return what a seat knows before the first move."""
    state = game.first_state()
    game.verb("conceal")(game.rules, state, seat)
    return state


def _seen(game: "Game", seat: int, state: Any, code: int) -> Event:
    own = int(game.verb("to_act")(game.rules, state)) == seat
    return (code, True) if own else (int(game.verb("observe")(game.rules, state, code, seat)), False)


def _follow(game: "Game", seat: int, view: Any, wanted: Callable[..., bool]) -> tuple[str, Event, Any] | None:
    """Return text, event and the view after it, for an event that is wanted and can come next; None if none was found.

    An event that is possible in one of twenty worlds is missed about once in 200,000 times; none is where worlds are listed.
    """
    if keeps_moves(game.spec.game_type):
        from mctsky.core.replay import list_worlds  # late: most games need none of it

        listed = list_worlds(game.rules, view, seat, MAX_LISTED)
        if listed is not None:
            return _follow_all(game, seat, list(listed), wanted)
    rng = make_rng(derive_seed("history"))
    possible: set[Event] = set()
    unnoticed: dict[bytes, list[int]] = {}  # for every state met: what can happen there unnoticed
    for number in range(MAX_WORLDS if game.spec.hidden else 1):
        if number > 200 + 20 * len(possible):
            break
        state = game.copy_state(view)
        game.verb("determinise")(game.rules, state, seat, rng)
        while True:
            key = state.tobytes()
            if key not in unnoticed:
                codes = options(game, state)
                events = [_seen(game, seat, state, code) for code in codes]
                possible.update(events)
                for code, event in zip(codes, events, strict=True):
                    if event[0] != NOTHING and wanted(state, event):
                        text = game.format_move(state, event[0])
                        game.verb("play")(game.rules, state, code)
                        game.verb("conceal")(game.rules, state, seat)
                        return text, event, state
                unnoticed[key] = [code for code, event in zip(codes, events, strict=True) if event[0] == NOTHING]
            if not unnoticed[key]:
                break
            game.verb("play")(game.rules, state, unnoticed[key][below(rng, len(unnoticed[key]))])
    return None


def _follow_all(game: "Game", seat: int, worlds: list[bytes], wanted: Callable[..., bool]) -> tuple[str, Event, Any] | None:
    """Do what `_follow` does with all worlds of a view, likely ones or not, and all that can happen there unnoticed."""
    met = set(worlds)
    for raw in worlds:  # which grows
        state = record_from(bytearray(raw), game.spec.state_dtype)
        for code in options(game, state):
            event = _seen(game, seat, state, code)
            if event[0] != NOTHING and not wanted(state, event):
                continue
            text = "" if event[0] == NOTHING else game.format_move(state, event[0])
            following = game.copy_state(state)
            game.verb("play")(game.rules, following, code)
            if event[0] != NOTHING:
                game.verb("conceal")(game.rules, following, seat)
                return text, event, following
            if following.tobytes() not in met:
                met.add(following.tobytes())
                worlds.append(following.tobytes())
    return None


def _unnoticed_steps(game: "Game", seat: int, view: Any) -> list[Any]:
    """Return a view and those that follow it by chance moves that its seat does not notice, for example another seat's deal."""
    views = [view]
    while True:
        world = game.copy_state(views[-1])
        game.verb("determinise")(game.rules, world, seat, make_rng(0))
        codes = options(game, world)
        luck = int(game.verb("to_act")(game.rules, world)) == CHANCE
        if not luck or any(_seen(game, seat, world, code)[0] != NOTHING for code in codes):
            return views
        game.verb("play")(game.rules, world, codes[0])
        game.verb("conceal")(game.rules, world, seat)
        if world.tobytes() == views[-1].tobytes():
            return views
        views.append(world)


def _possible(game: "Game", seat: int, view: Any) -> list[str]:
    """Return the texts of some events that can come next."""
    found: list[str] = []

    def note(world: Any, event: Event) -> bool:
        text = game.format_move(world, event[0])
        if text not in found:
            found.append(text)
        return False

    _follow(game, seat, view, note)
    return found[:40]


def play_all(rules: Any, state: Any, codes: Iterable[int], room: int) -> int | None:
    """Play moves and chance outcomes; stop at the first that is not possible and return its index, else None.

    A state has at most `room` options.
    """
    out, odds = np.empty(room, np.int32), np.empty(room, np.float64)
    for place, code in enumerate(codes):
        actor = to_act(rules, state)
        if actor == NOBODY:
            return place
        n = chance_moves(rules, state, out, odds) if actor == CHANCE else legal_moves(rules, state, out)
        if code not in out[:n]:
            return place
        play(rules, state, code)
    return None


def misreading(game: Any, state: Any, codes: Sequence[int], room: int, viewer: int | None, text: str, notation: Any) -> str:
    """Play a game into `state`, look at it as `viewer` does, and say why `text` does not describe that; empty if it does.

    For games whose positions tell how they were reached. `notation` is the pair of the game's format_move and format_position.
    """
    format_move, format_position = notation
    stuck = play_all(game, state, codes, room)
    if stuck is not None:
        return f"{format_move(game, state, codes[stuck])!r} cannot be move {stuck + 1} of a game"
    if viewer is not None:
        conceal(game, state, viewer)
    seen = format_position(game, state)
    if seen == text:
        return ""
    return f"a whole game like this is written {seen!r}" if viewer is None else f"seat {viewer} sees such a game as {seen!r}"
