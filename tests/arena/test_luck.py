"""No bot learns the luck: it comes from a secret that nothing a bot is told has to do with, and that only the user can read."""

import json
import pickle
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import mctsky
from mctsky.arena import Match
from mctsky.arena.playing.luck import new_luck, read_secret, seeded
from mctsky.arena.records.check import read_line
from mctsky.arena.records.reader import read_records, settings_part
from mctsky.arena.records.record import GameRecord
from mctsky.arena.records.replay import verify
from mctsky.arena.records.secret_file import SecretFile
from mctsky.arena.statistics.sprt import read_sprt
from mctsky.arena.tournaments.file import read_tournament
from mctsky.arena.tournaments.tournament import Tournament
from mctsky.bots import Bot, make_bot
from mctsky.core.position import Game, View
from mctsky.core.rng import derive_seed
from mctsky.errors import MctskyError, RecordError

KUHN = mctsky.load("kuhn")
BOTS = ["random", "flat:iterations=5"]
CUP = """\
[tournament]
format = "mixed"
rounds = 4
[game]
name = "kuhn"
[[bots]]
spec = "random"
[[bots]]
spec = "flat:iterations=5"
[[bots]]
spec = "flat:iterations=3"
"""


class Inverter(Bot):
    """Tries small match seeds until its own seed fits, and deals the cards itself; notes where it knows all of them."""

    known: list[tuple[int, ...]]

    def __init__(self, known: list[tuple[int, ...]]) -> None:
        self.known = known

    def new_game(self, game: Game, seat: int, seed: int) -> None:
        super().new_game(game, seat, seed)
        for match_seed in range(5):
            for index in range(20):
                if derive_seed("bot", match_seed, index, seat) == seed:
                    self.known.append(tuple(game.start(derive_seed("game", match_seed, index // 2)).moves))

    def choose(self, view: View) -> int:
        return view.own_codes()[0]


def deals(records: list[GameRecord]) -> list[tuple[int, ...]]:
    return [tuple(move.code for move in record.moves if move.seat < 0) for record in records for _ in record.seating]


@pytest.mark.parametrize("seed", [None, 0])
def test_a_bot_cannot_invert_its_seed_unless_the_user_gives_one(seed: int | None) -> None:
    known: list[tuple[int, ...]] = []
    match = Match(KUHN, ["a", "b"], lambda spec: Inverter(known), n_games=20, **({} if seed is None else {"seed": seed}))
    dealt = deals(list(match.play()))
    assert known == ([] if seed is None else dealt)  # docs: --seed is for bots you trust


def test_luck_and_bots_seeds_are_unrelated_and_new_each_time() -> None:
    lucks = [new_luck() for _ in range(50)]
    lucks += [luck.at_table("kuhn", number) for luck in lucks[:3] for number in range(3)]
    games = [luck.game_seed(number) for luck in lucks for number in range(20)]
    bots = [luck.bot_seed(number, seat) for luck in lucks for number in range(20) for seat in range(2)]
    assert len(set(games + bots)) == len(games) + len(bots)
    assert read_secret(lucks[0].secret.hex()) == lucks[0]
    assert "secret" not in repr(lucks[0])
    assert seeded(7).game_seed(3) == derive_seed("game", 7, 3)  # seeded matches go as they always did


def play_some(n_games: int, path: Path, n_played: int, **more: object) -> list[GameRecord]:
    """Play the first games of a match and leave it, as Ctrl-C does."""
    games = Match(KUHN, BOTS, make_bot, n_games=n_games, record=path, **more).play()  # type: ignore[arg-type]
    played = [next(games) for _ in range(n_played)]
    games.close()  # type: ignore[attr-defined]
    return played


def test_the_secret_is_private_while_the_match_runs_and_in_the_record_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    match = Match(KUHN, BOTS, make_bot, n_games=4, record=path)
    games, beside = match.play(), tmp_path / "games.jsonl.secret"
    first = next(games)
    secret = match.plan.luck.secret.hex()
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    assert json.loads(beside.read_text()) == {"id": match.plan.id, "secret": secret}
    assert secret not in path.read_text()
    records = [first, *games]
    assert not beside.exists()
    assert [json.loads(line).get("secret") for line in path.read_text().splitlines()] == [None] * 3 + [secret]
    again = Match(KUHN, BOTS, make_bot, n_games=4, secret=secret)
    assert list(again.play()) == records
    assert again.plan.id == match.plan.id
    assert settings_part(match.plan.id).partition("_")[2] == match.plan.luck.tag
    for record in read_records(path):
        verify(record)


def test_two_matches_without_a_seed_differ_and_resume_finds_the_right_one(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    played = play_some(6, path, 3)
    secret = json.loads((tmp_path / "games.jsonl.secret").read_text())["secret"]
    match = Match(KUHN, BOTS, make_bot, n_games=6, record=path, resume=True)
    assert match.finished == {0, 1, 2}
    assert played + list(match.play()) == list(Match(KUHN, BOTS, make_bot, n_games=6, secret=secret).play())
    longer = Match(KUHN, BOTS, make_bot, n_games=8, record=path, resume=True)  # a finished one is found by its record
    assert (longer.plan, len(longer.finished)) == (match.plan, 6)
    list(longer.play())
    play_some(6, path, 2)
    ids = list(dict.fromkeys(record.id.rpartition("-")[0] for record in read_records(path)))
    assert len(ids) == 2
    with pytest.raises(RecordError, match=r"2 matches with these settings: .* name one: --resume=") as error:
        Match(KUHN, BOTS, make_bot, n_games=6, record=path, resume=True)
    assert all(name in str(error.value) for name in ids)
    assert Match(KUHN, BOTS, make_bot, n_games=6, record=path, resume=ids[1]).finished == {0, 1}
    with pytest.raises(RecordError, match="there is no such match to go on with"):
        Match(KUHN, BOTS, make_bot, n_games=6, record=path, resume="nonsense")
    other = Match(KUHN, ["random", "random"], make_bot, n_games=6, record=path, resume=True)  # other settings: a new match
    assert not other.finished


def test_a_match_whose_secret_is_gone_is_not_continued_with_other_luck(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play_some(6, path, 3)
    (tmp_path / "games.jsonl.secret").unlink()
    with pytest.raises(
        RecordError, match=r"its secret is gone: the other games would have different luck; put .* back, or begin a new"
    ):
        Match(KUHN, BOTS, make_bot, n_games=6, record=path, resume=True)


def test_several_unfinished_matches_share_a_secret_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    play_some(6, path, 3)
    list(Match(KUHN, ["random", "random"], make_bot, n_games=4, record=path).play())
    assert len(SecretFile(path).read()) == 1
    assert len(list(Match(KUHN, BOTS, make_bot, n_games=6, record=path, resume=True).play())) == 3
    assert not (tmp_path / "games.jsonl.secret").exists()


def readable(path: Path) -> None:
    path.write_text("")
    path.chmod(0o644)


def linked(path: Path) -> None:
    path.symlink_to("elsewhere")


def nonsense(path: Path) -> None:
    path.write_text("no secrets\n")
    path.chmod(0o600)


@pytest.mark.parametrize("plant", [readable, linked, nonsense, Path.mkdir])
def test_a_planted_secret_file_is_refused(plant: Callable[[Path], None], tmp_path: Path) -> None:
    plant(tmp_path / "games.jsonl.secret")
    with pytest.raises(RecordError, match=r"games.jsonl.secret' in --record: .*choose another file"):
        play_some(2, tmp_path / "games.jsonl", 1)


def test_a_planted_link_is_not_followed(tmp_path: Path) -> None:
    linked(tmp_path / "games.jsonl.secret.new")
    play_some(2, tmp_path / "games.jsonl", 1)
    assert not (tmp_path / "elsewhere").exists()
    assert stat.S_IMODE((tmp_path / "games.jsonl.secret").stat().st_mode) == 0o600


def test_a_match_that_a_sequential_test_ends_tells_its_secret(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    test = read_sprt("elo0=0,elo1=400")
    match = Match(mctsky.load("tictactoe"), ["mcts:iterations=50", "random"], make_bot, n_games=400, sprt=test, record=path)
    records = list(match.play())
    assert len(records) < 400
    assert json.loads(path.read_text().splitlines()[-1])["secret"] == match.plan.luck.secret.hex()
    assert not (tmp_path / "games.jsonl.secret").exists()


def test_tournaments_have_a_secret_too(tmp_path: Path) -> None:
    (tmp_path / "cup.toml").write_text(CUP)
    path = tmp_path / "games.jsonl"
    tournament = Tournament(read_tournament(tmp_path / "cup.toml", make_bot), make_bot, record=path)
    games = tournament.play()
    played = [next(games) for _ in range(3)]
    games.close()  # type: ignore[attr-defined]
    secret = tournament.plan.luck.secret.hex()
    assert stat.S_IMODE((tmp_path / "games.jsonl.secret").stat().st_mode) == 0o600
    resumed = Tournament(read_tournament(tmp_path / "cup.toml", make_bot), make_bot, record=path, resume=True)
    assert (resumed.plan, resumed.n_finished) == (tournament.plan, 3)
    played += resumed.play()
    assert not (tmp_path / "games.jsonl.secret").exists()
    assert json.loads(path.read_text().splitlines()[-1])["secret"] == secret
    (tmp_path / "cup.toml").write_text(CUP.replace("rounds", f'secret = "{secret}"\nrounds'))
    assert list(Tournament(read_tournament(tmp_path / "cup.toml", make_bot), make_bot).play()) == played
    assert len({record.seed for record in played}) == len(played) / 2  # each block of each table has its own luck


def test_a_wrong_secret_is_refused(tmp_path: Path) -> None:
    for text in ("", "12", "g" * 32, "1" * 33, "1 " * 16, "é" * 32):
        with pytest.raises(MctskyError, match="a secret has 32 digits"):
            Match(KUHN, BOTS, make_bot, n_games=2, secret=text)
    with pytest.raises(MctskyError, match="exclude each other"):
        Match(KUHN, BOTS, make_bot, n_games=2, secret="1" * 32, seed=1)
    record = next(iter(Match(KUHN, BOTS, make_bot, n_games=2).play()))
    verify(replace(record, secret=""))
    with pytest.raises(RecordError, match="its secret is not that of its match"):
        verify(replace(record, secret="1" * 32))
    line = replace(record, secret="nonsense").to_line().encode()
    with pytest.raises(RecordError, match='secret is "nonsense", not a secret of 32 digits'):
        read_line(line, tmp_path, 1)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="looks into /proc")
def test_the_secret_is_in_no_command_line_and_no_environment(tmp_path: Path) -> None:
    program = (Path(__file__).parents[2] / "examples" / "python_bot.py").read_text()
    (tmp_path / "bot.py").write_text(program.replace("luck.seed(", "__import__('time').sleep(60); luck.seed("))
    path, beside = tmp_path / "games.jsonl", tmp_path / "games.jsonl.secret"
    command = [sys.executable, "-m", "mctsky", "match", f"exec:{sys.executable} {tmp_path}/bot.py", "random"]
    process = subprocess.Popen([*command, "--game", "kuhn", "--jobs", "2", "--record", str(path)], start_new_session=True)
    try:
        deadline = time.monotonic() + 60
        while not (beside.exists() and descendants(process.pid, "bot.py")) and time.monotonic() < deadline:
            time.sleep(0.05)
        secret = json.loads(beside.read_text())["secret"]
        family = descendants(process.pid)
        assert len(family) >= 3  # workers and programs
        for pid in [process.pid, *family]:
            for file in ("cmdline", "environ"):
                try:
                    seen = Path(f"/proc/{pid}/{file}").read_bytes()
                except PermissionError:  # the arena's own processes are closed to all but root
                    continue
                assert secret.encode() not in seen
                assert bytes.fromhex(secret) not in seen
    finally:
        process.terminate()
        process.wait(30)


def descendants(root: int, words: str = "") -> list[int]:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            except OSError:
                continue
    family = {root}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    named = []
    for pid in family - {root}:
        try:
            if words.encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                named.append(pid)
        except OSError:
            continue
    return named


def test_luck_survives_the_way_to_a_worker() -> None:
    luck = new_luck()
    assert pickle.loads(pickle.dumps(luck)) == luck
    assert pickle.loads(pickle.dumps(luck)).game_seed(3) == luck.game_seed(3)
