"""The record of a tournament as tables: points, byes, the crosstable, and the rounds of one entry."""
