"""Proofs of the search core: the same trees as a plain reference, the promises of `Search`, and strength."""
