"""What is played at a board, and what it comes to."""
