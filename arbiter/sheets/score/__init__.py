"""The parts of the score sheet: head, cells, foot, and their contents; and the analysis of a game."""
