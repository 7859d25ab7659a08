"""Slow and obvious rules, written from the rule text alone; the fast ones must agree with them."""
