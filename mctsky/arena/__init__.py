"""Matches between bots: who sits where, what happened, and what it proves."""

from mctsky.arena.match import Match
from mctsky.arena.plan import MatchPlan, make_plan
from mctsky.arena.record import GameRecord
from mctsky.arena.referee import Limits, play_game
from mctsky.arena.statistics import BotResult, MatchResult

__all__ = ["BotResult", "GameRecord", "Limits", "Match", "MatchPlan", "MatchResult", "make_plan", "play_game"]
