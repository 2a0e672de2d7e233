"""The referee's desk: calls, conduct, appeals with both outcomes, a playing official; and a board's own matters."""

from __future__ import annotations

import re

import pytest

from arbiter import words
from arbiter.journal.accounts import Account
from arbiter.rulings.time.inactivity import RingInactivity
from arbiter.sentences import TERMS
from arbiter.sides import MINUTE, Side
from arbiter.tournament.events import KINDS
from tests.web.office import Office


def ruled(office: Office) -> str:
    """A tournament in which White has lost board 1 by a ruling."""
    t = office.door.tournament(4)
    office.rule(t, "result", result="black", because="ruling", reason="telephone")
    return t


def appealed(office: Office) -> tuple[str, int]:
    """White has appealed on paper against it, and asks for a draw; the tournament and the appeal."""
    t = ruled(office)
    sent = office.send(
        f"/{t}/referee", what="appeal", round=1, board=1, side="white", grounds="It was the clock", asks="draw"
    )
    assert sent.status_code == 303
    return t, office.state(t).appeals[0].number


def test_calls_are_in_the_order_in_which_they_came(office: Office) -> None:
    t = office.door.tournament(4)
    office.door.post(f"/tournaments/{t}/rounds/1/boards/2/calls", {"side": "white", "reason": "a piece fell"})
    office.door.clock.wait(minutes=3)
    office.door.post(f"/tournaments/{t}/rounds/1/boards/1/calls", {"side": "black", "reason": "noise"})

    page = office.page(f"/{t}/referee")

    assert page.index("a piece fell") < page.index("noise")
    assert "(3:00)" in page


def test_conduct_is_written_down_and_its_step_proposed(office: Office) -> None:
    t = office.door.tournament(4)

    office.send(f"/{t}/referee", what="conduct", round=1, board=1, side="white", category="telephone", reason="rang")

    page = office.page(f"/{t}/referee")
    assert "telephone" in page
    assert "proposed: warning" in page
    assert "Proposed by the penalties in the regulations: warning." in office.page(f"/{t}")
    assert not any(note.what == "penalty" for note in office.game(t).notes)


def test_a_signed_warning_stands_at_the_board_and_in_the_office_s_list(office: Office) -> None:
    t = office.door.tournament()
    board = f"/tournaments/{t}/rounds/1/boards/1"
    assert "penalties" not in office.door.get(board).get_json()
    office.rule(t, "penalty", side="black", step="warning", reason="telephone")
    told = office.door.get(board, role=None).get_json()
    row = office.page(f"/{t}").partition('data-game="1/1"')[2].partition("</tr>")[0]

    assert told["penalties"] == {"white": [], "black": ["warning"]}
    assert re.findall(r'data-irregular="(\w+)"( hidden)?>([^<]*)<', row) == [
        ("white", " hidden", ""),
        ("black", "", "warning"),
    ]


def test_conduct_at_a_board_that_is_not_there_is_refused_beside_the_form(office: Office) -> None:
    t = office.door.tournament(4)

    answer = office.send(
        f"/{t}/referee", what="conduct", round=1, board=9, side="white", category="telephone", reason="rang"
    )

    assert answer.status_code == 422
    assert "There is no board 9" in answer.get_data(as_text=True)
    assert 'value="rang"' in answer.get_data(as_text=True)


def test_both_decisions_of_an_appeal_are_shown_side_by_side(office: Office) -> None:
    t, a = appealed(office)

    page = office.page(f"/{t}/appeals/{a}")

    assert "It was the clock" in page
    assert page.index("If the ruling stands") < page.index("If the ruling is overturned")
    assert "The result is provisional" in office.page(f"/{t}/rounds/1/boards/1")


def test_the_director_chooses_on_which_decision_the_next_round_is_paired(office: Office) -> None:
    t, a = appealed(office)

    office.send(f"/{t}/appeals/{a}", what="branch", branch="overturned")

    assert office.state(t).appeals[0].branch == "overturned"


def test_an_overturned_ruling_gives_the_result_that_was_asked_for(office: Office) -> None:
    t, a = appealed(office)

    on_paper = {"member-0": "Ineke Smit", "member-1": "Wouter Bos", "decision": "overturned", "reason": "heard both"}
    assert office.send(f"/{t}/appeals/{a}", what="paper", **on_paper).status_code == 303

    game = office.game(t)
    assert office.state(t).result_text(game) == "1-1"
    page = office.page(f"/{t}/appeals/{a}")
    assert "The ruling is overturned." in page
    assert "Decided by Ineke Smit (witness), Wouter Bos (witness)" in page
    assert "entered from paper by chief" in page


