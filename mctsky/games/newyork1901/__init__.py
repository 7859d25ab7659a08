"""New York 1901: skyscrapers as polyominoes on a street map, territory cards from a market, 2 to 4 players."""
