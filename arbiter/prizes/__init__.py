"""Categories, prizes, entry fees and the end of a tournament."""
