"""The lowest layer: compilation, bits, random numbers, the game contract and the friendly classes over it."""
