"""Work that the service starts by itself: alarms (flags that fall, late and slow players) and backups."""
