"""One file per game: every numbered rule, the naive oracle, stored tables."""
