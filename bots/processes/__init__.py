"""Bots in processes of their own: programs, isolated bots and sandboxes, and the protocol that they speak."""
