"""One board over the API: its moves, clocks and endings, its place in the hall and its tablets."""
