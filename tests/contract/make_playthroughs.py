"""Write the golden playthrough and the signature of games: `python tests/contract/make_playthroughs.py [GAME ...]`.

Run it after a deliberate change of rules, texts or random numbers, and read the difference before you commit it.
"""

import json
import sys
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

import numpy as np

from contract.subjects import case_id, cover, small_variants, specs
from mctsky.core.contract import CHANCE, NOBODY, legal_moves, play, returns, sample_chance, setup, to_act
from mctsky.core.jit import kernel
from mctsky.core.position import Game
from mctsky.core.rng import below, make_rng, mix
from mctsky.testing.subjects import largest_table

FOLDER = Path(__file__).with_name("playthroughs")
SIGNATURES = Path(__file__).with_name("signatures.json")
SIGNATURE_GAMES = 200


@kernel(entry=True)
def play_and_hash(game, pool, words, moves, values, rng, n_games):
    """Hash every state and result of `n_games` random games; `words` is the same memory as `pool`, which has two records."""
    total = np.uint64(0)
    for _ in range(n_games):
        pool[0] = pool[1]
        setup(game, pool[0])
        actor = to_act(game, pool[0])
        while actor != NOBODY:
            if actor == CHANCE:
                move = sample_chance(game, pool[0], rng)
            else:
                move = moves[below(rng, legal_moves(game, pool[0], moves))]
            play(game, pool[0], move)
            for i in range(words.shape[1]):
                total = mix(total ^ words[0, i]) ^ np.uint64(i)
            actor = to_act(game, pool[0])
        returns(game, pool[0], values)
        for seat in range(game.n_seats):
            total = mix(total ^ np.uint64(int(values[seat] * 1e9 + 0.5)))
    return total


def signature(game: Game) -> str:
    """Return a 64-bit hash of all states of fixed random games, as 16 hexadecimal digits."""
    pool = np.zeros(2, game.spec.state_dtype).view(np.recarray)
    words = pool.view(np.uint64).reshape(2, -1)
    moves = np.zeros(game.spec.bounds.max_legal, np.int32)
    values = np.zeros(game.n_seats)
    return f"{int(play_and_hash(game.rules, pool, words, moves, values, make_rng(2024), SIGNATURE_GAMES)):016x}"


def signatures(name: str) -> dict[str, str]:
    """Return the signatures of all option sets of a game."""
    return {case_id(game): signature(game) for game in cover(name)}


def playthrough(name: str) -> str:
    """Return one short game per variant: options, moves, and every position as the referee and each seat see it.

    Behind each view stands what its seat has newly observed.
    """
    games = small_variants(name)
    return "\n".join(_played(game) for game in dict.fromkeys([*games[:6], largest_table(games[-1])]))


def _played(game: Game) -> str:
    random = Random(1)
    position = game.start()
    noticed = [0] * game.n_seats
    lines = [f"game {game.name} version {game.spec.version} {game.format_options()}"]
    while True:
        lines.append(f"  {position.text()}")
        for seat in range(game.n_seats if game.spec.hidden else 0):
            view = position.view(seat)
            new = view.observed[noticed[seat] :]
            noticed[seat] = len(view.observed)
            lines.append(f"    seat {seat}: {view.text()}  observed {' '.join(map(str, new)) or '-'}")
        actor = position.to_act
        if actor == NOBODY:
            break
        codes = [code for code, _ in position.chance_codes()] if actor == CHANCE else position.legal_codes()
        code = random.choice(codes)
        lines.append(f"{game.seat_name(actor)}: {position.format_move(code)} of {' '.join(map(position.format_move, codes))}")
        position.play(code)
    lines += [f"returns {' '.join(f'{value:.6f}' for value in position.returns())}", "", position.render(), ""]
    return "\n".join(line.rstrip() for line in "\n".join(lines).split("\n"))


def main(names: list[str]) -> None:
    """Write the files of some games, or of all."""
    FOLDER.mkdir(exist_ok=True)
    stored = json.loads(SIGNATURES.read_text()) if SIGNATURES.exists() else {}
    for name in names or specs():
        (FOLDER / f"{name}.txt").write_text(playthrough(name))
        stored[name] = signatures(name)
    SIGNATURES.write_text(json.dumps(stored, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
