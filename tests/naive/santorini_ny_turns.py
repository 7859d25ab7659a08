"""Every whole turn of Santorini: New York, by trying everything and keeping what can be finished.

A turn is a tuple of small-move texts. Each function below returns a dictionary from the texts of the rest of a turn to the
table after it, so "this can be finished" is simply "the dictionary is not empty" (26). Numbers in comments are rulings.
"""

from naive.santorini_ny_table import (
    AROUND,
    NORTH,
    SOUTH,
    STRAIGHT,
    Rules,
    Square,
    Table,
    build,
    carry,
    has_piece,
    is_free,
    is_ground,
    line,
    name,
    neighbouring_opponents,
    neighbours,
    owner,
    pile_up,
    put_skyscraper,
    remove_worker,
    replace_winner,
    step,
)

Texts = tuple[str, ...]
Turns = dict[Texts, Table]


def whole_turns(rules: Rules, table: Table, seat: int, card: int) -> Turns:
    """Return every complete turn of a seat that played a card, with the table after it."""
    turns = _played_turns(rules, rules.role_of(card), table, seat)
    if turns:
        return turns  # 22: a legal turn may not be declined.
    # 20, 21, 23: nothing can be finished, so the owner gives up one worker and nothing else happens.
    return {(f"x{name(worker)}",): remove_worker(table, worker) for worker in sorted(table.workers[seat])}


def _played_turns(rules: Rules, role: str, table: Table, seat: int) -> Turns:
    if role == "broadway_actors":
        double = _double_turns(table, seat)
        if any(len(texts) == 4 for texts in double):  # 50, 81: two moves and two builds exist.
            return double
    turns: Turns = {}
    for worker in sorted(table.workers[seat]):
        turns.update(_turns_of_worker(rules, role, table, seat, worker))
    return turns


def _turns_of_worker(rules: Rules, role: str, table: Table, seat: int, worker: Square) -> Turns:
    """Return the whole turns in which this worker acts (19)."""
    if role == "firefighter":
        return _firefighter(rules, table, seat, worker)
    if role == "engineer":
        return _engineer(rules, table, seat, worker)
    if role == "fashion_designer":
        return _fashion_designer(rules, table, seat, worker)
    return _move_and_build(rules, role, table, seat, worker)


# ---- start of the turn


def _firefighter(rules: Rules, table: Table, seat: int, worker: Square) -> Turns:
    raised = pile_up(table, worker)  # 52
    if raised is None:
        return {}  # 79: "must", and the piece is gone.
    text = f"{name(worker)}+{name(worker)}"
    if worker in raised.roofs:
        return {(text,): remove_worker(raised, worker)}  # 54, 80
    return _after(text, _move_and_build(rules, "firefighter", raised, seat, worker))  # 53, 79


def _engineer(rules: Rules, table: Table, seat: int, worker: Square) -> Turns:
    turns: Turns = {}
    for target in neighbours(table, worker):  # 76
        if is_ground(table, target) and has_piece(table, 2):  # 75, 77
            rest = _move_and_build(rules, "engineer", put_skyscraper(table, target), seat, worker)
            turns.update(_after(f"{name(worker)}^{name(target)}", rest))  # 82: only targets that leave something
    return turns or _without_start_effect(rules, "engineer", table, seat, worker)


def _fashion_designer(rules: Rules, table: Table, seat: int, worker: Square) -> Turns:
    turns: Turns = {}
    for chosen in neighbours(table, worker):
        if owner(table, chosen) is not None:  # 66
            rest = _move_and_build(rules, "fashion_designer", table, seat, worker, chosen)
            turns.update(_after(f"{name(worker)}~{name(chosen)}", rest))
    return turns or _without_start_effect(rules, "fashion_designer", table, seat, worker)


def _without_start_effect(rules: Rules, role: str, table: Table, seat: int, worker: Square) -> Turns:
    """Skip an "if possible" effect that has no target, or none that lets the worker finish (24, 25, 82, 83)."""
    return _after(name(worker), _move_and_build(rules, role, table, seat, worker))


def _after(text: str, rest: Turns) -> Turns:
    return {(text, *texts): table for texts, table in rest.items()}


# ---- the move


