"""Requests sent to a tournament by people or by the service; ruling on one returns events or raises `Refused`."""
