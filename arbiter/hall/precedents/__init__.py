"""Precedents: the rulings of all tournaments of a service, without people, to be searched."""
