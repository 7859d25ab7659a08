"""Tournament files: TOML that says which bots play what, checked key by key before a game begins.

Every error names the file, the line and what to write instead. docs/arena.md documents the keys.
"""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from mctsky.arena.playing.luck import Luck, choose_luck
from mctsky.arena.playing.openings import read_openings
from mctsky.arena.playing.plan import SEATINGS, MakeBot, enter_bot
from mctsky.arena.playing.referee import LIMITS, MARGIN, PATIENCE, Limits
from mctsky.arena.records.record import BotEntry
from mctsky.arena.tournaments.plan import FORMATS, Setting, TournamentPlan
from mctsky.arena.tournaments.toml_lines import Path as Place
from mctsky.arena.tournaments.toml_lines import find_lines, line_of
from mctsky.core.clock import read_time
from mctsky.core.input_files import read_bytes
from mctsky.core.position import Game
from mctsky.core.registry import find_spec, keep_game, load
from mctsky.errors import MctskyError, OptionError, TournamentError, nearest

MAX_BOTS = 1000
MAX_NAME = 80
MAX_BYTES = 4 << 20
MAX_COUNT = 1_000_000  # of games and rounds; more is a typo
_AT_LINE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")

_TOURNAMENT = {
    "name": str,
    "format": str,
    "games": int,
    "rounds": int,
    "seed": int,
    "secret": str,
    "seatings": str,
    "time": str,
    "iterations": int,
    "cpu_clock": bool,
    "margin": float,
    "patience": float,
    "openings": str,
    "anchor": str,
    "anchor_rating": float,
}
_GAME = {"name": str, "options": dict, "players": (int, list), "openings": str}
_BOT = {"spec": str, "name": str, "challenger": bool}
_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "true or false", dict: "a table", list: "an array"}


def read_tournament(path: Path, make_bot: MakeBot) -> TournamentPlan:
    """Return the tournament that a file describes; `make_bot` is usually mctsky.bots.make_bot."""
    return _Reader(path).read(make_bot)


