"""Office pages of rounds: pairing, openings, changes by hand, arrangements, and results from paper slips."""
