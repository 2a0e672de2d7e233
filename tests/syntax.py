"""The syntax of source files, parsed once a process: several tests read the whole program."""

from __future__ import annotations

import ast
from functools import cache


@cache
def parsed(text: str) -> ast.Module:
    """The syntax tree of a file; it belongs to every test, so nobody changes it."""
    return ast.parse(text)


@cache
def nodes(text: str) -> tuple[ast.AST, ...]:
    """Every node of that tree, in the order of `ast.walk`."""
    return tuple(ast.walk(parsed(text)))
