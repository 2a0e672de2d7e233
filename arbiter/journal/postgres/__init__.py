"""The journals and the register in PostgreSQL: for whoever outgrows one machine; a club never needs it."""
