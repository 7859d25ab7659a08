"""The leak check: histories that a seat cannot tell apart, by a plain account, must look the same to it in every way.

The account is the function `sees(options, events, viewer)` of the file sees.py of a game: what a seat knows after some events,
each (seat or "chance", text of the move), as anything that can be compared. The check never asks observe or conceal which
histories belong together; they are what is being tested.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable
from functools import cache
from random import Random
from typing import Any

from mctsky.core.position import Game
from mctsky.core.spec import GameSpec
from mctsky.testing.findings import LeakError, broken, differences, promise_of
from mctsky.testing.histories import (
    History,
    all_histories,
    concealed,
    observations,
    options_here,
    random_history,
    replay,
    varied,
)
from mctsky.testing.subjects import small_variants

ENUMERABLE = 12_000
# Where enumeration is out of reach: random histories, variants of each, twins for each seat, most moves.
BASES, VARIANTS, TWINS, LONGEST = 8, 10, 6, 45
FIRST_TRIES = 4
EQUAL = "equal byte for byte"

Sees = Callable[[dict[str, Any], list[Any], int], Hashable]
Groups = dict[Hashable, list[History]]


def account(spec: GameSpec) -> Sees | None:
    """Return the plain account of what a seat sees, None if the game ships none."""
    return spec.find_function("sees", "sees")


def _require_account(game: Game) -> Sees:
    sees = account(game.spec)
    if sees is None:
        raise LookupError(f"{game.name} has no sees.py")
    return sees


@cache
def samples(game: Game, limit: int = ENUMERABLE, seed: int = 7) -> tuple[list[History], bool]:
    """Return histories rich in look-alikes, and whether they are all there are."""
    histories, complete = all_histories(game, limit) if game in small_variants(game.spec) else ([], False)
    if complete:
        return histories, True
    random = Random(seed)
    found: dict[tuple[int, ...], History] = {}
    for base in range(BASES):
        # Mostly short ones, since they collide most; the last ones are cut late in the game.
        whole = random_history(game, seed + base).codes
        length = max(2, min(len(whole), LONGEST) * (base + 1) // BASES) if base < BASES - 1 else len(whole)
        variants = [replay(game, whole[:length])]
        for _ in range(VARIANTS):
            variants.append(varied(random.choice(variants), random))
        for viewer in range(game.n_seats):
            n_twins = TWINS if length <= LONGEST else 1
            variants += [other for _ in range(n_twins) if (other := twin(variants[0], viewer, random)) is not None]
        for variant in variants:
            found.setdefault(tuple(variant.codes), variant)
    return list(found.values()), False


def twin(history: History, viewer: int, random: Random) -> History | None:
    """Return a random history that looks like another one to a seat after every move; None if it came to a dead end."""
    game, sees = history.game, _require_account(history.game)
    events, other = history.events(), History.start(history.game)
    for n in range(1, len(events) + 1):
        wanted = sees(game.options, events[:n], viewer)
        codes, so_far = options_here(other.position), other.events()
        random.shuffle(codes)
        same = [history.codes[n - 1]] if history.codes[n - 1] in codes else []  # a move that all see is found at once
        actor = other.position.to_act
        who: int | str = "chance" if actor < 0 else actor
        for code in dict.fromkeys([*codes[:FIRST_TRIES], *same, *codes]):
            if sees(game.options, [*so_far, (who, other.position.format_move(code))], viewer) == wanted:
                other.play(code)
                break
        else:
            return None
    return other


@cache
def groups(game: Game, viewer: int, limit: int = ENUMERABLE, seed: int = 7) -> Groups:
    """Return the histories by what `viewer` knows at their ends."""
    sees = _require_account(game)
    found: Groups = defaultdict(list)
    for history in samples(game, limit, seed)[0]:
        found[sees(game.options, history.events(), viewer)].append(history)
    return found


def distinct(histories: list[History]) -> dict[bytes, History]:
    """Return one history for each true state."""
    return {history.position.state.tobytes(): history for history in histories}


def check_group(game: Game, histories: list[History], viewer: int) -> int:
    """Demand that look-alikes look alike in `game`; return the number of distinct pairs of true states among them."""
    first = histories[0]
    view = concealed(game, first.position.state, viewer)
    noticed = observations(game, first, viewer)
    for other in histories[1:]:
        again = concealed(game, other.position.state, viewer)
        pair = f"{_told(first)} from {_told(other)}"
        if again.state.tobytes() != view.state.tobytes():
            found = f"seat {viewer} tells {pair} by {differences(view.state, again.state)}"
            raise LeakError("conceal", promise_of("conceal", EQUAL), found)
        seen = observations(game, other, viewer)
        if seen != noticed:
            place = next(i for i, (a, b) in enumerate(zip((*noticed, None), (*seen, None), strict=False)) if a != b)
            found = f"seat {viewer} tells {pair} by observation {place + 1}: {_code(noticed, place)} v {_code(seen, place)}"
            raise LeakError("observe", promise_of("observe", "what `viewer` sees"), found)
    states = distinct(histories)
    return len(states) * (len(states) - 1) // 2


def _told(history: History) -> str:
    return repr("; ".join(history.texts[-12:]))


def _code(seen: tuple[int, ...], place: int) -> str:
    return f"code {seen[place] & 0x7FFF}" if place < len(seen) else "nothing"


def check_looks(histories: list[History], viewer: int) -> None:
    """Demand equal texts, pictures and legal moves from two histories of one group."""
    left, right = (history.position.view(viewer) for history in (histories[0], histories[-1]))
    looks: dict[str, tuple[object, object]] = {
        "text": (left.text(), right.text()),
        "picture": (left.render(), right.render()),
        "picture in colour": (left.render(color=True), right.render(color=True)),
        "SVG": (left.svg(), right.svg()),
        "to_act": (left.to_act, right.to_act),
        "legal moves": (left.legal_moves(), right.legal_moves()),
        "chance moves": (left.chance_moves(), right.chance_moves()),
    }
    for name, (a, b) in looks.items():
        if a != b:
            raise LeakError(
                "conceal", promise_of("conceal", EQUAL), f"seat {viewer} tells states apart by its {name}: {a} v {b}"
            )


def check_leaks(game: Game, limit: int, seed: int) -> int:
    """Check all groups of histories that look alike, for every seat; return the number of distinct pairs of true states."""
    n_pairs = 0
    for viewer in range(game.n_seats):
        several = [histories for histories in groups(game, viewer, limit, seed).values() if len(histories) > 1]
        n_pairs += sum(check_group(game, histories, viewer) for histories in several)
        for histories in several[:30]:
            check_looks(histories, viewer)
        check_nothing_lost(game, viewer, limit, seed)
    return n_pairs


def check_nothing_lost(game: Game, viewer: int, limit: int = ENUMERABLE, seed: int = 7) -> int:
    """At a seat's decisions, different accounts mean different observations; return how many decisions there were."""
    accounts: dict[tuple[int, ...], tuple[Hashable, History]] = {}
    for known, histories in groups(game, viewer, limit, seed).items():
        for history in histories:
            if history.position.to_act == viewer:
                noticed = observations(game, history, viewer)
                before, other = accounts.setdefault(noticed, (known, history))
                if before != known:
                    broken("sees", "", f"seat {viewer} observed the same in {_told(other)} and {_told(history)}")
    return len(accounts)
