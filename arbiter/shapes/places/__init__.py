"""Answers about places in the playing hall: screens, boards in whatever round, and tablets."""
