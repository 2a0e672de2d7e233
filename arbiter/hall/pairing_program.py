"""Pairing by an external program that reads a TRF and writes the pairs, such as `bbpPairings --dutch IN -p OUT`.

The command is a setting. `{in}` and `{out}` in the command are replaced by the names of the two files. If the command
has neither, the names are added at its end in the way that bbpPairings and JaVaFo expect. The program gets a TRF of the
older edition, which all such programs read, in a temporary folder. Its output is the number of pairs and then one pair
a line, White first. The player with the bye has the opponent 0.
"""

from __future__ import annotations

import shlex
import subprocess
import tempfile
from pathlib import Path

from arbiter.pairing.swiss.situation_from_trf import situation
from arbiter.pairing.trf import Trf
from arbiter.pairing.trf.write import Edition, trf_text
from arbiter.refused import Refused
from arbiter.rulings.rounds.soundness import amiss

LONGEST_SECONDS = 600
"""The most seconds that a pairing program may take."""

NO_PAIRING_EXIT_CODE = 1
"""The exit code by which pairing programs say that there is no legal pairing."""


def paired(
    command: str, trf: Trf, *, edition: Edition = "16", seconds: int = LONGEST_SECONDS
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Return the pairs of the next round, and the entry with the bye or None.

    *command*: the command of the program. *trf*: the tournament so far, written in *edition*. *seconds*: the time
    limit. Raise Refused if the program fails.
    """
    if not command.strip():
        raise Refused("no_engine")
    with tempfile.TemporaryDirectory(prefix="arbiter-") as folder:
        told, answer = Path(folder) / "round.trf", Path(folder) / "pairs.txt"
        told.write_text(trf_text(trf, edition), encoding="utf-8")
        try:
            done = subprocess.run(  # noqa: S603 - the command is the club's own setting, and no shell reads it
                _words(command, told, answer), capture_output=True, timeout=seconds, check=False, text=True
            )
        except (OSError, subprocess.TimeoutExpired) as cause:
            raise Refused("engine_failed", text=f"{command.split(maxsplit=1)[0]}: {type(cause).__name__}") from cause
        if done.returncode == NO_PAIRING_EXIT_CODE:
            raise Refused("engine_found_none", round=trf.next_round())
        if done.returncode or not answer.is_file():
            raise Refused("engine_failed", text=(done.stderr or done.stdout or f"exit {done.returncode}").strip()[:200])
        return _checked(trf, *_read(answer.read_text(encoding="utf-8", errors="replace")))


def _words(command: str, told: Path, answer: Path) -> list[str]:
    words = shlex.split(command)
    if not any("{in}" in word or "{out}" in word for word in words):
        words += ["{in}", "-p", "{out}"]
    return [word.replace("{in}", str(told)).replace("{out}", str(answer)) for word in words]


def _checked(
    trf: Trf, pairs: tuple[tuple[int, int], ...], bye: int | None
) -> tuple[tuple[tuple[int, int], ...], int | None]:
    """Return the pairs and the bye. Raise Refused if a player is missing or paired twice, or if a pair is forbidden."""
    wanted = situation(trf, trf.next_round())
    numbers = {card.number for card in wanted.cards}
    wrong = amiss(pairs, () if bye is None else (bye,), numbers, numbers)
    barred = tuple(f"{white}-{black}" for white, black in pairs if black in wanted.forbidden.get(white, ()))
    if wrong or barred:
        raise Refused("engine_amiss", round=wanted.round, entries=wrong, pairs=barred)
    return pairs, bye


def _read(text: str) -> tuple[tuple[tuple[int, int], ...], int | None]:
    pairs = []
    bye = None
    lines = [line.split() for line in text.splitlines() if line.strip()]
    for line in lines[1:]:
        if len(line) != 2 or not all(word.isdecimal() for word in line):
            raise Refused("engine_failed", text=" ".join(line)[:200])
        white, black = map(int, line)
        if black:
            pairs.append((white, black))
        else:
            bye = white
    if not lines or lines[0] != [str(len(lines) - 1)]:
        raise Refused("engine_failed", text=text[:200])
    return tuple(pairs), bye
