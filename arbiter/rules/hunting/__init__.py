"""The captures of one piece, jump by jump, used to explain a player's move; `generator` lists the legal moves."""
