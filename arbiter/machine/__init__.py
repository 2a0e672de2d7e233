"""The machine that the service runs on: addresses, certificates, disk, keys, log, and the checkup before play."""
