"""`mctsky cache warm` compiles all that bots and commands need: after it, nothing is compiled in any process."""

from second_process import LISTENER, Machine

WARM = """
import sys
from mctsky.cli.main import main
sys.argv[1:] = ["cache", "warm", *sys.argv[1:]]
main()
"""

# Plays every search bot and runs perft, with the same report as the usual child.
BOTS = (
    LISTENER
    + """
import json, sys

with event.install_listener("numba:compile", Compilations()):
    import mctsky
    from mctsky.arena import Match
    from mctsky.bots import bot_names, make_bot
    from mctsky.core.perft import perft
    answers = {}
    for name in sys.argv[1:]:
        game = mctsky.load(name)
        perft(game.start(), 2)
        for bot in bot_names():
            if bot in ("exec", "human") or (bot == "mcts" and game.spec.hidden):
                continue
            spec = bot if bot in ("random", "greedy") else bot + ":iterations=400"
            try:
                match = Match(game, [spec, "random"], make_bot, n_games=2)
            except mctsky.errors.OptionError:
                assert bot == "greedy"  # this game has no estimate
                continue
            match.warm()
            answers[name + " " + bot] = [[record.result, record.reason] for record in match.play()]
print(json.dumps({"answers": answers, "compiled": Compilations.names, "messages": [], "root": "", "games": [],
                  "package": mctsky.__file__}))
"""
)


def test_nothing_is_compiled_after_warming(machine: Machine) -> None:
    warm = machine.start("tictactoe", "kuhn", script=WARM)
    out, err = warm.communicate(timeout=600)
    assert warm.returncode == 0, err
    assert out.count("current") == 2
    answer = machine.finish(machine.start("tictactoe", "kuhn", script=BOTS))
    assert answer.compiled == []
    assert len(answer.answers) >= 13
    assert all(reason == "normal" for games in answer.answers.values() for _, reason in games)
