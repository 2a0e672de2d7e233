"""Rulings about moves, claims and results at one board."""
