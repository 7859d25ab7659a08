"""Bots written on the public API."""
