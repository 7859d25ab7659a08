"""Leduc poker: six cards, two rounds of betting and a public card."""
