"""Sheets for referees: rulings, clocks, proofs, records for an appeals panel."""
