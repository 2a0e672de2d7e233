"""Import and export: lists of players and ratings, and whole tournaments in open formats."""
