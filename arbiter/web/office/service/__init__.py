"""Office pages of the service: accounts, the machine, the journals, the hub and the computer player."""
