"""Desks: the parts of the service that take the requests of one tournament, rule on them, and record the events."""
