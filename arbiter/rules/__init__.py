"""The rules of the draughts games.

Each game is a row of facts. One move generator reads all rows, and a judge of moves names the rule that a move breaks.
"""
