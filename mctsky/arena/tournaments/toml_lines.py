"""In which line of a TOML text a table or key stands: tomllib reads the values and forgets the lines."""

import re
from collections.abc import Mapping

Path = tuple[str | int, ...]  # names of tables and keys, numbers of elements: ("bots", 2, "spec")

_TOKEN = re.compile(
    r'"""(?:\\.|(?!""").)*"{3,5}'  # texts over several lines, then in one line, basic and literal
    r"|'''(?:(?!''').)*'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|\n|[\[\]{}=]"
    r"|[^\s\"'#\[\]{}=]+",
    re.DOTALL,
)
_KEY_PART = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'|[A-Za-z0-9_-]+')


def find_lines(text: str) -> dict[Path, int]:
    """Return the line, from 1, of each table and key of a valid TOML text; keys within inline tables are not listed."""
    lines: dict[Path, int] = {}
    n_elements: dict[Path, int] = {}  # of arrays of tables
    table: Path = ()
    line, begun, depth = 1, 1, 0
    statement: list[str] = []  # tokens up to the `=` of a key, or of a header
    in_value = False
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == "\n" and not depth:
            if statement and not in_value:
                table = _open_table(statement, n_elements)
                lines.setdefault(table, begun)
            statement, in_value = [], False
        elif in_value:
            depth += (token in "[{") - (token in "]}")
        elif token == "=":
            lines.setdefault(table + _key(statement), begun)
            in_value = True
        elif token[0] not in "#\n":
            begun = begun if statement else line
            statement.append(token)
        line += token.count("\n")
    if statement and not in_value:
        lines.setdefault(_open_table(statement, n_elements), begun)
    return lines


def _key(tokens: list[str]) -> Path:
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in _KEY_PART.findall("".join(tokens)))


def _open_table(header: list[str], n_elements: dict[Path, int]) -> Path:
    """Return the path of a header; a name that stands for an array of tables means its last element."""
    is_array = header[:2] == ["[", "["]
    names, path = _key(header), ()  # type: tuple[Path, Path]
    for depth, name in enumerate(names):
        path += (name,)
        if is_array and depth == len(names) - 1:
            n_elements[path] = n_elements.get(path, 0) + 1
        if path in n_elements:
            path += (n_elements[path] - 1,)
    return path


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Return the line of a table or key, or of the innermost one around it that is listed; 1 if there is none."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)
