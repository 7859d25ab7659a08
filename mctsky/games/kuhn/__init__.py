"""Kuhn poker: one card each, one bet; the smallest game of hidden hands."""
