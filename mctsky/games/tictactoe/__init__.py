"""Tic-tac-toe: the smallest complete game, and the one to read first."""
