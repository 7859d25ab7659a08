"""Matches between bots: who sits where, what happened, and what it proves."""

from mctsky.arena.match import GameRecord, Match, play_game
from mctsky.arena.statistics import BotResult, MatchResult

__all__ = ["BotResult", "GameRecord", "Match", "MatchResult", "play_game"]
