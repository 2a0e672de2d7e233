"""How games stood and went: read out of what happened, for whoever looks back."""
