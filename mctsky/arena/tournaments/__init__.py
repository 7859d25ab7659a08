"""Tournaments: the file, the schedule, the standings and the report."""
