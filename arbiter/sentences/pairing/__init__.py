"""Sentences about pairing rounds, with a file for each way of pairing."""
