"""What we do now: a desk put to use, without any web framework; for the service and for the command line."""
