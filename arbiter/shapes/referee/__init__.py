"""Answers about refereeing: irregular moves, late moves, calls for the arbiter, conduct and appeals."""
