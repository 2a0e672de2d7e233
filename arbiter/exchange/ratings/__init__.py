"""Rating lists: reading those of federations, and writing the new ratings after a tournament."""
