"""API of one board: its moves, clocks and endings, its place in the hall and its tablets."""
