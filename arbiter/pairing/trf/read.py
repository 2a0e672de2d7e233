"""The parser for TRF, which turns a text into a `Trf` and a list of the faults in the text.

It accepts TRF16, TRF-2026 and the additional records of pairing programs. The table `RECORDS` has one row for each kind
of record. Unknown records are stored unchanged. Lines may end in CR, LF or both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Literal

from arbiter.pairing.trf import (
    ALWAYS,
    FIRST,
    LAST,
    NEXT,
    WORTHS,
    Abnormal,
    Acceleration,
    Byes,
    LineUp,
    National,
    TeamByes,
    TeamForfeit,
    Tenths,
    Trf,
    TrfForbidden,
    TrfPlayer,
    TrfTeam,
)
from arbiter.pairing.trf.faults import contradictions
from arbiter.pairing.trf.line import TrfFault, TrfLine, tenths
from arbiter.pairing.trf.player import read_national, read_player
from arbiter.refused import Refused
from arbiter.values import dataclass

GROUPS: Mapping[str, tuple[str, ...]] = {
    "W": ("WW", "BW", "FW", "FPB"),
    "D": ("WD", "BD", "HPB"),
    "L": ("WL", "BL"),
    "A": ("ZPB", "FL"),
    "P": ("PAB",),
    "X": ("X",),
}
"""The keys of `WORTHS` whose points each letter of record 162 sets."""

WORTH = re.compile(r"([A-Z]+) *[= ] *(-?\d*[.,]?\d+)", re.ASCII)
DATE = re.compile(r"(\d{2}|\d{4})[/.-](\d{2})[/.-](\d{4}|\d{2})", re.ASCII)
NATIONAL = re.compile(r"[A-Z]{3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TrfReading:
    """The content of a file, and all faults that were found in it, in the order of the lines."""

    trf: Trf
    faults: tuple[TrfFault, ...]
    lines: Mapping[int, int]
    """The line number of each player's record, by pairing number."""

    @property
    def grave(self) -> tuple[TrfFault, ...]:
        """The grave faults, which make it uncertain who met whom."""
        return tuple(fault for fault in self.faults if fault.grave)


def read_trf(text: str) -> TrfReading:
    """Parse as much of the text of a file as possible. What cannot be read is recorded as a fault."""
    draft = Draft()
    faults = []
    for number, written in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        line = TrfLine(number, written.replace("\t", " ").rstrip("\x1a"))
        if line.text.strip():
            _record(line, draft)
        faults.extend(line.faults)
    trf = draft.file()
    faults.extend(contradictions(trf, draft.lines))
    return TrfReading(trf, tuple(sorted(faults, key=lambda fault: (fault.line, fault.column))), draft.lines)


def parse_trf(text: str) -> Trf:
    """Parse the text of a file. Raise Refused as `sound_reading` does."""
    return sound_reading(text).trf


def sound_reading(text: str) -> TrfReading:
    """Parse the text of a file. Raise Refused if a fault is grave, or if the file has no players.

    The refusal is that of the first grave fault. Its attribute `others` has all other faults, in the order of the
    lines.
    """
    reading = read_trf(text)
    if reading.grave:
        first = reading.grave[0]
        refused = first.refused
        refused.others = tuple(fault.refused for fault in reading.faults if fault is not first)
        raise refused
    if not reading.trf.players:
        raise Refused("trf_without_players")
    return reading


@dataclass(slots=True)
class Draft:
    """A file while it is being read. The fields are those of `Trf`, as lists to which records are added."""

    head: dict[str, str] = field(default_factory=dict)
    rounds: int | None = None
    initial: Literal["w", "b"] | None = None
    by_rank: bool = False
    worths: dict[str, Tenths] = field(default_factory=dict)
    match_worths: dict[str, Tenths] = field(default_factory=dict)
    deputies: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)
    players: list[TrfPlayer] = field(default_factory=list)
    lines: dict[int, int] = field(default_factory=dict)
    nationals: list[National] = field(default_factory=list)
    teams: list[TrfTeam] = field(default_factory=list)
    old_teams: list[TrfTeam] = field(default_factory=list)
    byes: list[Byes] = field(default_factory=list)
    absent: list[int] = field(default_factory=list)
    accelerations: list[Acceleration] = field(default_factory=list)
    virtual: dict[int, tuple[Tenths, ...]] = field(default_factory=dict)
    forbidden: list[TrfForbidden] = field(default_factory=list)
    abnormal: list[Abnormal] = field(default_factory=list)
    line_ups: list[LineUp] = field(default_factory=list)
    team_byes: list[TeamByes] = field(default_factory=list)
    team_forfeits: list[TeamForfeit] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def file(self) -> Trf:
        """Return the records read so far, as a `Trf`."""
        worths = {**WORTHS, **self.worths}
        worths["PAB"] = self.worths.get("PAB", worths["WW"])
        worths["X"] = self.worths.get("X", worths["WD"])
        return Trf(
            head=self.head, deputies=tuple(self.deputies), dates=tuple(self.dates), rounds=self.rounds,
            initial=self.initial, worths=worths, match_worths=self.match_worths, players=tuple(self.players),
            nationals=tuple(self.nationals), teams=tuple(self.teams or self.old_teams), byes=tuple(self.byes),
            absent=tuple(self.absent), accelerations=tuple(self.accelerations), virtual=self.virtual,
            forbidden=tuple(self.forbidden), abnormal=tuple(self.abnormal), line_ups=tuple(self.line_ups),
            team_byes=tuple(self.team_byes), team_forfeits=tuple(self.team_forfeits),
            comments=tuple(self.comments), others=tuple(self.others), by_rank=self.by_rank,
        )  # fmt: skip


