"""What a game says about itself: its options, its bounds, and how its text forms are found."""

import importlib
import importlib.util
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mctsky.core import contract
from mctsky.core.checks import instance, shown
from mctsky.core.user_files import digest_of
from mctsky.errors import GameDefinitionError, OptionError, UnknownNameError, nearest

MIXING = ("unseen", "all")


@dataclass(frozen=True)
class Option:
    """One rules option of a game: an integer range, a choice of words, or a file path."""

    name: str
    default: int | str
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()
    file: bool = False  # a value that is neither the default nor in `shipped` is the path of a user file
    shipped: tuple[str, ...] = ()  # names of data that come with the game

    def read(self, value: object, game: str) -> int | str:
        """Return the checked value of this option, given as text or number."""
        if self.choices:
            if shown(value) not in self.choices:
                raise OptionError(
                    f"option {self.name} is one of: {', '.join(self.choices)}",
                    given=shown(value),
                    where=game,
                    remedy=nearest(shown(value), self.choices),
                )
            return shown(value)
        if isinstance(self.default, str):
            return self._read_text(value, game)
        problem = f"option {self.name} is a whole number from {self.low} to {self.high}"
        try:
            number = int(str(value))
        except ValueError:
            raise OptionError(problem, given=shown(value), where=game) from None
        if not self.low <= number <= self.high:
            remedy = f"nearest: {min(max(number, self.low), self.high)}"
            raise OptionError(problem, given=value, where=game, remedy=remedy)
        return number

    def _read_text(self, value: object, game: str) -> str:
        if not isinstance(value, str | os.PathLike):
            problem = f"option {self.name} is a {'name or the path of a file' if self.file else 'text'}"
            raise OptionError(problem, given=shown(value), where=game, remedy=f"leave it out for {self.default!r}")
        return str(value)

    def describe(self) -> str:
        """Return the values that this option takes, and its default."""
        values = " | ".join(self.choices) if self.choices else f"{self.low}..{self.high}"
        if isinstance(self.default, str) and not self.choices:
            values = "text"
        return f"{self.name}={self.default} ({values})"


@dataclass(frozen=True)
class Bounds:
    """The largest sizes that search must allocate, for all options."""

    n_codes: int  # move codes run from 0 to n_codes - 1, masked codes of observe included
    max_legal: int  # legal moves of one decision
    max_plies: int  # moves of one game, chance moves included
    max_chance: int = 1  # outcomes of one chance move
    max_hidden: int = 0  # items listed by `hidden`


