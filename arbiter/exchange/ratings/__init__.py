"""Rating lists: what comes in from a federation, and what goes out after a tournament."""
