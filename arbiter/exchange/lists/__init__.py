"""Lists of players, whoever wrote them: cells, columns, people."""
