"""The hub: a service to which halls send their journals, so that the public can watch the tournaments there."""

SERVICE = "arbiter hub"
"""The name that a hub gives in its first answer, before a hall sends anything to it."""
