"""The writer for TRF, which turns a `Trf` into text, in the columns of TRF-2026 or of TRF16.

TRF16 is written with the additional records of pairing programs. Everything in the value is written, and reading the
text gives the same value again. Lines end in LF. A caller who needs CR must convert them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from arbiter.pairing.trf import ALWAYS, FIRST, LAST, NEXT, WORTHS, National, Tenths, Trf, TrfCell, TrfPlayer, TrfTeam
from arbiter.pairing.trf.line import tenths_text

Edition: TypeAlias = Literal["2026", "16"]


def trf_text(trf: Trf, edition: Edition = "2026") -> str:
    lines = [
        *_texts(trf, FIRST),
        *(f"112 {name}" for name in trf.deputies),
        *_texts(trf, NEXT),
        *_dates(trf),
        *_texts(trf, LAST),
        *(_settings_2026(trf) if edition == "2026" else _settings_16(trf)),
        *(f"### {comment}".rstrip() for comment in trf.comments),
        *(player_line(player) for player in trf.players),
        *(_national_line(national) for national in trf.nationals),
        *(_team_line(team) if edition == "2026" else _old_team_line(team) for team in trf.teams),
        *_sections(trf),
        *(_rules_2026(trf) if edition == "2026" else _rules_16(trf)),
        *trf.others,
    ]
    return "".join(f"{line}\n" for line in lines)


def player_line(player: TrfPlayer) -> str:
    """Return the record 001 of a player.

    A missing result is written as a blank, even at the end of the line, because other programs read by columns.
    """
    line = (
        f"001 {player.number:>4} {player.sex:1}{player.title:>3} {player.name[:33]:<33} {_number(player.rating, 4)} "
        f"{player.federation:<3} {player.id:>11} {player.born:<10} "
        f"{_points(player.points, 4)} {_number(player.rank, 4)}"
    )
    cells = "".join(map(_cell, player.cells))
    return line + cells if cells.strip() else line.rstrip()


def _cell(cell: TrfCell | None) -> str:
    if cell is None:
        return " " * 10
    opponent = f"{cell.opponent:>4}" if cell.opponent else "0000"
    return f"  {opponent} {cell.colour} {' ' if cell.result == '*' else cell.result}"


def _texts(trf: Trf, codes: Iterable[str]) -> Iterator[str]:
    return (f"{code} {trf.head[code]}".rstrip() for code in codes if code in trf.head)


def _dates(trf: Trf) -> Iterator[str]:
    if trf.dates:
        yield f"132{'':88}" + "".join(f"{date[-8:]:<10}" for date in trf.dates).rstrip()


def _settings_2026(trf: Trf) -> Iterator[str]:
    if trf.rounds is not None:
        yield f"142 {trf.rounds:>3}"
    if trf.initial is not None:
        yield f"152 {trf.initial.upper()}"
    if trf.by_rank:
        yield "XXC rank"
    worths = trf.worths
    if worths != WORTHS:
        yield _worths_2026(trf)
        if any(worths[a] != worths[b] for a, b in (("WW", "BW"), ("WW", "FW"), ("WW", "FPB"), ("WD", "BD"))) or any(
            worths[a] != worths[b] for a, b in (("WD", "HPB"), ("WL", "BL"), ("ZPB", "FL"))
        ):
            yield _worths_16(trf)
    if trf.match_worths:
        yield "362 " + "   ".join(f"{word:>2}{tenths_text(points):>4}" for word, points in trf.match_worths.items())


def _settings_16(trf: Trf) -> Iterator[str]:
    if trf.rounds is not None:
        yield f"XXR {trf.rounds}"
    words = [{"w": "white1", "b": "black1", None: ""}[trf.initial], "rank" if trf.by_rank else ""]
    if any(words):
        yield f"XXC {' '.join(words).strip()}"
    if trf.worths != WORTHS:
        yield _worths_2026(trf)  # bbpPairings reads this line, JaVaFo the next one
        yield _worths_16(trf)


def _worths_2026(trf: Trf) -> str:
    """Return record 162. If A and X have their default points, they are left out, as bbpPairings 6 knows neither."""
    letters = {"W": "WW", "D": "WD", "L": "WL", "A": "ZPB", "P": "PAB", "X": "X"}
    if trf.worths["ZPB"] == trf.worths["FL"] == WORTHS["ZPB"]:
        del letters["A"]
    if trf.worths["X"] == trf.worths["WD"]:
        del letters["X"]
    return "162  " + "    ".join(f"{letter}{tenths_text(trf.worths[row]):>4}" for letter, row in letters.items())


def _worths_16(trf: Trf) -> str:
    """Return record XXS. X is left out if it gives the points of a draw (its default): py4swiss does not know it."""
    told = {word: points for word, points in trf.worths.items() if word != "X" or points != trf.worths["WD"]}
    return "XXS " + " ".join(f"{word}={tenths_text(points)}" for word, points in told.items())


def _rules_2026(trf: Trf) -> Iterator[str]:
    for forbidden in trf.forbidden:
        yield f"260 {forbidden.first:03} {min(forbidden.last, ALWAYS):03}{_numbers(forbidden.numbers)}"
    for row in trf.accelerations:
        match_points = tenths_text(row.match_points) if row.match_points else ""
        points = tenths_text(row.points) if row.points else ""
        yield f"250 {match_points:>4} {points:>4} {row.first:>3} {row.last:>3} {row.low:>4} {row.high:>4}"
    for number, virtual in trf.virtual.items():
        yield _virtual_line(number, virtual)
    for byes in trf.byes:
        yield f"240 {byes.kind} {byes.round:03}{_numbers(byes.numbers)}"
    if trf.absent:
        yield f"XXZ {' '.join(map(str, trf.absent))}"


def _rules_16(trf: Trf) -> Iterator[str]:
    coming = trf.next_round()
    for forbidden in trf.forbidden:
        if forbidden.first <= coming <= forbidden.last:
            yield f"XXP {' '.join(map(str, forbidden.numbers))}"
    accelerated = {player.number for player in trf.players} if trf.accelerations else set(trf.virtual)
    for number in sorted(accelerated):
        points = tuple(trf.acceleration(number, round) for round in range(1, coming + 1))
        if any(points):
            yield _virtual_line(number, points)
    absent = {
        *trf.absent,
        *(number for byes in trf.byes if byes.round == coming for number in byes.numbers),
    }
    if absent:
        yield f"XXZ {' '.join(map(str, sorted(absent)))}"


def _virtual_line(number: int, points: tuple[Tenths, ...]) -> str:
    return f"XXA {number:>4} " + " ".join(f"{tenths_text(point):>4}" for point in points)


def _national_line(national: National) -> str:
    return (
        f"{national.federation} {national.number:>4} {national.sex:1}{national.classification:>3} {national.name:<33} "
        f"{_number(national.rating, 4)} {national.origin:<3} {national.id:>11} {national.born:<10}"
    ).rstrip()


def _team_line(team: TrfTeam) -> str:
    return (
        f"310 {team.number:>3} {team.name[:32]:<32} {team.nickname[:5]:<5} {_number(team.strength, 6)} "
        f"{_points(team.match_points, 6)} {_points(team.game_points, 6)} {_number(team.rank, 3)} "
        f"{_numbers(team.players)}"
    ).rstrip()


def _old_team_line(team: TrfTeam) -> str:
    """Return record 013 of a team, the form before 2026: the name, and the players from column 37 on.

    It has no number: the number of a team is the place of its record in the file.
    """
    return f"013 {team.name[:32]:<32}{' '.join(f'{number:>4}' for number in team.players)}".rstrip()


def _sections(trf: Trf) -> Iterator[str]:
    for row in trf.abnormal:
        match_points = "" if row.match_points is None else tenths_text(row.match_points)
        points = "" if row.points is None else tenths_text(row.points)
        yield f"299 {row.kind:1} {match_points:>5} {points:>5}  {row.round:03}{_numbers(row.numbers)}"
    for line_up in trf.line_ups:
        boards = "".join(f" {number:04}" if not number else f" {number:>4}" for number in line_up.players)
        yield f"300 {line_up.round:>3} {line_up.team:>3} {line_up.opponent:>3}{boards}"
    for byes in trf.team_byes:
        yield f"320 {_points(byes.match_points, 4)} {_points(byes.game_points, 4)}" + "".join(
            f" {team:03}" for team in byes.teams
        )
    for forfeit in trf.team_forfeits:
        yield f"330 {forfeit.kind} {forfeit.round:03} {forfeit.white:03} {forfeit.black:03}"


def _number(number: int | None, width: int) -> str:
    return f"{'' if number is None else number:>{width}}"


def _points(points: Tenths | None, width: int) -> str:
    return f"{'' if points is None else tenths_text(points):>{width}}"


def _numbers(numbers: Iterable[int]) -> str:
    return "".join(f" {number:>4}" for number in numbers)
