"""Rounds: pairing by a system or by hand, publishing, starting, standings."""
