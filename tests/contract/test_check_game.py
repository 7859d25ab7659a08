"""`mctsky check-game` finds planted bugs in copies of the template, and names verb, promise and a command that repeats it."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from mctsky.core import contract
from mctsky.testing import findings, states, twins, views, worlds
from support.plug_in import copy_template

RULES, BELIEFS, SPEC = "rules.py", "beliefs.py", "spec.py"
IMPORTS = "from mctsky.core.contract import CHANCE, NOBODY, Move, MoveBuffer, Seat, State, ValueBuffer, implement\n"

RETURNS = "@implement(HighCard)\ndef returns("


def verb(code):
    """Return the edit that adds a verb to the rules."""
    return (RULES, RETURNS, f"@implement(HighCard)\n{code}\n\n\n{RETURNS}")


# name: the group that must find it, the verb it must name, words of the finding, and the edits
PLANTED = {
    "an opponent's card left by conceal": (
        *("leaks", "conceal", "card: "),
        [(BELIEFS, "seen) and not shown:", "seen) and not shown and seat > 0:")],
    ),
    "a private look shown to all": (
        *("leaks", "observe", "observation"),
        [(BELIEFS, "if move > LOOK and", "if move > LOOK_UNSEEN and")],
    ),
    "worlds by wrong odds": (
        *("worlds", "determinise", "stray from their odds"),
        [(BELIEFS, "= draw_card(unseen, rng)", "= min(draw_card(unseen, rng), draw_card(unseen, rng))")],
    ),
    "worlds drawn uniformly instead of by their odds": (
        *("worlds", "determinise", "stray from their odds"),
        [(RULES, "    odds[:n] = 1.0 / n\n", "    odds[:n] = out[:n] / out[:n].sum()\n")],
    ),
    "a card that was seen and is forgotten": (
        *("worlds", "conceal", "seat 0 forgets: "),
        [(BELIEFS, "if int(state.peeked[viewer]) == LOOKED else", "if int(state.peeked[viewer]) > LOOKED else")],
    ),
    "an illegal move listed": (
        *("twin", "legal_moves", "legal_moves lists 'peek'"),
        [(RULES, "if int(state.peeked[state.n_said]) == LOOKED:", "if int(state.peeked[state.n_said]) == LOOKED + 1:")],
    ),
    "a legal move left out": (
        *("twin", "legal_moves", "legal_moves leaves out 'peek'"),
        [(RULES, "if int(state.peeked[state.n_said]) == LOOKED:", "if state.n_said == 1:")],
    ),
    "an illegal decisive move": (
        *("invariants", "decisive", "legal are"),
        [verb("def decisive(game, state):\n    return 7")],
    ),
    "a decisive move that does not win": (
        *("invariants", "decisive", "neither wins"),
        [verb("def decisive(game, state):\n    return 0")],
    ),
    "a code beyond n_codes": (
        *("invariants", "chance_moves", "n_codes=5"),
        [(SPEC, "n_codes=N_CODES", "n_codes=5")],
    ),
    "an observation beyond n_codes": (
        *("views", "observe", "code 99"),
        [(BELIEFS, "        return DEAL_UNSEEN\n", "        return 99\n")],
    ),
    "forty moves in room for three": (
        *("bounds", "legal_moves", "wrote to place 3 of an array of 3"),
        [(RULES, "    out[2] = PEEK\n", "    for i in range(40):\n        out[2 + i] = PEEK + i\n")],
    ),
    "two thousand moves in room for three": (
        *("bounds", "legal_moves", "rules.py"),
        [(RULES, "    out[2] = PEEK\n", "    for i in range(2000):\n        out[2 + i] = PEEK\n")],
    ),
    "a write past an array": (
        *("bounds", "play", "out of bounds"),
        [(RULES, "state.said[state.n_said] = STAYED", "state.said[state.n_said + 4] = STAYED")],
    ),
    "a game that never ends": (
        *("bounds", "play", "goes on after 20 moves"),
        [
            (RULES, "state.peeked[state.n_said] = LOOKED", "state.peeked[state.n_said] = 0"),
            (RULES, "        state.n_said += 1\n", "        state.n_said = 0\n"),
        ],
    ),
    "a verb that never comes back": (
        *("bounds", "play", "did not return within 1 s"),
        [(RULES, "        state.n_dealt += 1\n", "        while state.n_said < 9:\n            state.n_shown = 0\n")],
    ),
    "sample_chance draws what is not listed": (
        *("odds", "sample_chance", "which is not listed"),
        [
            (RULES, IMPORTS, IMPORTS + "from mctsky.core.rng import below\n"),
            verb("def sample_chance(game, state, rng):\n    return DEAL + 1 + below(rng, game.cards)"),
        ],
    ),
    "an estimate above 1": (
        *("invariants", "evaluate", "estimates [1.5"),
        [verb("def evaluate(game, state, out):\n    for seat in range(game.n_seats):\n        out[seat] = 1.5")],
    ),
}
UNFAIR = {"worlds by wrong odds", "worlds drawn uniformly instead of by their odds"}


def run(folder, *words, code):
    """Run the command with the games under `folder`; return what it prints."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    command = [sys.executable, "-m", "mctsky", "check-game", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def planted_finding(folder, group, *words):
    """Return what a group finds in the game `planted`."""
    options = ("planted", "--only", group, "--effort", "quick", "--python", "--limit", "1", *words)
    (report,) = json.loads(run(folder, *options, "--json", code=1))["groups"]
    return report["finding"]


