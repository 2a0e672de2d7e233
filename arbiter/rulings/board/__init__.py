"""Rulings about what is played and said at one board."""
