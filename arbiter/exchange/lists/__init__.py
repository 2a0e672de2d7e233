"""Reading player lists written by any program: character encoding, cells, columns, people."""
