"""What games prove: scores with intervals, Elo, sequential tests, ratings."""
