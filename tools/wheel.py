"""What is compiled when the wheel is built: translations always, the generator and the search where that is asked for.

A checkout reads both as they stand, so nothing compiled is in git. With `ARBITER_COMPILED` set mypyc makes extensions
of `COMPILED`, for this system and this Python; the modules lie beside them all the same.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "arbiter/rules/generator/*.py",
    "arbiter/rules/moves.py",
    "arbiter/thinking/plies.py",
    "arbiter/thinking/tree.py",
)
"""Where the time of a move goes. What a snapshot holds is no part of it: compiled, it forgets what it is made of."""
COMPILERS = ["mypy>=2.4.1", "setuptools>=80"]


class Wheel(BuildHookInterface[Any]):
    """Puts beside the source what is compiled of it, from a folder that is gone after the build."""

    def dependencies(self) -> list[str]:
        """What a build in an environment of its own needs besides."""
        return COMPILERS if os.environ.get("ARBITER_COMPILED") else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles; what is installed editable is a checkout."""
        if version == "editable":
            return
        self.made = tempfile.TemporaryDirectory()
        self._catalogues(build_data["force_include"])
        if os.environ.get("ARBITER_COMPILED"):
            self._extensions(build_data["force_include"])
            build_data["pure_python"], build_data["infer_tag"] = False, True

    def _catalogues(self, included: dict[str, str]) -> None:
        """A `messages.mo` for each `messages.po`."""
        for po in Path(self.root).glob("arbiter/translations/*/LC_MESSAGES/messages.po"):
            language = po.parents[1].name
            compiled = Path(self.made.name) / f"{language}.mo"
            with po.open("rb") as source, compiled.open("wb") as to:
                write_mo(to, read_po(source, locale=language))
            included[str(compiled)] = str(po.with_suffix(".mo").relative_to(self.root))

    def _extensions(self, included: dict[str, str]) -> None:
        """An extension for each module, and the one that holds what all of them share."""
        copy = Path(self.made.name) / "source"
        shutil.copytree(Path(self.root) / "arbiter", copy / "arbiter", ignore=shutil.ignore_patterns("*.po", "static"))
        files = sorted(str(file.relative_to(copy)) for pattern in COMPILED for file in copy.glob(pattern))
        subprocess.run([sys.executable, "-m", "mypyc", *files], cwd=copy, check=True, stdout=subprocess.DEVNULL)  # noqa: S603
        for suffix in ("so", "pyd"):
            for made in (*copy.glob(f"*.{suffix}"), *copy.glob(f"arbiter/**/*.{suffix}")):
                included[str(made)] = str(made.relative_to(copy))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # hatch's
        """The wheel is made."""
        if version != "editable":
            self.made.cleanup()
