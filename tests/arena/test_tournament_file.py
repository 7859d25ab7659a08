"""Tournament files: what they say, and errors that name file, line and remedy."""

import tempfile
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mctsky.arena.tournaments.file import read_tournament
from mctsky.arena.tournaments.plan import TournamentPlan
from mctsky.arena.tournaments.toml_lines import find_lines, line_of
from mctsky.bots import make_bot
from mctsky.errors import TournamentError

EXAMPLE = Path(__file__).parents[2] / "examples" / "tournament.toml"
GOOD = """\
[tournament]
games = 4
seed = 5

[game]
name = "tictactoe"

[[bots]]
spec = "random"

[[bots]]
name = "two"
spec = "random"
"""

Read = Callable[[str], TournamentPlan]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def from_text(text: str) -> TournamentPlan:
        path = tmp_path / "cup.toml"
        path.write_text(text, encoding="utf-8")
        return read_tournament(path, make_bot)

    return from_text


def refusal(read: Read, text: str, tmp_path: Path) -> str:
    """Return the message without the folder of the file."""
    with pytest.raises(TournamentError) as caught:
        read(text)
    message = str(caught.value)
    assert "\n" not in message
    return message.replace(str(tmp_path / "cup.toml"), "cup.toml")


def test_what_a_file_says(read: Read) -> None:
    plan = read(GOOD)
    assert (plan.name, plan.format, plan.games, plan.rounds, plan.luck.seed) == ("cup", "round-robin", 4, 0, 5)
    assert plan.names == ("random", "two")
    assert plan.n_games == 4
    everything = read(
        GOOD.replace(
            "seed = 5", 'seed = 5\nname = "C"\nrounds = 2\nseatings = "all"\ntime = "60s+1s"\niterations = 7\nmargin = 1'
        )
        .replace('name = "tictactoe"', 'name = "goofspiel"\nplayers = [2, 2]\n[game.options]\ncards = 3')
        .replace('name = "two"', 'name = "two"  # "twice" \n')
    )
    assert (everything.name, everything.rounds, everything.seating) == ("C", 2, "all")
    assert str(everything.limits.time) == "60s+1s"
    assert (everything.limits.iterations, everything.limits.margin) == (7, 1.0)
    assert len(everything.settings) == 1
    assert dict(everything.settings[0].options)["cards"] == 3
    assert everything.n_games == 8


def test_the_example_is_a_tournament() -> None:
    plan = read_tournament(EXAMPLE, make_bot)
    assert plan.format == "mixed"
    assert [setting.game.n_seats for setting in plan.settings] == [2, 3]
    assert plan.anchor == "random"


