"""The office: pages for the director and the arbiters, who must sign in."""
