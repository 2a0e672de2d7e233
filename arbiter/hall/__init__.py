"""Use cases, such as pairing a round or importing a list, without the web: for the service and the command line."""
