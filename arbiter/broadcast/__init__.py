"""Broadcast: what the service sends by itself after a publication: a static copy, and messages to other services.

The public pages, the API and its feeds are read by those who ask for them. The parts in this package write to a folder
and to the addresses that the chief arbiter has named. They never delay the tournament.
"""
