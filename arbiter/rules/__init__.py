"""The rules of the draughts games.

Each game is a row of facts in a table. One move generator serves all games by reading their rows. A judge of moves
names the rule that a move breaks.
"""
