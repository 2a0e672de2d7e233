"""API of one board: the game that is played at it, with moves, clocks and endings, and the board's tablets."""
