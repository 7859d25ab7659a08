"""Advice for one seat from what that seat knows: for Python, for notebooks, and as JSON lines for other programs."""
