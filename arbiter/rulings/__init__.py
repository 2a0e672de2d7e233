"""Requests that people or the service send to a tournament. Ruling on a request returns events or raises `Refused`."""
