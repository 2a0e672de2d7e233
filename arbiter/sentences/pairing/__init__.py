"""Who meets whom, and how that comes about."""
