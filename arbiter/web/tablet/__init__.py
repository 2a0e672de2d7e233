"""The tablet at a board."""
