"""One game: how it began and may end, its score sheet, its diagrams, what a look at it found."""