def _record(line: TrfLine, draft: Draft) -> None:
    if line.text.startswith("#"):
        draft.comments.append(line.text.lstrip("#").strip())
    elif line.code in RECORDS:
        RECORDS[line.code](line, draft)
    elif line.code in HEAD:
        draft.head[line.code] = line.rest
    elif NATIONAL.fullmatch(line.code) and (national := read_national(line)):
        draft.nationals.append(national)
    else:
        if line.code not in KEPT:
            line.fault("trf_record_unknown", 1, line.code)
        draft.others.append(line.text.rstrip())


def _player(line: TrfLine, draft: Draft) -> None:
    player = read_player(line)
    if player is None:
        return
    if player.number in draft.lines:
        line.fault("trf_number_twice", 5, str(player.number), grave=True)
        return
    draft.lines[player.number] = line.number
    draft.players.append(player)


def _dates(line: TrfLine, draft: Draft) -> None:
    """Read the dates of rounds (record 132), YY/MM/DD or YYYY/MM/DD, in order. A year of two digits is 20YY."""
    for match in DATE.finditer(line.text[3:]):
        year, month, day = match.groups()
        draft.dates.append(f"{year if len(year) == 4 else f'20{year}'}/{month}/{day}" if len(day) == 2 else match[0])


def _rounds(line: TrfLine, draft: Draft) -> None:
    draft.rounds = line.whole(4, len(line.text)) or draft.rounds


def _initial(line: TrfLine, draft: Draft) -> None:
    letter = line.rest[:1].lower()
    if letter == "w":
        draft.initial = "w"
    elif letter == "b":
        draft.initial = "b"
    else:
        line.fault("trf_colour_unreadable", 5, line.rest)


def _configuration(line: TrfLine, draft: Draft) -> None:
    for column, word in line.words(4):
        match word.lower():
            case "white1":
                draft.initial = "w"
            case "black1":
                draft.initial = "b"
            case "rank":
                draft.by_rank = True
            case _:
                line.fault("trf_word_unknown", column, word)


def _worths(line: TrfLine, draft: Draft) -> None:
    """Read how many points each kind of result gives, from a record 162, XXS or one of `BBP`.

    A record 162 or XXS lists kinds of results, each followed by its points. A kind is named by a key of `WORTHS`, or by
    a letter that stands for several keys (`GROUPS`). A record of `BBP` is about one kind of result, which its code
    names.
    """
    text = line.text[4:] if not line.code.startswith("BB") else f"{BBP[line.code]} {line.rest}"
    found = [(match.start() + 5, match[1], tenths(match[2])) for match in WORTH.finditer(text.upper())]
    if not found:
        line.fault("trf_points_unreadable", 5, line.rest)
    for column, word, points in found:
        rows = GROUPS.get(word, (word,) if word in WORTHS else ())
        if not rows or points is None:
            line.fault("trf_word_unknown", column, word)
            continue
        draft.worths.update(dict.fromkeys(rows, points))


def _match_worths(line: TrfLine, draft: Draft) -> None:
    for match in WORTH.finditer(line.text[4:].upper()):
        points = tenths(match[2])
        if match[1] in {"TW", "TD", "TL"} and points is not None:
            draft.match_worths[match[1]] = points
        else:
            line.fault("trf_word_unknown", match.start() + 5, match[1])


def _old_team(line: TrfLine, draft: Draft) -> None:
    draft.old_teams.append(
        TrfTeam(number=len(draft.old_teams) + 1, name=line.at(5, 36), players=line.numbers(37)),
    )


