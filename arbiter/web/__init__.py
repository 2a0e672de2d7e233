"""The pages and the API. Only this package uses Flask."""
