"""Sheets of a round, to be put on the wall or on the tables."""
