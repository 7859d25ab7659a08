"""Tiny games for tests only, in the same file layout as the real ones."""
