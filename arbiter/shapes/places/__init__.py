"""Answers about places in the playing hall: wall screens, boards by number in any round, and tablets."""
