"""Office pages of categories, prizes, entry fees and the end of a tournament."""
