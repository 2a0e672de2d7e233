"""The options that many commands have in common, and functions that print output."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from typing import Protocol

from arbiter import words
from arbiter.settings import instance_folder

LANGUAGE = words.SOURCE


class Verbs(Protocol):
    """The type of a function that adds a command to the command line.

    It takes the command's name, the function that runs it, and its help text.
    """

    def __call__(
        self, name: str, command: Callable[[argparse.Namespace], int], help: str
    ) -> argparse.ArgumentParser: ...


def as_json(made: argparse.ArgumentParser) -> None:
    made.add_argument("--json", action="store_true", help="print one JSON document on standard output")


def instance_of(made: argparse.ArgumentParser) -> None:
    made.add_argument("--instance", type=instance_folder, default="", help="folder of journals, register and key")


def counted(count: int, one: str, more: str) -> str:
    """Return the number with the right noun: *one* if it is 1, otherwise *more*. Example: "3 lines"."""
    return f"{count} {one if count == 1 else more}"


def as_document(document: object) -> None:
    print(json.dumps(document, ensure_ascii=False))
