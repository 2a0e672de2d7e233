"""API of the service itself: accounts, its health, signed heads, hubs and relays."""
