"""The examples of README.md and docs/ run as printed."""

import contextlib
import io
import re
import runpy
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from mctsky import load
from mctsky.arena import play_game
from mctsky.bots.registry import make_bot
from mctsky.cli.main import commands
from mctsky.core.registry import find_specs

ROOT = Path(__file__).parent.parent


def blocks(page, language):
    """Return the fenced blocks of a page that are marked with this language ("" for none)."""
    fences = re.split(r"^```(\w*)\n", (ROOT / page).read_text(), flags=re.MULTILINE)[1:]
    return [
        text for mark, text in zip(fences[0::4], fences[1::4], strict=True) if mark == language
    ]  # every other is a closing one


def test_the_ten_lines_of_the_readme_print_what_it_says():
    (code,) = blocks("README.md", "python")
    assert len([line for line in code.splitlines() if line.strip()]) <= 10
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(code, {})
    assert out.getvalue() in [*blocks("README.md", "")]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["santorini-ny", "newyork1901", "skyscraper1937", "paperskyscrapers"])
def test_the_pictures_of_the_readme(name):
    draw = runpy.run_path(str(ROOT / "docs/images/make_images.py"))["draw"]
    assert draw(name) == (ROOT / f"docs/images/{name}.svg").read_text()
    assert f"docs/images/{name}.svg" in (ROOT / "README.md").read_text()


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text().splitlines()) <= 110


def test_the_bot_of_the_docs_plays():
    (code,) = blocks("docs/bots.md", "python")
    scope = {}
    exec(code, scope)
    for name in ("tictactoe", "kuhn", "goofspiel"):
        record = play_game(load(name), [scope["build"]({}), make_bot("random")], seed=3)
        assert record.failed_seat is None, record.reason


def test_the_commands_of_the_terminal_page_print_what_it_says(tmp_path, monkeypatch):
    """The blocks of docs/play.md that begin with a command, run in their order in one folder; ids and times vary."""
    monkeypatch.chdir(tmp_path)
    shown = [block for block in blocks("docs/play.md", "") if block.startswith("$ ")]
    assert len(shown) >= 5
    for block in shown:
        line, _, wanted = block.removeprefix("$ ").partition("\n")
        typed = re.match(r"printf '(.*)' \| ", line)
        words = shlex.split(line[typed.end() :] if typed else line)
        assert words[0] == "mctsky"
        result = CliRunner().invoke(commands, words[1:], input=typed[1].replace(r"\n", "\n") if typed else "")
        assert result.exit_code == 0, result.output
        assert settled(result.stdout).rstrip() == settled(wanted).rstrip()


def settled(text):
    """Return an output without what differs from run to run."""
    return re.sub(r"\d+\.\d\d s\b", "TIME", re.sub(r"play-[0-9a-f]{16}-0", "ID", text))


def test_every_game_has_a_page():
    for spec in find_specs()[0]:
        if spec.game_type.__module__.startswith("mctsky."):
            assert (ROOT / "docs" / "games" / f"{spec.name}.md").is_file()


@pytest.mark.parametrize("name", ["connect4", "kuhn", "leduc", "tictactoe"])
def test_the_notation_pages_show_what_games_write(name):
    """Each line of the block: moves from the start, the position, what the seats see if anything is hidden, what follows."""
    game = load(name)
    (text,) = blocks(f"docs/games/{name}.md", "")
    head, *lines = text.splitlines()
    assert re.split(r"\s{2,}", head)[:2] == ["after", "position"]
    assert len(lines) >= 5
    for line in lines:
        played, shown, *views, following = re.split(r"\s{2,}", line)
        position = game.start()
        for move in played.split("; ") if played != "-" else []:
            position.play(move)
        assert shown == position.text() == game.position(shown).text()
        assert views == ([position.view(seat).text() for seat in range(2)] if game.spec.hidden else [])
        for seat, seen in enumerate(views):
            assert game.view(seen, seat).text() == seen
        moves = position.legal_moves() or [move for move, _ in position.chance_moves()]
        result = "over: " + " ".join(f"{value:.3g}" for value in position.returns()) if position.is_over else ""
        assert following == (result or ", ".join(moves))
    assert result
