"""What players do in Paper Skyscrapers: basic actions, visits, the parts of an action, city bonuses.

Numbers in comments are rulings.
"""

from typing import Any

from naive.paperskyscrapers_cards import TRACKS, TYPES, Part
from naive.paperskyscrapers_draws import Draws, Script
from naive.paperskyscrapers_table import END, Place, Player


class Actions(Draws):
    """A table at which players act."""

    # ------------------------------------------------------------ city bonuses

    def trigger(self, player: Player, events: set[str]) -> Script:
        """Carry out the player's city bonus if one of these events in the player's own turn is its trigger."""
        city = self.city(player)
        if self.seat == player.seat and city.trigger in events and city.reduction == 0:
            yield from self.city_bonus(player)

    def city_bonus(self, player: Player) -> Script:
        if self.bonus_is_ready(player):
            player.bonus_used = True  # 92: even if it changes nothing
            yield from self.perform(player, self.city(player).effect, in_bonus=True)

    # ------------------------------------------------------------ basic actions

    def basic_options(self, player: Player) -> dict[str, Any]:
        return {
            **self.build_options(player),
            **self.hand_options(player, "tuck"),
            **self.hand_options(player, "discard"),
            **{f"advance {track}": ("advance", track) for track in TRACKS if player.tracks[track] < END},
            **{text: ("draw", drawn) for text, drawn in self.draw_options("").items()},
            **self.claim_options(player),
        }

    def hand_options(self, player: Player, verb: str) -> dict[str, tuple[str, str]]:
        return {f"{verb} {name}": (verb, name) for name in player.hand}

    def claim_options(self, player: Player) -> dict[str, tuple[str, str]]:
        return {f"claim {name}": ("claim", name) for name in self.claimable(player)}

    def do_basic(self, player: Player, choice: tuple[str, Any], in_bonus: bool) -> Script:
        kind, what = choice
        if kind == "build":
            yield from self.build(player, *what)
        elif kind == "tuck":
            yield from self.tuck(player, what)
        elif kind == "discard":
            self.discard(player, what)  # 59: it is in the pile before its action runs
            yield from self.trigger(player, {"discard"})
            yield from self.perform(player, self.building(what).action, in_bonus)
        elif kind == "advance":
            yield from self.advanced(player, self.step(player, what))
        elif kind == "draw":
            yield from self.take(player, *what)
        elif kind == "claim":
            yield from self.claim(player, what)

    def tuck(self, player: Player, name: str) -> Script:
        player.lose(name)
        player.mayor.tucked.append(name)
        yield from self.trigger(player, {"tuck"})

    def advanced(self, player: Player, events: set[str]) -> Script:
        """Check the bonus after all steps of an advance."""
        yield from self.trigger(player, events | {"advance"} if "step" in events else set())

    def take(self, player: Player, source: str, what: Any) -> Script:
        """Take a named card of the row, or one of the deck of a level."""
        if source == "row":
            self.row.remove(what)
            player.take(what, seen=True)
            drawn = True
        else:
            name = yield from self.draw(what, f"deal {player.seat}")
            drawn = name is not None
            if drawn:
                player.take(name, seen=False)
        yield from self.refill()
        if drawn:
            yield from self.trigger(player, {f"draw {source}"})

    def claim(self, player: Player, name: str) -> Script:
        if not any(name in other.claims for other in self.players):
            player.chips.append(name)  # 41: the first claimant only
        player.claims.append(name)
        self.gain(player, self.cards.achievements[name].stars)
        yield from self.trigger(player, {"claim"})

    def visit_options(self, player: Player) -> dict[str, tuple[str, Place]]:
        return {f"visit {name}": ("visit", place) for name, place in player.tops() if place is not player.mayor}

    def visit(self, player: Player, place: Place) -> Script:
        player.mayor = place
        name = place.top
        if not place.built:  # 68: a city card has no action
            yield from self.trigger(player, {"visit"})
            return
        building = self.building(name)
        yield from self.trigger(player, {"visit", f"visit {building.type}"})
        yield from self.perform(player, building.action, in_bonus=False)

    # ------------------------------------------------------------ building

    def build_options(self, player: Player, less: int = 0, free: bool = False) -> dict[str, Any]:
        """Return the builds that can be paid: a card does not pay for itself (11)."""
        options: dict[str, Any] = {}
        for name in player.hand:
            for text, where in self.spots(player).items():
                cost = 0 if free else self.cost(player, name, where, less)
                if cost <= len(player.hand) - 1:
                    options[f"build {name} {text}"] = ("build", (name, where, cost))
        return options

    def build(self, player: Player, name: str, where: tuple[str, int], cost: int) -> Script:
        if self.fits_reduction(player, name, where):
            player.bonus_used = True
        player.lose(name)
        self.announced = name
        yield from self.give_up(player, cost, "pay")
        self.announced = None
        kind, index = where
        if kind == "left":
            player.places.insert(0, Place([name]))
        elif kind == "right":
            player.places.append(Place([name]))
        else:
            player.places[index].built.append(name)  # 13: a mayor there is carried up
        building = self.building(name)
        events = {"build", f"build {building.type}", "build over" if kind == "over" else "sprawl"}
        for track in TRACKS:
            for _ in range(building.income[track]):
                events |= self.step(player, track)
        yield from self.trigger(player, events)

    def give_up(self, player: Player, n: int, verb: str) -> Script:
        """Discard n cards, named one by one; without a move if it is the whole hand (93), then secret cards are shown first."""
        if n == len(player.hand):
            while secret := set(player.hand) - player.known:
                name = yield from self.show(secret)
                self.discard(player, name)
            for name in self.in_order(player.hand):
                self.discard(player, name)
            return
        for _ in range(n):
            _, name = yield from self.choose(player, self.hand_options(player, verb))
            self.discard(player, name)

    # ------------------------------------------------------------ actions of cards

    def perform(self, player: Player, action: tuple[Part, ...], in_bonus: bool) -> Script:
        """Carry out the parts from left to right; inside a bonus action no other is granted (55, 85)."""
        for part in action:
            if part.op in ("draw", "tuck", "claim"):
                yield from self._repeat(player, part)
            elif part.op == "advance":
                yield from self._advance(player, part)
            elif part.op == "opponent declines":
                yield from self._opponent_declines(player, part)
            elif part.op == "each opponent declines":
                for opponent in self.opponents(player):
                    self.decline(opponent, part.what, part.n)
            elif part.op == "build":
                yield from self._builds(player, part)
            elif part.op == "steal top card":
                yield from self._steal_top(player, part)
            elif part.op == "steal hand card":
                yield from self._steal_hand(player, part)
            elif part.op == "bonus action":
                if not in_bonus:
                    yield from self._bonus_action(player)
            elif part.op == "discard":
                yield from self._discard_for(player, part, in_bonus)
            else:
                assert part.op == "declare"
                yield from self._declare(player, part, in_bonus)

    def _offer(self, player: Player, options: dict[str, Any], may: bool) -> Script:
        """Let the player take one of the options; return None if there are none, or if a `may` is refused."""
        if not options:
            return None
        if may:
            return (yield from self.choose(player, options | {"refuse": None}, always=True))
        return (yield from self.choose(player, options))

    def _repeat(self, player: Player, part: Part) -> Script:
        for _ in range(part.n):
            if part.op == "draw":
                options = {text: ("draw", drawn) for text, drawn in self.draw_options(part.what).items()}
            elif part.op == "tuck":
                options = self.hand_options(player, "tuck")
            else:
                options = self.claim_options(player)
            choice = yield from self._offer(player, options, part.may)
            if choice is None:
                return
            is_forced = len(options) == 1 and not part.may
            if part.op == "tuck" and is_forced and choice[1] not in player.known:
                yield from self.show([choice[1]])  # 58, 69: nobody named it
            yield from self.do_basic(player, choice, in_bonus=True)

    def _advance(self, player: Player, part: Part) -> Script:
        def steps(track: str) -> set[str]:
            return set().union(*(self.step(player, track) for _ in range(part.n)))  # 94: steps past the end are lost

        if part.what == "each":
            yield from self.advanced(player, set().union(*(steps(track) for track in TRACKS)))
            return
        tracks = TRACKS if part.what == "any" else (part.what,)
        options = {f"advance {track}": track for track in tracks if player.tracks[track] < END}
        track = yield from self._offer(player, options, part.may)
        if track is not None:
            yield from self.advanced(player, steps(track))

    def _opponent_declines(self, player: Player, part: Part) -> Script:
        tracks = TRACKS if part.what == "any" else (part.what,)
        options = {
            f"decline {opponent.seat} {track}": (opponent, track)
            for opponent in self.opponents(player)
            for track in tracks
            if opponent.tracks[track] > 0  # 79
        }
        choice = yield from self._offer(player, options, part.may)
        if choice is not None:
            opponent, track = choice
            self.decline(opponent, track, part.n)

    def _builds(self, player: Player, part: Part) -> Script:
        """84: asked while the hand is not empty, even if nothing can be built."""
        for _ in range(part.n):
            if not player.hand:
                return
            options = self.build_options(player, part.less, free=part.what == "free")
            choice = yield from self.choose(player, options | {"refuse": None}, always=True)
            if choice is None:
                return
            yield from self.do_basic(player, choice, in_bonus=True)

    def _bonus_action(self, player: Player) -> Script:
        options = self.basic_options(player) | {"refuse": None}
        choice = yield from self.choose(player, options, always=True)
        if choice is not None:
            yield from self.do_basic(player, choice, in_bonus=True)

    def _discard_for(self, player: Player, part: Part, in_bonus: bool) -> Script:
        """86: all or nothing; it can be refused before its first card only."""
        if len(player.hand) < part.n:
            return
        n = part.n
        if part.may:
            choice = yield from self._offer(player, self.hand_options(player, "discard"), may=True)
            if choice is None:
                return
            self.discard(player, choice[1])
            n -= 1
        yield from self.give_up(player, n, "discard")
        yield from self.perform(player, part.benefit, in_bonus)

    def _declare(self, player: Player, part: Part, in_bonus: bool) -> Script:
        """81: hands are never asked."""
        if not self.can_draw(self.level):
            return
        kind = yield from self._offer(player, {f"declare {kind}": kind for kind in TYPES}, part.may)
        if kind is None:
            return
        name = yield from self.draw(self.level, "turn up")
        if name is not None:
            player.take(name, seen=True)
        yield from self.refill()
        yield from self.trigger(player, {"declare"})
        if name is not None and self.building(name).type == kind:
            yield from self.perform(player, part.benefit, in_bonus)

    # ------------------------------------------------------------ stealing

    def _steal_top(self, player: Player, part: Part) -> Script:
        options = {
            f"steal {place.top} from {opponent.seat}": (opponent, place)
            for opponent in self.opponents(player)
            for place in opponent.places
            if place.built  # 68: never a city card
        }
        choice = yield from self._offer(player, options, part.may)
        if choice is None:
            return
        victim, place = choice
        player.take(place.built.pop(), seen=True)  # 47, 80
        if place.top is None:
            yield from self._building_is_gone(victim, place)
        yield from self.trigger(player, {"steal"})

    def _building_is_gone(self, victim: Player, place: Place) -> Script:
        self.discards += place.tucked  # 69
        place.tucked.clear()
        displaced = victim.mayor is place
        if displaced:
            victim.mayor = None
        while victim.places[0].top is None:  # 91: no gap at an end
            victim.places.pop(0)
        while victim.places[-1].top is None:
            victim.places.pop()
        if displaced:  # 48, 70
            victim.mayor = yield from self.choose(victim, {f"mayor to {name}": spot for name, spot in victim.tops()})

    def _steal_hand(self, player: Player, part: Part) -> Script:
        options = {f"steal hand card from {one.seat}": one for one in self.opponents(player) if one.hand}
        victim = yield from self._offer(player, options, part.may)
        if victim is None:
            return
        name = yield from self.chance({f"stolen {name}": name for name in victim.hand})
        victim.lose(name)
        player.take(name, seen=True)
        yield from self.trigger(player, {"steal"})
