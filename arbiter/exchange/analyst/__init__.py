"""The analyst's file: tournaments as tables with keys in one SQLite file, for Datasette and other programs.

`spreadsheets.py` declares the tables, `rows.py` and `past_rulings.py` fill them, `file.py` writes the file.
"""
