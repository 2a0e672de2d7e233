"""The captures of one piece, jump by jump, for explaining a move; `generator` lists the legal moves."""
