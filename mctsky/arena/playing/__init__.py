"""Playing games: plans, the referee, workers and clusters, luck and time limits."""