def test_whoever_has_ruled_at_the_board_is_told_so_in_place_of_a_vote(office: Office) -> None:
    t, a = appealed(office)
    assert "A committee decides" not in office.page(f"/{t}/appeals/{a}")
    assert "Chief arbiter has ruled at board 1" in office.page(f"/{t}/appeals/{a}")

    refused = office.send(f"/{t}/appeals/{a}", what="decision", decision="stands", reason="I was right")

    assert refused.status_code == 422
    assert office.state(t).appeals[0].decided is None


def test_the_director_names_the_panel_and_each_member_votes_on_the_page(office: Office) -> None:
    t, a = appealed(office)
    kept = office.door.desks.register.accounts
    anna, piet, joke = (kept.put(Account(name, "arbiter")).number for name in ("Anna", "Piet", "Joke"))
    page = f"/{t}/appeals/{a}"
    named = {"members-0": anna, "members-1": piet, "substitutes-0": joke, "witness": "Jan Jansen"}
    same = office.send(page, what="panel", **{**named, "members-1": anna})
    assert same.status_code == 422
    assert "Anna (arbiter) is named twice." in same.get_data(as_text=True)
    assert f'<option value="{joke}" selected>' in same.get_data(as_text=True)
    assert office.send(page, what="panel", **named, **{"why-members-1": "his club"}).status_code == 303

    told = office.page(page)
    assert "excused: his club" in told
    assert told.count("has not voted yet") == 2
    assert "Name the panel" not in told
    for name in ("Anna", "Joke"):
        visitor = Office(office.door, office.door.sign_in(name))
        assert "Enter what was decided on paper" not in visitor.page(page)
        voted = visitor.send(page, what="decision", decision="overturned", reason=f"heard by {name}")
        assert voted.status_code == 303
        told = visitor.page(page)
        assert ("heard by Anna" in told.split("All journal lines of this game")[0]) == (name == "Joke")
        assert ("heard by Anna" in told) == (name == "Joke")
    assert office.state(t).result_text(office.game(t)) == "1-1"
    assert "Decided by Anna (arbiter), Joke (arbiter)" in told


def test_the_form_of_a_panel_begins_with_the_committee_that_was_announced(office: Office) -> None:
    t, a = appealed(office)
    kept = office.door.desks.register.accounts
    numbers = {name: kept.put(Account(name, "arbiter")).number for name in ("Anna Kok", "Piet Vos", "chief two")}
    posts = {"role-0": "committee", "official-0": "Piet Vos", "role-1": "arbiter", "official-1": "Anna Kok"}
    assert office.send(f"/{t}/tournament", name="Club open", **posts).status_code == 303
    page = office.page(f"/{t}/appeals/{a}")

    assert [name for name, number in numbers.items() if f'value="{number}" selected' in page] == ["Piet Vos"]


def test_what_was_typed_of_a_decision_on_paper_stays_when_it_is_refused(office: Office) -> None:
    t, a = appealed(office)
    for names in ({"member-0": "Ineke Smit"}, {"member-0": "Ineke Smit", "member-1": "Player 1"}, {}):
        sent = office.send(f"/{t}/appeals/{a}", what="paper", decision="stands", reason="heard at length", **names)
        assert sent.status_code == 422
        assert "heard at length" in sent.get_data(as_text=True)
        assert all(name in sent.get_data(as_text=True) for name in names.values())

    assert not any(one.role == "witness" for one in office.door.desks.register.accounts.all())


def test_an_appeal_can_be_read_without_names(office: Office) -> None:
    t, a = appealed(office)

    told = office.page(f"/{t}/appeals/{a}?blind=1").split("<main")[1]

    assert "Player 1" not in told
    assert "Player 1" in office.page(f"/{t}/appeals/{a}").split("<main")[1]


def test_an_official_who_plays_does_not_rule_on_his_own_board(office: Office) -> None:
    t = office.door.tournament(4)
    entry = office.game(t).entries.white
    office.send(f"/{t}/referee", what="official", official="chief", entry=entry)

    answer = office.rule(t, "result", result="white", because="ruling", reason="he left")

    assert answer.status_code == 422
    assert office.game(t).result is None


def test_an_official_who_plays_enters_no_slip_of_his_own_board(office: Office) -> None:
    t = office.door.tournament(4)
    office.send(f"/{t}/referee", what="official", official="chief", entry=office.game(t).entries.white)

    office.send(f"/{t}/rounds/1/results", **{"result-1": "white", "result-2": "white"})
    assert (office.game(t).result is None, office.game(t, 2).result is None) == (True, False)
    office.send(f"/{t}/rounds/1/forfeit", board=1, absent="black", reason="he has not come")
    assert office.game(t).result is None


