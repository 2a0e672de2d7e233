"""What is allowed: requests, and the events or the refusal that each comes to."""
