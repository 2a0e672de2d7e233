"""Tournament report files: tournaments and players out of them, and a tournament as one of them."""
