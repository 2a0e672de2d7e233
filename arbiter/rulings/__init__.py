"""Requests sent to a tournament by people or by the service. Ruling on one returns events or raises `Refused`."""
