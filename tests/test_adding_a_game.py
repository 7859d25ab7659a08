"""Follow docs/adding-a-game.md to the letter: write its files, make its edits and run its commands in a fresh environment.

The environment is a venv layered on the running one (mctsky, numba and pytest are seen, not copied), so nothing is
downloaded and nothing is installed into the running one. pip is told by its variables to stay offline and to build with
the setuptools that is there, which the `test` extra brings.
"""

import os
import re
import site
import subprocess
import sys
import sysconfig
import venv
from dataclasses import dataclass
from pathlib import Path

import pytest

import mctsky.games

PAGE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"
TESTS = Path(mctsky.games.__path__[0]) / "_template" / "data" / "test_game.txt"
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
OFFLINE = {
    "PIP_NO_INDEX": "1",
    "PIP_NO_BUILD_ISOLATION": "0",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}  # 0: pip's odd way to say yes


@dataclass
class Step:
    """One fenced block of the page: commands, a file, or an edit of a file; with what its commands printed."""

    kind: str
    target: str
    body: str
    output: str = ""


def steps_of(page):
    return [Step(*found) for found in BLOCK.findall(page)]


def edited(text, diff):
    """Replace the lines marked `-` by those marked `+`; the old ones must be there exactly once."""
    old, new = ("".join(line[1:] + "\n" for line in diff.splitlines() if line[0] == sign) for sign in "-+")
    assert text.count(old) == 1, f"the page changes lines that the template does not have:\n{old}"
    return text.replace(old, new)


class Newcomer:
    """Somebody with a shell, a fresh environment and the page."""

    def __init__(self, home):
        self.home = home
        self.folder = home  # where the shell stands; `cd` lasts until the end of the page
        environment = home / "environment"
        venv.create(environment, symlinks=True)
        scheme = {"base": str(environment), "platbase": str(environment)}
        packages = Path(sysconfig.get_path("purelib", "venv", scheme))
        ours = [path for path in (*site.getsitepackages(), sysconfig.get_path("purelib")) if Path(path).is_dir()]
        (packages / "layered.pth").write_text(
            "".join(f"import site; site.addsitedir({path!r})\n" for path in dict.fromkeys(ours))
        )
        path = f"{sysconfig.get_path('scripts', 'venv', scheme)}{os.pathsep}{os.environ['PATH']}"
        self.variables = {**os.environ, **OFFLINE, "PATH": path, "MCTSKY_CACHE_DIR": str(home / "cache"), "COLUMNS": "150"}

    def shell(self, commands):
        script = f"set -e\n{commands}\npwd > '{self.home}/where'\n"
        run = [*("bash", "-c"), script]
        done = subprocess.run(run, cwd=self.folder, env=self.variables, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
        self.folder = Path((self.home / "where").read_text().strip())
        return done.stdout

    def follow(self, step):
        path = self.folder / step.target
        if step.kind == "bash":
            step.output = self.shell(step.body)
        elif step.kind == "diff":
            path.write_text(edited(path.read_text(), step.body))
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(step.body)


@pytest.fixture(scope="module")
def newcomer(tmp_path_factory):
    return Newcomer(tmp_path_factory.mktemp("newcomer"))


@pytest.fixture(scope="module")
def steps(newcomer):
    """Return the steps of the page, all of them followed."""
    found = steps_of(PAGE.read_text())
    for step in found:
        newcomer.follow(step)
    return found


def output_after(steps, command):
    return [step.output for step in steps if step.kind == "bash" and command in step.body]


def test_the_page_installs_and_lists_the_game(steps):
    after_install, after_removal = output_after(steps, "python -m mctsky games")
    assert re.search(r"^\s*lowcard\s.*2-4.*cards=6", after_install, re.MULTILINE)
    assert "connect4" in after_install
    assert "template" not in after_install
    assert "connect4" in after_removal
    assert not re.search(r"^\s*lowcard\s", after_removal, re.MULTILINE)


def test_the_page_plays_the_game_with_ismcts(steps):
    (output,) = output_after(steps, "python play.py")
    said = re.findall(r"^seat (\d) knows '(.*)' and says (fold|stay|peek)$", output, re.MULTILINE)
    assert [int(seat) for seat, _, word in said if word != "peek"] == list(range(sum(word != "peek" for *_, word in said)))
    assert len(said) >= 2
    for seat, text, _ in said:
        assert text.count("deal") == 3
        cards = text.split("; ")[:3]
        assert [card == "deal ?" for card in cards] == [other != int(seat) for other in range(3)]
    results = [float(value) for value in re.search(r"results: \[(.*)\]", output).group(1).split(",")]
    assert sum(results) == pytest.approx(1.0)


def test_the_tests_on_the_page_pass(steps):
    (output,) = output_after(steps, "pytest")
    assert f"{TESTS.read_text().count('def test_')} passed" in output
    assert output.splitlines()[-1] == "lowcard: no leak"


def test_other_games_work_after_the_removal(steps, newcomer):
    code = (
        "import mctsky; print(mctsky.analyse(mctsky.load('kuhn').view('K ? .', 0), 'mo-ismcts', iterations=200, seed=1).best)"
    )
    assert newcomer.shell(f'python -c "{code}"').strip() in ("pass", "bet")
    code = "import mctsky; mctsky.load('lowcard')"
    assert "UnknownNameError" in newcomer.shell(f'python -c "{code}" 2>&1 || true')


def test_nothing_was_installed_into_the_running_environment(steps):
    from importlib.metadata import distributions

    assert "lowcard-game" not in {found.name for found in distributions(path=[sysconfig.get_path("purelib")])}
    assert sys.prefix not in steps[0].output


def test_every_file_of_the_template_is_explained():
    folder = Path(mctsky.games.__path__[0]) / "_template"
    for path in folder.glob("*.py"):
        assert f"| `{path.name}` |" in PAGE.read_text()
        assert "mctsky.games" not in path.read_text(), "imports of the template are relative"


def test_an_edit_of_missing_lines_is_noticed():
    with pytest.raises(AssertionError, match="does not have"):
        edited("a = 1\n", "-b = 1\n+b = 2\n")
    assert edited("a = 1\nc = 3\n", "-a = 1\n+a = 2\n") == "a = 2\nc = 3\n"
