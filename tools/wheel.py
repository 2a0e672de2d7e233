"""The catalogues of translations are compiled when the wheel is built.

A checkout reads them as they stand, so no compiled one is in git.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Wheel(BuildHookInterface[Any]):
    """Puts a `messages.mo` into the wheel for each `messages.po` of the source."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles them into a folder that is gone after the build; what is installed editable is a checkout."""
        if version == "editable":
            return
        self.made = tempfile.TemporaryDirectory()
        for po in Path(self.root).glob("arbiter/translations/*/LC_MESSAGES/messages.po"):
            language = po.parents[1].name
            compiled = Path(self.made.name) / f"{language}.mo"
            with po.open("rb") as source, compiled.open("wb") as to:
                write_mo(to, read_po(source, locale=language))
            build_data["force_include"][str(compiled)] = str(po.with_suffix(".mo").relative_to(self.root))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002  # hatch's
        """The wheel is made."""
        if version != "editable":
            self.made.cleanup()
