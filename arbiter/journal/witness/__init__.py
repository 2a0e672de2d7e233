"""Plain-text copies of the journals ("witnesses"), and repairs of a journal from its copy or the other way round."""
