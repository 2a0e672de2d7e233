"""The table of all printed sheets by name: the function that draws each, the data it needs, and who may see it.

Import this module only for printing or listing sheets. It imports ReportLab, which would make every start of the
program a quarter slower.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import BinaryIO

from arbiter.refused import Refused
from arbiter.sentences import N_
from arbiter.sheets.fonts import letters
from arbiter.sheets.given import Given
from arbiter.sheets.prizes import certificates, prizes
from arbiter.sheets.referee import adjournment, clock_report, packet, proof, rulings
from arbiter.sheets.round import cards, checkin, emergency, pairings, schedule, slips, why
from arbiter.sheets.score import analysis, sheet
from arbiter.sheets.table import crosstable, final, ratings, standings
from arbiter.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed sheet: its English title, and the function that draws it.

    The docstring of that function describes the sheet in `docs/reference`. `needs_round`: the sheet is about one round.
    `takes_board`: the sheet can be about one board. `links`: the sheet has the links that bind tablets to boards.
    `public`: everybody may see the sheet. `history`: the sheet needs all events of the journal. `analysed`: the sheet
    needs the computer's analyses of the games.
    """

    title: str
    draw: Callable[[Given, BinaryIO], None]
    needs_round: bool = False
    takes_board: bool = False
    links: bool = False
    public: bool = True
    history: bool = False
    analysed: bool = False


SHEETS: Mapping[str, Sheet] = {
    "checkin": Sheet(N_("Check-in"), checkin.draw, public=False),
    "pairings": Sheet(N_("Pairings by board"), pairings.by_board, needs_round=True),
    "pairings-by-name": Sheet(N_("Pairings by name"), pairings.by_name, needs_round=True),
    "why": Sheet(N_("Why these pairings"), why.draw, needs_round=True),
    "standings": Sheet(N_("Standings"), standings.draw),
    "crosstable": Sheet(N_("Crosstable"), crosstable.draw),
    "final": Sheet(N_("Final standings"), final.draw),
    "prizes": Sheet(N_("Prize list"), prizes.draw, public=False),
    "ceremony": Sheet(N_("Order of the ceremony"), prizes.ceremony, public=False),
    "certificates": Sheet(N_("Certificates"), certificates.draw, public=False),
    "receipts": Sheet(N_("Receipts"), certificates.receipts, public=False),
    "ratings": Sheet(N_("New ratings"), ratings.draw),
    "schedule": Sheet(N_("Schedule"), schedule.draw),
    "scoresheet": Sheet(N_("Score sheet"), sheet.draw, needs_round=True, takes_board=True),
    "analysis": Sheet(N_("Analysis"), analysis.draw, needs_round=True, takes_board=True, analysed=True),
    "slips": Sheet(N_("Result slips"), slips.draw, needs_round=True, takes_board=True),
    "emergency": Sheet(N_("Emergency sheet"), emergency.draw, needs_round=True, public=False),
    "cards": Sheet(N_("Table cards"), cards.draw, takes_board=True, links=True, public=False),
    "proof": Sheet(N_("Proof of a draw"), proof.draw, needs_round=True, takes_board=True, public=False),
    "adjournment": Sheet(N_("Adjournment"), adjournment.draw, needs_round=True, takes_board=True, public=False),
    "clock-report": Sheet(
        N_("Clock report"), clock_report.draw, needs_round=True, takes_board=True, public=False, history=True
    ),
    "record": Sheet(
        N_("Official record"), packet.record, needs_round=True, takes_board=True, public=False, history=True
    ),
    "packet": Sheet(
        N_("Papers for the committee"), packet.packet, needs_round=True, takes_board=True, public=False, history=True
    ),
    "rulings": Sheet(N_("Irregularities and rulings"), rulings.draw, public=False),
}


def sheet_named(name: str) -> Sheet:
    """Return the sheet of that name. Raise Refused (`no_sheet`) if there is none."""
    if name not in SHEETS:
        raise Refused("no_sheet", sheet=name[:80], known=tuple(SHEETS))
    return SHEETS[name]


def draw(name: str, given: Given, to: BinaryIO) -> None:
    """Write the sheet of that name as PDF. Raise Refused if the sheet, round, board or paper size does not exist.

    A sheet about one round is about the last round unless *given* names another. The same arguments give the same
    bytes.
    """
    row = sheet_named(name)
    if row.needs_round and given.round is None:
        given = replace(given, round=given.state.round(max(1, len(given.state.rounds))).number)
    letters()
    row.draw(given, to)
