"""Goofspiel: simultaneous secret bids for prizes, shown after each round or never."""
