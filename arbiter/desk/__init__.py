"""Desks: each receives the requests of one tournament, rules on them, and records the events."""
