"""The JSON API, whose addresses are listed in `docs/reference/api.md`."""
