"""Recorded games: what a line holds, reading, checking, writing, replaying and summing up."""
