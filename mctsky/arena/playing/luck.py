"""Where the luck of a match comes from: a secret that no bot can guess, or a seed for bots that are trusted.

The luck of a game and a bot's own seed are hashes of different texts with the secret as the key: whoever knows the seeds of
all bots knows nothing about the deals. A seed is only a number, mostly a small one. A bot finds it by trying, and everything
follows from it; in exchange it repeats a match exactly.
"""

import hashlib
import secrets
from dataclasses import dataclass, field, replace

from mctsky.core.checks import seed_number
from mctsky.core.rng import derive_seed
from mctsky.errors import OptionError

SECRET_BYTES = 16
TAG = "_"  # in a match's id, before the digest of its secret
_TAG_BYTES = 6


@dataclass(frozen=True)
class Luck:
    """The luck of all games of a match or tournament; made by `new_luck`, `seeded` or `read_secret`."""

    seed: int | None
    secret: bytes = field(default=b"", repr=False)  # of the match; empty if there is a seed
    tag: str = ""  # tells matches with different secrets apart; empty if there is a seed
    is_new: bool = field(default=False, compare=False)  # drawn here, not asked for; a match that is resumed has different luck
    _key: bytes = field(default=b"", repr=False)  # of this table of a tournament; else the secret

    def game_seed(self, block: int) -> int:
        """Return the seed of the luck that the games of a block share."""
        return derive_seed("game", self.seed, block) if self.seed is not None else _number(self._key, "game", block)

    def bot_seed(self, index: int, seat: int) -> int:
        """Return a bot's own seed in a game."""
        return derive_seed("bot", self.seed, index, seat) if self.seed is not None else _number(self._key, "bot", index, seat)

    def draw_seed(self) -> int:
        """Return the seed by which the tables of a tournament are drawn; who sits where is not secret."""
        return derive_seed("mixed tables", self.seed) if self.seed is not None else _number(self._key, "mixed tables")

    def at_table(self, *parts: object) -> "Luck":
        """Return the luck of one table of a tournament."""
        if self.seed is not None:
            return Luck(derive_seed("table", self.seed, *parts))
        return replace(self, _key=_keyed(self._key, SECRET_BYTES, "table", *parts))

    def __str__(self) -> str:
        """Return the words for a table's title."""
        return "no seed" if self.seed is None else f"seed {self.seed}"


def new_luck() -> Luck:
    """Return new luck."""
    return replace(_of_secret(secrets.token_bytes(SECRET_BYTES)), is_new=True)


def seeded(seed: int, where: str = "match") -> Luck:
    """Return the luck of a seed, which repeats a match; for bots that are trusted."""
    return Luck(seed_number(seed, where))


def read_secret(text: str, where: str = "match") -> Luck:
    """Return the luck of a secret as records and secret files hold it."""
    try:
        secret = bytes.fromhex(text) if text.isalnum() else b""
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        problem = f"a secret has {2 * SECRET_BYTES} digits, 0-9 and a-f"
        remedy = "copy it from the member `secret` of a record, or leave it out for new luck"
        raise OptionError(problem, given=text, where=where, remedy=remedy)
    return _of_secret(secret)


def choose_luck(seed: int | None, secret: str | None, where: str = "match") -> Luck:
    """Return the luck that a user asks for: of a seed, of a secret, or new."""
    if seed is not None and secret is not None:
        raise OptionError("seed and secret exclude each other", given=seed, where=where, remedy="keep one of them")
    if seed is not None:
        return seeded(seed, where)
    return new_luck() if secret is None else read_secret(secret, where)


def _of_secret(secret: bytes) -> Luck:
    return Luck(None, secret, _keyed(secret, _TAG_BYTES, "tag").hex(), _key=secret)


def _keyed(key: bytes, n_bytes: int, *parts: object) -> bytes:
    text = "\x1f".join(f"{type(part).__name__}:{part}" for part in parts)
    return hashlib.blake2b(text.encode(), key=key, digest_size=n_bytes).digest()


def _number(key: bytes, *parts: object) -> int:
    return int.from_bytes(_keyed(key, 8, *parts), "little")
