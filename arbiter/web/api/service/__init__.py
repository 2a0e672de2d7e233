"""API of the service itself: accounts, its state, signed journal heads, and showing tournaments on a hub."""
