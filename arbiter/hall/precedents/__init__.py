"""Precedents: the rulings of all tournaments of a service, without names of people, and their search."""
