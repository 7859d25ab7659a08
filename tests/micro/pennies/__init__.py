"""Matching pennies: the smallest game of simultaneous hidden choice; `Game(SPEC)` makes one."""

from micro.pennies import beliefs, rules
from micro.pennies.spec import SPEC

__all__ = ["SPEC", "beliefs", "rules"]
