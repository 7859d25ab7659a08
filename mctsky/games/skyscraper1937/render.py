"""Skyscraper (1937)'s table as text, in colours, and as SVG."""

from textwrap import wrap
from typing import Any

from mctsky.core.color import Paint, ansi, ground, plain
from mctsky.core.contract import CHANCE, NOBODY
from mctsky.games.skyscraper1937.box import BOXES
from mctsky.games.skyscraper1937.notation import policies_of, roles_of, seen_cards
from mctsky.games.skyscraper1937.picture import Picture
from mctsky.games.skyscraper1937.state import (
    BUY,
    CHURCH_AT,
    CLAIM,
    DISTRICTS,
    DRAW,
    FIRST_SLOT,
    FIRST_STORE,
    PARTS,
    PHASES,
    PIECES,
    POLICIES,
    POT,
    ROLL,
    ROUTES,
)
from mctsky.games.skyscraper1937.words import loss_text

WIDTH = 80
COLUMNS = (28, 24, 24)  # signs of a district
LOOKS = (ground(114), ground(117), ground(221))  # by district
ACTIVE, EMPTY = "1;" + ground(255), "."


def spaces_of(game: Any, state: Any, seat: int) -> list[list[str]]:
    """Return what is on each space of each district, residences with their parts.

    A part does not belong to one residence: the first of a kind is shown on the first space, the second on the second.
    """
    land, n = [int(value) for value in state.land[seat]], int(game.tables.spaces)
    floors = int(game.tables.floors)
    stores = [
        f"store {'#' * ((look - 1) // 2):.<{floors}}{' pent house' if look % 2 == 0 else ''}"
        for look in land[FIRST_STORE:FIRST_SLOT]
        if look
    ]
    found = [
        ["residence"] * land[0],
        [PIECES[piece] for piece in land[FIRST_SLOT : FIRST_SLOT + 2] if piece],
        [*stores, *(PIECES[piece] for piece in land[FIRST_SLOT + 2 : CHURCH_AT] if piece)],
    ]
    if land[CHURCH_AT]:
        found[land[CHURCH_AT] - 1].append("church")
    found = [[*spaces, *[EMPTY] * (n - len(spaces))] for spaces in found]
    for space in range(n):
        parts = " ".join(PARTS[part - 1] if land[part] > space else EMPTY for part in (1, 2, 3))
        shown = {"residence": "house", "church": "church"}.get(found[0][space], EMPTY)
        found[0][space] = shown if parts == ". . ." else f"{shown} {parts}"
    return found


def seat_lines(game: Any, state: Any, seat: int, paint: Paint) -> list[str]:
    """Return a player's district card, policies and tax card."""
    head = f"seat {seat}  ${int(state.cash[seat])}"
    roles = roles_of(state, seat)
    head += f"  {', '.join(roles)}" if roles else ""
    if int(state.actor) == seat or (int(state.seat) == seat and ROLL <= int(state.phase) <= DRAW):
        head = paint(head, ACTIVE) + "  <"
    lines = [head]
    for row in (DISTRICTS, *zip(*spaces_of(game, state, seat), strict=True)):
        cells = [paint(f" {cell:{width - 1}}", look) for cell, width, look in zip(row, COLUMNS, LOOKS, strict=True)]
        lines.append("  " + "".join(cells))
    beside = [f"policies {', '.join(policies_of(state, seat))}"] if policies_of(state, seat) else []
    tax = int(state.taxes[seat])
    beside += [f"paid {BOXES[game.box].cards[tax - 1].name}"] if tax else []
    return [*lines, *([f"   {'; '.join(beside)}"] if beside else [])]


def supply_lines(game: Any, state: Any) -> list[str]:
    """Return what is for sale, and the Luck cards."""
    prices = game.tables.price
    pieces = [f"{name} {int(state.supply[piece])} (${int(prices[piece])})" for piece, name in enumerate(PIECES)]
    lines = ["for sale: " + ", ".join(text for piece, text in enumerate(pieces) if state.supply[piece])]
    if not game.tables.children:
        policies = [
            f"{name} {int(state.stock[kind])} (${int(price)}, pays up to ${int(cap)})"
            for kind, (name, price, cap) in enumerate(zip(POLICIES, game.tables.policy_price, game.tables.cap, strict=True))
        ]
        lines.append("policies: " + ", ".join(policies))
        seen, total = seen_cards(game, state), sum(card.copies for card in BOXES[game.box].cards)
        names = [name if n == 1 else f"{name} x{n}" for name, n in seen.items()]
        lines.append(f"cards seen: {sum(seen.values())} of {total}" + (f": {', '.join(names)}" if names else ""))
    return lines


def next_line(game: Any, state: Any) -> str:
    """Return what is decided next, or how the game ended."""
    phase, actor, seat = int(state.phase), int(state.actor), int(state.seat)
    if actor == NOBODY:
        how = f"seat {int(state.winner) - 1} wins by {ROUTES[int(state.route)]}" if state.winner else "drawn"
        return f"over after {int(state.throws)} throws: {how}"
    if actor == CHANCE:
        what = {ROLL: f"the dice decide for seat {seat}", DRAW: f"seat {seat} has thrown {int(state.total)} and draws a card"}
        return what.get(phase, f"chance decides the set-up ({PHASES[phase]})")
    words = f"seat {seat} is to act: {PHASES[phase]}"
    words += f", thrown {int(state.total)}" if phase >= BUY else ""
    words += f", card {BOXES[game.box].cards[int(state.card) - 1].name}" if state.card else ""
    return words + (f", at stake {loss_text(game, state, seat, int(state.stake))}" if phase == CLAIM else "")


def render_text(game: Any, state: Any, paint: Paint = plain) -> str:
    """Return the table in lines of at most 80 signs: `store ##...` has two of five floors, `.` is missing or empty."""
    lines = [f"throws {int(state.throws)} of {int(game.tables.max_throws)}, pot ${int(state.cash[POT])}"]
    for seat in range(game.n_seats):
        lines += seat_lines(game, state, seat, paint)
    for line in [*supply_lines(game, state), next_line(game, state)]:
        lines += wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines)


def render_color(game: Any, state: Any) -> str:
    """Return the same text with a background colour for each district, and the active seat bold."""
    return render_text(game, state, ansi)


def render_svg(game: Any, state: Any) -> str:
    """Return the table as an SVG document: district cards with what stands on them, money, policies, supplies and pot."""
    return Picture(game, state, [*supply_lines(game, state), next_line(game, state)]).draw()
