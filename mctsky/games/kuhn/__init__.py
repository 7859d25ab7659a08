"""Kuhn poker: three cards, one bet; the smallest game of hidden hands."""
