"""Text copies of the journals ("witnesses"), and the repair of a journal from its copy, or the other way round."""
