"""Pages that everybody may read without signing in."""
