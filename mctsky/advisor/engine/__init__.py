"""`mctsky engine`: the advisor for other programs, by JSON lines; docs/advisor.md documents every field."""
