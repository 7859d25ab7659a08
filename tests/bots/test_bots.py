"""Bots: spec strings, discovery, and what a bot may know."""

import pickle
from pathlib import Path

import pytest

import mctsky
from mctsky.bots import Bot, bot_names, make_bot
from mctsky.bots import registry as bots_registry
from mctsky.bots.registry import _import, split_spec
from mctsky.errors import BudgetError, MctskyError, OptionError, UnknownNameError

NAMES = {"random", "flat", "mcts", "pimc", "so-ismcts", "mo-ismcts", "ismcts"}


def test_bots_are_found_by_looking() -> None:
    assert set(bot_names()) >= NAMES
    assert not {"api", "registry", "-search"} & set(bot_names())
    for name in bot_names():
        assert _import(name).__doc__.partition("\n")[0].endswith(".")
        assert isinstance(make_bot(name), Bot)


def test_a_new_file_is_a_new_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file with a `build` function is a bot, its name is the file's."""
    (tmp_path / "first_move.py").write_text("def build(parameters):\n    pass\n")
    (tmp_path / "helper.py").write_text("def other():\n    pass\n")
    monkeypatch.setattr(bots_registry, "__file__", str(tmp_path / "registry.py"))
    assert {*bots_registry._own_modules.__wrapped__()} == {"first-move"}


def test_spec_strings_are_read() -> None:
    assert split_spec("random") == ("random", {})
    assert split_spec("mcts:iterations=2000,c=1.4") == ("mcts", {"iterations": "2000", "c": "1.4"})
    assert split_spec(" mcts : c = 1 ") == ("mcts", {"c": "1"})
    bot = make_bot("mcts:iterations=2000,c=1.4")
    assert bot.params.iterations == 2000  # type: ignore[attr-defined]
    assert bot.params.c == 1.4  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("spec", "error", "part"),
    [
        ("mtcs", UnknownNameError, "did you mean 'mcts'"),
        ("", UnknownNameError, "choose from"),
        ("mcts:", OptionError, "key=value"),
        ("mcts:c", OptionError, "key=value"),
        ("mcts:c=", OptionError, "key=value"),
        ("mcts:=1", OptionError, "key=value"),
        ("mcts:c=1,,", OptionError, "key=value"),
        ("mcts:c=1,c=1", OptionError, "twice"),
        ("mcts:iteration=5", UnknownNameError, "did you mean 'iterations'"),
        ("mcts:iterations=-5", BudgetError, "nearest: 1"),
        ("mcts:iterations=many", BudgetError, "whole number"),
        ("mcts:seconds=nan", BudgetError, "number"),
        ("mcts:policy=mats", OptionError, "did you mean 'mast'"),
        ("random:c=1", UnknownNameError, "takes no parameters"),
        ("flat:worlds=3", OptionError, "pimc"),
    ],
)
def test_wrong_specs_are_refused_when_they_are_read(spec: str, error: type[MctskyError], part: str) -> None:
    with pytest.raises(error, match=part):
        make_bot(spec)


@pytest.mark.parametrize("game", ["tictactoe", "kuhn", "leduc", "goofspiel"])
@pytest.mark.parametrize("name", sorted(NAMES))
def test_every_bot_plays_legal_moves_from_views_alone(game: str, name: str) -> None:
    loaded = mctsky.load(game)
    spec = name if name == "random" else f"{name}:iterations=400"
    if name == "mcts" and loaded.spec.hidden:
        with pytest.raises(OptionError, match="ismcts"):
            make_bot(spec).check(loaded)
        return
    bots = [make_bot(spec) for _ in range(loaded.n_seats)]
    position = loaded.start(11)
    for seat, bot in enumerate(bots):
        bot.check(loaded)
        bot.new_game(loaded, seat, seed=seat)
    while not position.is_over:
        seat = position.to_act
        view = pickle.loads(pickle.dumps(position.view()))  # a view is all that crosses over to the bot
        position.play(bots[seat].choose(view))
    for bot in bots:
        bot.end(position.returns())
    assert len(position.returns()) == loaded.n_seats


def test_the_random_bot_is_uniform_and_follows_its_seed() -> None:
    game = mctsky.load("tictactoe")
    view = game.start().view()

    def choices(seed: int, n: int) -> list[int]:
        bot = make_bot("random")
        bot.new_game(game, 0, seed)
        return [bot.choose(view) for _ in range(n)]

    assert choices(1, 20) == choices(1, 20) != choices(2, 20)
    drawn = choices(3, 9000)
    squares = sum((drawn.count(code) - 1000) ** 2 / 1000 for code in range(9))
    assert squares < 26.1  # chi-square with 8 degrees of freedom exceeds it once in a thousand


def test_bots_that_reuse_their_tree_play_legal_moves() -> None:
    game = mctsky.load("connect4")
    for spec in ("mcts:iterations=200,reuse=yes", "mo-ismcts:iterations=100,reuse=yes,threads=2"):
        bot = make_bot(spec)
        bot.new_game(game, 0, seed=4)
        position = game.start(1)
        for reply in ("a", "b", "a"):
            position.play(bot.choose(position.view()))
            position.play(reply)
        assert position.to_act == 0
