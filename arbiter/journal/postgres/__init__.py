"""The journals and the register in PostgreSQL, for instances with several machines; a single club never needs it."""
