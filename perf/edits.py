"""How long an author waits after a rule edit: CPU seconds to the first move of a search, next to another commit.

`python perf/edits.py 11d3413` copies both versions, compiles each once, and then in turns changes a line of a game's rules and
measures the process that loads the game and searches 100 iterations. A game that the other commit lacks is measured here only.
"""

import argparse
import io
import os
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("mctsky", "bots", "cli", "examples")  # mctsky/bots and mctsky/cli are links to bots and cli
GAMES = Path("mctsky") / "games"
EDITED = {
    "template": "template/rules.py",
    "loveletter": "loveletter/rules.py",
    "goofspiel": "goofspiel/rules.py",
    "leduc": "leduc/rules.py",
    "santorini-ny": "santorini_ny/rules/turns.py",
}
COPIED = {"template": "mctsky/games/_template", "loveletter": "examples/loveletter/loveletter"}  # games that are elsewhere
FIRST_MOVE = """
import os, sys, mctsky
view = mctsky.load(sys.argv[1]).start(1).view()
mctsky.analyse(view, "ismcts", iterations=100, seed=1)
for name, module in sys.modules.items():
    if name.partition(".")[0] == "mctsky" and not module.__file__.startswith(os.getcwd()):
        sys.exit(f"{name} is not of this version: {module.__file__}")
"""


def export(commit: str, folder: Path) -> None:
    """Write the package of a commit into a folder; `.` is the working tree, with changes that are not committed."""
    if commit == ".":
        subprocess.run(["cp", "-r", *(str(ROOT / part) for part in PARTS), str(folder)], check=True)
    else:
        archive = subprocess.run(["git", "-C", str(ROOT), "archive", commit, *PARTS], check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
    for game, place in COPIED.items():
        if (folder / place).is_dir():
            shutil.copytree(folder / place, folder / GAMES / game)


def first_move(folder: Path, game: str) -> float:
    """Return the CPU seconds of a process that loads a game from a folder and searches."""
    environment = os.environ | {"PYTHONPATH": str(folder), "MCTSKY_CACHE_DIR": str(folder / "cache")}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", FIRST_MOVE, game], env=environment, cwd=folder, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def edit(folder: Path, game: str, number: int) -> None:
    """Add a line that is new to the first kernel of the rules: the code changes, what it does stays."""
    path = folder / GAMES / EDITED[game]
    lines = [line for line in path.read_text().splitlines() if "edit_of_perf" not in line]
    last = max(index for index, line in enumerate(lines) if line.startswith("    return "))
    lines.insert(last, f"    edit_of_perf = {number}  # noqa: F841")
    path.write_text("\n".join(lines) + "\n")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit", help="what to compare with")
    parser.add_argument("--games", nargs="+", default=list(EDITED), choices=list(EDITED))
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folders = {commit: Path(name) / str(index) for index, commit in enumerate((".", arguments.commit))}
        for commit, folder in folders.items():
            folder.mkdir()
            export(commit, folder)
        for game in arguments.games:
            here = {commit: folder for commit, folder in folders.items() if (folder / GAMES / EDITED[game]).exists()}
            found: dict[str, list[float]] = {commit: [] for commit in here}
            for commit, folder in here.items():
                print(f"{game}, {commit}, empty cache: {first_move(folder, game):.1f} CPU s", flush=True)
            for number in range(1, arguments.rounds + 1):
                for commit, folder in here.items():
                    edit(folder, game, number)
                    found[commit].append(first_move(folder, game))
            ours, *others = (median(seconds) for seconds in found.values())
            compared = [f", {arguments.commit} {theirs:.1f}, ratio {ours / theirs:.2f}" for theirs in others]
            print(f"{game}, after an edit: {ours:.1f} CPU s{''.join(compared)}", flush=True)


if __name__ == "__main__":
    main()
