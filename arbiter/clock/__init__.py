"""How much time is left: a value that answers for any instant, and never ticks."""
