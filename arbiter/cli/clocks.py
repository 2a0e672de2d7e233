"""The commands `clock`, which simulates a chess clock, and `controls`, which lists the preset time controls."""

from __future__ import annotations

import argparse
import sys

from arbiter import words
from arbiter.cli.typed import LANGUAGE, Verbs, as_document, as_json
from arbiter.clock.control import parse_controls
from arbiter.clock.presets import PRESETS
from arbiter.clock.presses import replay_presses

MILLISECOND = (
    "A clock is down when the time used is equal to or more than the time left: a move completed in the very "
    "millisecond in which nothing is left is too late."
)


def add(verb: Verbs) -> None:
    made = verb(
        "clock", clock, "replay clock presses from standard input, lines like “white 63000”, with a time control"
    )
    made.add_argument("--control", required=True, help="such as 50/7200:25/3600; White's|Black's if they differ")
    made.epilog = MILLISECOND
    as_json(made)

    made = verb("controls", controls, "list the named time controls")
    made.add_argument("--lang", choices=tuple(words.LANGUAGES), default=words.SOURCE)
    as_json(made)


def controls(asked: argparse.Namespace) -> int:
    rows = [
        {
            "key": row.key,
            "notation": row.notation,
            "name": words.term(row.name, asked.lang),
            "words": words.controls_words(row.controls, asked.lang),
            "source": row.source,
            "sure": row.sure,
        }
        for row in PRESETS.values()
    ]
    if asked.json:
        as_document({"controls": rows})
    else:
        for row in rows:
            print(f"{row['key']:18} {row['notation']:18} {row['words']}")
    return 0


def clock(asked: argparse.Namespace) -> int:
    """`arbiter clock`: read clock presses from standard input, and print the clock of the side that pressed after each.

    The exit code is 1 if a flag falls.
    """
    replayed = replay_presses(parse_controls(asked.control), sys.stdin.read())
    presses = [
        {"side": p.side.value, "left_ms": p.left, "period": p.period, "moves_to_go": p.moves_to_go}
        for p in replayed.presses
    ]
    if asked.json:
        flag = {"side": replayed.flag.side.value, "at_ms": replayed.flag.at} if replayed.flag else None
        as_document({"presses": presses, "flag": flag})
    else:
        for press in presses:
            to_go = "-" if press["moves_to_go"] is None else press["moves_to_go"]
            print(press["side"], press["left_ms"], press["period"], to_go)
        if replayed.flag:
            print(replayed.flag.side.value, "flag", replayed.flag.at)
    if replayed.flag:
        fell = {"side": replayed.flag.side.value, "at": replayed.flag.at}
        print(words.say("flag_fell_at", fell, LANGUAGE, "000 X"), file=sys.stderr)
    return 1 if replayed.flag else 0
