"""The JSON API of `contract.md`."""
