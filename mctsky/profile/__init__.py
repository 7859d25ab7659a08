"""Profiling: where the time of a search goes, how its cost grows, and how two versions compare."""
