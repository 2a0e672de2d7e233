"""API of one board: the game played there, with its moves, clocks and endings, and the board's tablets."""
