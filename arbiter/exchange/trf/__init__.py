"""Tournament report files: reading players and tournaments from them, and writing a tournament as one."""
