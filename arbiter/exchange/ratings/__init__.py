"""Rating lists: those of federations to read, and the one after a tournament to write."""
