"""Storage of journals and of the register: the only package that imports SQLite or PostgreSQL."""
