"""Reading what was sent: JSON and forms."""
