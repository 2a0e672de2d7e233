"""Games as text: PDN 3.0 as people really write it, replayed through the rules, and written by the standard.

Reading goes from bytes to text (`encoding`), to tokens (`tokens`), to games as written (`reader`, `records`), to games
as played (`replay`). Writing goes back (`canonical`, `writer`). `strict` finds where a file departs from the standard's
own grammar.
"""
