"""The hub: a service to which halls send their journals, so that the public can watch the tournaments there."""

SERVICE = "arbiter hub"
"""The name that a hub gives in its first answer, so that a hall sends nothing to anything but a hub."""
