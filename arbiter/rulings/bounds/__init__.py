"""Permissions: `may.py` decides who may do what; `rights.py` and `table.py` are the tables that it reads."""
