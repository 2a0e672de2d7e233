"""The shapes of answers: JSON-ready values for the API, the pages and the live event streams."""
