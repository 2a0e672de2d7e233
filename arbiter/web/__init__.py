"""Pages and API. This folder alone uses Flask."""
