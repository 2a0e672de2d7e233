"""The command `standings`, which calculates standings and tie-breaks from a tournament report file (TRF)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arbiter import words
from arbiter.cli.typed import LANGUAGE, Verbs, as_document, as_json
from arbiter.exchange.lists.encoding import decoded
from arbiter.pairing.all_systems import SYSTEMS
from arbiter.pairing.standings import standings, working
from arbiter.pairing.standings.tiebreaks import tiebreak
from arbiter.pairing.standings.tiebreaks.modifiers import EDITIONS
from arbiter.pairing.table.crosstable import Crosstable
from arbiter.pairing.table.standings_calculation import decimals, value_number, value_text, whole
from arbiter.pairing.trf import Trf
from arbiter.pairing.trf.read import parse_trf
from arbiter.pairing.trf.table import edition, everybody, table_of
from arbiter.refused import Refused


def add(verb: Verbs) -> None:
    made = verb("standings", show_standings, "show the standings of a tournament report file (TRF)")
    made.add_argument("file", metavar="FILE.trf", type=Path)
    made.add_argument("--tiebreaks", metavar="A,B,C", help="codes such as solkoff or BH/C1; otherwise as the file says")
    made.add_argument(
        "--edition", type=int, choices=EDITIONS, help="edition of FIDE C.07; otherwise by the tournament's first day"
    )
    made.add_argument("--round", type=int, help="show the standings after this round; otherwise after the last")
    made.add_argument("--working", type=int, metavar="ENTRY", help="show how the values of that entry were calculated")
    as_json(made)


def read(file: Path) -> Trf:
    """Parse a tournament report file (TRF). Raise Refused if faults make it unclear which players met."""
    return parse_trf(decoded(file.read_bytes()))


def show_standings(asked: argparse.Namespace) -> int:
    trf = read(asked.file)
    by = asked.edition or edition(trf)
    codes = asked_for(trf, by) if asked.tiebreaks is None else codes_of(asked.tiebreaks, by)
    if asked.round is not None and not 1 <= asked.round < trf.next_round():
        raise Refused("no_round", round=asked.round, paired=trf.next_round() - 1)
    table = table_of(trf, asked.round)
    if asked.working is not None:
        return show_working(table, codes, asked.working, by, as_json=asked.json)
    rows = standings(table, codes, edition=by)
    names = {player.number: player.name for player in trf.players}
    if asked.json:
        lines = [
            {
                "rank": row.rank,
                "entry": row.entry,
                "name": names[row.entry],
                "points": table.points.number(row.points),
                "tiebreaks": dict(zip(codes, map(value_number, row.tiebreaks), strict=True)),
            }
            for row in rows
        ]
        as_document({"standings": lines, "round": table.last, "edition": by})
        return 0
    wide = max([len(names[row.entry]) for row in rows], default=4)
    columns = [max(7, len(code) + 2) for code in codes]
    scores = {row.entry: whole(table.points.value(row.points)) for row in rows}
    finest = max(map(decimals, scores.values()), default=0)
    digits = [max((decimals(row.tiebreaks[at]) for row in rows), default=0) for at in range(len(codes))]
    heads = "".join(f"{code:>{width}}" for code, width in zip(codes, columns, strict=True))
    print(f"{'':>4} {'':>5}  {'':{wide}}  {'points':>7}{heads}".rstrip())
    for row in rows:
        shown = (value_text(value, least) for value, least in zip(row.tiebreaks, digits, strict=True))
        values = "".join(f"{text:>{width}}" for text, width in zip(shown, columns, strict=True))
        score = value_text(scores[row.entry], finest)
        print(f"{row.rank:>4} {row.entry:>5}  {names[row.entry]:{wide}}  {score:>7}{values}")
    return 0


def show_working(table: Crosstable, codes: tuple[str, ...], entry: int, by: int, *, as_json: bool) -> int:
    """Print how each tie-break of one entry is calculated, round by round. *by*: the edition of FIDE C.07."""
    if entry not in table.entries:
        raise Refused("no_entry", entry=entry)
    told = {code: working(table, codes, code, entry, edition=by) for code in codes}
    if as_json:
        as_document(
            {
                "entry": entry,
                "workings": {
                    code: {
                        "value": value_number(one.value),
                        "facts": {fact: value_number(value) for fact, value in one.facts},
                        "parts": [
                            {
                                "round": part.round,
                                "opponent": part.opponent,
                                "of": value_number(part.of),
                                "value": value_number(part.value),
                                "cut": part.cut,
                                "how": part.how,
                            }
                            for part in one.parts
                        ],
                    }
                    for code, one in told.items()
                },
            }
        )
        return 0
    for code, one in told.items():
        facts = ", ".join(f"{words.term(f'fact {fact}', LANGUAGE)} {value_text(value)}" for fact, value in one.facts)
        print(f"{code}: {value_text(one.value)}{f' ({facts})' if facts else ''}")
        for part in one.parts:
            value = f"({value_text(part.value)})" if part.cut else value_text(part.value)
            how = words.term(f"working {part.how}", LANGUAGE)
            print(f"{part.round or '':>4} {part.opponent or '':>5} {value_text(part.of):>8} {value:>8}  {how}")
    return 0


def asked_for(trf: Trf, by: int) -> tuple[str, ...]:
    """Return the tie-breaks that the file names. If it names none, return those that are usual in draughts.

    Unknown tie-breaks in the file are left out, with a warning. *by*: the edition of FIDE C.07.
    """
    named = trf.head.get("212") or trf.head.get("202") or ""
    codes, unknown = [], []
    for code in filter(None, (part.strip() for part in named.split(","))):
        try:
            tiebreak(code, by)
        except Refused:
            unknown.append(code)
        else:
            codes.append(code)
    if unknown:
        print(f"Left out, since they are not counted here: {', '.join(unknown)}", file=sys.stderr)
    known = tuple(code for code in codes if code != "PTS")
    return known or SYSTEMS["round-robin" if everybody(trf) else "manual"].tiebreaks


def codes_of(text: str, by: int) -> tuple[str, ...]:
    """Parse a comma-separated list of tie-break codes. Raise Refused if one is unknown in edition *by* of FIDE C.07."""
    codes = tuple(filter(None, (part.strip() for part in text.split(","))))
    for code in codes:
        tiebreak(code, by)
    return codes
