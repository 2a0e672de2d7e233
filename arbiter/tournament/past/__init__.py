"""Views of past play, derived from the events: analyses, clock reports, delayed boards, proofs."""
