"""Reports for a federation: single files and the package. The journal stores the hash of each that was made."""
