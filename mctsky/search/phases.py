"""The phases of an iteration, for the marks in the kernels (core/marks.py) and for whoever reads the clock."""

# Of the first level. Every cycle of an iteration belongs to one of them; 0 is IDLE, the time between two calls of a kernel.
WORLD_SAMPLING, TREE, PLAYOUT, BACKUP = range(1, 5)
# What the tree and the playout are made of. PLAYOUT itself remains for what is none of its parts.
TREE_MOVES, TREE_CHOICE, TREE_PLAY, EXPANSION = range(5, 9)
PLAYOUT_MOVES, PLAYOUT_DRAW, PLAYOUT_DECISIVE, PLAYOUT_PLAY, PLAYOUT_RESULT = range(9, 14)
