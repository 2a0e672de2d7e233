"""The pages that everybody may read."""
