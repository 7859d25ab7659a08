"""Santorini: New York, the rules by the numbers of our rulings.

Set-up
R1   The board is data: any set of squares that fits 8 x 8 and is connected.
R2   Neighbouring means in eight directions.
R3   North is the top row of the map.
R4   "Passing through anything" passes workers and buildings; a missing square ends the line (option gap_blocks_lines).
R5   Seat 0 is first.
R6   In seat order each player picks an open start number and puts a worker on both its squares.
R7   The roles are options; the defaults are Ironworker, NYPD Officer and Subway Operator.
R8   With the Tour Bus Driver, seat 0 places a skyscraper on any unoccupied square once all workers stand; it is one of the six.
R9   All blocks are one pool of 64; there are 10 roofs and 6 skyscrapers.
R10  A piece that ran out cannot be built (option unlimited_supply).
R11  Without a roof left, a square of level 3 cannot be built on.
R12  Nobody holds the Statue before the first cards are shown.

Round and cards
R13  All players choose a card in secret; then all cards are turned up together.
R14  The cards played are discarded at the end of the round.
R15  Cards played are known to all; cards not dealt, and discarded unseen, to nobody.
R16  When the living players hold one card each, they keep it, all else is shuffled, and each living player gets four new ones.
R17  The hand of a player who is out goes to the discard, unseen.
R18  The highest card takes the Statue, which stays there until the next cards are shown.

Turn
R19  The acting worker is chosen first; start-of-turn effects are about that worker.
R20  A worker is lost only if no worker of the player can complete a turn with the card played.
R21  At most one worker is lost in a turn.
R22  A turn that can be completed may not be declined.
R23  The owner chooses which worker is lost; the card does nothing then.
R24  "If possible" must be done if there is a target, and never costs a worker; "may" is optional.
R25  A start effect that would leave its worker no legal move and build is skipped for that worker.
R26  A step is legal only if the whole turn can still be finished.
R27  A winning move needs no build.
R28  The square just left can be built on.
R29  To end where it began is not a move.
R30  A player with one worker plays on as usual.
R31  Occupied means: a worker, a skyscraper or a roof is there.

Winning
R32  To stand on level 3 when the Statue arrives wins nothing.
R33  To climb to level 3 without the Statue is legal and wins nothing.
R34  Level 3 to level 3, or being forced up, wins nothing.
R35  The last player with workers wins at once, with or without the Statue.
R36  A worker moved for the Night Guard wins for its owner by climbing to level 3 with the Statue (option guarded_move_wins).
R37  Without the Statue it does not.
R38  Being raised to level 3 by the Firefighter wins nothing.
R39  A roof built as the turn's build by the Engineer with the Statue wins.
R40  There are no draws.
R41  Losers are not ranked.

Forcing
R42  A worker can be forced up or down any number of levels.
R43  A worker is never forced off the board or onto an occupied square.
R44  The acting player chooses.
R45  A forced worker triggers nothing.

Builders
R46  Ironworker: builds on two different squares next to the moved worker; where there is only one, that turn is illegal.
R47  Crane Operator: builds twice on one square; the second piece may be the roof.
R48  On level 3 the Crane Operator builds one roof, and that is all.
R49  Broadway Actors: both workers move, then both build; the player orders the workers in each phase.
R50  That is possible if a full sequence of two moves and two builds exists; otherwise one worker takes a normal turn.
R51  A first mover that wins ends the game.
R52  Firefighter: first builds under the acting worker.
R53  The move is measured from the height after that.
R54  A roof under it removes the worker and ends the turn, at no further cost, even if there was another choice.
R55  Foreman: builds on two squares next to a chosen neighbour of the moved worker; any player's worker, the own other one too.
R56  Without such a worker, or with fewer than two squares around it, that choice is illegal.

Specialists
R57  NYPD Officer: enters the square of an opponent's worker, never of an own one.
R58  That worker goes one square on in the same direction, which must be unoccupied.
R59  Entering obeys the limit of one level up, and can win.
R60  For effects at the end of a turn, neighbouring means next to the acting worker's last square.
R61  Night Guard: chooses a neighbouring opponent's worker.
R62  Its owner chooses a basic move for it: no card, no build.
R63  A worker that cannot move may be chosen.
R64  Street Vendor: does nothing after a roof.
R65  It forces an opponent's worker that neighbours the block built onto that block.
R66  Fashion Designer: chooses any neighbouring worker, the own other one included.
R67  The order is: choose, move, force the chosen worker onto the square left, build.
R68  The acting worker cannot move to the chosen worker's square.
R69  Reporter: forces a neighbouring opponent's worker to the first unoccupied square north or south; no such square, no choice.

Movers and Engineer
R70  Subway Operator: to the first unoccupied square north, south, east or west; if that is two or more levels up, not that way.
R71  Taxi Driver: exactly two or three spaces in any of eight directions, to an unoccupied square at most one level up.
R72  Tour Bus Driver: any distance north, south, east or west, to an unoccupied square next to a skyscraper.
R73  A player without any destination for a Mover loses a worker.
R74  The limit of one level compares the squares at the start and the end.
R75  Engineer: ground level means level 0 without a worker or skyscraper.
R76  The skyscraper goes next to the square on which the chosen worker starts.
R77  With no skyscraper left, this is skipped.
R78  A skyscraper is neither the turn's build nor a roof.

Corners
R79  R25 is no help for the Firefighter: where the piece is gone, or no legal move and build follows, that worker cannot act.
R80  A roof under a worker on level 3 is a complete turn (R54).
R81  Only two moves and two builds make the double turn possible; once it is, either mover may win and end it.
R82  Targets of a start effect that leave no legal move and build are not offered; the effect is skipped only if none is left.
R83  In R25 a winning move completes the turn.
R84  Taxi Driver: a missing square ends the line; without gap_blocks_lines it counts as one space.
R85  Fashion Designer: a winning move ends the game before anybody is forced.
R86  unlimited_supply is about blocks, roofs and skyscrapers.
"""

from mctsky.games.santorini_ny.rules import estimate, generate, profile, rounds, turns, wins

__all__ = ["estimate", "generate", "profile", "rounds", "turns", "wins"]
