"""What hangs on the wall or lies at the boards of a round."""
