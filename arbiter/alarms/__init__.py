"""Alarms and automatic work that nobody requests: flags that fall, late players, and backups."""
