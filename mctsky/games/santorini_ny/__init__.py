"""Santorini: New York, for 2 to 5 players."""
