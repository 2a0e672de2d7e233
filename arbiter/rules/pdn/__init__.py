"""Games as text in PDN 3.0: files are read as people really write them, and written by the standard.

A file is read in four steps: bytes to text (`encoding`), text to tokens (`tokens`), tokens to games as written
(`reader`, `records`), and these to games as played by the rules (`replay`). Writing goes the other way (`canonical`,
`writer`). `strict` finds the first place where a file departs from the standard's own grammar.
"""