def test_openings_are_found_beside_the_file(read: Read, tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("moves: a1\nmoves: b2,a1\n")
    plan = read(GOOD.replace("seed = 5", 'openings = "lines.txt"'))
    assert plan.settings[0].openings == ("moves: a1", "moves: b2,a1")


def test_a_bot_that_cheats_is_marked(read: Read) -> None:
    plan = read(
        GOOD.replace('"two"\nspec = "random"', '"two"\nspec = "cheater:iterations=5"\n').replace("seed = 5", 'anchor = "two"')
    )
    assert plan.names == ("random", "two (sees all)")
    assert plan.anchor == "two (sees all)"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("games = 4", "games 4", "line 2: not valid TOML: expected '=' after a key in a key/value pair; write key = value"),
        ("[[bots]]\nname", "[[bots]\nname", "line 11: not valid TOML: "),
        ("seed = 5", "sed = 5", "line 3: there is no key 'sed' in [tournament]; did you mean 'seed'? choose from: anchor, "),
        ("[game]", "[gane]", "line 5: there is no table [gane] in this file; did you mean 'game'? choose from: bots, game, "),
        ("seed = 5", 'seed = "5"', "line 3: seed is a whole number, not '5'; write 5 without quotes"),
        ("seed = 5", "seed = true", "line 3: seed is a whole number, not True"),
        ("seed = 5", "name = 3", 'line 3: name is a text, not 3; write "3" in quotes'),
        ("games = 4", "games = 0", "line 2: games must be from 1 to 1000000, not 0; nearest: 1"),
        ("games = 4", "games = 1.5", "line 2: games is a whole number, not 1.5"),
        ("games = 4\n", "", "line 1: the number of games is missing; write games = 20 for 20 games of each pairing"),
        ("seed = 5", 'format = "knockout"', "line 3: there is no format 'knockout'; choose from: gauntlet, mixed, round-robin"),
        ("seed = 5", 'format = "gauntle"', "line 3: there is no format 'gauntle'; did you mean 'gauntlet'? "),
        (
            "seed = 5",
            'format = "gauntlet"',
            "line 3: a gauntlet needs a challenger; add challenger = true to one of the [[bots]]",
        ),
        ("seed = 5", 'format = "mixed"', "line 1: mixed tables need `rounds`; "),
        ("seed = 5", 'seatings = "al"', "line 3: there is no seatings 'al'; did you mean 'all'? choose from: all, cyclic"),
        ("seed = 5", 'time = "soon"', "line 3: bad budget 'soon' in time: not a time control; write 100ms or 2s"),
        ("seed = 5", "iterations = -1", "line 3: iterations must be from 1 to 1000000000, not -1"),
        ("seed = 5", "patience = -1.0", "line 3: patience must be from 0.01 to 1000000 seconds, not -1.0"),
        ("seed = 5", "margin = nan", "line 3: margin must be from 0 to 1000000 seconds, not nan"),
        ("seed = 5", 'anchor = "tow"', "line 3: no bot is called 'tow'; did you mean 'two'? choose from: random, two"),
        ("seed = 5", "anchor_rating = 3", "line 3: there is no anchor to have this rating; "),
        ("seed = 5", 'openings = "none.txt"', "line 3: bad data file "),
        ('"tictactoe"', '"tictacto"', "line 6: unknown name 'tictacto': there is no such game; did you mean 'tictactoe'? "),
        ('name = "tictactoe"', "", "line 5: the game has no name; write name = "),
        (
            '"tictactoe"',
            '"goofspiel"\noptions = { cads = 3 }',
            "line 7: unknown name 'cads' in goofspiel: goofspiel has no option",
        ),
        ('"tictactoe"', '"goofspiel"\nplayers = 9', "line 7: bad option '9' in goofspiel: option players is a whole number "),
        ('"tictactoe"', '"goofspiel"\nplayers = []', "line 7: no number of players is given; write players = [2, 3]"),
        (
            '"tictactoe"',
            '"goofspiel"\nplayers = [2, "3"]',
            "line 7: players is a whole number, not '3'; write 3 without quotes",
        ),
        ('"tictactoe"', '"goofspiel"\nplayers = 3', "line 1: a table of goofspiel "),
        ('[game]\nname = "tictactoe"\n', "", "line 1: no game is named; write a table [game] with name = "),
        (
            "[[bots]]\nname",
            '[[games]]\nname = "kuhn"\n[[bots]]\nname',
            "line 11: the file has both [game] and [[games]]; keep one",
        ),
        ('name = "two"\n', "", "line 12: the bot of line 8 is called 'random' too; write name = "),
        ('"two"', '""', 'line 12: this is not a name for a table; write name = "..."'),
        ('"two"', '"a\\u0007"', 'line 12: this is not a name for a table; write name = "..."'),
        ('"two"\nspec', '"two"\nspek', "line 13: there is no key 'spek' in [bots]; did you mean 'spec'? choose from: "),
        ('\nspec = "random"\n', "\n", "line 8: this bot has no spec; write spec = "),
        (
            '"two"\nspec = "random"',
            '"two"\nspec = "randon"',
            "line 13: unknown name 'randon': there is no such bot; did you mean ",
        ),
        ('"two"\nspec = "random"', '"two"\nspec = "flat:iterations=x"', "line 13: "),
        ('[[bots]]\nname = "two"\nspec = "random"\n', "", "line 8: a tournament needs two bots or more, not 1; "),
        ('"two"', '"two"\nchallenger = true', "line 13: there are no challengers in a round-robin tournament; write format"),
        ('"two"', '"two"\nchallenger = "yes"', "line 13: challenger is true or false, not 'yes'"),
    ],
)
def test_an_error_names_file_line_and_remedy(read: Read, tmp_path: Path, old: str, new: str, expected: str) -> None:
    assert old in GOOD
    at = GOOD.rindex(old) if old.startswith("[[bots]]") else GOOD.index(old)
    message = refusal(read, GOOD[:at] + new + GOOD[at + len(old) :], tmp_path)
    assert message.startswith(f"bad tournament file 'cup.toml' in {expected}"), message


