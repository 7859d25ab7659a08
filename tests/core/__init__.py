"""Unit tests of mctsky.core and mctsky.errors."""
