"""The pairing systems other than the Swiss system, one in each file. `pairing.systems` lists all systems."""
