"""A desk for each tournament: it receives the requests of that tournament, rules on them, and records the events."""
