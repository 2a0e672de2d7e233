"""Games as text in PDN 3.0: files are read as people really write them, and written by the standard.

Reading goes from bytes to text (`encoding`), to tokens (`tokens`), to games as written (`reader`, `records`), to games
as played by the rules (`replay`). Writing goes the other way (`canonical`, `writer`). `strict` finds where a file
departs from the standard's own grammar.
"""
