"""Real second processes with a cache directory of their own, and a plug-in game whose sources the tests edit."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = Path(str(importlib.util.find_spec("mctsky").origin)).parent  # found, not imported: only children use it

# Text of a child that notes the name of everything that numba compiles.
LISTENER = """
from numba.core import event

class Compilations(event.Listener):
    names = []
    def on_start(self, record):
        self.names.append(record.data["dispatcher"].py_func.__name__)
    def on_end(self, record):
        pass
"""

# Runs in the child: plays a fixed line of moves, counts what numba compiles, and says what came out.
CHILD = (
    LISTENER
    + """
import json, logging, sys

messages = []
class Collect(logging.Handler):
    def emit(self, record):
        messages.append((record.levelname, record.getMessage()))
logging.getLogger("mctsky").addHandler(Collect())
logging.getLogger("mctsky").setLevel(logging.INFO)

listener = Compilations()
with event.install_listener("numba:compile", listener):
    import mctsky
    from mctsky.core.cache import cache_root
    from mctsky.core.perft import perft
    answers = {}
    short = "short" in sys.argv
    for name in sys.argv[1:]:
        if name == "short":
            continue
        game = mctsky.load(name)
        if short:  # compiles two kernels instead of a dozen
            answers[name] = [game.start(1).to_act]
            continue
        start = game.start(1)
        texts = start.legal_moves()
        line = game.start(1)
        while line.legal_codes():
            line.play(line.legal_codes()[0])
        answers[name] = [len(texts), perft(game.start(), 3), line.returns() if line.is_over else [], len(line.moves)]
print(json.dumps({"answers": answers, "compiled": listener.names, "messages": messages, "root": str(cache_root()),
                  "games": mctsky.game_names(), "package": mctsky.__file__}))
"""
)


@dataclass
class Answer:
    answers: dict[str, list[object]]
    compiled: list[str]
    messages: list[tuple[str, str]]
    root: str
    games: list[str]
    package: str


@dataclass
class Machine:
    """A user's machine: a copy of the package that tests may edit, a cache directory, and child processes that use them."""

    site: Path
    cache: Path
    path: list[Path] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    prefix: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.site.exists():
            shutil.copytree(PACKAGE, self.site / "mctsky", ignore=shutil.ignore_patterns("__pycache__"))

    def start(self, *arguments: str, script: str = CHILD) -> subprocess.Popen[str]:
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "MCTSKY_"))}
        environment |= {"MCTSKY_CACHE_DIR": str(self.cache), "PYTHONPATH": os.pathsep.join(map(str, [self.site, *self.path]))}
        environment |= {"PYTHONDONTWRITEBYTECODE": "1"} | self.environment
        environment = {key: value for key, value in environment.items() if value}
        command = [*self.prefix, sys.executable, "-c", script, *arguments]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=environment, stdout=pipe, stderr=pipe, text=True, cwd=self.cache.parent)

    def finish(self, child: subprocess.Popen[str]) -> Answer:
        out, err = child.communicate(timeout=300)
        assert child.returncode == 0, err
        answer = Answer(**json.loads(out.splitlines()[-1]))
        assert Path(answer.package).is_relative_to(self.site)
        return answer

    def run(self, *games: str) -> Answer:
        """Play some games in a new process; the word `short` in front makes it only start them."""
        return self.finish(self.start(*games))

    def files(self, game: str = "") -> list[Path]:
        return sorted(path for path in self.cache.glob("*/*") if game in path.parent.name)


PLUGIN_HELPER = '''
"""A helper in a file of its own."""
from mctsky.core.jit import kernel
from plugin_game.constants import STONES

@kernel
def is_full(n_played):
    return n_played >= STONES
'''

PLUGIN_CONSTANTS = '"""A constant two imports away from the rules."""\nSTONES = 9\n'


def install_plugin(site: Path, machine: Machine, tag: str = "PluginGame") -> Path:
    """Install the game `plugin`: tic-tac-toe with a helper, a constant and a data table in other files; return its folder."""
    folder = site / "plugin_game"
    shutil.copytree(PACKAGE / "games/tictactoe", folder, ignore=shutil.ignore_patterns("__pycache__"))
    for path in folder.glob("*.py"):
        text = path.read_text().replace("mctsky.games.tictactoe", "plugin_game").replace('"tictactoe"', '"plugin"')
        path.write_text(text.replace("TicTacToe", tag))
    edit(folder / "rules.py", "state.n_played == 9", "is_full(state.n_played)")
    edit(folder / "rules.py", "from plugin_game.spec", "from plugin_game.helper import is_full\nfrom plugin_game.spec")
    edit(folder / "rules.py", "np.uint64(0o777)", 'np.uint64(int((Path(__file__).parent / "data/board.txt").read_text(), 8))')
    edit(folder / "rules.py", "import numpy as np", "from pathlib import Path\n\nimport numpy as np")
    (folder / "helper.py").write_text(PLUGIN_HELPER)
    (folder / "constants.py").write_text(PLUGIN_CONSTANTS)
    (folder / "data").mkdir()
    (folder / "data/board.txt").write_text("777\n")
    information = site / "plugin_game-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: plugin-game\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text("[mctsky.games]\nplugin = plugin_game\n")
    machine.path.append(site)
    return folder


def edit(path: Path, old: str, new: str) -> None:
    """Replace the one occurrence of `old` in a file."""
    text = path.read_text()
    assert text.count(old) == 1, (path, old)
    path.write_text(text.replace(old, new))
