"""Links between services of different halls: one can feed its tournaments to another, which is then its hub."""
