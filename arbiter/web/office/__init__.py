"""The office: what the director and the arbiters keep open."""
