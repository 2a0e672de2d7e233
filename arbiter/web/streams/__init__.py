"""Server-sent events, and what stands in front of the threads."""