def _move_and_build(rules: Rules, role: str, table: Table, seat: int, worker: Square, chosen: Square | None = None) -> Turns:
    """Return the rest of a turn from the move on; `chosen` is the Fashion Designer's."""
    turns: Turns = {}
    for target, moved in _moves(rules, role, table, seat, worker).items():
        text = f"{name(worker)}-{name(target)}"
        if _climbs_to_win(table, seat, worker, target):
            turns[(text,)] = replace_winner(moved, seat)  # 27, 85
            continue
        if chosen is not None:
            moved = carry(moved, chosen, worker)  # 67
        turns.update(_after(text, _builds_and_end(rules, role, moved, seat, target)))
    return turns


def _climbs_to_win(table: Table, seat: int, start: Square, end: Square) -> bool:
    """Tell if a move goes up to level 3 with the Statue in hand (33, 34)."""
    return table.statue == seat and table.height[start] < 3 and table.height[end] == 3


def _is_low_enough(table: Table, start: Square, end: Square) -> bool:
    return table.height[end] <= table.height[start] + 1  # 74


def _basic_moves(table: Table, worker: Square) -> dict[Square, Table]:
    ends = [end for end in neighbours(table, worker) if is_free(table, end) and _is_low_enough(table, worker, end)]
    return {end: carry(table, worker, end) for end in ends}


def _moves(rules: Rules, role: str, table: Table, seat: int, worker: Square) -> dict[Square, Table]:
    """Return where the acting worker may go, and the table when it has gone there."""
    if role == "nypd_officer":
        return _basic_moves(table, worker) | _nypd_moves(table, seat, worker)
    if role == "subway_operator":
        ends = _subway_ends(rules, table, worker)
    elif role == "taxi_driver":
        ends = _taxi_ends(rules, table, worker)
    elif role == "tour_bus_driver":
        ends = _tour_bus_ends(rules, table, worker)
    else:
        return _basic_moves(table, worker)
    return {end: carry(table, worker, end) for end in sorted(ends) if _is_low_enough(table, worker, end)}


def _nypd_moves(table: Table, seat: int, worker: Square) -> dict[Square, Table]:
    moves: dict[Square, Table] = {}
    for direction in AROUND:
        end, behind = step(worker, direction), step(worker, direction, 2)
        is_opponent = owner(table, end) not in (None, seat)  # 57
        if is_opponent and is_free(table, behind) and _is_low_enough(table, worker, end):  # 43, 58, 59
            moves[end] = carry(carry(table, end, behind), worker, end)
    return moves


def _first_free(rules: Rules, table: Table, start: Square, direction: tuple[int, int]) -> Square | None:
    for _, reached in line(rules, table, start, direction):
        if is_free(table, reached):
            return reached
    return None


def _subway_ends(rules: Rules, table: Table, worker: Square) -> set[Square]:
    ends = {_first_free(rules, table, worker, direction) for direction in STRAIGHT}  # 70
    return {end for end in ends if end is not None}


def _taxi_ends(rules: Rules, table: Table, worker: Square) -> set[Square]:
    reached = {pair for direction in AROUND for pair in line(rules, table, worker, direction)}
    return {end for distance, end in reached if distance in (2, 3) and is_free(table, end)}  # 71, 84


def _tour_bus_ends(rules: Rules, table: Table, worker: Square) -> set[Square]:
    reached = {end for direction in STRAIGHT for _, end in line(rules, table, worker, direction)}
    return {end for end in reached if is_free(table, end) and table.skyscrapers & set(neighbours(table, end))}  # 72


# ---- the build


def _builds_and_end(rules: Rules, role: str, table: Table, seat: int, worker: Square) -> Turns:
    """Return what may follow the move of a worker that stands on its new square."""
    if role == "ironworker":
        return _two_builds(table, worker)  # 46
    if role == "crane_operator":
        return _crane_builds(table, worker)
    if role == "foreman":
        turns: Turns = {}
        for other in neighbours(table, worker):
            if owner(table, other) is not None:  # 55
                turns.update(_after(f"@{name(other)}", _two_builds(table, other)))  # 56
        return turns
    turns = {}
    for target, built in _builds(table, worker).items():
        text = f"+{name(target)}"
        if role == "engineer" and target in built.roofs and table.statue == seat:
            turns[(text,)] = replace_winner(built, seat)  # 39, 78
        else:
            turns.update(_after(text, _end_effects(rules, role, built, seat, worker, target)))
    return turns


