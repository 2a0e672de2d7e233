"""Broadcast: what the service hands out by itself after a publication, a static copy and messages to other services.

The public pages, the API and its feeds are read by whoever asks for them. The parts here write to a folder and to the
addresses that the chief arbiter has named. They never delay the tournament.
"""
