"""Profiling: where the time of a search goes, how its cost grows, and what has changed since."""
