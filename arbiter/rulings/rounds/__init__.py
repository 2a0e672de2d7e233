"""Rounds: who meets whom, how it is drawn, and the director's hand in it."""
