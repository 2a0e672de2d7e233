"""What was corrected stays on every paper, struck through, with its time, its cause and who signed it."""

from __future__ import annotations

from typing import Any

import pytest

from arbiter.exchange.games_as_pdn import games_text
from arbiter.incidents import incidents
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.referee.appeals import FileAppeal
from arbiter.rulings.referee.committee import DecideAppeal, NamePanel
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.referee.overruling import Overrule
from arbiter.rulings.referee.penalties import NoteConduct
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import SignProposal
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import Side
from arbiter.tournament.game import Game
from tests.hall import Hall
from tests.sheets.printed import given, printed

PAPERS = ("scoresheet", "record", "rulings", "packet")
HERE: dict[str, Any] = {"round": 1, "board": 1}
ANNA, BERT = "arbiter 301001", "arbiter 302002"
STAFF = {301001: "Anna Kok", 302002: "Bert Vos"}


def resigned(by: str = "tablet 1 black") -> Hall:
    hall = Hall(players=2)
    hall.play("32-28")
    hall.wait(seconds=30)
    hall.submit(Resign(**HERE, by=by, side=Side.BLACK))
    hall.wait(seconds=30)
    return hall


def ruled(hall: Hall, result: str, reason: str, by: str = ANNA) -> None:
    was = hall.state.result_text(hall.game()) or ""
    hall.submit(RuleResult(**HERE, by=by, result=result, was=was, reason=reason))
    hall.wait(seconds=30)


def struck(hall: Hall) -> list[str]:
    """What the papers strike through."""
    return [one.struck for one in incidents(given(hall), hall.game(), officials=True) if one.struck]


def papers(hall: Hall) -> list[str]:
    """The text of every paper about board 1."""
    return [printed(sheet, hall, **HERE, officials=STAFF).text() for sheet in PAPERS]


def test_a_resignation_that_was_corrected_stays_with_its_time_its_tablet_and_what_took_its_place() -> None:
    hall = resigned()
    ruled(hall, "1-1", "Black pressed the wrong button")

    for text in papers(hall):
        assert "Result: 2-0, White has won, resigned. Valid until 16:14:20: a later result took its place." in text
        assert "Result: 1-1, drawn, ruling, corrected. Black pressed the wrong button" in text
        assert "tablet of board 1, Black" in text
    assert struck(hall) == ["Result: 2-0, White has won, resigned."]


def test_a_ruling_that_was_corrected_stays_with_its_reason_and_its_signer() -> None:
    hall = Hall(players=2)
    ruled(hall, "2-0", "first ruling")
    ruled(hall, "1-1", "second ruling", BERT)

    for text in papers(hall):
        assert text.index("first ruling") < text.index("Anna Kok") < text.index("second ruling")
        assert "Bert Vos" in text
    assert "2 in all" in printed("rulings", hall).text()
    assert "first ruling" in games_text(given(hall))


def test_a_ruling_that_an_appeal_overturned_stays_beside_the_decision_with_every_reason() -> None:
    hall = Hall(players=4)
    ruled(hall, "2-0", "Black left the hall")
    hall.submit(FileAppeal(**HERE, side=Side.BLACK, grounds="I was at the board", by="tablet 1 black"))
    (appeal,) = hall.state.appeals
    hall.submit(NamePanel(appeal=appeal.number, members=(BERT, "arbiter 303003"), by="chief"))
    for member, reason in ((BERT, "seen from the door"), ("arbiter 303003", "the clock says so")):
        hall.submit(DecideAppeal(appeal=appeal.number, by=member, overturned=True, result="1-1", reason=reason))

    for text in papers(hall):
        assert "Result: 2-0, White has won, ruling. Black left the hall" in text
        assert "seen from the door" in text
        assert "the clock says so" in text
    assert struck(hall)


def test_a_loss_that_falls_with_the_offence_it_rests_on_is_struck_and_so_is_the_penalty() -> None:
    """A second telephone loses the game (001); without the first it is the first."""
    hall = Hall(players=2, regulations="english_wcdf", variant="american")
    lines = []
    for _ in range(2):
        hall.submit(NoteConduct(**HERE, side=Side.WHITE, category="telephone", by=ANNA, reason="it rang"))
        lines.append(hall.state.version)
        hall.submit(SignProposal(proposal=hall.state.waiting[-1].number, by=ANNA))
        hall.wait(seconds=30)
    assert hall.game().result is not None
    hall.submit(Overrule(**HERE, irregularity=lines[0], by=BERT, reason="it was the neighbour"))
    assert hall.game().running

    assert [one.split(".")[0] for one in struck(hall)] == [
        "Conduct of White: telephone",
        "Loss of the game for White",
        "Result: 0-2, Red has won, ruling",
    ]
    for text in papers(hall):
        assert "struck through: ." not in text
        assert "The game is open again." in text


@pytest.mark.parametrize("how", ["position", "objection", "flag"])
def test_a_result_that_a_game_taken_back_had_is_struck_on_every_paper(how: str) -> None:
    hall = {"position": gone_back, "objection": objected, "flag": given_time}[how]()

    assert hall.game().result is None
    assert len(hall.game().former) == 1
    assert any(one.startswith("Result:") for one in struck(hall))
    assert "Result:" in printed("scoresheet", hall, **HERE).text()


def gone_back() -> Hall:
    hall = resigned()
    hall.submit(RestorePosition(**HERE, ply=0, by=ANNA, reason="both agree"))
    return hall


def objected() -> Hall:
    """White's last capture ended the game, but it was not the largest (FMJD Annex 1, 5.4)."""
    hall = Hall(players=2, regulations="fmjd_classic")
    hall.put("W:W32,31:B27")
    hall.play("31x22")
    if hall.game().result is None:
        raise AssertionError
    hall.submit(RestorePosition(**HERE, ply=0, by=ANNA, reason="both agree"))
    return hall


def given_time() -> Hall:
    hall = Hall(players=2, control="60", switches=(("flags", "auto"),))
    hall.wait(minutes=2)
    hall.submit(RingFlag(**HERE))
    assert hall.game().result is not None
    hall.submit(RestorePosition(**HERE, ply=0, by=ANNA, reason="the clock was wrong"))
    return hall


def test_the_flag_that_decided_the_game_is_not_called_lapsed() -> None:
    hall = Hall(players=2, control="60", switches=(("flags", "auto"),))
    hall.wait(minutes=2)
    hall.submit(RingFlag(**HERE))

    text = printed("scoresheet", hall, **HERE).text()
    assert "The flag of White fell: it ended the game." in text
    assert "lapsed" not in text


def test_a_game_without_corrections_has_nothing_struck() -> None:
    game: Game = resigned().game()

    assert game.former == ()
    assert not struck(resigned())
