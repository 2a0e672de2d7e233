"""The official record of a game, and what a committee gets."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.pairing.table.points import Outcome
from arbiter.rulings.board.objections import Object
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.referee.position import RestorePosition
from arbiter.sides import Both, Side
from arbiter.tournament.regulations.profiles import REGULATIONS
from tests.games import real_games
from tests.hall import BY, ON_PAPER, Hall
from tests.sheets.printed import NAMES, printed


def disputed() -> Hall:
    """A game with a move that was taken back, a ruling and an appeal."""
    hall = Hall(regulations="fmjd_classic")
    hall.play("32-28", "19-23", "37-32")
    hall.submit(Object(round=1, board=1, by=BY, choice="rectify"))
    hall.play("28x19", "14x23")
    lost = Both(Outcome.LOST, Outcome.WON)
    hall.submit(RuleResult(round=1, board=1, outcome=lost, by=BY, reason="flag, as it seemed"))
    hall.submit(FileAppeal(round=1, board=1, side=Side.WHITE, grounds="the clock was wrong", by=BY, asks="draw"))
    return hall


def test_the_record_has_every_move_what_was_taken_back_and_who_ruled() -> None:
    text = printed("record", disputed(), board=1).text()

    for told in ("1. 32-28", "2. 37-32", "taken back later", "Taken back on objection", "flag, as it seemed"):
        assert told in text
    assert "Signature of White" in text
    assert any(name.split(",")[0] in text for name in NAMES)


def test_beside_an_adjudicated_game_stands_what_the_endgame_tables_say_of_it() -> None:
    """In the record and in the rulings; a result that was only ruled is printed without."""
    won = Both(Outcome.WON, Outcome.LOST)
    for because, told in (("adjudicated", True), ("ruling", False)):
        hall = Hall(variant="russian")
        hall.submit(RestorePosition(round=1, board=1, fen="W:WKc7,Kg3,Ka1:BKe7", by=BY, reason="the ending"))
        hall.submit(RuleResult(round=1, board=1, outcome=won, by=BY, reason="three kings", because=because))
        for sheet in ("record", "rulings"):
            text = printed(sheet, hall, board=1 if sheet == "record" else None).text()
            assert ("By the endgame tables: White wins, number of moves needed: 9. three kings" in text) is told


@pytest.mark.parametrize("plies", [22, 26])
def test_the_signatures_of_a_record_stand_on_one_page(plies: int) -> None:
    """So many moves left room for one or two of the three on the first page."""
    hall = Hall()
    hall.play(*real_games()[0].moves[:plies])
    record = printed("record", hall, board=1)

    signed = [record.text(page) for page in range(len(record.pages)) if "Signature of" in record.text(page)]
    assert [page.count("Signature of") for page in signed] == [3]
    assert "Signed for: Board 1" in signed[0]


def test_the_committee_s_packet_has_the_players_the_grounds_and_the_ruling_that_was_appealed_against() -> None:
    hall = disputed()
    (appeal,) = hall.state.appeals
    white, black = hall.game().entries
    ruling = "Appealed against: Result: 0-2, Black has won, ruling. flag, as it seemed (arbiter, Sep 21, 2026, 16:13)"
    text, blind = printed("packet", hall, board=1).text(), printed("packet", hall, board=1, people={}).text()
    assert "Appeal of White: the clock was wrong" in text
    assert ruling in text
    assert any(name.split(",")[0] in text for name in NAMES)
    assert f"Board 1: #{white} - #{black}" in blind
    assert not any(name.split(",")[0] in blind for name in NAMES)
    assert ruling in blind
    hall.submit(DecideAppeal(appeal=appeal.number, overturned=True, by="chief", reason="it was", members=ON_PAPER))

    decided = printed("packet", hall, board=1).text()
    assert "Appeal of White: the clock was wrong. Decided: overturned." in decided
    assert ruling in decided  # the result that stood then, and no other has taken its place here


def test_the_packet_and_the_rulings_have_the_names_of_everybody_who_decided_and_who_entered_them() -> None:
    hall = disputed()
    (appeal,) = hall.state.appeals
    known = {301001: "Anna Kok", 302001: "Piet Vos", 401001: "Bert Kuiper"}
    hall.submit(NamePanel(appeal=appeal.number, members=("chief 301001", "chief 302001"), by="chief 401001"))
    assert "Vote of" not in printed("packet", hall, officials=known).text()
    assert (
        "Panel: Anna Kok (chief arbiter), Piet Vos (chief arbiter)." in printed("packet", hall, officials=known).text()
    )
    decision = DecideAppeal(appeal=appeal.number, overturned=True, by="chief 301001", reason="it was")
    hall.submit(decision)
    hall.submit(replace(decision, by="chief 401001", members=("chief 302001",)))

    packet, rulings = (printed(sheet, hall, officials=known).text() for sheet in ("packet", "rulings"))
    names = "Anna Kok (chief arbiter), Piet Vos (chief arbiter); entered from paper by Bert Kuiper (chief arbiter)"
    assert f"Decided by {names}." in packet
    assert "Vote of Anna Kok (chief arbiter), Piet Vos (chief arbiter): overturned, 1-1. it was." in packet
    assert "Appeal of White. Decided: overturned. Vote of Anna Kok (chief arbiter), Piet Vos (chief" in rulings
    assert all(name in rulings for name in ("Anna Kok", "Piet Vos", "entered from paper by Bert Kuiper"))


def test_every_sheet_has_the_profile_and_its_hash_at_its_foot() -> None:
    hall = disputed()
    under = hall.state.regulations
    assert under is not None

    for sheet in ("record", "rulings", "standings"):
        assert f"FMJD, classic {under.hash}" in printed(sheet, hall).text()
    assert under.hash == REGULATIONS["fmjd_classic"].hash


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("FMJD, classic. An irregular move is not played, and is corrected at once", "house rule, instead of")),
        ("nl", ("FMJD", "huisregel, in plaats van")),
    ],
)
def test_every_document_of_a_game_states_the_regulations_and_each_departure(
    language: str, told: tuple[str, ...]
) -> None:
    """A tournament by the FMJD that blocks irregular moves said "corrected at once (FMJD Annex 1, 5.4)"."""
    hall = Hall(regulations="fmjd_classic", switches=(("irregular_policy", "block"), ("touch_move", False)))
    hall.play("32-28", "19-23", "37-32")
    lost = Both(Outcome.LOST, Outcome.WON)
    hall.submit(RuleResult(round=1, board=1, outcome=lost, by=BY, reason="a telephone"))
    hall.submit(FileAppeal(round=1, board=1, side=Side.WHITE, grounds="it was off", by=BY, asks="draw"))

    for sheet in ("scoresheet", "record", "rulings", "proof", "packet", "clock-report"):
        text = printed(sheet, hall, round=1, language=language).text()
        assert [one for one in told if one not in text] == [], sheet
        assert f"{told[1]} FMJD Annex 1, 5.4)" in text
        assert f"{told[1]} FMJD Annex 1, 3.11)" in text
        assert "(FMJD Annex 1, 5.4)" not in text


def test_a_tournament_that_keeps_to_its_book_prints_no_departure() -> None:
    hall = Hall(regulations="fmjd_classic")
    hall.play("32-28", "19-23", "37-32")
    text = printed("record", hall, board=1).text()

    assert "only the opponent may object, until their own move (FMJD Annex 1, 5.4)." in text
    assert "house rule" not in text


def test_the_packet_of_a_round_is_about_the_boards_where_somebody_has_appealed() -> None:
    hall = disputed()
    text = printed("packet", hall).text()

    assert "Board 1:" in text
    assert "Board 2:" not in text
    assert "Board 2:" in printed("packet", hall, board=2).text()
    assert "Board 2:" in printed("record", hall).text()
