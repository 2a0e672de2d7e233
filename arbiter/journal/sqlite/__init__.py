"""Journals and register in SQLite files: the only place that sees that engine."""
