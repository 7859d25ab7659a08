"""Advice for one seat from what that seat knows: for Python, for notebooks, and for other programs by JSON lines."""
