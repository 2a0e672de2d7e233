"""Rounds in the office: paired, drawn, changed by hand, settled, and their results from the slips."""