def test_single_brackets_are_told_from_double_ones(read: Read, tmp_path: Path) -> None:
    text = '[tournament]\ngames = 2\n[game]\nname = "kuhn"\n[bots]\nspec = "random"\n'
    assert refusal(read, text, tmp_path) == (
        "bad tournament file 'cup.toml' in line 5: bots is an array, not {'spec': 'random'}; write [[bots]] in double brackets"
    )


def test_too_many_tables_are_refused_and_mixed_ones_offered(read: Read, tmp_path: Path) -> None:
    bots = "".join(f'[[bots]]\nname = "b{number}"\nspec = "random"\n' for number in range(30))
    text = f'[tournament]\ngames = 4\nformat = "round-robin"\n[game]\nname = "goofspiel"\nplayers = 4\n{bots}'
    message = refusal(read, text, tmp_path)
    assert "in line 3: " in message
    assert '30 bots make 27405 tables, more than 5000; write format = "mixed"' in message
    assert "rounds = 50" in message
    plan = read(text.replace('"round-robin"', '"mixed"\nrounds = 4'))
    assert plan.n_games == 30 * 4


def test_files_that_are_no_text(tmp_path: Path) -> None:
    with pytest.raises(TournamentError, match=r"cannot be read: No such file or directory; name a file like"):
        read_tournament(tmp_path / "none.toml", make_bot)
    with pytest.raises(TournamentError, match="cannot be read"):
        read_tournament(tmp_path, make_bot)
    path = tmp_path / "cup.toml"
    path.write_bytes(b"[tournament]\n\nname = '\xff'\n")
    with pytest.raises(TournamentError, match=r"line 3: not UTF-8 text"):
        read_tournament(path, make_bot)
    path.write_text("[tournament]\nx = " + "[" * 100_000)
    with pytest.raises(TournamentError, match=r"in line \d: not valid TOML"):
        read_tournament(path, make_bot)
    path.write_text(GOOD.replace("\n", "\r\n").replace("seed", "sede"))
    with pytest.raises(TournamentError, match="line 3: there is no key 'sede'"):
        read_tournament(path, make_bot)


@given(st.text(st.sampled_from("[]{}=.\"'#\n ab1,\\tru"), max_size=60))
def test_no_text_does_anything_but_an_error_of_ours(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:  # hypothesis would reuse the one folder of the fixture
        path = Path(folder) / "cup.toml"
        path.write_bytes(text.encode())
        with pytest.raises(TournamentError, match=r"in line \d+: "):
            read_tournament(path, make_bot)


def test_lines_are_found_whatever_stands_between() -> None:
    text = '''# a comment with [x] and y = 1
a.b = 1
"q.r" = """
[no]
nor = this
"""
[t]  # [not]
long = [
  1, # ]
  { z = 2 },
]
k = 'it is # no comment'
[[l]]
x = 1
[l.sub]
y = 2
[[l]]

[[l.m]]
x = 3
[[l.m]]
x.y = 4
[ t . "u v" ]
w = 5'''
    data = tomllib.loads(text)
    lines = find_lines(text)
    assert lines == {
        ("a", "b"): 2,
        ("q.r",): 3,
        ("t",): 7,
        ("t", "long"): 8,
        ("t", "k"): 12,
        ("l", 0): 13,
        ("l", 0, "x"): 14,
        ("l", 0, "sub"): 15,
        ("l", 0, "sub", "y"): 16,
        ("l", 1): 17,
        ("l", 1, "m", 0): 19,
        ("l", 1, "m", 0, "x"): 20,
        ("l", 1, "m", 1): 21,
        ("l", 1, "m", 1, "x", "y"): 22,
        ("t", "u v"): 23,
        ("t", "u v", "w"): 24,
    }
    for path in lines:
        value = data
        for step in path:
            value = value[step]  # type: ignore[index]
    assert line_of(lines, ("t", "long", 1, "z")) == 8
    assert line_of(lines, ("nowhere",)) == 1
