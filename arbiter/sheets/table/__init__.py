"""Standings, crosstables and ratings on paper."""
