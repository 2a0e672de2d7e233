"""Ratings: Elo's table, the formulas of federations, and what a tournament makes of a rating."""
