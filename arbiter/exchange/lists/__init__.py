"""Player lists from any program: cells, columns, people."""
