"""Views of past play, derived from the journal: analyses, clock reports, delayed views of boards, proofs of endings."""
