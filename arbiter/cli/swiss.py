"""The command `pair`: pair the next round of a TRF by the Dutch Swiss rules, explain it, or check earlier rounds."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from arbiter import words
from arbiter.cli.pairing import read
from arbiter.cli.typed import LANGUAGE, Verbs, as_document, as_json
from arbiter.hall import pairing_program as engine
from arbiter.pairing import swiss
from arbiter.pairing.swiss.compare import parting, why_not
from arbiter.pairing.swiss.situation_from_trf import situation
from arbiter.pairing.swiss.why import reasons
from arbiter.pairing.system_interface import Reason
from arbiter.pairing.trf import Trf
from arbiter.pairing.trf.line import tenths_text
from arbiter.refused import Refused
from arbiter.settings import instance_folder, settings


def add(verb: Verbs) -> None:
    made = verb("pair", pair, "pair the next round of a TRF file by the FIDE Dutch rules of February 2026")
    made.add_argument("file", metavar="FILE.trf", type=Path)
    how = made.add_mutually_exclusive_group()
    how.add_argument("--check", action="store_true", help="pair every round again; name the first article that differs")
    how.add_argument("--why", action="store_true", help="explain the pairs")
    how.add_argument(
        "--why-not", metavar=("ONE", "OTHER"), nargs=2, type=int, help="explain why these two are not paired"
    )
    how.add_argument("--engine", action="store_true", help="pair with the program in ARBITER_PAIRING_ENGINE")
    as_json(made)


def pair(asked: argparse.Namespace) -> int:
    trf = read(asked.file)
    if asked.check:
        return _check(trf, as_document_only=asked.json)
    number = trf.next_round()
    if asked.engine:
        pairs, bye = engine.paired(settings(instance=instance_folder()).pairing_engine, trf)
        return _tell(number, pairs, bye, (), as_document_only=asked.json)
    try:
        made = swiss.pair(situation(trf, number))
    except Refused as refused:
        if asked.json:
            told = {"code": refused.code, "article": refused.article, "facts": refused.facts}
            as_document({"round": number, **told, "sentence": words.refusal(refused, LANGUAGE)})
        raise
    why: tuple[Reason, ...] = reasons(made, tenths_text) if asked.why else ()
    if asked.why_not:
        one, other = asked.why_not
        why = (why_not(made, one, other, tenths_text),)
    return _tell(number, made.numbers(), made.bye, why, as_document_only=asked.json)


def _tell(
    number: int,
    pairs: tuple[tuple[int, int], ...],
    bye: int | None,
    why: tuple[Reason, ...],
    *,
    as_document_only: bool,
) -> int:
    if as_document_only:
        document: dict[str, Any] = {"round": number, "pairs": [list(each) for each in pairs], "bye": bye}
        if why:
            document["why"] = [_shape(reason) for reason in why]
        as_document(document)
        return 0
    print(f"Round {number}")
    for board, (white, black) in enumerate(pairs, start=1):
        print(f"{board:4}  {white:4} - {black}")
    if bye is not None:
        print(f" bye  {bye:4}")
    for reason in why:
        about = " - ".join(map(str, reason.entries))
        print(f"{about}: {_sentence(reason)}" if about else _sentence(reason))
    return 0


def _check(trf: Trf, *, as_document_only: bool) -> int:
    """Check whether every round in the file is paired by the rules.

    Return the exit code: 1 if one is not, otherwise 0.
    """
    rounds: list[dict[str, Any]] = []
    first: Reason | None = None
    for number in range(1, trf.next_round()):
        byes = [player.number for player in trf.players if (cell := player.cell(number)) and cell.result == "U"]
        found = parting(situation(trf, number), list(trf.pairs(number)), byes[0] if byes else None, tenths_text)
        first = first or found
        rounds.append({"round": number, "agrees": found is None, **(_shape(found) if found else {})})
        if not as_document_only:
            print(_sentence(found) if found else f"Round {number} is paired by the rules.")
    if as_document_only:
        as_document({"agrees": first is None, "rounds": rounds})
    if first is not None:
        print(_sentence(first), file=sys.stderr)
    return 0 if first is None else 1


def _sentence(reason: Reason) -> str:
    return words.say(reason.code, dict(reason.facts), LANGUAGE, reason.article)


def _shape(reason: Reason) -> dict[str, Any]:
    return {
        "code": reason.code,
        "article": reason.article,
        "entries": list(reason.entries),
        "facts": dict(reason.facts),
        "sentence": _sentence(reason),
    }
