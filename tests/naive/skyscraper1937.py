"""Skyscraper (1937), slow and obvious, from the rule text alone: set-up, the small decisions of a turn, the end.

The parts: skyscraper1937_data.py (prices, cards, supplies), skyscraper1937_table.py (district cards, losses),
skyscraper1937_box.py (counts and the public description) and skyscraper1937_luck.py (money, Luck cards about money only).
States never change; moves are texts. Numbers in comments are rulings.

# Words

Seats are numbered from 0, clockwise. A STORE is named by its look: `store 3` has three floors, `store 3 with pent house` also
a Pent House. Its name is always given, also if the player has only one; two stores that look alike are one option (58).
A DISTRICT is `residential`, `municipal` or `business`; the two spaces of one are not told apart. A BUILDING is `city hall`,
`jail`, `post office`, `library`, `school`, `hospital` or `bank`; a PART is `porch`, `garage` or `chimney`.

# Moves

Chance
    role ROLE                     insurance agent, home builder, tax collector, public utilities, rover
    first SEAT                    children only
    roll TOTAL                    2 to 12, with the odds of two dice
    draw CARD                     a name of skyscraper1937_data.LUCK; copies of a card are one text with larger odds
Before the throw
    buy fire | buy tornado | buy all-risk
    credit fire, buy all-risk | credit tornado, buy all-risk | credit fire tornado, buy all-risk
    throw
After the throw
    buy PART | buy residence | buy store
    buy floor STORE               `buy floor store 0`
    buy BUILDING DISTRICT         `buy school municipal`; municipal or business
    buy church DISTRICT           any of the three
    buy pent house STORE          `buy pent house store 2`
    pass
Losing (the drawer)
    lose BUILDING DISTRICT        `lose school municipal`
    lose floor STORE              one floor of the tallest store
    lose 2 floors STORE           both from one store
    lose floor STORE, floor STORE one from each store: the taller first; equally tall: the one with the Pent House first
    lose STORE                    `lose store 0`, `lose store 0 with pent house`: a store without floors
    lose pent house STORE         asked only with edited data (two Pent Houses)
    Never asked, because there is one option: a residence, a part or two, a complete residence, the Church, an only floor.
Insured (the drawer)
    keep | turn in
Taking (the drawer): the piece and where it stands, `from` the victim, `to` the new place
    take PART from SEAT | take residence from SEAT
    take floor STORE from SEAT to STORE            `take floor store 3 from 2 to store 0`: his store, own store
    take BUILDING DISTRICT from SEAT to DISTRICT   `take library municipal from 1 to business`
    take church DISTRICT from SEAT to DISTRICT     `take church residential from 1 to municipal`
Gaining (the drawer)
    gain floor STORE | gain PART

# The order of decisions

Set-up. `children`: `first` once, then the first turn. Otherwise `role` for seat 0, 1, 2, ... (two players: 0, 1, 0, 1), from
a pack of the four roles (three players: without the Agent) and one `rover` for each player over four, to the last card (71).
The Home Builder has the first turn.

A turn has these phases (the word that describe() gives):

1. `insurance` (not with `children`). Every policy that the seat can buy now, every way of crediting that it can pay now, and
   `throw`. Asked again after each purchase, until `throw`, or until nothing more can be bought: then `throw` is not asked.
   Offered is a kind that the seat does not hold, in stock, at a price it can pay; a holder of All Risk is offered nothing.
   `credit A, buy all-risk` needs the policies named, All Risk in stock and max(0, price - credits) in cash; `buy all-risk` at
   the full price is offered beside it. Credited policies go back to stock.
2. `roll` (chance). The throw counts from here on.
3. By the total:
   - a part, floor, residence or store: phase `buy`: every purchase possible and `pass`; nothing possible: the turn is over.
   - nine: the same with all unsold public buildings, the Church and the Pent House in all their places at once.
   - 12 (without `luck_on_twelve`), and with `children` also 7, 10, 11: the turn is over.
   - Luck: phase `draw` (chance), then the card:
4. The card.
   - Money (tax, bills, salaries, pay cards, money per residence): no decision.
   - Fire, tornado, other disaster: phase `lose`, if there are several ways: ONE decision that names everything that is lost.
     Then, if anything is lost and the seat holds a policy that covers the disaster: phase `keep or turn in`. Until that is
     decided nothing has moved. describe() tells under `at_stake` what would be lost, in the words of the move without `lose`,
     also if it was not asked (`residence`, `complete residence`, `porch, chimney`, `church municipal`, `floor store 1`, ...).
   - Take: phase `take`, ONE decision for victim, piece and place. Gain: phase `gain`, ONE decision for piece and place.
     Both are obeyed if they can be: there is no `pass`.
5. The turn ends, in no phase of its own: the seat whose turn it was is checked for a win (skyscraper first), then the cap of
   throws is, then the next seat begins.

A decision with one option is carried out and not shown (55); one without options ends the turn.

# Readings where the text leaves a choice

- A pass through the Luck cards ends as soon as the turn is over in which its last card was drawn: describe() then shows no
  card seen (also at the end of the game). A card counts as seen from its draw on; a kept tax card counts as kept by its seat,
  not as seen.
- "A or else B": A if the player has it, without a choice.
- The amount that the Agent pays to the pot for a kept piece is the payout of ruling 22 with its cap.
- The best policy is the one with the highest cap among those that cover the disaster.
- With three players nobody pays for a kept piece, as with a self-insured Agent.
- A store whose floors are all gone is a store without floors even with a Pent House on it.
- "Top floor of your tallest" is a choice only between equally tall stores of which one has the Pent House.
- Nobody takes from himself. The victim is named even if only one player has such a piece.
- Crediting both policies is allowed even if one of them alone would pay for All Risk.
- A player may buy All Risk at the full price and keep his other policies.
- `children`: no chips are dealt, all money and the box are 0, and there are no policies and cards.
- A pack without cards (edited data only) makes a Luck throw a lost turn.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations

from naive.skyscraper1937_box import CHANCE, CHANCE_PHASES, OVER, Box, mover
from naive.skyscraper1937_data import AGENT, BUILDER, PARTS, PUBLIC_BUILDINGS, ROLES, ROVER, Data
from naive.skyscraper1937_luck import POT, changed, paid, settled_at_once, whose_role, with_district
from naive.skyscraper1937_table import (
    District,
    State,
    Where,
    is_filled,
    losses,
    piece_text,
    place_text,
    places,
    put,
    remove,
    skyscrapers,
    spaces,
)

__all__ = ["CHANCE", "OVER", "Naive", "State"]

Options = dict[str, Callable[[], State]]


class Naive(Box):
    """The game with one set of options; `data` as standard() returns it."""

    def __init__(
        self, players: int, luck_on_twelve: int = 0, residence_first: int = 0, children: int = 0, data: Data | None = None
    ) -> None:
        if players not in range(2, 7):
            raise ValueError(f"2 to 6 players, not {players}")
        if children and luck_on_twelve:
            raise ValueError("children play without Luck cards; leave out luck_on_twelve")  # 57
        super().__init__(players, data)
        self.luck_on_twelve = bool(luck_on_twelve)
        self.residence_first = bool(residence_first)
        self.children = bool(children)
        if children:
            self.data |= {"luck": {}, "policies": {}, "chips": {}}  # 57

    # ---- asking

    def start(self) -> State:
        pack = [*ROLES, *[ROVER] * (self.players - 4)]  # 70
        if self.players == 3:
            pack.remove(AGENT)  # 3
        chips = self.data["chips"]
        share = sum(dollars * (count // self.players) for dollars, count in chips.items())  # 4
        return State(
            phase="first" if self.children else "roles",
            seat=None,
            roles=((),) * self.players,
            roles_left=() if self.children else tuple(sorted(pack)),
            cash=(share,) * self.players,
            pot=0,
            box=sum(dollars * count for dollars, count in chips.items()) - share * self.players,
            districts=(District(),) * self.players,
            policies=(frozenset(),) * self.players,
            taxes=(None,) * self.players,
        )

    def legal(self, state: State) -> set[str]:
        """Return the moves of the seat to act; none while chance decides and after the end."""
        return set(self._options(state)) if self.to_act(state) >= 0 else set()

    def chance(self, state: State) -> dict[str, Fraction]:
        """Return the odds of all that chance can do; nothing while a seat decides."""
        if self.to_act(state) != CHANCE:
            return {}
        if state.phase == "roles":
            outcomes = [f"role {role}" for role in state.roles_left]
        elif state.phase == "first":
            outcomes = [f"first {seat}" for seat in range(self.players)]  # 57
        elif state.phase == "roll":
            outcomes = [f"roll {one + other}" for one in range(1, 7) for other in range(1, 7)]
        else:
            outcomes = [f"draw {card}" for card in self.unseen(state).elements()]
        return {outcome: Fraction(count, len(outcomes)) for outcome, count in Counter(outcomes).items()}

    # ---- playing

    def play(self, state: State, move: str) -> State:
        """Return the state after a move of a seat or of chance, with single options carried out."""
        if self.to_act(state) == CHANCE:
            assert move in self.chance(state), (move, state)
            state = self._happen(state, move)
        else:
            options = self._options(state)
            assert move in options, (move, state)
            state = options[move]()
        while state.phase not in CHANCE_PHASES and state.phase != "over":
            options = self._options(state)
            if len(options) >= 2:
                break
            state = next(iter(options.values()))() if options else self._end_turn(state)  # 55
        return state

    def _happen(self, state: State, event: str) -> State:
        word, _, rest = event.partition(" ")
        if word == "role":
            return self._deal(state, rest)
        if word == "first":
            return replace(state, phase="roll", seat=int(rest))
        if word == "draw":
            state = replace(state, card=rest, seen=tuple(sorted([*state.seen, rest])))
            kind = self.data["luck"][rest]["kind"]
            if kind in ("take", "gain"):
                return replace(state, phase=kind)
            if "lose" in self.data["luck"][rest]:
                return replace(state, phase="lose")
            return self._end_turn(settled_at_once(state, mover(state), rest, self.data["luck"][rest]))
        state = replace(state, total=int(rest), n_throws=state.n_throws + 1)
        sold = self.data["throws"][int(rest)]
        if rest == "12" and self.luck_on_twelve:
            sold = "luck"  # 30
        if sold == "luck":
            return replace(state, phase="draw") if self.unseen(state) else self._end_turn(state)
        return self._end_turn(state) if sold == "lost turn" else replace(state, phase="buy")

    def _deal(self, state: State, role: str) -> State:
        left = list(state.roles_left)
        left.remove(role)
        seat = sum(map(len, state.roles)) % self.players  # 70
        state = replace(state, roles_left=tuple(left), roles=changed(state.roles, seat, (*state.roles[seat], role)))
        return state if left else replace(state, phase="insurance", seat=whose_role(state, BUILDER))  # 2

    def _options(self, state: State) -> Options:
        """Return each move of the seat whose turn it is, with what it leads to."""
        return {
            "insurance": self._insurance,
            "buy": self._purchases,
            "lose": self._losses,
            "keep or turn in": self._claims,
            "take": self._takes,
            "gain": self._gains,
        }[state.phase](state)

    # ---- insurance

    def _insurance(self, state: State) -> Options:
        seat = mover(state)
        found: Options = {"throw": lambda: replace(state, phase="roll")}
        held = state.policies[seat]
        if "all-risk" in held:
            return found  # 68
        for kind in self.data["policies"]:
            credits: list[tuple[str, ...]] = [()]
            if kind == "all-risk":
                old = [old for old in ("fire", "tornado") if old in held]
                credits = [some for size in range(len(old) + 1) for some in combinations(old, size)]  # 26, 49
            for credited in credits:
                price = max(0, self.policy_price(kind) - sum(map(self.policy_price, credited)))
                if kind not in held and self.stock(state, kind) > 0 and state.cash[seat] >= price:  # 21, 36
                    words = f"credit {' '.join(credited)}, buy {kind}" if credited else f"buy {kind}"
                    found[words] = partial(self._insure, state, kind, credited, price)
        return found

    def _insure(self, state: State, kind: str, credited: tuple[str, ...], price: int) -> State:
        seat, agent = mover(state), whose_role(state, AGENT)
        state = paid(state, seat, POT if agent in (None, seat) else agent, price)  # 3, 49
        held = state.policies[seat] - set(credited) | {kind}
        return replace(state, policies=changed(state.policies, seat, held))

    def _claims(self, state: State) -> Options:
        """Keep or turn in what a disaster destroys (22-25, 47)."""
        assert state.doomed is not None
        seat, agent = mover(state), whose_role(state, AGENT)
        _, after, pieces = state.doomed
        amount = min(sum(map(self.price, pieces)), max(self.data["policies"][kind]["cap"] for kind in self.cover(state)))
        alone = agent is None or agent == seat  # 3, 25

        def keep() -> State:
            return self._end_turn(state if alone else paid(state, agent, POT, amount))

        def turn_in() -> State:
            return self._end_turn(with_district(paid(state, POT if alone else agent, seat, amount), seat, after))

        return {"keep": keep, "turn in": turn_in}

    # ---- pieces

    def _purchases(self, state: State) -> Options:
        seat = mover(state)
        assert state.total is not None
        sold = self.data["throws"][state.total]
        found: Options = {"pass": lambda: self._end_turn(state)}
        for piece in (*PUBLIC_BUILDINGS, "church", "pent house") if sold == "public building" else (sold,):
            if self.residence_first and piece in PARTS and not state.districts[seat].residence:
                continue  # 56
            to_builder = piece == "residence" or piece in PARTS
            creditor = whose_role(state, BUILDER) if to_builder else POT  # 59
            price = 0 if self.children or creditor == seat else self.price(piece)  # 6
            if self.supply(state, piece) > 0 and state.cash[seat] >= price:  # 36
                for where in spaces(state.districts[seat], piece):
                    after = paid(state, seat, creditor, price) if price else state
                    found[f"buy {piece_text(piece, where)}"] = partial(self._receive, after, piece, where)
        return found

    def _receive(self, state: State, piece: str, where: Where) -> State:
        """Put a piece on the card of the seat whose turn it is, which ends the turn."""
        seat = mover(state)
        return self._end_turn(with_district(state, seat, put(state.districts[seat], piece, where)))

    def _losses(self, state: State) -> Options:
        seat = mover(state)

        def lose(words: str, after: District, pieces: tuple[str, ...]) -> State:
            if self.cover(state):
                return replace(state, phase="keep or turn in", doomed=(words, after, pieces))
            return self._end_turn(with_district(state, seat, after))

        ways = losses(state.districts[seat], self.data["luck"][state.card]["lose"])
        return {f"lose {words}": partial(lose, words, after, pieces) for words, (after, pieces) in ways.items()}

    def _takes(self, state: State) -> Options:
        seat = mover(state)
        found: Options = {}
        for victim in [other for other in range(self.players) if other != seat]:
            for piece in self.data["luck"][state.card]["pieces"]:
                for old in places(state.districts[victim], piece):
                    for new in spaces(state.districts[seat], piece):
                        words = f"take {piece_text(piece, old)} from {victim}" + (f" to{place_text(new)}" if new else "")
                        robbed = with_district(state, victim, remove(state.districts[victim], piece, old))
                        found[words] = partial(self._receive, robbed, piece, new)
        return found

    def _gains(self, state: State) -> Options:
        seat = mover(state)
        return {
            f"gain {piece_text(piece, where)}": partial(self._receive, state, piece, where)
            for piece in self.data["luck"][state.card]["pieces"]
            if self.supply(state, piece) > 0  # 46
            for where in spaces(state.districts[seat], piece)
        }

    # ---- the end

    def _end_turn(self, state: State) -> State:
        seat = mover(state)
        seen = state.seen if self.unseen(state) else ()  # 14
        state = replace(state, total=None, card=None, doomed=None, seen=seen)
        if skyscrapers(state.districts[seat]):
            return self._win(state, "skyscraper")  # 27: this route first
        if is_filled(state.districts[seat]):
            return self._win(state, "districts")
        if state.n_throws >= self.data["max_throws"]:
            return replace(state, phase="over", seat=None)  # 69
        return replace(state, phase="roll" if self.children else "insurance", seat=(seat + 1) % self.players)

    def _win(self, state: State, route: str) -> State:
        seat = mover(state)
        state = paid(state, POT, seat, state.pot)
        if route == "skyscraper" and any(pent_house for _, pent_house in skyscrapers(state.districts[seat])):  # 52
            for other in [other for other in range(self.players) if other != seat]:
                state = paid(state, other, seat, self.data["bonus"])  # 28
        return replace(state, phase="over", seat=None, winner=seat, route=route)

    def returns(self, state: State) -> list[Fraction]:
        """Return 1 for the winner and 0 for the others; the same for all at the cap (54)."""
        assert state.phase == "over"
        if state.winner is None:
            return [Fraction(1, self.players)] * self.players
        return [Fraction(int(seat == state.winner)) for seat in range(self.players)]
