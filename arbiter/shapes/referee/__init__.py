"""What is said of what a referee decides: irregular moves, late moves, calls, conduct and appeals."""
