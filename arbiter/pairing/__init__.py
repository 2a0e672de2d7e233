"""Pairing and ranking: who meets whom in a round, and the order of the players in the standings."""
