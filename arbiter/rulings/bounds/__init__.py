"""Who may do what, decided in one pure place: `may.py` asks, `rights.py` and `table.py` are its rows."""
