"""The history of a tournament: events, and the state that replaying them gives."""
