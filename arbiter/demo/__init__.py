"""The demonstration: a tournament from real games that plays itself, on a clock of its own speed."""
