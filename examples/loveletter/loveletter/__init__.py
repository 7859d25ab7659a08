"""Love Letter: a game of 16 cards and hidden hands, as an example of a game in a package of its own."""
