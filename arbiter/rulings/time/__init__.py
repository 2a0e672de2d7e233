"""Rulings about time: clocks, flags, players who are late."""
