"""Pairing and ranking: which players meet in a round, and the order of the players in the standings."""
