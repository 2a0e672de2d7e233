"""Crosstables as they stand on paper: a row a round, a game a pair with its result."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from arbiter.pairing.formats.round_robin import drawing, rounds
from arbiter.pairing.table.crosstable import Bye, Crosstable, Meeting
from arbiter.pairing.table.points import Outcome, PointScheme
from arbiter.sides import Both

WON, DRAWN, LOST = Outcome
RESULTS: dict[str, Both[Outcome] | None] = {
    "2-0": Both(WON, LOST),
    "1-1": Both(DRAWN, DRAWN),
    "0-2": Both(LOST, WON),
    "0-0": Both(LOST, LOST),
    "*": None,
}
FMJD = PointScheme(2, 1, 0)


def table(
    *played: tuple[int, int, str], entries: int, byes: tuple[Bye, ...] = (), points: PointScheme = FMJD
) -> Crosstable:
    """The crosstable of those games: White, Black, result; a result with "ff" behind it was given without play."""
    meetings = tuple(
        Meeting(
            round=number,
            board=1,
            white=white,
            black=black,
            outcome=RESULTS[result.removesuffix("ff")],
            played=not result.endswith("ff"),
        )
        for number, (white, black, result) in enumerate(played, start=1)
    )
    return Crosstable(entries=tuple(range(1, entries + 1)), meetings=meetings, byes=byes, points=points)


def in_rounds(played: Crosstable) -> Crosstable:
    """The same games, each in the first round in which both are free."""
    busy: dict[int, set[int]] = {}
    meetings = []
    for meeting in played.meetings:
        taken = busy.setdefault(meeting.white, set()) | busy.setdefault(meeting.black, set())
        number = next(round for round in range(1, len(played.meetings) + 1) if round not in taken)
        busy[meeting.white].add(number)
        busy[meeting.black].add(number)
        meetings.append(replace(meeting, round=number))
    return replace(played, meetings=tuple(meetings))


@st.composite
def round_robins(draw: st.DrawFn) -> Crosstable:
    """Round robins of any size, played to the end or broken off in the middle of a round."""
    entries, cycles = draw(st.integers(2, 8)), draw(st.integers(1, 2))
    result = st.sampled_from(list(RESULTS.values()))
    meetings: list[Meeting] = []
    byes: list[Bye] = []
    for number in range(1, draw(st.integers(0, rounds(entries, cycles))) + 1):
        drawn = drawing(entries, number, cycles)
        byes += [Bye(round=number, entry=entry, outcome=None) for entry in drawn.byes]
        for board, (white, black) in enumerate(drawn.pairs, start=1):
            meetings.append(Meeting(round=number, board=board, white=white, black=black, outcome=draw(result)))
    return Crosstable(entries=tuple(range(1, entries + 1)), meetings=tuple(meetings), byes=tuple(byes), points=FMJD)
