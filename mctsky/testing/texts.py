"""Positions, views and moves as text and pictures."""

import re
import xml.etree.ElementTree as ElementTree
from random import Random

from mctsky.core.position import Game, Position, View
from mctsky.errors import MctskyError
from mctsky.testing.findings import broken, require
from mctsky.testing.histories import options_here, walk
from mctsky.testing.subjects import longest

LOOK = re.compile(r"\x1b\[[0-9;]*m")
CLOSELY = 400  # positions of one game, were it as long as games can get


def check_texts(game: Game, seed: int, pictures: float) -> int:
    """Check the texts of positions, views and moves of a random game, and a portion of the pictures; return how many."""
    random, n = Random(seed), 0
    share = CLOSELY / longest(game)  # of a long game a share of the positions
    for history in walk(game, seed):
        position = history.position
        if history.codes and not position.is_over and random.random() > share:
            continue
        n += 1
        text = position.text()
        check_line(text)
        _check_read(text, game, position, None)
        check_moves(position)
        for viewer in range(game.n_seats):
            view = position.view(viewer)
            check_line(view.text())
            _check_read(view.text(), game, view, viewer)
            check_moves(view)
            if random.random() < pictures:
                check_pictures(view)
        if random.random() < pictures:
            check_pictures(position)
    return n


def check_line(text: str) -> None:
    """Check that the text of a position or view is one line without spaces around it."""
    require(text == text.strip() and "\n" not in text and bool(text), "format_position", "", f"text {text!r}")


def _check_read(text: str, game: Game, board: Position | View, viewer: int | None) -> None:
    """Check that a text is read back as what it was written from."""
    try:
        again = game.position(text) if viewer is None else game.view(text, viewer)
    except MctskyError as error:
        broken("format_position", "", f"{text!r} is not read back: {error}")
    require(again == board, "format_position", "", f"{text!r} is read back as {again.text()!r}, or other bytes")
    require(again.text() == text, "format_position", "", f"{text!r} is written as {again.text()!r} after reading it")


def check_moves(board: Position | View) -> None:
    """Check the texts of all moves of a position or view."""
    codes = options_here(board)
    texts = [board.format_move(code) for code in codes]
    twice = sorted({text for text in texts if texts.count(text) > 1}) if len(set(texts)) < len(texts) else []
    require(not twice, "format_move", "", f"two moves have the text {twice[:1]}")
    for code, text in zip(codes, texts, strict=True):
        require(bool(text) and text == text.strip() and ";" not in text, "format_move", "", f"text {text!r} of code {code}")
        for spelling in (text, f" {text} "):
            try:
                read = board.parse_move(spelling)
            except MctskyError as error:
                broken("parse_move", "", f"{spelling!r} is refused: {error.problem}")
            require(read == code, "parse_move", "", f"{spelling!r} is read as code {read}, not {code}")


def check_colors(board: Position | View) -> None:
    """Demand that colours add nothing but codes of looks, and that none outlasts its line."""
    coloured = board.render(color=True)
    require(LOOK.sub("", coloured) == board.render(), "render", "", "the picture in colour has other signs")
    for line in coloured.split("\n"):
        require(LOOK.findall(line)[-1:] in ([], ["\x1b[0m"]), "render", "", f"a colour outlasts its line {line!r}")


def check_pictures(board: Position | View) -> None:
    """Check the pictures of a position or view."""
    picture = board.render()
    require(bool(picture.strip()), "render", "", "an empty picture")
    odd = next((sign for sign in picture if not sign.isprintable() and sign != "\n"), "")
    require(not odd, "render", "", f"the sign {odd!r} in a picture")
    check_colors(board)
    try:
        root = ElementTree.fromstring(board.svg())
    except ElementTree.ParseError as error:
        broken("render", "", f"the SVG is not XML: {error}")
    is_svg = root.tag == "{http://www.w3.org/2000/svg}svg" and len(root) > 0 and "viewBox" in root.attrib
    require(is_svg, "render", "", "the SVG is empty, is not an svg element or has no viewBox")
