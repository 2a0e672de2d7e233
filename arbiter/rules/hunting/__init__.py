"""One piece followed capture by capture: what explains a taking, while `generator` lists those that may be played."""