class _Reader:
    """One file, its data and where they stand in it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            raw = read_bytes(path, MAX_BYTES)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            remedy = "name a file like examples/tournament.toml"
            raise TournamentError(f"it cannot be read: {why}", given=str(path), remedy=remedy) from None
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            self._fail_at(raw[: error.start].count(b"\n") + 1, "not UTF-8 text", "save the file as UTF-8")
        text = text.replace("\r\n", "\n")
        try:
            self.data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            message = str(error)
            found = _AT_LINE.search(message)
            line = int(found[1]) if found and found[1] else text.rstrip("\n").count("\n") + 1
            problem = _AT_LINE.sub("", message)
            self._fail_at(line, f"not valid TOML: {problem[:1].lower()}{problem[1:]}", 'write key = value, texts in "quotes"')
        except RecursionError:
            self._fail_at(1, "not valid TOML: nested too deeply", "see examples/tournament.toml")
        self.lines = find_lines(text)

    def _fail_at(self, line: int, problem: str, remedy: str = "") -> NoReturn:
        raise TournamentError(problem, given=str(self.path), where=f"line {line}", remedy=remedy)

    def fail(self, place: Place, problem: str, remedy: str = "") -> NoReturn:
        """Refuse what stands at a place of the file."""
        self._fail_at(line_of(self.lines, place), problem, remedy)

    def attempt(self, place: Place, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call something that checks its input; its error becomes one of this file."""
        try:
            return function(*arguments)
        except MctskyError as error:
            try:
                self.fail(place, str(error))
            except TournamentError as own:
                raise own from error

    def read(self, make_bot: MakeBot) -> TournamentPlan:
        """Return the plan."""
        data = self.data
        self.check_keys((), data, {"tournament": dict, "game": dict, "games": list, "bots": list})
        head = data.get("tournament", {})
        self.check_keys(("tournament",), head, _TOURNAMENT)
        games = self.read_games(head)
        names, specs, challengers = self.read_bots(make_bot)
        form = self.word(head, "format", FORMATS, "round-robin")
        self.check_format(form, head, challengers, len(names))
        settings = tuple(
            Setting(
                game.name,
                tuple(sorted(game.options.items())),
                openings,
                self.enter(game, names, specs, make_bot),
                tuple(sorted(game.files.items())),
                keep_game(game).spec.version,
            )
            for game, openings in games
        )
        anchor = head.get("anchor", "")
        if anchor and anchor not in names:
            self.fail(("tournament", "anchor"), f"no bot is called {anchor!r}", nearest(anchor, names))
        plan = TournamentPlan(
            name=head.get("name", self.path.stem),
            format=form,
            settings=settings,
            challengers=tuple(challengers) if form == "gauntlet" else (),
            games=self.count(head, "games"),
            rounds=self.count(head, "rounds"),
            luck=self.read_luck(head),
            seating=self.word(head, "seatings", SEATINGS, "cyclic"),
            limits=self.read_limits(head),
            anchor=settings[0].bots[names.index(anchor)].name if anchor else "",
            anchor_rating=self.read_anchor_rating(head),
        )
        place: Place = ("tournament", "format") if "format" in head else ("tournament",)
        try:
            plan.check()
        except OptionError as error:
            self.fail(place, error.problem, error.remedy)
        return plan

    def read_luck(self, head: Mapping[str, Any]) -> Luck:
        """Return the luck of the seed or the secret that is given, or new luck."""
        key = "secret" if "secret" in head else "seed"
        luck: Luck = self.attempt(("tournament", key), choose_luck, head.get("seed"), head.get("secret"), key)
        return luck

    def check_keys(self, place: Place, table: Mapping[str, Any], known: Mapping[str, Any]) -> None:
        """Refuse keys that are not known and values of the wrong type."""
        title = f"[{place[0]}]" if place else "this file"
        for key, value in table.items():
            if key not in known:
                what = f"key {key!r} in {title}" if place else f"table [{key}] in {title}"
                self.fail((*place, key), f"there is no {what}", nearest(key, known))
            self.check_type((*place, key), value, known[key])

    def check_type(self, place: Place, value: Any, kinds: Any) -> None:
        """Refuse a value of the wrong type."""
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        if type(value) in kinds or (type(value) is int and float in kinds):
            return
        shown = f"{value!r:.60}" if isinstance(value, str) else str(value)[:60]
        words = " or ".join(_WORDS[kind] for kind in kinds)
        is_text_of_number = isinstance(value, str) and (int in kinds or float in kinds) and value.strip().isdecimal()
        remedy = f"write {value.strip()} without quotes" if is_text_of_number else ""
        if kinds == (str,) and not isinstance(value, dict | list):
            remedy = f'write "{str(value).lower() if isinstance(value, bool) else value}" in quotes'
        if place[-1] in ("bots", "games") and isinstance(value, dict):
            remedy = f"write [[{place[-1]}]] in double brackets"
        self.fail(place, f"{place[-1]} is {words}, not {shown}", remedy)

    def word(self, table: Mapping[str, Any], key: str, choices: Sequence[str] | Mapping[str, Any], default: str) -> str:
        """Return one of a few words."""
        value: str = table.get(key, default)
        if value not in choices:
            self.fail(("tournament", key), f"there is no {key} {value!r}", nearest(value, choices))
        return value

    def count(self, head: Mapping[str, Any], key: str) -> int:
        """Return a number of games or rounds; 0 if it is not given."""
        value: int = head.get(key, 0)
        if key in head and not 1 <= value <= MAX_COUNT:
            remedy = f"nearest: {min(max(value, 1), MAX_COUNT)}"
            self.fail(("tournament", key), f"{key} must be from 1 to {MAX_COUNT}, not {value}", remedy)
        return value

    def check_format(self, form: str, head: Mapping[str, Any], challengers: Sequence[int], n_bots: int) -> None:
        """Refuse a format that lacks something."""
        if form == "gauntlet" and not challengers:
            self.fail(("tournament", "format"), "a gauntlet needs a challenger", "add challenger = true to one of the [[bots]]")
        if form == "gauntlet" and len(challengers) == n_bots:
            self.fail(
                ("bots", 0, "challenger"), "all bots are challengers", "leave `challenger` out for the bots they are to meet"
            )
        if form != "gauntlet" and challengers:
            place: Place = ("bots", challengers[0], "challenger")
            self.fail(place, f"there are no challengers in a {form} tournament", 'write format = "gauntlet"')
        if form == "mixed" and "rounds" not in head:
            self.fail(("tournament",), "mixed tables need `rounds`", "write at how many tables each bot sits: rounds = 20")
        if "rounds" not in head and "games" not in head:
            self.fail(("tournament",), "the number of games is missing", "write games = 20 for 20 games of each pairing")

    def read_games(self, head: Mapping[str, Any]) -> list[tuple[Game, tuple[str, ...]]]:
        """Return every game that is played, one for each number of players, with its openings."""
        data = self.data
        if ("game" in data) == ("games" in data):
            problem = "the file has both [game] and [[games]]" if "game" in data else "no game is named"
            remedy = "keep one of them" if "game" in data else 'write a table [game] with name = "tictactoe"'
            self.fail(("games", 0), problem, remedy)
        tables: list[tuple[Place, Any]] = [(("game",), data["game"])] if "game" in data else []
        tables += [(("games", number), table) for number, table in enumerate(data.get("games", ()))]
        if not tables:
            self.fail(("games",), "no game is named", 'write a table [[games]] with name = "tictactoe"')
        games: list[tuple[Game, tuple[str, ...]]] = []
        for place, table in tables:
            if not isinstance(table, dict):
                self.fail(place, "a game is a table", 'write [[games]] and name = "tictactoe" below')
            self.check_keys(place, table, _GAME)
            for game in self.read_game(place, table):
                if any(game == other for other, _ in games):
                    self.fail(place, f"{game.name} {game.format_options()} is played already", "leave one of them out")
                games.append((game, self.read_openings(place, table, head, game)))
        return games

    def read_game(self, place: Place, table: Mapping[str, Any]) -> list[Game]:
        """Return a game with each number of players that is asked for."""
        if "name" not in table:
            self.fail(place, "the game has no name", 'write name = "tictactoe"')
        self.attempt((*place, "name"), find_spec, table["name"])
        options = dict(table.get("options", {}))
        if "players" in table and "players" in options:
            self.fail((*place, "players"), "players is given here and among the options", "keep one of them")
        if "players" not in table:
            return [self.attempt((*place, "options"), load, table["name"], options)]
        counts = table["players"] if isinstance(table["players"], list) else [table["players"]]
        if not counts:
            self.fail((*place, "players"), "no number of players is given", "write players = [2, 3]")
        for count in counts:
            self.check_type((*place, "players"), count, int)
        games = []
        for count in dict.fromkeys(counts):
            if options:  # so that an error of an option names the option's line
                self.attempt((*place, "options"), find_spec(table["name"]).read_options, options)
            games.append(self.attempt((*place, "players"), load, table["name"], {**options, "players": count}))
        return games

    def read_openings(self, place: Place, table: Mapping[str, Any], head: Mapping[str, Any], game: Game) -> tuple[str, ...]:
        """Return the openings of a game: its own file, or the tournament's, found from the folder of this file."""
        name = table.get("openings") or head.get("openings")
        if not name:
            return ()
        at: Place = (*place, "openings") if table.get("openings") else ("tournament", "openings")
        return tuple(self.attempt(at, read_openings, self.path.parent / name, game))

    def read_limits(self, head: Mapping[str, Any]) -> Limits:
        """Return what bots may use."""
        time = self.attempt(("tournament", "time"), read_time, head.get("time", ""))
        for key, (low, high) in LIMITS.items():
            if not low <= head.get(key, low) <= high:
                self.fail(("tournament", key), f"{key} must be from {low:g} to {high:.0f} seconds, not {head[key]}")
        iterations = head.get("iterations")
        if iterations is not None and not 1 <= iterations <= 1_000_000_000:
            self.fail(("tournament", "iterations"), f"iterations must be from 1 to 1000000000, not {iterations}")
        if head.get("cpu_clock") and not head.get("time"):
            self.fail(("tournament", "cpu_clock"), "there is no clock that could count CPU time", 'write time = "100ms"')
        patience, margin = float(head.get("patience", PATIENCE)), float(head.get("margin", MARGIN))
        return Limits(time, iterations, patience, margin, head.get("cpu_clock", False))

    def read_anchor_rating(self, head: Mapping[str, Any]) -> float:
        """Return the rating that the anchor is given."""
        place: Place = ("tournament", "anchor_rating")
        if "anchor_rating" in head and not head.get("anchor"):
            self.fail(place, "there is no anchor to have this rating", 'write anchor = "name of a bot"')
        rating = float(head.get("anchor_rating", 0.0))
        if not abs(rating) <= 100_000:
            self.fail(place, f"this is not a rating: {rating}", "for example anchor_rating = 1500")
        return rating

    def read_bots(self, make_bot: MakeBot) -> tuple[list[str], list[str], list[int]]:
        """Return the names, the spec strings, and which bots are challengers."""
        tables = self.data.get("bots", [])
        if len(tables) < 2:
            problem = f"a tournament needs two bots or more, not {len(tables)}"
            self.fail(("bots", 0), problem, 'write a table [[bots]] with spec = "random" for each')
        if len(tables) > MAX_BOTS:
            self.fail(("bots", MAX_BOTS), f"there are {len(tables)} bots", f"nearest: {MAX_BOTS}")
        names: list[str] = []
        for number, table in enumerate(tables):
            place: Place = ("bots", number)
            if not isinstance(table, dict):
                self.fail(place, "a bot is a table", 'write [[bots]] and spec = "random" below')
            self.check_keys(place, table, _BOT)
            if "spec" not in table:
                self.fail(place, "this bot has no spec", 'write spec = "mcts:iterations=1000"')
            self.attempt((*place, "spec"), make_bot, table["spec"])
            name = str(table.get("name", table["spec"])).strip()
            at: Place = (*place, "name") if "name" in table else (*place, "spec")
            if not name or len(name) > MAX_NAME or not name.isprintable():
                self.fail(at, "this is not a name for a table", f'write name = "..." with 1 to {MAX_NAME} printable characters')
            if name in names:
                first = line_of(self.lines, ("bots", names.index(name)))
                remedy = f'write name = "{name[:20]} 2" or the like'.replace("\\", "\\\\")
                self.fail(at, f"the bot of line {first} is called {name!r} too", remedy)
            names.append(name)
        specs = [table["spec"] for table in tables]
        return names, specs, [number for number, table in enumerate(tables) if table.get("challenger")]

    def enter(self, game: Game, names: Sequence[str], specs: Sequence[str], make_bot: MakeBot) -> tuple[BotEntry, ...]:
        """Return the bots as they play this game, each asked whether it can."""
        entries = []
        for number, (name, spec) in enumerate(zip(names, specs, strict=True)):
            entries.append(self.attempt(("bots", number, "spec"), enter_bot, spec, make_bot, game).named(name))
        return tuple(entries)
