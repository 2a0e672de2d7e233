"""Permissions: `may.py` decides who may do what. `rights.py` and `table.py` hold the tables that it reads."""
