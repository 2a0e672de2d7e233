"""The demonstration: a tournament of real games that plays itself, with clocks faster than real time."""
