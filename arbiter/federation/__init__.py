"""Services of other halls: those that feed this service, and the hub that this service feeds."""
