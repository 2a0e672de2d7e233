"""Arbiter: the tournament arbiter and clock service for draughts and checkers clubs."""

__version__ = "0.4.0.dev0"
