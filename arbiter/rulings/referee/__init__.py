"""Decisions of officials: results, penalties, proposals, appeals."""
