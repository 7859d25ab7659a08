"""Search: one compiled core on flat arrays, variants chosen by parameters."""
