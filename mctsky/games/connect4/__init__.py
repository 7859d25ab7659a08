"""Connect Four: seven columns, six rows, four in a row, on bitboards."""
