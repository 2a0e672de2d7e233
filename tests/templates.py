"""The templates of the pages are compiled once a run, not once a process: in tests, and in services that they start."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache

FOLDER = "ARBITER_TEST_TEMPLATES"
"""The variable with the folder of the run, which is handed on to every process."""


def begin() -> None:
    """Make the folder of this run."""
    os.environ[FOLDER] = tempfile.mkdtemp(prefix="arbiter-templates-")
    Path(os.environ[FOLDER]).chmod(0o711)  # the files of a database lie in it too, and belong to somebody else


def keep() -> None:
    """Have the applications of this process keep what they compile there."""
    if FOLDER in os.environ:
        Flask.jinja_options = {"bytecode_cache": FileSystemBytecodeCache(os.environ[FOLDER])}


def end() -> None:
    """Remove the folder."""
    shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)
