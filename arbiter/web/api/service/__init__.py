"""The service over the API: who may come in, how it is, and what feeds it."""
