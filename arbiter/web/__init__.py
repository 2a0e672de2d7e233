"""Who may look, who may touch: the only room that sees Flask."""
