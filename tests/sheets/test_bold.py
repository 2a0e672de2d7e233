"""What is printed in bold: headings, labels that have to be found, and what the sheet is about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from arbiter.pairing.prizes import Prize
from arbiter.rulings.board.adjournments import AdjournGame
from arbiter.rulings.prizes import SetPrizes, TakeFee
from arbiter.sheets.catalogue import SHEETS
from arbiter.sheets.print_data import Link
from arbiter.sides import Side
from arbiter.tournament.past.analysis import Analysis, Weighed
from tests.hall import BY
from tests.sheets.printed import printed
from tests.sheets.test_packet import disputed

LINK = Link(board=7, url="http://192.0.2.7", pin="4711", side=Side.BLACK)
WAITS = "Provisional: undecided appeals: 1 | page 1 of 1"
BOLD: Mapping[str, str] = {
    "checkin": "Check-in | Present | Name | No. | Rating | Club | Remark | [ ] | [ ] | [ ] | [ ] | page 1 of 1",
    "pairings": "Pairings of round 1 | Board | White | Score | Result | Black | Score | 1 | 0-2 | 2 | page 1 of 1",
    "pairings-by-name": "Round 1 by name | Name | Board | Colour | 1 | 1 | 2 | 2 | page 1 of 1",
    "why": "Why these pairings, round 1 | Board | White | Black | Why | 1 | 2 | page 1 of 1",
    "standings": (
        "Standings | Place | Name | Club | Rating | Games | Points | Wins | Sonneborn- | Berger | 1 | 2 | 2= "
        "| 0 | 2= | 0 | 2= | 0 | page 1 of 1"
    ),
    "line-ups": "Line-ups of round 1 | page 1 of 1",
    "matches": "Match sheets of round 1 | page 1 of 1",
    "teams": (
        "Teams and their boards | Place | Name | Club | Rating | Games | Points | Wins | Sonneborn- | Berger | 1 | 2 "
        "| 2= | 0 | 2= | 0 | 2= | 0 | page 1 of 1"
    ),
    "final": (
        "Final standings | Place | Name | Club | Rating | Games | Points | Wins | Sonneborn- | Berger | 1 | 2 | 2= "
        "| 0 | 2= | 0 | 2= | 0 | Results by decision | Round | Board | Players | Result | "
        "Because | 0-2 | page 1 of 1"
    ),
    "prizes": f"Prize list | Prize | Name | Amount | Working | Åström, Zoë 4 | €25.00 | €25.00 | {WAITS}",
    "ceremony": f"Order of the ceremony | Name | Club | Prize | Amount | Åström, Zoë 4 | €25.00 | {WAITS}",
    "certificates": f"Certificate | Åström, Zoë 4 | Place 1 | {WAITS}",
    "receipts": f"Receipt | €25.00 | Åström, Zoë 4 | {WAITS}",
    "fee-receipts": "Receipt 1 | €10.00 | Åström, Zoë 4 | page 1 of 1",
    "crosstable": (
        "Crosstable | Name | 1 | 2 | 3 | 4 | Points | Wins | Sonneborn- | Berger | Place | 1 | 2 | 1 | 2 | 0 "
        "| 2= | 3 | 0 | 2= | 4 | 0 | 2= | page 1 of 1"
    ),
    "ratings": (
        "New ratings | Name | Rating | Games | Score | Expected | Performance | Change | New | 1504 | 1503 | "
        "1502 | 1501 | page 1 of 1"
    ),
    "schedule": (
        "Schedule | Round 1 | Board | White | Black | 0-2 | - | Round 2 | Board | White | Black | - | - | "
        "Round 3 | Board | White | Black | - | - | page 1 of 1"
    ),
    "scoresheet": (
        "Score sheet | Club open | 1 | 1 | Sep 21, 2026 | 16:13 | 16:13 | 2 h for 50 moves, then 1 h for "
        "every 25, unused time is kept | Georgijew, Aleksander 1 | Åström, Zoë 4 | # | White | Black | 32-28 | "
        "19-23 | *1,3 | 28x19 | *2 | 14x23 | *4 | # | White | Black | # | White | Black | Remarks | Result | "
        "2-0 | 1-1 | 0-2 | 2 | 2:00:00 | 2:00:00 | page 1 of 1"
    ),
    "analysis": (
        "Analysis | Board 1: Georgijew, Aleksander 1 - Åström, Zoë 4 0-2 | Move | White | Score | Black | Score "
        "| 32-28 | 19-23? (20-24) | 28x19 | 14x23 | page 1 of 1"
    ),
    "slips": "Round 1, board 1 | Georgijew, Aleksander 1 | Åström, Zoë 4 | 2-0 | 1-1 | 0-2 | page 1 of 1",
    "emergency": ("Emergency sheet | Board | White | left | Black | left | To move, or | result | 1 | 2 | page 1 of 1"),
    "cards": "Club open | 7 | Black | 4711 | and the eight letters | page 1 of 1",
    "proof": (
        "Proof of a drawn game | Board 1: Georgijew, Aleksander 1 - Åström, Zoë 4 | Rule | Counted | Since | 1 / 3 "
        "| 0 / 25 | page 1 of 1"
    ),
    "adjournment": (
        "Adjournment | Board 2: Георгиев, Александр 2 - Święcicka-Łuczak, Żółcisława 3 | Clock | left | "
        "Period | To go | White, Георгиев, Александр 2 | 2:00:00 | Black, Święcicka-Łuczak, Żółcisława 3 | "
        "2:00:00 | Adjourned | To be continued | Time control | Moves played | To move | Position | Sealed "
        "move | By | page 1 of 1"
    ),
    "clock-report": (
        "Clock report | Board 1: Georgijew, Aleksander 1 - Åström, Zoë 4 | Line | Received | What happened | "
        "Move | Thinking time | White: time left | Black: time left | Who and why | Reported by the device | 32-28 "
        "| 19-23 | 37-32 | 37-32 | 28x19 | 14x23 | page 1 of 1"
    ),
    "record": (
        "Official record | Board 1: Georgijew, Aleksander 1 - Åström, Zoë 4 | When | Move | What happened, "
        "and the ruling | left | Decided by | 1. 32-28 | 1… 19-23 | 2. 28x19 | 2… 14x23 | 2. 37-32 | "
        "Positions of the incidents | page 1 of 1"
    ),
    "packet": (
        "Papers for the committee | Board 1: Georgijew, Aleksander 1 - Åström, Zoë 4 | "
        "When | Move | What happened, and the ruling "
        "| left | Decided by | 1. 32-28 | 1… 19-23 | 2. 28x19 | 2… 14x23 | 2. 37-32 | Positions "
        "of the incidents | page 1 of 1"
    ),
    "irregularities": (
        "Irregularities | When | Round | Board | Players | Move | What happened | 1 | "
        "Positions of the irregular moves | page 1 of 1"
    ),
    "rulings": (
        "Rulings | When | Round | Board | Players | Move | What happened, and the "
        "ruling | Decided by | 1 | 1 | 1 | 1 | page 1 of 1"
    ),
}
"""The texts in the order in which they are drawn."""


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_has_its_headings_and_what_it_is_about_in_bold(sheet: str) -> None:
    hall = disputed()
    if sheet == "adjournment":
        hall.play("32-28", "19-23", board=2)
        hall.submit(
            AdjournGame(round=1, board=2, by=BY, envelope="B7", sealed="28x19", until="Tuesday", reason="11 pm")
        )
    if sheet in ("prizes", "ceremony", "certificates", "receipts"):
        hall.submit(SetPrizes(prizes=(Prize(name="Best game", amount=2_500, entry=4),), by=BY))
    if sheet == "fee-receipts":
        hall.submit(TakeFee(entry=4, amount=1_000, by=BY))
    told: dict[str, Any] = (
        {"board": 2 if sheet == "adjournment" else 1} if SHEETS[sheet].takes_board and sheet != "cards" else {}
    )

    if sheet == "analysis":
        moves = tuple(play.move for play in hall.game(1).plays)
        told["analyses"] = {
            (1, 1): Analysis(moves, (Weighed(0, "32-28"), Weighed(150, "20-24"), *[Weighed(0)] * len(moves)))
        }
    assert " | ".join(printed(sheet, hall, links=(LINK,), **told).bold()) == BOLD[sheet]
