"""Where it is written down: the only room that sees SQLite."""
