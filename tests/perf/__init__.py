"""Tests of the comparison programs in perf/; they never time anything."""
