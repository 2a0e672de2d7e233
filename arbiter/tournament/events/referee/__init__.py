"""What officials propose and decide about people: appeals, conduct, proposals, whose boards are whose."""
