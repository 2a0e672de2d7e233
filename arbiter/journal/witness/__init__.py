"""Witnesses: plain-text copies of the journals, and repairs of one from the other."""
