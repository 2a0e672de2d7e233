"""Time controls as people type them, in English or Dutch: "5 min", "1:30 h", "80 min + 1 min", "2 uur voor 50 zetten".

The notation of `control.py` and the name of a preset ("rapid-15") are accepted too. Any other text needs units. Periods
are separated by a comma, a semicolon, "then" or "daarna". A number of moves stands before its time ("40 moves in 1:30
h", "40/1:30 h") or after it ("1:30 h for 40 moves", "1 h for every 25 moves").
"""

from __future__ import annotations

import re
from decimal import Decimal

from arbiter.clock.control import LONGEST, controls_text, parse_controls
from arbiter.clock.presets import PRESETS
from arbiter.refused import Refused
from arbiter.sides import Both

HOURS = r"(?:h|hrs?|hours?|u|uur|uren)"
MINUTES = r"(?:m|min|mins|minutes?|minuut|minuten|['\u2032\u2019])"
SECONDS = r"(?:s|sec|secs|seconds?|seconden?|[\"\u2033\u201d])"
NUMBER = r"\d{1,4}(?:[.,]\d{1,2})?"
TIME = re.compile(
    rf"(?:(?P<clock>\d{{1,3}}:\d{{2}}(?::\d{{2}})?) ?(?P<of>{HOURS}|{MINUTES})"
    rf"|(?:(?P<h>{NUMBER}) ?{HOURS} ?)?(?:(?P<m>{NUMBER}) ?{MINUTES} ?)?(?:(?P<s>{NUMBER}) ?{SECONDS})?"
    rf"|(?P<oh>\d{{1,3}}) ?(?:h|u|uur) ?(?P<om>\d{{1,2}}))",
    re.ASCII,
)
MOVES = r"(?:moves?|zetten|zet)"
BEFORE = re.compile(rf"(\d{{1,3}}) ?(?:{MOVES} ?)?(?:in|/) ?(.+)", re.ASCII)
BEHIND = re.compile(
    rf"(.+?) ?(?:for|voor|per) (?:every |each |elke |iedere |the next |de volgende )?(\d{{1,3}})(?: {MOVES})?"
)
EACH = re.compile(rf" ?(?:(?:a|per|each|every|elke|/) ?{MOVES}|/ ?{MOVES})$")
DELAYED = re.compile(r"^(?:delay|vertraging) (?:of |van )?(.+)$|^(.+?) (?:delay|vertraging)$")
REST = re.compile(r" ?(?:for the (?:rest|game)(?: of the game)?|voor (?:de rest|de partij)(?: van de partij)?)$")
THEN = r"(?:and then|then|en dan|daarna|dan)"
APART = re.compile(rf"\s*(?:;|:\s|,(?!\d))\s*(?:{THEN} )?|\s+{THEN}\s+")
PLUS = re.compile(r" ?\+ ?| (?:and|en|with|met) ")
NOTHING = frozenset({"no clock", "none", "geen klok", "zonder klok"})


def control_spoken(text: str) -> str:
    """Convert a typed time control to the notation of `control.py`. Raise Refused if it cannot be read.

    >>> control_spoken("80 min + 1 min"), control_spoken("rapid-15")
    ('4800+60', '900+10')
    """
    text = " ".join(text.split())
    try:
        return controls_text(parse_controls(text))
    except Refused as cause:
        if cause.code != "control_unreadable" or len(text) > LONGEST:
            raise
        white, bar, black = text.casefold().partition("|")
        found = Both(_notation(white), _notation(black if bar else white))
        if None in tuple(found):
            raise
        return controls_text(parse_controls("|".join(part for part in found if part)))


def _notation(text: str) -> str | None:
    text = text.strip().removesuffix(".")
    if text in NOTHING:
        return "-"
    if text in PRESETS:
        return PRESETS[text].notation
    periods = [_period(part.strip()) for part in APART.split(text)]
    return ":".join(period for period in periods if period) if all(periods) else None


def _period(text: str) -> str | None:
    """Convert the text of one period to the notation: a time, perhaps with a number of moves and an increment or delay.

    Return None if the text is unreadable.
    """
    base, *rest = PLUS.split(text, maxsplit=1)
    plus, more = bool(rest), "".join(rest)
    moves = ""
    if (found := BEHIND.fullmatch(base)) is not None:
        base, moves = found[1], found[2]
    elif (found := BEFORE.fullmatch(base)) is not None:
        moves, base = found[1], found[2]
    elif plus and (found := BEHIND.fullmatch(more)) is not None:
        more, moves = found[1], found[2]
    seconds = _seconds(REST.sub("", base))
    bonus = _bonus(more) if plus else ""
    if not seconds or bonus is None:
        return None
    return f"{moves}/{seconds}{bonus}" if moves else f"{seconds}{bonus}"


def _bonus(text: str) -> str | None:
    """Convert the text of an increment or delay to the notation. A number without a unit means seconds.

    Return None if the text is unreadable.
    """
    text = EACH.sub("", REST.sub("", text))
    late = DELAYED.fullmatch(text)
    text = (late[1] or late[2]) if late else text
    seconds = int(text) if text.isascii() and text.isdigit() and len(text) <= 4 else _seconds(text)
    return f"+{seconds}{'d' if late else ''}" if seconds else None


def _seconds(text: str) -> int | None:
    """Convert a length of time with units to whole seconds; None if it cannot be read, or has a part of a second."""
    found = TIME.fullmatch(text.strip())
    if found is None or not text.strip():
        return None
    if found["clock"]:
        parts = [int(part) for part in found["clock"].split(":")]
        units = (3600, 60, 1) if re.fullmatch(HOURS, found["of"]) else (60, 1)
        if any(part > 59 for part in parts[1:]) or len(parts) > len(units):  # 1:59 h, 1:59 min
            return None
        return sum(part * unit for part, unit in zip(parts, units, strict=False))
    if found["oh"]:
        return int(found["oh"]) * 3600 + int(found["om"]) * 60
    total: Decimal | int = sum(
        Decimal((found[unit] or "0").replace(",", ".")) * worth for unit, worth in (("h", 3600), ("m", 60), ("s", 1))
    )
    return int(total) if total == int(total) else None
