"""Skyscraper (1937), the rules by the numbers of our rulings.

Set-up and money
R1   The Tax Receiver and the Tax Collector are one role.
R2   Roles are dealt at random; two players hold two each. The Home Builder has the first turn.
R3   Three players: no Insurance Agent. Policies are paid to the pot, losses settled as for an Agent who insures himself.
R4   Chips are divided by colour, the rest stays in the box; then money is a number. The pot begins empty.
R5   Who owes more than he has pays all he has; the rest lapses. Several creditors are paid clockwise.
R6   The Home Builder pays nothing for residences and parts.

Buying
R7   A throw allows one purchase. Without money, piece or space the turn is lost.
R8   Parts are counted per card, at most two of each kind; complete residences are the least of the four counts.
R9   The Church takes one empty space, in any of the three districts.
R10  Pieces stay where they were put.
R11  Public buildings: municipal or business. Stores: business. Residences: residential.
R12  A store has at most five floors; with two stores the owner chooses.
R13  A Pent House needs two floors when it is bought, stays when floors are lost, and goes when its store does.

Luck cards
R14  A draw is uniform over the cards not yet seen in this pass; then all but the kept ones are shuffled again.
R15  A tax card is ignored by the Collector and by who has paid before.
R16  Nothing to lose: no effect. The owner chooses what is lost; lost pieces are for sale again.
R17  A pay card has no effect if nobody, or only the drawer, owns the building.
R18  Take: the drawer picks victim and piece, and needs a space for it. Insurance does not help.
R19  A salary comes from the pot, as far as the pot goes.

Insurance
R20  Policies are bought only before the own throw.
R21  They cost the printed price; one of each kind to a player, while there are any.
R22  A payout is the price of what is destroyed, up to the cap of the policy.
R23  If the piece is kept, the Agent pays that amount to the pot.
R24  An Agent who is short pays what he has; the piece may be kept all the same.
R25  An Agent who insured himself turns the piece in for money from the pot, as far as it goes, or keeps it for nothing.
R26  Fire and Tornado count at full price towards All Risk, no cash back, and return to stock.

Winning and variants
R27  Only the active player is checked, after his action; the skyscraper comes before full districts.
R28  The first to complete wins the pot; with the Pent House he gets the bonus of each other player, up to what they have.
R29  After 1,000 throws the game is drawn.
R30  Options luck_on_twelve, residence_first and children.
R31  Five and six players: larger supplies, all chips of two sets; Rovers have no role and are paid double by pay cards.

Supplies and owners
R32  Player five adds a Post Office and a Library, player six a School and a Church.
R33  One player may own both copies, and is paid for each. One Church to a card.
R34  "Public building" on a card does not mean the Church; a Rover's doubling does.
R35  Roles are public and dealt one by one; with five and six players some seats get none and are Rovers.

Money
R36  Pieces and policies need the full price; only forced payments lapse.
R37  A tax paid in part counts as paid, and its card is kept.
R38  An ignored tax card goes back to the pack.
R39  A Rover pays a Rover double too.
R40  A Rover's salary is five times, with the building ten times, as far as the pot goes.

Losing and taking
R41  A card that takes two things takes what there is.
R42  With two stores the owner picks the store of each floor, also of equally tall ones.
R43  A store takes its Pent House along, and the payout includes it.
R44  Take and gain cards are obeyed if they can be; the drawer picks victim, piece and space.
R45  A floor may be taken from under a Pent House, which cannot itself be taken.
R46  A gain from an empty supply gives nothing.

Insurance in detail
R47  Keep or turn in is one decision for all that a card destroys, after the pieces are chosen; the cap of the best policy
     counts once.
R48  Any number of policies before the throw; a player who can buy none is not asked.
R49  Fire, Tornado or both are credited when All Risk is bought, which may then cost nothing; an Agent pays the pot.
R50  The cap holds for a self-insured Agent and with three players too.

Districts and winning
R51  A Church in the residential district leaves room for one residence; parts stay at two of each kind.
R52  A Pent House goes on a store of the owner's choice; the bonus needs it on the winning store.
R53  Taking and gaining can win.
R54  The winner gets 1, the others 0; at the cap each gets 1/n. Money decides nothing.
R55  A decision with one option is not asked.

Variants
R56  residence_first: a part is sold only to who has a residence; parts from Luck cards are free of this.
R57  children: a random seat begins; no roles, money, policies and cards; everything is free. Not with luck_on_twelve.

Corners
R58  The spaces of a district are not told apart, nor are stores that look alike.
R59  The Church is paid to the pot wherever it stands, also by the Home Builder.
R60  A Pent House goes only on a store with two floors or more.
R61  The drawer picks the store that a floor is taken from.
R62  A residence is lost or taken without its parts; a complete residence is lost whole or not at all.
R63  The tallest store has the most floors; a Pent House does not count.
R64  A payout is the list price, also of pieces that cost nothing.
R65  A tax of which nothing can be paid counts as paid.
R66  A player has at most one Church: he can neither buy nor take a second.
R67  Money per complete residence is paid as far as the pot goes.
R68  A holder of All Risk is offered no policy.
R69  The last throw is played to its end; a drawn game leaves the pot where it is.
R70  Seats draw roles in turn, two players twice round; blanks for Rovers complete the pack.
R71  A chance event is played even if it has one outcome.
R72  residence_first and children go together; five and six children use the larger supplies.
R73  Creditors are paid from the drawer's left; the owner of one copy still pays the owner of the other.
"""

from mctsky.games.skyscraper1937.rules import disaster, estimate, exchange, generate, insurance, land, money, turns

__all__ = ["disaster", "estimate", "exchange", "generate", "insurance", "land", "money", "turns"]
