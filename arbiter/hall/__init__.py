"""Use cases, such as pairing a round or importing a list, without HTTP: for the web service and the command line."""
