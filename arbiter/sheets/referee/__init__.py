"""What a referee prints: rulings, clocks, proofs, packets for a committee."""
