"""Paper Skyscrapers, the rules by the numbers of our rulings.

Set-up and costs
R1   Markers are unlimited.
R2   There is one board for all.
R3   Each achievement has one chip, at random, hidden until the end.
R4   A landmark is the icon of a site.
R5   A card costs one less for each matching icon, never less than nothing.
R6   Icons count in the buildings to the left and right and in the stack beneath, tucked ones included.

Cities
R7   A city card has no type icon.
R8   A city card may be built over; its bonus ends then.
R9   The height of a building is its built cards.
R10  A city card alone is not a building.
R11  A card does not pay for itself.
R12  A tucked card has no cost, income or action, only icons.

The mayor and actions
R13  Building over the mayor's card carries the mayor up; that is not a visit.
R14  The mayor moves to any other top card of the own city.
R15  With only one top card there is no visit.
R16  A card may be visited again after the mayor has left it.
R17  A visit or discard without any effect is allowed.
R18  A card discarded for its action leaves the mayor where it is.
R19  A bonus action is done at once and is not counted.
R20  A player may stop early.
R21  A turn has as many actions as the level was at its start.
R22  Turns go clockwise from a random first player.

Tracks and points
R23  Income is taken in the order profit, prestige, population.
R24  A step goes to the next space without an opponent.
R25  The start and the end of a track are shared.
R26  Each line scores one point for each player, also if it is hopped over.
R27  Declining hops backward, loses no points and stops at the start.
R28  The first player at the end of a track scores a point more.
R29  A finished track cannot be advanced by a basic action; an action of a card passes it over.
R30  The score track hops too, point by point.
R31  It has no end.

Decks and rounds
R32  The round end is among the lowest five cards of its deck, in one of six places.
R33  A round end met while the row is filled counts as drawn; another card takes its place.
R34  The rest of the old deck is discarded.
R35  At a round end the row is discarded, each player draws two cards, the next player first, and three are dealt.
R36  An empty deck of levels 1 to 3: draws go on from the next level. On level 4 the discarded 3s and 4s become the deck.
R37  After the round end of level 4 the lap is finished.
R38  On level 4 the next level is level 4; a round end met early goes back into the lowest five.
R39  A hand has no limit.

Achievements, awards and the end
R40  An achievement is claimed when its condition holds, once by each player.
R41  Later claimants score its stars without the chip.
R42  All achievements are face up.
R43  Most buildings means stacks.
R44  A tied award goes to nobody.
R45  In final scoring the leader is first: chips and awards together, hopping.
R46  A tie is broken by the tallest building, then by the most buildings, then shared.

Stealing and the rest
R47  A stolen top card is chosen, a stolen hand card is random; both go to the hand.
R48  An emptied building leaves a gap that may be sprawled into; its mayor moves to a top card that the owner chooses.
R49  A mayor whose card is lost drops to the card below.
R50  Declaring names a type.
R51  A gap breaks adjacency.
R52  Two and three players play by the same rules.
R53  There is one public discard pile, which remembers levels.

Ends and bounds
R54  After 100 laps the game is scored.
R55  A bonus action is a basic action, and gives no further bonus action.
R56  A city of 16 places does not sprawl.
R57  All actions of a turn may be passed.
R58  A part of an action with one possibility is done without a move; a `may` is always asked.

Cards and piles
R59  A discarded card is in the pile before its action runs.
R60  The row is filled up after a draw, before the next one.
R61  When nothing is left the row stays short.
R62  The rest of an old deck is discarded face up.
R63  With fewer than five cards left, each place of the round end is equally likely.
R64  A draw for the next level does not raise the level.
R65  A payment is a set of cards, in any order.
R66  A build by an action needs its price; a free build uses no discount and brings its income.

City and mayor
R67  Cities are dealt face up and chosen clockwise from the first player.
R68  A city card can be visited and tucked under; it is never stolen. On top again, its bonus resumes.
R69  Tucked cards are seen by all, stay with their building, and are discarded when it is gone.
R70  A displaced mayor goes where its owner says, at once.
R71  The city card is not part of a height.
R72  There are four kinds of landmark icons; all visible ones count, built over and tucked ones too.

Tracks and points in detail
R73  A track is the start, spaces 1 to 20 and the end; lines lie after 5, 10, 15 and 20.
R74  A meeple at the end can decline; the point for the end is given once. Scores never fall.
R75  Awards are worth the points of the card file.
R76  Chips are drawn from those of the card file, and nobody knows them before final scoring.
R77  Players with equal points score clockwise from the first player.

Others
R78  "Each opponent" goes clockwise from the active player.
R79  Only opponents who have the thing can be chosen; with none there is no effect.
R80  A stolen card is seen by all, and its income stays with the victim.
R81  Declare: name a type, turn up the top card of the deck and keep it; the benefit follows if it has that type.

Hidden information, decks
R82  The level of every hidden card in a hand is public, and nothing else of it.
R83  A draw from a deck above the level never shows its round end; a deck without buildings is passed over.
R84  A build by an action may be refused and is always asked while there is a hand.
R85  A bonus action may be refused and is always asked; one inside another is passed over.
R86  A discard for a benefit is all or nothing; other counts do as much as possible.
R87  A round end met while cards are dealt for a new level goes back.
R88  If deck 4 is empty in that deal, the discards are shuffled at once. In a turn, a lone round end is met first.
R89  A short row is filled up to three after every draw.

City and programs
R90  The bound of 16 counts places: gaps and that of the city card too. A gap may always be filled.
R91  A building emptied at an end of the city leaves no gap; gaps next to it vanish too.
R92  A city bonus works once in a turn, is checked when its trigger happens, gives no bonus action, and is used up even if it
     changes nothing.
R93  Payments and discards are named card by card; a whole hand goes without a move.
R94  "Advance N any" is N steps on one unfinished track; steps beyond its end are lost.
R95  The active player chooses which opponent declines, and on which track.
R96  A basic action that can do nothing is not allowed.
R97  A tuck by an action goes under the mayor. An action runs to its end even if its card is covered meanwhile.
R98  After the mayor was carried up or dropped he has to leave that card before he can visit it.

Start scores and views
R99  Players begin with points by their turn order (option compensation).
R100 A hidden card drawn before a shuffle is none of the shuffled cards.
R101 A declared card and a card announced for building are seen by all.
R102 At a round end each player takes both cards at once; then the bonuses for the round end; then the row.
"""

from mctsky.games.paperskyscrapers.rules import estimate, generate, play, random_moves, scoring

__all__ = ["estimate", "generate", "play", "random_moves", "scoring"]
