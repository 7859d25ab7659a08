"""High card: a small complete game with hidden hands, chance and choices, to copy and change (see docs/adding-a-game.md)."""

NAME = "template"  # the game's id: how it is loaded, and the name of its entry point
