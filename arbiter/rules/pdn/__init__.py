"""Games as text: PDN 3.0 read as people really write it, replayed through the rules, and written as the standard wants.

From bytes to text (`encoding`), to tokens (`tokens`), to games as written (`reader`, `records`), to games as played
(`replay`); and back (`canonical`, `writer`). `strict` says where a file leaves the standard's own grammar.
"""
