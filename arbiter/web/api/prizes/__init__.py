"""API of categories, prizes and entry fees."""
