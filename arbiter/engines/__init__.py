"""Who plays for the house: its own search in processes of low priority, and other people's programs over a pipe."""
