"""Rulings about time: clocks, flags, who is late."""
