"""Skyscraper (1937)."""