def _team(line: TrfLine, draft: Draft) -> None:
    number = line.whole(5, 7)
    if number is None:
        line.fault("trf_number_missing", 5, line.at(5, 7), grave=True)
        return
    draft.teams.append(
        TrfTeam(
            number=number,
            name=line.at(9, 40),
            nickname=line.at(42, 46),
            strength=line.whole(48, 53),
            match_points=line.tenths(55, 60),
            game_points=line.tenths(62, 67),
            rank=line.whole(69, 72),
            players=line.numbers(73),
        )
    )


def _byes(line: TrfLine, draft: Draft) -> None:
    kind = line.at(5, 5).upper()
    numbers = line.numbers(6)
    if kind not in {"F", "H", "Z"} or len(numbers) < 2:
        line.fault("trf_record_incomplete", 5, line.rest)
        return
    draft.byes.append(Byes(kind, numbers[0], numbers[1:]))


def _acceleration(line: TrfLine, draft: Draft) -> None:
    first, last = line.whole(15, 17), line.whole(19, 21)
    low, high = line.whole(23, 26), line.whole(28, 31)
    if first is None or low is None:
        line.fault("trf_record_incomplete", 5, line.rest)
        return
    draft.accelerations.append(
        Acceleration(
            match_points=line.tenths(5, 8) or 0,
            points=line.tenths(10, 13) or 0,
            first=first,
            last=last or first,
            low=low,
            high=high or low,
        )
    )


def _virtual(line: TrfLine, draft: Draft) -> None:
    number = line.whole(5, 8)
    if number is None:
        line.fault("trf_record_incomplete", 5, line.rest)
        return
    draft.virtual[number] = tuple(tenths(word) or 0 for _, word in line.words(9))


def _forbidden(line: TrfLine, draft: Draft) -> None:
    numbers = line.numbers(4)
    if line.code == "XXP":
        numbers = (1, ALWAYS, *numbers)
    if len(numbers) < 4:
        line.fault("trf_record_incomplete", 5, line.rest)
        return
    draft.forbidden.append(TrfForbidden(numbers[0], numbers[1], numbers[2:]))


def _abnormal(line: TrfLine, draft: Draft) -> None:
    draft.abnormal.append(
        Abnormal(
            kind=line.at(5, 5).upper(),
            match_points=line.tenths(7, 11),
            points=line.tenths(13, 17),
            round=line.whole(20, 22) or 0,
            numbers=line.numbers(24),
        )
    )


def _line_up(line: TrfLine, draft: Draft) -> None:
    numbers = line.numbers(4)
    if len(numbers) < 4:
        line.fault("trf_record_incomplete", 5, line.rest)
        return
    draft.line_ups.append(LineUp(numbers[0], numbers[1], numbers[2], numbers[3:]))


def _team_byes(line: TrfLine, draft: Draft) -> None:
    teams = [line.whole(column, column + 2) or 0 for column in range(15, len(line.text.rstrip()) + 1, 4)]
    draft.team_byes.append(TeamByes(line.tenths(5, 8), line.tenths(10, 13), tuple(teams)))


def _team_forfeit(line: TrfLine, draft: Draft) -> None:
    numbers = line.numbers(7)
    if line.at(5, 6) not in {"+-", "-+", "--"} or len(numbers) != 3:
        line.fault("trf_record_incomplete", 5, line.rest)
        return
    draft.team_forfeits.append(TeamForfeit(line.at(5, 6), *numbers))


HEAD = frozenset(FIRST + NEXT + LAST)
KEPT = frozenset({"801", "802"})
BBP = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}
RECORDS: Mapping[str, Callable[[TrfLine, Draft], None]] = {
    "001": _player,
    "112": lambda line, draft: draft.deputies.append(line.rest),
    "132": _dates,
    "142": _rounds,
    "XXR": _rounds,
    "152": _initial,
    "XXC": _configuration,
    "162": _worths,
    "XXS": _worths,
    **dict.fromkeys(BBP, _worths),
    "362": _match_worths,
    "013": _old_team,
    "310": _team,
    "240": _byes,
    "XXZ": lambda line, draft: draft.absent.extend(line.numbers(4)),
    "250": _acceleration,
    "XXA": _virtual,
    "260": _forbidden,
    "XXP": _forbidden,
    "299": _abnormal,
    "300": _line_up,
    "320": _team_byes,
    "330": _team_forfeit,
}
"""The functions that read a record, by the code of the record. Records of one line of text (`HEAD`) need none."""
