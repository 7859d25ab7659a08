"""`mctsky play`, with the person's part typed into a pipe."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from told import told

from mctsky import load
from mctsky.arena.records.reader import read_records
from mctsky.arena.records.replay import verify
from mctsky.bots.random import RandomBot
from mctsky.cli import _prompt
from mctsky.cli._play_table import PlayTable
from mctsky.cli.main import commands

Run = Callable[..., Result]


def play(typed: str, *arguments: str) -> Result:
    """Play with some typed lines, separated by slashes."""
    return CliRunner().invoke(commands, ("play", *arguments), input="".join(f"{line}\n" for line in typed.split(" / ")))


def test_a_game_to_its_end() -> None:
    result = play("#1 / #1 / #1 / #1 / #1", "tictactoe", "random", "--seed", "3")
    assert result.exit_code == 0, result.output
    assert "tictactoe players=2; you are seat 0, against seat 1 (random)" in result.stdout
    assert "seat 1 (random): " in result.stdout
    assert re.search(r"\nyou (win|lose|share the best result)\n$", result.stdout)
    assert told(result) == ""
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_luck_is_that_of_a_match_and_the_record_is_true(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for seed in (5, 6):
        result = play("call / call / call / call / call", "leduc", "random", "--seed", str(seed), "--record", str(file))
        assert result.exit_code == 0, result.output
    for record, seed in zip(read_records(file), (5, 6), strict=True):
        verify(record)
        assert (record.seed, record.names) == (seed, ("human", "random"))
    assert len({record.id for record in read_records(file)}) == 2


@pytest.mark.parametrize("seat", [0, 1])
def test_the_other_hand_is_never_shown_before_it_is_open(seat: int) -> None:
    for seed in range(6):
        start = load("kuhn").start(seed)
        own, other = (start.text().split()[place] for place in (seat, 1 - seat))
        result = play("log / pass / log / pass", "kuhn", "random", "--seed", str(seed), "--seat", str(seat))
        assert result.exit_code == 0, result.output
        before_the_end = result.stdout.rpartition("seat 0: ")[0]
        assert f"deal {own}" in before_the_end
        assert f"deal {other}" not in result.stdout
        assert f": {other}" not in before_the_end


def test_hidden_choices_of_others_are_not_told() -> None:
    """The other seat bids first; the talk is the same whatever its bid."""
    talks = set()
    for seed in range(4):
        result = play("board / log", "goofspiel", "random", "--seat", "1", "--option", "cards=4", "--seed", str(seed))
        talks.add(re.sub(r"prize=\d|^1      \d", "", result.stdout, flags=re.MULTILINE))
    assert len(talks) == 1


def test_whole_turns_and_wrong_moves() -> None:
    result = play("z9 / b2 a1 / b2 / quit", "tictactoe", "random", "--seed", "1")
    assert "illegal move 'z9': no such move; `moves` lists" in result.stdout.replace("\n", " ")
    assert "illegal move 'a1': the turn is over before this" in result.stdout
    assert result.stdout.count("you are seat 0; your moves") == 2  # nothing was played before b2


def test_hints_name_moves_and_leave_the_game_alone() -> None:
    result = play("hint / why / hint / moves / quit", "leduc", "random", "--seed", "3", "--iterations", "50")
    assert result.exit_code == 0
    hints = re.findall(r"^Play (\w+): seat 0 can expect 0\.\d+", result.stdout, re.MULTILINE)
    assert len(hints) == 3
    assert len(set(hints)) == 1
    assert hints[0] in load("leduc").start(3).legal_moves()
    assert "what is hidden, in 50 possible worlds:" in result.stdout
    assert "50 iterations" in result.stdout


def table(game: str = "leduc", seed: int = 3) -> PlayTable:
    found = PlayTable(load(game), 0, ["human", "random"], seed)
    found.begin()
    return found


def to_own_decision(game: PlayTable) -> None:
    while not game.is_over and game.to_act != game.seat:
        game.ask_bot()


def test_undo_draws_new_luck_and_says_so() -> None:
    """The public card after a take-back is not the one that was seen, in most of many games."""
    same = 0
    for seed in range(30):
        game = table(seed=seed)
        cards = []
        for _ in range(2):
            to_own_decision(game)
            while not game.is_over and game.view().text().split(" | ")[1] == "-":
                game.move(game.view().own_codes()[0] if len(game.view().own_codes()) == 2 else 1)
                to_own_decision(game)
            if game.is_over:
                break
            cards.append(game.view().text().split(" | ")[1])
            assert game.undo() is not None
            assert game.is_practice
        same += len(set(cards)) == 1 and len(cards) == 2
    assert same <= 12  # one in four or five by chance


def test_undo_by_words(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    typed = "undo / call / undo / call / call / call / call"
    result = play(typed, "leduc", "random", "--seed", "5", "--record", str(file))
    assert result.exit_code == 0, result.output
    assert "there is no decision of yours to go back to" in result.stdout
    assert result.stdout.count("new luck is drawn from here on; from now on this game is for practice") == 1
    assert "(practice: moves were taken back)" in result.stdout
    assert "is not recorded" in result.stderr
    assert file.read_bytes() == b""


def test_undo_without_luck() -> None:
    result = play("b2 / undo / quit", "tictactoe", "random")
    assert "new luck" not in result.stdout
    assert "\nfrom now on this game is for practice\n" in result.stdout


def test_own_moves_of_one_turn_are_taken_back_freely() -> None:
    game = PlayTable(load("santorini-ny"), 0, ["human", "random"], 5)
    game.begin()
    while "step=build" not in game.view().text() or game.to_act != 0:
        to_own_decision(game)
        if "step=build" not in game.view().text():
            game.move(game.view().own_codes()[0])
    before = len(game.position.moves)
    taken = game.undo()
    assert taken is not None
    assert [sight.seat for sight in taken] == [0]
    assert not game.is_practice
    assert len(game.position.moves) == before - 1
    assert game.to_act == 0


def test_undo_returns_to_the_very_same_view() -> None:
    for seed in range(8):
        game = table(seed=seed)
        to_own_decision(game)
        if game.is_over:
            continue
        before = game.view()
        game.move(before.own_codes()[-1])
        to_own_decision(game)
        assert game.undo() is not None
        assert game.view() == before
        assert game.view().observed == before.observed


def test_save_and_resume_go_on_as_if_nothing_was(tmp_path: Path) -> None:
    file = str(tmp_path / "left.json")
    whole = play("call / call / call / call", "leduc", "flat:iterations=20", "--seed", "12345678901")
    first = play(f"call / save {file} / quit", "leduc", "flat:iterations=20", "--seed", "12345678901")
    assert first.exit_code == 0
    assert "you have left; the game is saved as it stands" in first.stderr
    assert told(play("quit", "--resume", file)).endswith("the game is saved as it stands\n")
    assert told(play("call / quit", "--resume", file)).endswith("the game is not saved\n")
    rest = play("call / call / call", "--resume", file)
    assert rest.exit_code == 0, rest.output
    assert rest.stdout.splitlines()[-2:] == whole.stdout.splitlines()[-2:]


def test_a_saved_game_shows_no_cards(tmp_path: Path) -> None:
    file = tmp_path / "left.json"
    play(f"save {file} / quit", "leduc", "random", "--seed", "12345678901")
    data = json.loads(file.read_text())
    cards = load("leduc").start(12345678901).text().split()[:2]
    packed = data.pop("packed")
    assert "12345678901" not in file.read_text()
    assert not any(card in json.dumps(data) for card in cards)
    assert set(data) == {
        *("format", "schema", "game", "options", "files", "seat", "bots", "practice", "version", "saved_at"),
    }
    assert re.fullmatch(r"[A-Za-z0-9+/=]+", packed)


def test_save_never_writes_over_other_files(tmp_path: Path) -> None:
    other = tmp_path / "thesis.txt"
    other.write_text("years of work")
    result = play(f"save {other} / save / save {tmp_path}/no/such/x / save {tmp_path}/a / save {tmp_path}/a / quit", "kuhn")
    assert other.read_text() == "years of work"
    said = " ".join(result.stdout.split())  # long paths move the ends of lines
    for words in ("not a saved game", "name a file: save FILE", "cannot be written"):
        assert words in said
    assert result.stdout.count("saved; ") == 2
    assert not list(tmp_path.glob("*.new"))


@pytest.mark.parametrize(
    "name", ["~nobody-of-this-name/x", "x" * 300, "\0", ".", "..", "/./", "/dev/null", "/proc/x", "a/b/c", "folder"]
)
def test_names_that_cannot_be_saved_to_do_not_end_the_game(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    result = play(f"save {name} / log / quit", "kuhn", "random", "--seed", "1")
    assert result.exit_code == 0, result.output
    assert "bad record" in result.stdout
    assert told(result) == "mctsky: you have left; the game is not saved\n"


def test_a_record_that_cannot_be_written_is_refused_before_the_game(tmp_path: Path) -> None:
    result = play("pass / pass", "kuhn", "random", "--record", str(tmp_path))
    assert (result.exit_code, result.stdout) == (2, "")


def test_programs_are_not_started_by_a_file(tmp_path: Path) -> None:
    file = tmp_path / "left.json"
    play(f"save {file} / quit", "kuhn", "random")
    file.write_text(file.read_text().replace('"random"', f'"exec:touch {tmp_path}/proof"'))
    result = play("quit", "--resume", str(file))
    assert result.exit_code == 2
    assert "it would start a program" in result.stderr
    assert not (tmp_path / "proof").exists()


def test_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = play("hint", "kuhn", "--seed", "1", "--iterations", "10")
    assert (ended.exit_code, told(ended)) == (2, "mctsky: the input has ended; the game is not saved\n")
    left = play("quit", "kuhn")
    assert (left.exit_code, told(left)) == (0, "mctsky: you have left; the game is not saved\n")

    def interrupted(*arguments: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(_prompt.Prompt, "read", interrupted)
    result = play("", "kuhn")
    assert (result.exit_code, told(result)) == (130, "\nmctsky: interrupted; the game is not saved\n")


def test_at_a_terminal_quit_asks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter(["quit", "moves", "quit", "quit"])
    monkeypatch.setattr(_prompt.Prompt, "read", lambda *arguments: next(lines, None))
    monkeypatch.setattr(_prompt.Prompt, "watched", True, raising=False)
    monkeypatch.setattr(_prompt.Prompt, "__init__", lambda self: None)
    result = play("", "kuhn")
    assert result.stdout.count("`quit` again leaves it") == 2
    assert result.exit_code == 0
    assert next(lines, None) is None


def test_resigning(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    result = play("resign", "kuhn", "random", "--record", str(file))
    assert result.exit_code == 0
    assert "you have resigned" in result.stdout
    assert result.stdout.endswith("you lose\n")
    (record,) = read_records(file)
    verify(record)
    assert (record.result, record.reason, record.failed_seat) == ((0.0, 1.0), "resigned", 0)


def test_everybody_else_wins_when_a_bot_of_several_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "choose", lambda self, view: 1 / 0)
    result = play("#1", "goofspiel", "random", "--option", "players=3")
    assert "has failed and loses" in result.stdout
    assert "seat 0  0.500  you" in result.stdout
    assert result.stdout.endswith("you win\n")  # as a match counts it


def test_a_bot_that_fails_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "choose", lambda self, view: 1 / 0)
    result = play("pass", "kuhn", "random")
    assert result.exit_code == 0
    assert "seat 1 (random) has failed and loses (crash); -v says more" in result.stdout
    assert "ZeroDivisionError" not in result.stdout  # such a text may tell the bot's hand
    assert result.stdout.endswith("you win\n")
    monkeypatch.setattr(RandomBot, "choose", lambda self, view: 999)
    assert "loses (illegal move)" in play("pass", "kuhn", "random").stdout


def test_a_word_after_a_slash_is_a_command() -> None:
    result = play("/help / /nonsense / hint now / /quit", "kuhn")
    assert "resign  give up the game" in result.stdout
    assert "unknown name 'nonsense': there is no such command" in result.stdout.replace("\n", " ")
    assert "hint takes nothing after it" in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "which game is to be played?"),
        (["nim"], "unknown name 'nim'"),
        (["kuhn", "nobody"], "there is no such bot"),
        (["kuhn", "random", "random"], "one is yours"),
        (["kuhn", "human"], "two people at one terminal"),
        (["kuhn", "greedy"], "greedy"),
        (["kuhn", "--seat", "2"], "no such seat"),
        (["kuhn", "--seed", str(1 << 64)], "seed"),
        (["kuhn", "--time", "1s+1s"], "a hint takes a time per move"),
        (["kuhn", "--iterations", "-1"], "iterations"),
        (["--resume", "/no/such/file"], "cannot be read"),
        (["--resume", "FILE", "--seed", "1"], "a saved game has its own"),
        (["tictactoe", "--resume", "FILE"], "the saved game is kuhn"),
        (["kuhn", "flat", "--resume", "FILE"], "its bots are random"),
    ],
)
def test_bad_input_is_one_line(tmp_path: Path, arguments: list[str], words: str) -> None:
    file = tmp_path / "left.json"
    play(f"save {file} / quit", "kuhn", "random")
    result = play("quit", *(str(file) if word == "FILE" else word for word in arguments))
    assert result.exit_code == 2, result.output
    assert words in result.stderr
    assert told(result).count("\n") == 1


LINES = st.lists(
    st.sampled_from(["pass", "bet", "p", "#1", "#9", "", "undo", "log", "board", "moves", "?", "/undo", "save", "why", "help"])
    | st.text(max_size=12).filter(lambda text: not text.strip().startswith(("save", "/save"))),
    max_size=10,
)


def check_talk(seed: int, lines: list[str]) -> None:
    """Any talk ends without a traceback, and never shows the other card while the game goes on."""
    typed = "".join(f"{line}\n" for line in (re.sub(r"[\r\n\x85\u2028\u2029]", "", line) for line in lines))
    arguments = ("play", "kuhn", "random", "--seed", str(seed), "--iterations", "5")
    result = CliRunner().invoke(commands, arguments, input=typed.encode("utf-8", "surrogatepass"))
    assert result.exit_code in (0, 2), result.output
    assert result.exit_code == 0 or told(result) == "mctsky: the input has ended; the game is not saved\n"
    other = load("kuhn").start(seed).text().split()[1]
    if result.exit_code == 2:
        assert f"seat 1: {other}" not in result.stdout
        assert f"deal {other}" not in result.stdout


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 9), LINES)
def test_any_lines(seed: int, lines: list[str]) -> None:
    check_talk(seed, lines)


@pytest.mark.slow
@settings(max_examples=10_000, deadline=None)
@given(st.integers(0, 9), LINES)
def test_any_lines_at_length(seed: int, lines: list[str]) -> None:
    check_talk(seed, lines)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_any_saved_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    file = tmp_path_factory.getbasetemp() / "left.json"
    if not Path(f"{file}.good").exists():
        play(f"save {file}.good / quit", "kuhn", "random")
    good = Path(f"{file}.good")
    text = bytearray(good.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        text[place : place + data.draw(st.integers(0, 4))] = data.draw(st.binary(max_size=4))
    file.write_bytes(text)
    result = play("quit", "--resume", str(file))
    assert result.exit_code in (0, 2), result.output
    assert "Traceback" not in result.output
