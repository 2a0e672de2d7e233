"""The pages of the tablet at a board, and of practice."""
