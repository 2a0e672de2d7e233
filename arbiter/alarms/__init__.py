"""What must happen although nobody asks."""
