"""The stored analyses of games. Each is a file in the folder `analyses`. Backups include them."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from arbiter.journal.files import whole
from arbiter.tournament.game import Game
from arbiter.tournament.past.analysis import Analysis, Weighed
from arbiter.tournament.state import Tournament

GameAt: TypeAlias = tuple[str, int, int]
FOLDER = "analyses"
PART = re.compile(rf"{FOLDER}/(\d{{1,4}}\.\d{{1,4}}\.json)", re.ASCII)
LARGEST_BYTES = 1 << 20


def path_of(instance: Path, tournament: str, round: int, board: int) -> Path:
    return instance / FOLDER / f"{tournament}.{round}.{board}.json"


def keep(instance: Path, key: GameAt, found: Analysis) -> None:
    """Store the analysis of one game. *key*: the game as (tournament, round, board). *found*: the analysis."""
    path = path_of(instance, *key)
    path.parent.mkdir(exist_ok=True)
    told = {"moves": found.moves, "weighed": [asdict(one) for one in found.weighed]}
    with whole(path) as unfinished:
        unfinished.write_text(json.dumps(told), "utf-8")


def analyses_in(instance: Path, tournament: str, state: Tournament) -> dict[tuple[int, int], Analysis]:
    """Return the stored analyses of a tournament's games, by round and board."""
    found = {(game.round, game.board): analysis_in(instance, tournament, game) for game in state.games()}
    return {place: analysis for place, analysis in found.items() if analysis is not None}


def analysis_in(instance: Path, tournament: str, game: Game) -> Analysis | None:
    """Return the stored analysis of *game*; None if there is none, or if the stored one is of other moves."""
    try:
        told = json.loads(path_of(instance, tournament, game.round, game.board).read_text("utf-8"))
        weighed = tuple(
            Weighed(int(one["score"]), str(one["best"]), tuple(map(str, one["line"]))) for one in told["weighed"]
        )
        analysis = Analysis(tuple(told["moves"]), weighed)
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return analysis if analysis.fits(game) else None


def parts_of(instance: Path, tournament: str) -> Mapping[str, bytes]:
    """Return the stored analyses of a tournament as files of a backup: their contents by name."""
    found = {}
    for path in sorted((instance / FOLDER).glob(f"{tournament}.*.json")):
        part = f"{FOLDER}/{path.name.removeprefix(f'{tournament}.')}"
        if PART.fullmatch(part):
            found[part] = path.read_bytes()
    return found


def bring_back(instance: Path, tournament: str, file: Path) -> None:
    """Restore the analyses of a tournament from the backup *file*.

    If *file* is an automatic copy instead, they are restored from the files in the same folder.
    """
    parts: Mapping[str, bytes] = parts_of(file.parent, tournament)
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as archive:
            wanted = [
                one for one in archive.infolist() if PART.fullmatch(one.filename) and one.file_size <= LARGEST_BYTES
            ]
            parts = {one.filename: archive.read(one) for one in wanted}
    for part, content in parts.items():
        (instance / FOLDER).mkdir(parents=True, exist_ok=True)
        with suppress(OSError), whole(instance / FOLDER / f"{tournament}.{part.partition('/')[2]}") as unfinished:
            unfinished.write_bytes(content)
