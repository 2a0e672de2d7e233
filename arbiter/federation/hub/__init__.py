"""The hub: a service to which halls send their journals, so that the public can watch the tournaments there."""

SERVICE = "arbiter hub"
"""The word by which a hub identifies itself, before a hall sends it anything."""
