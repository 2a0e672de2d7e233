"""The JSON API, whose addresses `docs/reference/api.md` lists."""