@dataclass(frozen=True)
class GameSpec:
    """The description of a game; each game folder has one, named SPEC, in its spec.py."""

    name: str
    title: str
    summary: str
    version: int  # of the rules: a rule change raises it, a refactoring does not
    game_type: type  # the NamedTuple class that selects the kernels; its first field is n_seats
    state_dtype: np.dtype[Any]
    bounds: Bounds
    players: tuple[int, int]  # fewest and most
    build: Callable[..., Any] | None = None  # build(players=..., **options) -> an instance of game_type; see `make_rules`
    options: tuple[Option, ...] = ()
    chance: bool = False
    hidden: bool = False
    simultaneous: bool = False
    tuned: Mapping[str, object] = field(
        default_factory=dict, compare=False
    )  # search parameters that won matches, for the bot `ismcts`
    # Decisions at which a search may have to mix its moves: "unseen", those whose move another seat does not see, or "all" of a
    # game whose moves are seen but tell what is hidden only through how they are chosen, such as bets.
    mixing: str = "unseen"
    stake: float = 0.0  # where seats win from each other: the most that one can lose, in the game's unit, such as chips
    notice: str = ""  # for example that data are a reconstruction
    # Option sets so small that all their games can be listed, for the exact checks of `mctsky check-game`.
    small: tuple[Mapping[str, int | str], ...] = field(default=(), compare=False)
    package: str = field(default="", compare=False)

    _functions: dict[tuple[str, str], Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Tell the contract the bounds and the states of the game."""
        contract.MAX_CHANCE[self.game_type] = self.bounds.max_chance
        contract.STATES[self.game_type] = (self.state_dtype, self.bounds)

    def make_rules(self, options: Mapping[str, int | str]) -> Any:
        """Return the instance of the tag type for checked options.

        Without a `build` of the game its fields are n_seats and the options by name and in order; of a word, its place among
        the choices.
        """
        if self.build is not None:
            return self.build(**options)
        values: list[int | str] = [options["players"]]
        for option in self.options:
            value = options[option.name]
            values.append(option.choices.index(str(value)) if option.choices else value)
        return self.game_type(*values)

    def module(self, name: str) -> Any:
        """Return the module `name` (rules, state, notation, ...) of the game's folder."""
        package = self.package or self.game_type.__module__.rpartition(".")[0]
        return importlib.import_module(f"{package}.{name}")

    def find_function(self, module: str, name: str) -> Callable[..., Any] | None:
        """Return a function of a module of the game's folder, None where the game has no such module or function."""
        if (module, name) not in self._functions:
            package = self.package or self.game_type.__module__.rpartition(".")[0]
            there = importlib.util.find_spec(f"{package}.{module}") is not None
            self._functions[module, name] = getattr(self.module(module), name, None) if there else None
        found: Callable[..., Any] | None = self._functions[module, name]
        return found

    def all_options(self) -> tuple[Option, ...]:
        """Return the options with `players` first."""
        low, high = self.players
        return (Option("players", low, "number of seats", low=low, high=high), *self.options)

    def read_options(self, given: Mapping[str, object]) -> dict[str, int | str]:
        """Return all options with their values, defaults filled in; every given one is checked."""
        instance("options", given, Mapping, where=self.name, remedy="pass a dictionary, for example {'players': 3}")
        known = {option.name: option for option in self.all_options()}
        for name in given:
            if name not in known:
                problem = f"{self.name} has no option {name!r}"
                raise UnknownNameError(problem, given=name, where=self.name, remedy=nearest(name, known))
        return {name: option.read(given.get(name, option.default), self.name) for name, option in known.items()}

    def user_files(self, options: Mapping[str, object]) -> dict[str, str]:
        """Return the paths of user files among options, by the option's name."""
        return {
            option.name: str(options[option.name])
            for option in self.options
            if option.file and options.get(option.name, option.default) not in (option.default, *option.shipped)
        }

    def digest_files(self, options: Mapping[str, object], where: str = "", remedy: str = "") -> dict[str, str]:
        """Return a digest of the contents of each user file among options; refuse one that cannot be read."""
        paths = self.user_files(options)
        return {option: digest_of(option, path, where or self.name, remedy) for option, path in paths.items()}

    def check(self) -> None:
        """Refuse a game that lacks a verb it needs, or whose bounds do not fit the tree."""
        needed = [*contract.REQUIRED]
        needed += contract.FOR_CHANCE if self.chance else ()
        needed += contract.FOR_HIDDEN if self.hidden else ()
        if "history" in (self.state_dtype.names or ()):
            self._check_history()
            needed = [stub for stub in needed if stub is not contract.determinise]
        missing = [stub.__name__ for stub in needed if not contract.has_verb(self.game_type, stub.__name__)]
        if missing:
            self._fail(f"its rules do not implement {', '.join(missing)}", "see mctsky/core/contract.py")
        if not 0 < self.bounds.n_codes <= contract.MAX_CODES:
            self._fail(f"n_codes must be from 1 to {contract.MAX_CODES}", "split moves into smaller decisions")
        if not 1 <= self.players[0] <= self.players[1] <= contract.MAX_SEATS:
            self._fail(f"players must be from 1 to {contract.MAX_SEATS}", "set `players` in spec.py")
        if self.state_dtype.itemsize % 8:
            self._fail("the size of the state record is not a multiple of 8 bytes", "make it with contract.record_dtype")
        if self.mixing not in MIXING:
            self._fail(f"mixing must be one of {', '.join(MIXING)}", "set `mixing` in spec.py")
        fields = getattr(self.game_type, "_fields", ("",))
        if fields[0] != "n_seats":
            self._fail("the tag type's first field is not n_seats", "put `n_seats: int` first")
        if self.build is None and fields[1:] != tuple(option.name for option in self.options):
            self._fail("the fields of the tag type are not n_seats and the options", "rename them, or write `build`")

    def leave_out_history(self) -> None:
        """Take the field `history` out of the states of a game that draws its worlds itself: searches copy states often."""
        if "history" in (self.state_dtype.names or ()) and contract.has_verb(self.game_type, "determinise"):
            from mctsky.core.replay import without_history  # late: most games need none of it

            object.__setattr__(self, "state_dtype", without_history(self.state_dtype))
            contract.STATES[self.game_type] = (self.state_dtype, self.bounds)

    def _check_history(self) -> None:
        if self.simultaneous and not contract.has_verb(self.game_type, "determinise"):
            self._fail("its seats choose at the same time, which the default determinise cannot undo", "write a determinise")
        kind = self.state_dtype["history"]
        if kind.base != np.int16 or kind.shape != (self.bounds.max_plies + 1,):
            self._fail("its field history does not hold max_plies moves", "declare it with history_field(max_plies)")

    def _fail(self, problem: str, remedy: str) -> None:
        raise GameDefinitionError(problem, given=self.name, where=self.game_type.__module__, remedy=remedy)
