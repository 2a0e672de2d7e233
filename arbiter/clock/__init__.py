"""The chess clock at a board: an immutable value that says how much time is left at any instant."""
