"""Pages of the tablet at a board, and of practice against the computer."""
