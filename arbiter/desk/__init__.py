"""Where requests become history."""
