"""A player's line of a TRF (001 or a national record with the same columns), read by columns.

Some programs count columns in bytes, omit the blank after a long number, write lower-case titles, or leave rounds out
or blank. If the text does not fit the columns, the part after the name is read by the order of its words. This is
recorded as a fault, but not as a grave one.
"""

from __future__ import annotations

import re

from arbiter.pairing.trf import ABSENT, MARKS, Colour, National, TrfCell, TrfPlayer
from arbiter.pairing.trf.line import TrfLine

FIRST_ROUND = 92
"""The column in which round 1 begins. Each round takes ten columns."""

BETWEEN = (48, 53, 57, 69, 80, 85, 90, 91)
"""The columns that are blank in every line whose text fits the columns."""

CELL = re.compile(r"( *\d{1,4}|    ) ([wbWB\- ]) ([^ ]| |$)", re.ASCII)
LOOSE = re.compile(r"(\d{1,4}) +([wbWB-])(?: ([^ \d])| ([01])(?!\d)|(?=  )|$)", re.ASCII)
TAIL = re.compile(
    r" *(?P<rating>\d{1,4})?(?: +(?P<federation>[A-Z]{3}))?(?: +(?P<id>\d+))??"
    r"(?: +(?P<born>\d{4}(?:[/.-]\d\d[/.-]\d\d)?))? +(?P<points>\d{1,3}[.,]\d)(?: +(?P<rank>\d{1,4}))?(?= |$)",
    re.ASCII,
)
BYES = {"1": "F", "W": "F", "=": "H", "D": "H", "0": "Z", "L": "Z"}
"""The wrong letters that programs write for a round without an opponent, each with the letter that is meant."""


def read_player(line: TrfLine) -> TrfPlayer | None:
    """Return the player in a line 001; None if the line has no pairing number."""
    number = line.whole(5, 8, grave=True)
    if not number:
        line.fault("trf_number_missing", 5, line.at(5, 8), grave=True)
        return None
    if any(line.text[column - 1 : column].strip() for column in BETWEEN) and (player := _by_order(line, number)):
        return player
    return TrfPlayer(
        number=number,
        sex=line.at(10, 10).lower(),
        title=line.at(11, 13),
        name=line.at(15, 47),
        rating=line.whole(49, 52),
        federation=line.at(54, 56),
        id=line.at(58, 68),
        born=line.at(70, 79),
        points=line.tenths(81, 84),
        rank=line.whole(86, 89),
        cells=_cells(line),
    )


def read_national(line: TrfLine) -> National | None:
    """Return the national record in a line; None if the line has no pairing number."""
    number = line.whole(5, 8)
    if not number:
        return None
    return National(
        federation=line.code,
        number=number,
        sex=line.at(10, 10).lower(),
        classification=line.at(11, 13),
        name=line.at(15, 47),
        rating=line.whole(49, 52),
        origin=line.at(54, 56),
        id=line.at(58, 68),
        born=line.at(70, 79),
    )


def _by_order(line: TrfLine, number: int) -> TrfPlayer | None:
    """Return the player of a line whose columns are shifted, read word by word after the name.

    Return None if the line cannot be read so either.
    """
    for start in range(48, 10, -1):
        tail = TAIL.match(line.text, start - 1)
        if tail is not None and (tail["rating"] or tail["federation"] or tail["id"]):
            break
    else:
        return None
    while start > 15 and line.text[start - 2 : start - 1].isdigit():
        start -= 1
        tail = TAIL.match(line.text, start - 1) or tail
    line.fault("trf_columns_shifted", start, line.text[start - 1 : tail.end()].strip())
    points = tail["points"].replace(",", ".")
    whole, _, tenth = points.partition(".")
    return TrfPlayer(
        number=number,
        sex=line.at(10, 10).lower(),
        title=line.at(11, 13),
        name=line.at(15, start - 1),
        rating=int(tail["rating"]) if tail["rating"] else None,
        federation=tail["federation"] or "",
        id=tail["id"] or "",
        born=tail["born"] or "",
        points=int(whole) * 10 + int(tenth),
        rank=int(tail["rank"]) if tail["rank"] else None,
        cells=_loose_cells(line, tail.end() + 1),
    )


def _cells(line: TrfLine) -> tuple[TrfCell | None, ...]:
    """Return the rounds of a player, each in ten columns. Text that does not fit the columns is read word by word."""
    cells: list[TrfCell | None] = []
    for column in range(FIRST_ROUND, len(line.text.rstrip()) + 1, 10):
        chunk = line.text[column - 1 : column + 9]
        if not chunk.strip():
            cells.append(None)
            continue
        match = CELL.match(chunk)
        if match is None or chunk[8:].strip():
            return _loose_cells(line, FIRST_ROUND)
        cells.append(_cell(line, column, match[1].strip(), match[2], match[3].strip()))
    return _without_blanks(cells)


def _loose_cells(line: TrfLine, first: int) -> tuple[TrfCell | None, ...]:
    """Return the rounds of a player from column *first* on, read word by word.

    Record a grave fault for a text that is no round.
    """
    cells: list[TrfCell | None] = []
    at = first - 1
    for match in LOOSE.finditer(line.text, at):
        _leftover(line, at, match.start())
        cells.append(_cell(line, match.start() + 1, match[1], match[2], match[3] or match[4] or ""))
        at = match.end()
    _leftover(line, at, len(line.text))
    return _without_blanks(cells)


def _without_blanks(cells: list[TrfCell | None]) -> tuple[TrfCell | None, ...]:
    """Return the rounds without the blank rounds at the end."""
    while cells and cells[-1] is None:
        cells.pop()
    return tuple(cells)


def _leftover(line: TrfLine, first: int, last: int) -> None:
    text = line.text[first:last]
    if text.strip():
        line.fault("trf_round_unreadable", first + len(text) - len(text.lstrip()) + 1, text.strip(), grave=True)


def _cell(line: TrfLine, column: int, opponent_text: str, colour_text: str, result: str) -> TrfCell | None:
    """Return one round, made from its three texts; None if the round is blank. *column* is its first column."""
    opponent = int(opponent_text or "0")
    colour: Colour = "w" if colour_text in "wW" else "b" if colour_text in "bB" else "-"
    letter = result.upper()
    if letter and letter not in MARKS:
        line.fault("trf_result_unknown", column + 7, result, grave=True)
        letter = "*"
    if not opponent:
        if letter == "*":
            return None
        if letter in BYES:
            line.fault("trf_bye_read", column + 7, result)
            letter = BYES[letter]
        return TrfCell(0, "-", letter) if letter else ABSENT
    if letter and MARKS[letter].bye:
        line.fault("trf_bye_with_opponent", column, f"{opponent_text} {colour_text} {result}", grave=True)
        return TrfCell(0, "-", letter)
    if colour == "-" and (not letter or MARKS[letter].played):
        line.fault("trf_colour_missing", column + 5, f"{opponent_text} {colour_text} {result}", grave=True)
    return TrfCell(opponent, colour, letter or "*")
