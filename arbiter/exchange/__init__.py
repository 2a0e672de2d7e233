"""What comes in and what goes out: lists of players and ratings, and whole tournaments in open formats."""