def test_taking_back_offers_three_times_for_the_clocks(office: Office) -> None:
    t = office.door.tournament(2)
    office.door.clock.wait(minutes=5)
    office.play(t, "32-28")
    office.door.clock.wait(minutes=7)
    office.play(t, "19-23")

    page = office.page(f"/{t}/rounds/1/boards/1?ply=0")
    ways = re.findall(r'name="times" value="(\w+)"', page)
    assert ways == ["irregularity", "present", "split"]
    office.rule(t, "take_back", ply=0, times="present", reason="agreed by both")

    assert office.game(t).ply == 0
    assert office.game(t).clock.had.black == 113 * MINUTE


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_journal_line_has_a_name(kind: str) -> None:
    assert f"event {kind}" in TERMS


def test_a_step_that_gives_time_says_how_much() -> None:
    assert words.step("time 60", "en") == "60 s for the opponent"
    assert words.step("warning", "en") == "warning"


def test_a_board_that_was_turned_is_ruled_on_where_the_regulations_begin_anew(office: Office) -> None:
    t = office.door.tournament(4, regulations="kndb_club_tablet")
    board = f"/{t}/rounds/1/boards/1"
    office.door.post(f"/tournaments/{t}/rounds/1/boards/1/moves", {"move": "32-28", "ply": 0})
    assert "Restart the game" in office.page(board)
    office.rule(t, "board_turned", reason="the double corner lay left")
    game = office.game(t)
    assert (game.ply, [play.move for play in game.struck], game.halted) == (0, ["32-28"], "arbiter")

    office.rule(t, "start")
    for ply, move in enumerate(("32-28", "19-23")):
        office.door.post(f"/tournaments/{t}/rounds/1/boards/1/moves", {"move": move, "ply": ply})
    assert "the board is turned and the game goes on" in office.page(board)
    assert "Restart the game" not in office.page(board)


def test_what_is_proposed_of_thinking_long_says_what_it_is(office: Office) -> None:
    t = office.door.tournament(4, control="-", switches={"inactivity_warning": 5, "inactivity_loss": 1})
    desk = office.door.desks.desk(t)
    office.door.clock.wait(minutes=5)
    desk.ask(RingInactivity(round=1, board=1))
    assert "Proposed: a warning" in office.page(f"/{t}")
    office.door.post(f"/tournaments/{t}/proposals/{office.state(t).waiting[0].number}/sign")
    office.door.clock.wait(minutes=1)
    desk.ask(RingInactivity(round=1, board=1))

    page = office.page(f"/{t}")
    assert "White has not moved since the warning" in page
    assert "Proposed: the game is lost." in page
    assert "claims a draw" not in page


def test_a_player_who_has_forfeited_too_often_is_put_before_the_arbiter(office: Office) -> None:
    t = office.door.tournament(4, switches={"forfeits_out": 1})
    office.rule(t, "result", result="black", because="forfeit", reason="did not come")

    assert "Because of: forfeited games." in office.page(f"/{t}")


@pytest.mark.parametrize("control", ["7200", "-"])
def test_taking_back_more_than_the_regulations_allow_is_warned_of_and_the_arbiter_may(
    office: Office, control: str
) -> None:
    t = office.door.tournament(4, control=control, switches={"correction_window": 0})
    for ply, move in enumerate(("32-28", "19-23", "28x19", "14x23")):
        office.door.post(f"/tournaments/{t}/rounds/1/boards/1/moves", {"move": move, "ply": ply})
    board, warned = f"/{t}/rounds/1/boards/1?ply=", "The regulations allow moves to be taken back for 0 moves only"

    assert warned not in office.page(f"{board}3")
    assert warned in office.page(f"{board}1")
    office.rule(t, "take_back", ply=1, reason="both agree")
    assert office.game(t).ply == 1


def test_a_position_is_set_up_from_the_board_s_page(office: Office) -> None:
    t = office.door.tournament(4)
    at = f"/{t}/rounds/1/boards/1"
    office.play(t, "32-28", "19-23")
    assert "W:W28,31,33" in office.page(at)
    form = {"kind": "position", "fen": "W:W28,33:B23,4", "ply": "2", "reason": "knocked over", "article": ""}
    office.send(at, **form, white_clock="12:30", black_clock="", white_moves="", black_moves="30")
    game = office.state(t).game(1, 1)

    assert (game.ply, game.clock.had.white) == (2, 750_000)
    assert game.clock.moves_to_go(Side.BLACK) == 20
    assert "Position set up" in office.page(at)
