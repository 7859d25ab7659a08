"""Classic Santorini for two players, without god powers."""
