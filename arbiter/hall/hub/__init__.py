"""A hub: halls feed it their journals, and everybody watches there what the halls let be known."""
