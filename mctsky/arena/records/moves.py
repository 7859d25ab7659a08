"""Replaying the moves of a game: where they begin, who made them, their texts and the whole turns."""

from collections.abc import Sequence

from mctsky.core.contract import CHANCE, has_verb
from mctsky.core.position import Game, Position
from mctsky.errors import OptionError

OPENING_MOVES = "moves:"


def open_game(game: Game, seed: int | None, opening: str = "") -> Position:
    """Return the position in which the bots take over: the game's start, or after an opening.

    An opening is a position text, or `moves:` and moves of the start position separated by commas.
    """
    position = first_position(game, opening, seed)
    if opening.startswith(OPENING_MOVES):
        for text in opening.removeprefix(OPENING_MOVES).split(","):
            position.play(text.strip())
    if position.is_over:
        raise OptionError("the game is over after this opening", given=opening, where=game.name)
    return position


def first_position(game: Game, opening: str = "", seed: int | None = None) -> Position:
    """Return where the moves of a record begin: the game's start, or the position that the opening gives."""
    if not opening or opening.startswith(OPENING_MOVES):
        return game.start(seed)
    return game.position(opening, seed)


def describe_moves(start: Position, codes: Sequence[int]) -> list[tuple[int, str]]:
    """Return who makes each move and its text, for moves played from `start` on; chance is seat -1."""
    game, state, told = start.game, start.copy(), []
    play = game.verb("play")
    for code in codes:
        told.append((state.to_act, state.format_move(code)))
        play(game.rules, state.state, code)
    return told


def whole_turns(start: Position, codes: Sequence[int]) -> list[str]:
    """Return the whole turns among moves played from `start` on, for games that say where turns of several moves end.

    A game's own `format_turns` in notation.py comes first; else the texts of a seat's moves are joined. Chance is left out,
    and so is a turn that the moves do not complete.
    """
    game = start.game
    format_turns = game.spec.find_function("notation", "format_turns")
    if format_turns is not None:
        return list(format_turns(game.rules, start.state, list(codes)))
    if not has_verb(game.spec.game_type, "mid_turn"):
        return []
    here, turns, turn = start.copy(), [], []
    play, mid_turn = game.verb("play"), game.verb("mid_turn")
    for code in codes:
        actor = here.to_act
        if actor != CHANCE:
            turn.append(here.format_move(code))
        play(game.rules, here.state, code)
        if not mid_turn(game.rules, here.state, actor):
            turns += [" ".join(turn)] if turn else []
            turn = []
    return turns
