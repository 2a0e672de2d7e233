"""Sheets of a round, for the wall or for the boards."""
