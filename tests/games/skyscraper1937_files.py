"""Data of the oracle of Skyscraper (1937) as files that the fast rules read."""

from pathlib import Path
from typing import Any

from naive.skyscraper1937_data import COVERS, PARTS, PUBLIC_BUILDINGS, Data, standard


def words_of(pieces: Any) -> list[str]:
    """Return pieces in the words of the file, which has one for all public buildings and one for all parts."""
    found, left = [], list(pieces)
    for word, group in (("part", PARTS), ("public building", PUBLIC_BUILDINGS)):
        if set(group) <= set(left):
            found.append(word)
            left = [piece for piece in left if piece not in group]
    return [*found, *left]


def card_line(name: str, card: dict[str, Any]) -> str:
    """Return a Luck card as a line."""
    kind = card["kind"]
    columns = {
        "tax": ("tax", "once", "pay tax collector"),
        "bill": ("bill", "-", "pay public utilities"),
        "salary": ("salary", f"double with {card.get('building')}", "from pot"),
        "pay": ("pay", "-", f"pay owners of {card.get('building')}"),
        "per residence": ("residences", "per complete residence", "from pot"),
    }
    if kind in columns:
        word, condition, effect = columns[kind]
        return f"{card['copies']} | {name} | {word} | {card['amount']} | {condition} | {effect}"
    effect = " or else ".join(" and ".join(things) for things in card["lose"]) if kind in COVERS["all-risk"] else ""
    effect = f"lose {effect}" if effect else f"{kind} {' or '.join(words_of(card['pieces']))}"
    return f"{card['copies']} | {name} | {kind} | - | - | {effect}"


def luck_text(data: Data) -> str:
    """Return the Luck cards as a file."""
    return "\n".join(card_line(name, card) for name, card in data["luck"].items()) or "no cards"


def prices_text(data: Data, players: int, card: dict[str, int] | None = None) -> str:
    """Return all else as a file; supplies are those of `players`, so nothing is added for the fifth and the sixth."""
    lines = [f"throw {total} {sold}" for total, sold in data["throws"].items()]
    lines += [f"price {piece} {dollars}" for piece, dollars in data["prices"].items()]
    lines += [f"supply {piece} {count} +0 +0" for piece, count in data["supplies"].items()]
    lines += [f"chips {dollars} {count} {count}" for dollars, count in data["chips"].items()]
    for kind, policy in data["policies"].items():
        lines.append(f"policy {kind} {policy['price']} {policy['cap']} {policy['stock']} +0 +0")
    lines += [f"card {name} {n}" for name, n in ({"spaces": 2, "floors": 5, "pent house": 2} | (card or {})).items()]
    return "\n".join([*lines, f"bonus {data['bonus']}", f"throws {data['max_throws']}"])


def write_files(folder: Path, data: Data | None, players: int, card: dict[str, int] | None = None) -> dict[str, str]:
    """Write data to a folder and return the options that name the files."""
    data = data or standard(players)
    texts = {"prices": prices_text(data, players, card), "luck": luck_text(data)}
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text)
    return {name: str(folder / f"{name}.txt") for name in texts}
