"""The places of a hall: its screens, a board whatever is played there, the tablets on it."""
