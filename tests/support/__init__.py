"""Tools that several test files share."""
