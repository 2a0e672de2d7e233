"""The syntax of source files, parsed once a process: several tests read the whole program."""

from __future__ import annotations

import ast
import io
import tokenize
from functools import cache

WORDS = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
"""Tokens that are no code."""


@cache
def parsed(text: str) -> ast.Module:
    """The syntax tree of a file; it belongs to every test, so nobody changes it."""
    return ast.parse(text)


@cache
def nodes(text: str) -> tuple[ast.AST, ...]:
    """Every node of that tree, in the order of `ast.walk`."""
    return tuple(ast.walk(parsed(text)))


def code_lines(text: str) -> set[int]:
    """The numbers of the lines that hold code: no blank lines, comments, docstrings or imports."""
    told: set[int] = set()
    for node in nodes(text):
        docstring = (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        )
        if docstring or isinstance(node, (ast.Import, ast.ImportFrom)):
            told |= set(range(node.lineno, (node.end_lineno or 0) + 1))  # type: ignore[attr-defined]
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    code = (range(one.start[0], one.end[0] + 1) for one in tokens if one.type not in WORDS)
    return {line for lines in code for line in lines} - told
