"""Matches between bots: who sits where, what happened, and what it proves."""

from mctsky.arena.match import Match
from mctsky.arena.playing.plan import MatchPlan, make_plan
from mctsky.arena.playing.referee import Limits, play_game
from mctsky.arena.records.record import GameRecord
from mctsky.arena.statistics.tally import BotResult, MatchResult

__all__ = ["BotResult", "GameRecord", "Limits", "Match", "MatchPlan", "MatchResult", "make_plan", "play_game"]
