"""Journals and register in PostgreSQL, for instances with several machines; a club never needs it."""
