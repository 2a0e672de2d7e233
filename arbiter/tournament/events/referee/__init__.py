"""Events of officiating: appeals, conduct, proposals, and the assignments of officials."""
