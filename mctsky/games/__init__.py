"""One folder per game, with the same file names in each. Games are found by their folders; there is no list to keep."""
