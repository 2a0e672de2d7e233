"""The functions that turn a tournament into JSON-ready values for the API, the pages and the live event streams."""
