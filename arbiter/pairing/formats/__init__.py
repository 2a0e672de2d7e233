"""Ways of pairing other than the Swiss: each a file, each a row of `systems`."""
