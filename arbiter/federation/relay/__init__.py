"""The relay: reads a hall's journal beside the service, and feeds a hub with what the hall makes public.

It only reads the hall's data, and it alone waits for the hub, so that the service is not affected.
"""

KEY = "ARBITER_RELAY_KEY"
"""The environment variable with a relay's key, which keeps it out of the list of processes."""