@pytest.mark.parametrize("bug", PLANTED)
def test_planted_bugs_are_found(tmp_path, bug):
    group, culprit, words, edits = PLANTED[bug]
    copy_template(tmp_path, "planted", *edits)
    players = 3 if "look" in bug else 2  # of two seats, one looks at the other's card, which that one knows
    small = ("--option", f"players={players}", "--option", "cards=5")
    finding = planted_finding(tmp_path, group, *small)
    assert (finding["verb"], words in finding["found"]) == (culprit, True), finding
    assert finding["promise"].endswith((".", ":"))
    assert shlex.split(finding["repeat"])[:5] == ["mctsky", "check-game", "planted", "--only", group]
    assert (finding["table"][:1] == [["", "expected", "drawn"]]) == (bug in UNFAIR)


@pytest.mark.slow
def test_the_template_passes_and_the_command_of_a_finding_repeats_it(tmp_path):
    copy_template(tmp_path / "good", "highcard")
    told = run(tmp_path / "good", "highcard", "--effort", "quick", code=0)
    assert told.splitlines()[-1] == "highcard: no leak"
    assert "WRONG" not in told
    group, _, _, edits = PLANTED["an opponent's card left by conceal"]
    copy_template(tmp_path / "bad", "planted", *edits)
    first = json.loads(run(tmp_path / "bad", "planted", "--only", group, "--python", "--effort", "quick", "--json", code=1))
    repeat = shlex.split(first["groups"][0]["finding"]["repeat"])
    again = json.loads(run(tmp_path / "bad", *repeat[2:], "--json", code=1))
    assert again["groups"][0]["finding"] == first["groups"][0]["finding"]


@pytest.mark.slow
def test_compiled_code_that_crashes_or_hangs_is_a_finding(tmp_path):
    for name in ("two thousand moves in room for three", "a verb that never comes back"):
        _, culprit, _, edits = PLANTED[name]
        folder = tmp_path / culprit
        copy_template(folder, "planted", *edits)
        report = json.loads(
            run(folder, "planted", "--only", "invariants", "--effort", "quick", "--limit", "60", "--json", code=1)
        )
        assert report["groups"][0]["finding"]["verb"] == culprit


def test_without_an_account_the_verdict_is_consistent(tmp_path):
    package = copy_template(tmp_path, "silent")
    (package / "sees.py").unlink()
    words = ("silent", "--effort", "quick", "--python", "--option", "players=2", "--option", "cards=5")
    told = run(tmp_path, *words, "--only", "views", "--only", "leaks", code=0)
    assert "leaks: not run, the game ships no sees.py" in told
    assert told.splitlines()[-1] == "silent: consistent: observe, conceal and determinise agree"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("nosuch",), "there is no such game"),
        (("kuhn", "--only", "leak"), "did you mean 'leaks'"),
        (("kuhn", "--limit", "0"), "above 0"),
        (("kuhn", "--effort", "fast"), "there is no such choice"),
    ],
)
def test_bad_input_is_one_line(words, message):
    from click.testing import CliRunner

    from mctsky.cli.main import commands

    result = CliRunner().invoke(commands, ["check-game", *words])
    assert (result.exit_code, message in result.output) == (2, True), result.output
    assert len(result.output.strip().splitlines()) == 1


def test_promises_are_sentences_of_the_contract():
    for verb, fragment in (
        *((verb, states.INSIDE) for verb in contract.VERBS),
        *((verb, states.ALTERS) for verb in contract.VERBS),
        ("conceal", views.TWICE),
        ("determinise", views.WORLD),
        ("determinise", worlds.TRUE_ODDS),
        ("play", "at most `max_plies`"),
        ("legal_moves", twins.ALL_MOVES),
        ("chance_moves", twins.ALL_OUTCOMES),
    ):
        assert fragment in findings.promise_of(verb, fragment)
    with pytest.raises(LookupError):
        findings.promise_of("play", "anything else")


def test_every_promise_that_a_check_names_exists():
    """Fragments in the source of the checks are looked up as a finding would."""
    import ast
    from pathlib import Path

    folder, n = Path(findings.__file__).parent, 0
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("broken", "require", "promise_of"):
                arguments = node.args[1:] if node.func.id == "require" else node.args
                verb, fragment = (part.value if isinstance(part, ast.Constant) else None for part in arguments[:2])
                if isinstance(verb, str) and isinstance(fragment, str):
                    assert findings.promise_of(verb, fragment), (path.name, node.lineno)
                    n += 1
    assert n > 40
