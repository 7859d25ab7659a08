"""The names of the phases, and which are parts of which."""

from mctsky.core.marks import IDLE
from mctsky.errors import UnknownNameError, nearest
from mctsky.search import phases

PARTS: dict[str, dict[str, int]] = {
    "selection": {"moves": phases.TREE_MOVES, "choice": phases.TREE_CHOICE, "play": phases.TREE_PLAY, "other": phases.TREE},
    "playout": {
        "moves": phases.PLAYOUT_MOVES,
        "play": phases.PLAYOUT_PLAY,
        "decisive": phases.PLAYOUT_DECISIVE,
        "draw": phases.PLAYOUT_DRAW,
        "result": phases.PLAYOUT_RESULT,
        "other": phases.PLAYOUT,
    },
}
MEANING = {
    "world": "drawing the world of an iteration",
    "selection": "walking down the trees",
    "selection.moves": "legal moves at the nodes, and decisive ones",
    "selection.choice": "scoring the children",
    "selection.play": "playing the moves, chance, what each seat observes",
    "selection.other": "the roots of the trees, the walk itself",
    "expansion": "new nodes; of mcts and pimc also their moves",
    "playout": "from the leaf to the end of the game",
    "playout.moves": "legal moves",
    "playout.play": "playing the moves, and who is next",
    "playout.decisive": "looking for a winning move",
    "playout.draw": "choosing a move, chance; a game's own random_move",
    "playout.result": "the result, or the estimate at a cut-off",
    "playout.other": "the first look at who is to act",
    "backup": "adding the result to the nodes",
}
NAMES = tuple(MEANING)
TOP = tuple(name for name in NAMES if "." not in name)

FIRST_LEVEL = (IDLE, phases.WORLD_SAMPLING, phases.TREE, phases.PLAYOUT, phases.BACKUP)
NO_MARKS, FEW_MARKS = 1 << IDLE, sum(1 << phase for phase in FIRST_LEVEL)
ALL_MARKS = (1 << (phases.PLAYOUT_RESULT + 1)) - 1

# The phases that the tree and the playout of the first level are divided into.
DIVIDED = {
    phases.TREE: (phases.TREE, phases.TREE_MOVES, phases.TREE_CHOICE, phases.TREE_PLAY, phases.EXPANSION),
    phases.PLAYOUT: tuple(PARTS["playout"].values()),
}
NUMBERS: dict[str, tuple[int, ...]] = {
    "world": (phases.WORLD_SAMPLING,),
    "expansion": (phases.EXPANSION,),
    "backup": (phases.BACKUP,),
    **{name: tuple(parts.values()) for name, parts in PARTS.items()},
    **{f"{name}.{part}": (number,) for name, parts in PARTS.items() for part, number in parts.items()},
}


def check_phases(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the phases to show, all if none is named; refuse an unknown name."""
    for name in names:
        if name not in NAMES:
            raise UnknownNameError("there is no such phase", given=name, where="--phase", remedy=nearest(name, NAMES))
    return tuple(name for name in NAMES if not names or name in names or name.partition(".")[0] in names)
