"""One piece followed jump by jump: what explains a capture, while `generator` lists those that may be played."""
