"""The parts of the score sheet: head, cells, foot, and their contents. Also the analysis of a game."""
