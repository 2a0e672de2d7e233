"""The computer player: its own search in processes of low priority, and external engines reached over a pipe."""
