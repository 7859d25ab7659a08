"""One folder per game, the same file names in each; found by looking, never listed."""
