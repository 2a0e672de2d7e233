"""Parsing of requests: JSON bodies, queries and forms."""
