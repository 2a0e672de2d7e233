"""Office pages of the service: accounts, this computer, the journals, the hub and the computer player."""
