"""The same source, compiled where somebody wants that: it answers as the plain one does."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
ASKED = """
import random
from arbiter.rules import moves
from arbiter.rules.position import start
from arbiter.rules.variants import VARIANTS
from arbiter.thinking import search, tree

print(moves.__file__.endswith(".py"), tree.__file__.endswith(".py"))
chance = random.Random(7)
for variant in VARIANTS.values():
    for _ in range(5):
        position = start(variant)
        for _ in range(60):
            legal = moves.legal_moves(position, variant)
            print(position, legal, moves.perft(position, variant, 2))
            if not legal:
                break
            position = position.played(*chance.choice(legal))
        print(search(position, variant, nodes=500, level=9, chance=1))
"""


def told(house: Path) -> tuple[str, str]:
    """Whether its modules are plain, and what it says of positions drawn by lot."""
    said = subprocess.check_output(
        [sys.executable, "-c", ASKED], cwd=house, env={**os.environ, "PYTHONPATH": str(house)}, text=True
    )
    plain, _, answers = said.partition("\n")
    return plain, answers


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler is here")
def test_what_is_compiled_answers_as_the_source_does(tmp_path: Path) -> None:
    """In every game: legal moves with their paths, in their order, leaves, and what the house would play."""
    subprocess.run([HOUSE / "tools" / "venv", "--group", "compiled", "--inexact"], check=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=HOUSE,
        env={**os.environ, "ARBITER_COMPILED": "1"},
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "unpacked")
    source, compiled = told(HOUSE), told(tmp_path / "unpacked")

    assert (source[0], compiled[0]) == ("True True", "False False")
    assert source[1] == compiled[1]
