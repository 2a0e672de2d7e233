"""The chess clock at a board, as an immutable value that gives the time left at any instant."""
