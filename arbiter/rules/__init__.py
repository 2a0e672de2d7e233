"""What may be played: variants as rows, one generator that reads them, and a verdict that says why."""
