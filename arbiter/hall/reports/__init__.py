"""Reports for a federation: single files and the package, remembered with their hashes."""
