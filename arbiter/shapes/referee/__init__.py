"""Answers about officials' matters: irregular moves, late moves, calls, conduct and appeals."""
