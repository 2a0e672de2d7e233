"""Journals and register in SQLite files: the only package that imports SQLite."""
