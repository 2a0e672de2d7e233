"""The hub: halls feed it their journals, so that everybody can watch what the halls make public."""

SERVICE = "arbiter hub"
"""The word by which a hub identifies itself, before a hall sends it anything."""
