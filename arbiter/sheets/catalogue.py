"""Every sheet there is, by its name: what draws it, what it has to be told, and who may see it.

ReportLab is a quarter of what a start would read, and few who start print: what draws is read when it is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, BinaryIO

from arbiter.refused import Refused
from arbiter.sentences import N_

if TYPE_CHECKING:
    from arbiter.sheets.given import Given


@dataclass(frozen=True, slots=True)
class Sheet:
    """A row: its English title, and what draws it, as the file of this room and the function in it.

    It is of one round (`needs_round`), can be of one board (`takes_board`), holds `links`, may be seen by the `public`,
    and tells the `history`: it is given all events. `analysed`: it is given what the house has found in the games.
    """

    title: str
    drawn_by: str
    needs_round: bool = False
    takes_board: bool = False
    links: bool = False
    public: bool = True
    history: bool = False
    analysed: bool = False


SHEETS: Mapping[str, Sheet] = {
    "checkin": Sheet(N_("Check-in"), "round.checkin draw", public=False),
    "pairings": Sheet(N_("Pairings by board"), "round.pairings by_board", needs_round=True),
    "pairings-by-name": Sheet(N_("Pairings by name"), "round.pairings by_name", needs_round=True),
    "why": Sheet(N_("Why these pairings"), "round.why draw", needs_round=True),
    "standings": Sheet(N_("Standings"), "table.standings draw"),
    "crosstable": Sheet(N_("Crosstable"), "table.crosstable draw"),
    "final": Sheet(N_("Final standings"), "table.final draw"),
    "ratings": Sheet(N_("New ratings"), "table.ratings draw"),
    "schedule": Sheet(N_("Schedule"), "round.schedule draw"),
    "scoresheet": Sheet(N_("Score sheet"), "score.sheet draw", needs_round=True, takes_board=True),
    "analysis": Sheet(N_("Analysis"), "score.analysis draw", needs_round=True, takes_board=True, analysed=True),
    "slips": Sheet(N_("Result slips"), "round.slips draw", needs_round=True, takes_board=True),
    "emergency": Sheet(N_("Emergency sheet"), "round.emergency draw", needs_round=True, public=False),
    "cards": Sheet(N_("Table cards"), "round.cards draw", takes_board=True, links=True, public=False),
    "proof": Sheet(N_("Proof of a draw"), "referee.proof draw", needs_round=True, takes_board=True, public=False),
    "adjournment": Sheet(
        N_("Adjournment"), "referee.adjournment draw", needs_round=True, takes_board=True, public=False
    ),
    "clock-report": Sheet(
        N_("Clock report"), "referee.clock_report draw", needs_round=True, takes_board=True, public=False, history=True
    ),
    "record": Sheet(N_("Official record"), "referee.packet record", needs_round=True, takes_board=True, public=False),
    "packet": Sheet(
        N_("Papers for the committee"), "referee.packet packet", needs_round=True, takes_board=True, public=False
    ),
    "rulings": Sheet(N_("Irregularities and rulings"), "referee.rulings draw", public=False),
}


def draw(name: str, given: Given, to: BinaryIO) -> None:
    """Writes that sheet as PDF; refused when there is no such sheet, round, board or paper.

    A sheet of one round is of the last one, unless another is named. Same arguments, same bytes.
    """
    sheet = SHEETS.get(name)
    if sheet is None:
        raise Refused("no_sheet", sheet=name[:80], known=tuple(SHEETS))
    if sheet.needs_round and given.round is None:
        given = replace(given, round=given.state.round(max(1, len(given.state.rounds))).number)
    from arbiter.sheets.fonts import letters

    letters()
    file, function = sheet.drawn_by.split()
    getattr(import_module(f"arbiter.sheets.{file}"), function)(given, to)
