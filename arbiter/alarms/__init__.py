"""Actions that no request causes: flags that fall, late players, and backups."""
