"""Sentences about pairing."""
