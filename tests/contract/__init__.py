"""The suite that every game must pass; games are found by looking, nothing is registered here."""
