"""Answers about one game: the opening drawn, draw counts, score sheet, diagrams, analysis."""
