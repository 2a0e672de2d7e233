"""The journals and the register in SQLite files: the only package that imports SQLite."""
