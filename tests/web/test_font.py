"""The font of the pages: small, kept for good by browsers, and with its licence beside it."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from arbiter import web
from tests.web.conftest import Door

STATIC = Path(web.__file__).parent / "static"
LARGEST_BYTES = 40_000


def test_the_font_is_small_free_and_kept_for_good(door: Door) -> None:
    (font,) = (STATIC / "vendor").glob("*.woff2")
    page = door.client.get("/help").get_data(as_text=True)
    with door.client.get(f"/static/vendor/{font.name}") as answer:
        kept, kind = answer.headers["Cache-Control"], answer.mimetype

    assert font.stat().st_size < LARGEST_BYTES
    assert (
        font.stem.rpartition("-")[2] == hashlib.sha256(font.read_bytes()).hexdigest()[:8]
    )  # another file: another name
    assert (kept, kind) == ("public, max-age=31536000, immutable", "font/woff2")
    assert re.findall(r"inter-\w+\.woff2", page) == re.findall(r"inter-\w+\.woff2", (STATIC / "site.css").read_text())
    assert "SIL OPEN FONT LICENSE" in (STATIC / "vendor" / "inter.LICENSE.txt").read_text()
    assert "font-display: optional" in (STATIC / "site.css").read_text()  # nothing jumps when it comes
