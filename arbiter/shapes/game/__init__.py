"""Answers about one game: opening and endings, score sheet, diagrams, analysis."""
