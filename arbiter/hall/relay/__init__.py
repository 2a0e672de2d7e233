"""A relay: follows a hall's journal beside the service, and feeds a hub with what the hall lets be known.

It only reads here, and only ever waits for the hub by itself: the hall does not notice it.
"""
