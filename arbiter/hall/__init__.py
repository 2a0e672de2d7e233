"""Use cases, such as pairing a round or importing a list, without HTTP. The web service and the commands share them."""
