"""A relay: follows a hall's journal beside the service, and feeds a hub with what the hall lets be known.

It only reads here, and only ever waits for the hub by itself: the hall does not notice it.
"""

KEY = "ARBITER_RELAY_KEY"
"""The variable by which a relay is given its key, where it is not to stand in the list of processes."""
