"""The bytes that a first visit to a page loads: the page, its styles, its scripts with all imported, the font."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games import real_games
from tests.web.front import Front, front

ROUND = "/tournaments/club-open/rounds/1"
FONT = "/static/vendor/inter-083b8799.woff2"
MOST_BYTES = {
    "/tournaments/club-open": 38_000,
    "/tournaments/club-open/standings": 39_000,
    f"{ROUND}/boards/1": 44_000,
    "/tournaments/club-open/wall": 43_000,
}
"""The most bytes of a first visit beside the font. Before the font came they were 43,219, 43,880, 45,508 and 48,624."""
TABLET = ("site.css", "board.css", "tablet.css", "tablet.js", "idle.js")
MOST_BYTES_OF_A_TABLET = 72_000
"""The same for the styles and scripts of the tablet: 84,787 before."""
LOADED = re.compile(r'<(?:link rel="(?:stylesheet|preload)" href|script type="module" src)="(/static/[^"?]+)')
IMPORTED = re.compile(r'^(?:import|export)[^;"]* from "\./([^"]+)";$', re.MULTILINE)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    """Four boards, at one of which forty plies have been played."""
    with front(tmp_path_factory.mktemp("hall")) as opened:
        opened.tournament(8)
        for ply, move in enumerate(real_games()[0].moves[:40]):
            assert opened.post(f"{ROUND}/boards/1/moves", {"move": move, "ply": ply}).status == 200
        yield opened


@pytest.mark.parametrize("address", MOST_BYTES)
def test_a_first_visit_loads_less_beside_the_font_than_before_there_was_one(hall: Front, address: str) -> None:
    files = {FONT: 0, **loaded(hall, address)}
    beside = sum(files.values()) - files[FONT]

    assert 20_000 < beside <= MOST_BYTES[address], files


def test_a_tablet_s_styles_and_scripts_do_too(hall: Front) -> None:
    files: dict[str, int] = {}
    for name in TABLET:
        files |= loaded(hall, f"/static/{name}")

    assert "/static/vendor/sha256.js" in files
    assert sum(files.values()) <= MOST_BYTES_OF_A_TABLET, files


def loaded(hall: Front, address: str) -> dict[str, int]:
    """Each file that this one loads, itself included, with the bytes that it takes on the wire."""
    files: dict[str, int] = {}
    waiting = [address]
    while waiting:
        one = waiting.pop()
        if one in files:
            continue
        got = hall.get(one, accept_encoding="gzip")
        assert got.status == 200, one
        files[one] = len(got.body) + sum(len(f"{name}: {value}\r\n") for name, value in got.headers.items())
        text = hall.get(one).body.decode("utf-8", "replace")
        beside = str(Path(one).parent)
        waiting += LOADED.findall(text) if one == address and not one.startswith("/static/") else ()
        waiting += [f"{beside}/{name}" for name in IMPORTED.findall(text)] if one.endswith(".js") else ()
    return files
