"""Ratings: Elo's table, the formulas of the federations, and the rating changes after a tournament."""
