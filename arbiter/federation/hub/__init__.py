"""A hub: halls feed it their journals, and everybody watches there what the halls let be known."""

SERVICE = "arbiter hub"
"""The word by which a hub says what it is, before a hall tells it anything."""
