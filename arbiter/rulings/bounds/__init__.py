"""Permissions: `may.py` decides who may do what. `rights.py` holds the tables that it reads."""
