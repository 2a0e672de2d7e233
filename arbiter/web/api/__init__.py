"""The JSON API of the service. Its operations are listed in `docs/reference/api.md`."""
