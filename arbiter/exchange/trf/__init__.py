"""Tournament report files (TRF), by which programs exchange tournaments: reading and writing them."""
