"""Sentences about play at a board and its results."""
