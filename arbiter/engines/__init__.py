"""The computer player: its own search in processes of low priority, and other people's engines over a pipe."""