def _builds(table: Table, worker: Square) -> dict[Square, Table]:
    results = {target: build(table, target) for target in neighbours(table, worker)}
    return {target: built for target, built in results.items() if built is not None}


def _two_builds(table: Table, worker: Square) -> Turns:
    """Build on two different squares around a worker, one after the other."""
    turns: Turns = {}
    for first, once in _builds(table, worker).items():
        for second, twice in _builds(once, worker).items():
            if second != first:
                turns[(f"+{name(first)}", f"+{name(second)}")] = twice
    return turns


def _crane_builds(table: Table, worker: Square) -> Turns:
    turns: Turns = {}
    for target, once in _builds(table, worker).items():
        twice = once if target in once.roofs else build(once, target)  # 47, 48
        if twice is not None:
            turns[(f"+{name(target)}",)] = twice
    return turns


# ---- the end of the turn


def _end_effects(rules: Rules, role: str, table: Table, seat: int, worker: Square, built: Square) -> Turns:
    """Return what may follow the build: always something, because "if possible" never costs a worker (24)."""
    turns: Turns = {}
    if role == "night_guard":
        turns = _night_guard(rules, table, seat, worker)
    elif role == "street_vendor" and built not in table.roofs:  # 64
        for victim in neighbouring_opponents(table, seat, built):  # 65
            turns[(f"{name(victim)}>{name(built)}",)] = carry(table, victim, built)
    elif role == "reporter":
        for victim in neighbouring_opponents(table, seat, worker):  # 60
            for direction in (NORTH, SOUTH):
                end = _first_free(rules, table, victim, direction)
                if end is not None:  # 69
                    turns[(f"{name(victim)}>{name(end)}",)] = carry(table, victim, end)
    return turns or {(): table}


def _night_guard(rules: Rules, table: Table, seat: int, worker: Square) -> Turns:
    turns: Turns = {}
    for victim in neighbouring_opponents(table, seat, worker):  # 60, 61
        text = f"!{name(victim)}"
        answers = _basic_moves(table, victim)  # 62
        if not answers:
            turns[(text,)] = table  # 63
        victims_seat = owner(table, victim)
        assert victims_seat is not None
        for end, moved in answers.items():
            if rules.guarded_move_wins and _climbs_to_win(table, victims_seat, victim, end):
                moved = replace_winner(moved, victims_seat)  # 36, 37
            turns[(text, f"{name(victim)}-{name(end)}")] = moved
    return turns


# ---- Broadway Actors


def _double_turns(table: Table, seat: int) -> Turns:
    """Return all turns of two moves and two builds, and those that a winning move cuts short (49, 51, 81)."""
    turns: Turns = {}
    if len(table.workers[seat]) < 2:
        return turns  # 30
    for first in sorted(table.workers[seat]):
        (second,) = table.workers[seat] - {first}
        for first_end, one_moved in _basic_moves(table, first).items():
            text = f"{name(first)}-{name(first_end)}"
            if _climbs_to_win(table, seat, first, first_end):
                turns[(text,)] = replace_winner(one_moved, seat)
            else:
                turns.update(_after(text, _second_moves(one_moved, seat, second)))
    return turns


def _second_moves(table: Table, seat: int, worker: Square) -> Turns:
    turns: Turns = {}
    for end, moved in _basic_moves(table, worker).items():
        text = f"{name(worker)}-{name(end)}"
        if _climbs_to_win(table, seat, worker, end):
            turns[(text,)] = replace_winner(moved, seat)
        else:
            turns.update(_after(text, _both_build(moved, seat)))
    return turns


def _both_build(table: Table, seat: int) -> Turns:
    turns: Turns = {}
    for first in sorted(table.workers[seat]):
        (second,) = table.workers[seat] - {first}
        for one, once in _builds(table, first).items():
            for two, twice in _builds(once, second).items():
                turns[(f"{name(first)}+{name(one)}", f"{name(second)}+{name(two)}")] = twice
    return turns
