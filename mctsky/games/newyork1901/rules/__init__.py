"""New York 1901, the rules by the numbers of our rulings (R) and of the printed text (B).

Set-up
R1   The starting player is drawn.
R2   Characters are dealt at random; a character stands for a district and its start territory.
R3   With two players the pink squares stay but are inert: nobody claims them, they are neither street nor park.
R4   The starter has two squares, generation 0, no points and no worker; it counts for streets and never as bronze.
R5   The unbuilt count starts at 18: neither the starter nor the legendary ones count.
R6   Option advanced: no starter, no start territory, technology at 10 and 25 points.
R7   Option beginner: Wall Street, Broadway, Nassau & Broad and the Gold Tycoon; option action_cards on its own.
B1   Three streets and one bonus challenge are drawn; the start territories' cards leave the pile; four cards lie open.

Turn
R8   Demolish then Build, which is forced; or Expand, then Build if you like.
R9   With a worker available and no Demolish, claiming is compulsory.
R10  With none, a legal Build or Demolish is compulsory; a worker is taken back only if neither is legal.
R11  With a worker but an empty Open Market: on to Build, or pass.
R12  A card claims any unclaimed territory of its colour and size, wherever it lies.
R13  The Open Market is filled after Expand, before Build.
R14  Technology is unlocked by at least so many points, tested when the tile is placed.
R15  Tiles rotate, never mirror.
R16  To touch is to share an edge, everywhere.
R17  Streets without a card satisfy construction and never score.
R18  No building spans a street or a park.
R19  All workers in touched territories return, even from partly covered ones.
R20  Legendary ones need gold, one per player, by Build or Demolish; they are never demolished.
B2   A building lies within the estate, touches a street or a park, and scores its points at once.
B3   Each player has four workers; a claimed territory holds one as long as no building of its owner touches it.

Demolish
R21  It removes at least one own building; otherwise it is a plain Build.
R22  Any overlap removes the whole building; buildings that are not overlapped stay.
R23  What is removed is strictly inferior: starter < bronze < silver < gold = legendary.
R24  The footprint may include free squares and squares with workers.
R25  Whether a territory is vacated is judged after the new building stands.
R26  Workers lifted from under the footprint may cover vacated territories.
R27  It is legal without workers if nothing is vacated.
R28  Demolished tiles leave the game.

Reclaim
R29  The player picks the worker; the territory is free again, a card of its kind goes under the Future Market; no refill; the
     turn ends.
R30  The start territory may be returned if it holds only a worker.
R31  After 400 turns the game ends and is scored.

Action cards
R32  On the own turn only, any number of them, final turns included.
R33  Market Shift comes first of all; with fewer than four cards, those there are go under; it never triggers the end.
R34  Land Grab: two workers, two cards of size 2, Future Market not empty; both are taken before the refill.
R35  Construction Boom: after a first Build, also one after Demolish; the second on free land only; at least four tiles stay
     unbuilt, and a legendary one does not lower their number.

End and scoring
R36  Tile trigger after Build, at four unbuilt; card trigger after the refill, with three open cards and an empty Future
     Market; later triggers are ignored.
R37  Who triggers the end finishes the turn; each other player gets exactly one more.
R38  Streets: 5 points for the sole leader; 0-0 is a tie; a building counts once per street.
R39  Bonus tables are not cumulative, and only standing buildings count, Gold Prestige aside.
R40  Generation King: starters excluded, legendary = gold.
R41  Gold Tycoon: a building counts in every district that it covers.
R42  Gold Prestige: a point per distinct opposing bronze or silver building touched; legendary ones trigger it; starters do not
     count.
R43  Master Architect includes legendary ones that are not rectangles.
R44  Scores may pass 100.
R45  A tie goes to the tallest legendary one (one beats none), then to more standing gold, then it is shared.
R46  Hidden is only the order of the Future Market; what it holds is public.
B4   An unused action card is worth a point at the end.
B5   Bronze Baron: 5, 10, 15 points for 4, 5, 6 bronze. Master Architect: 3, 6, 10 for 3, 4, 5 irregular. Generation King: 5 per
     generation for the sole leader. Gold Tycoon: 3 per district with two gold.
"""

from mctsky.games.newyork1901.rules import estimate, generate, market, scoring, turns

__all__ = ["estimate", "generate", "market", "scoring", "turns"]
