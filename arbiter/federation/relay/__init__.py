"""The relay: a process beside the service that reads a hall's journal, and sends its public part to a hub.

The relay changes nothing in the hall's data. If the hub is slow, only the relay waits, not the service.
"""

KEY = "ARBITER_RELAY_KEY"
"""The environment variable with a relay's key, so that the key is not in the list of processes."""
