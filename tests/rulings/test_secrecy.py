"""Whether a move was irregular is known to nobody until it is opened; what is opened can be checked, and costs."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from arbiter import words
from arbiter.desk.desk import Desk
from arbiter.journal.lines import Line
from arbiter.rulings.board.claims import CallArbiter
from arbiter.rulings.board.late_acts import ConfirmedAct, Device
from arbiter.rulings.board.objections import ClaimIrregular, Object, choices_now
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.cited_articles import proposal_article
from arbiter.rulings.referee.corrections import StartClock
from arbiter.rulings.referee.position import RestorePosition
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.rulings.referee.unsealing_by_ruling import OpenFindings
from arbiter.rulings.rounds.pairing import PairRound
from arbiter.rulings.time.clocks import StopHall
from arbiter.rulings.time.flags import RingFlag
from arbiter.sides import MINUTE, Side
from arbiter.tournament.events.takebacks import PositionRestored
from arbiter.tournament.sealed_findings import SEALED_BYTES, OpenedFinding, broken_seal, kept
from tests.hall import BY, Hall
from tests.sheets.printed import printed

AT: dict[str, Any] = {"round": 1, "board": 1, "by": BY}
LONGER = "W:W28,37,44,49:B9,13,22,23,31"
"""White takes three with 28x8; 28x17 takes one."""
KING = {"irregular": "W:W47,35:B42,32,30,20,10,1", "legal": "W:W47,45:B42,32,1"}
"""47x38x27 takes two; where 35 can take three it is irregular."""


def opponent(fen: str = LONGER, **switches: object) -> Hall:
    hall = Hall(regulations="fmjd_classic", switches=tuple({"irregular_policy": "opponent", **switches}.items()))
    hall.put(fen)
    return hall


def opened(hall: Hall) -> list[OpenedFinding]:
    """Every finding that a line of the journal tells."""
    lines = (json.loads(line.body) for line in hall.journal.lines if line.kind == "FindingsOpened")
    return [OpenedFinding(*one) for told in lines for one in told["findings"]]


def lines_told(lines: list[Line]) -> list[tuple[int, str, str]]:
    return [(line.seq, line.kind, line.body) for line in lines]


@pytest.mark.parametrize(
    ("fen", "entered", "path", "taken"),
    [
        ("W:W28,40:B3,12,13,22,23", "28x17", (28, 17), (22,)),
        ("W:W28,40:B3,12,13,22,23", "28-17", (28, 17), (22,)),
        ("W:W28,40:B3,12,13,22,23", "28x19x8x17", (28, 19, 8, 17), (23, 13, 12)),
        ("W:W37:B3,4,5,21,22,31,32", "37x26", (37, 26), (31,)),
        ("W:W28:B22,23,13,12", "28x8", (28, 19, 8), (23, 13)),
    ],
)
def test_an_irregular_move_is_the_jump_that_was_tapped_and_no_longer_way(
    fen: str, entered: str, path: tuple[int, ...], taken: tuple[int, ...]
) -> None:
    hall = opponent(fen)
    (play,) = hall.play(entered).plays
    hall.submit(Object(**AT, side=Side.BLACK))
    (found,) = opened(hall)

    assert (play.path, play.taken) == (path, taken)
    assert (found.code, dict(found.facts)["got"]) == ("capture_stopped_early", len(taken))


@pytest.mark.parametrize("which", list(KING))
@pytest.mark.parametrize("entered", ["47x38x27", "47x27"])
def test_a_move_is_written_by_the_same_rule_whether_it_is_legal_or_not(which: str, entered: str) -> None:
    """Issue 23: the opponent was told by 47x38x27, which would have been written 47x27 if it had been legal."""
    (play,) = opponent(KING[which]).play(entered).plays

    assert (play.move, play.taken) == ("47x27", (42, 32))
    assert play.path == opponent(KING["legal"]).play("47x27").plays[0].path


def test_an_irregular_move_is_written_so_in_another_game_and_under_another_policy() -> None:
    for entered in ("g1xe3xc5", "g1xc5"):
        hall = Hall(variant="russian", switches=(("irregular_policy", "silent"),))
        hall.put("W:Wg1,a5,h2:Bf2,d4,b6,d8,b8,h8")
        (play,) = hall.play(entered).plays

        assert play.move == "g1:c5"


def test_an_irregular_move_is_written_so_after_a_takeback_and_after_a_restart() -> None:
    hall = opponent(KING["irregular"])
    hall.play("47x38x27")
    hall.submit(RestorePosition(**AT, ply=0, reason="as both agree"))
    before = hall.game().struck[0]

    assert before.move == "47x27"
    again = Hall(journal=opponent_on_lines().journal)
    assert again.game().plays[0].move == "32-28"
    again.submit(Object(**AT))
    assert opened(again)[0].code is None


def opponent_on_lines() -> Hall:
    """A hall whose journal has all of it: a regular move under the policy of the opponent."""
    hall = Hall(regulations="fmjd_classic", switches=(("irregular_policy", "opponent"),))
    hall.play("32-28")
    return hall


def irregular_on_lines() -> Hall:
    """A hall whose journal has all of it: 28-23 is played although 28x19 is due, three plies after the beginning."""
    hall = Hall(regulations="fmjd_classic", switches=(("irregular_policy", "opponent"),))
    hall.play("32-28", "19-23", "37-32")
    return hall


def test_after_a_restart_the_objection_opens_what_was_sealed_before() -> None:
    hall = irregular_on_lines()
    again = Hall(journal=hall.journal)
    again.clock = hall.clock

    assert again.state == hall.state
    again.submit(Object(**AT))
    (found,) = opened(again)
    assert (found.code, found.digest) == ("capture_missed", again.game().plays[2].seal)
    assert list(found.corrections) == ["28x19"]


def test_every_line_of_a_move_has_a_seal_and_they_are_equally_long() -> None:
    hall = irregular_on_lines()
    bodies = [json.loads(line.body) for line in hall.journal.lines if line.kind == "MovePlayed"]

    assert len({body["seal"] for body in bodies}) == 3
    assert len({len(body["sealed"]) for body in bodies}) == 1
    assert all(
        (body["irregular"], body["irregular_facts"], body["irregular_piece"]) == (None, [], None) for body in bodies
    )


def test_where_irregular_moves_are_corrected_at_once_nothing_is_sealed() -> None:
    hall = Hall()
    hall.play("32-28")

    assert json.loads(hall.journal.lines[-1].body)["seal"] == ""


def test_no_state_of_the_desk_holds_a_finding_before_it_is_opened() -> None:
    hall = opponent()
    recorded = hall.submit(PlayMove(**AT, ply=0, move="28x17"))

    assert "28x8" not in repr(hall.state) + repr(recorded.events)
    hall.submit(Object(**AT))
    assert "28x8" in repr(hall.state)  # what would have been correct


def test_a_finding_that_was_exchanged_is_found_by_its_seal() -> None:
    hall = irregular_on_lines()
    hall.submit(Object(**AT))
    lines = lines_told(hall.journal.lines)
    assert broken_seal(lines) is None
    for old, new in (("capture_missed", "precedence"), (opened(hall)[0].salt, "0" * 32)):
        changed = [(seq, kind, body.replace(old, new)) for seq, kind, body in lines]

        assert broken_seal(changed) == next(seq for seq, kind, _ in lines if kind == "FindingsOpened")


def test_a_regular_move_can_be_proved_to_have_been_regular() -> None:
    hall = opponent_on_lines()
    hall.submit(Object(**AT))
    (found,) = opened(hall)

    assert (found.code, found.digest) == (None, hall.game().plays[0].seal)


def test_without_the_key_the_move_is_judged_anew_and_nothing_is_proved() -> None:
    hall = irregular_on_lines()
    hall.desk = Desk("open", hall.journal, None, hall.clock.now, key=lambda: "11" * 32)  # type: ignore[arg-type]
    hall.submit(Object(**AT))
    (found,) = opened(hall)

    assert (found.code, found.salt) == ("capture_missed", "")
    assert broken_seal(lines_told(hall.journal.lines)) is None


SAID = Object(round=1, board=1, by="tablet 1", side=Side.BLACK)


def test_a_groundless_objection_costs_what_the_regulations_say() -> None:
    hall = opponent_on_lines()
    hall.submit(SAID)
    hall.play("20-25", "37-32")
    hall.submit(SAID)

    steps = [(one.kind, one.ground, one.side.value, one.step) for one in hall.state.waiting]
    assert steps == [("penalty", "groundless", "black", step) for step in ("warning", "time 60")]


@pytest.mark.parametrize("answered_by", ["service", "arbiter"])
def test_an_official_writes_down_what_a_player_said_and_the_player_pays_nothing_on_that_word(answered_by: str) -> None:
    """FMJD Annex 1, 5.4: only the opponent objects."""
    hall = Hall(regulations="fmjd_classic", switches=(("objections_answered_by", answered_by),))
    hall.play("32-28")
    hall.submit(replace(SAID, by="arbiter 301001", reason="said so at the board"))
    for proposal in hall.state.waiting:
        hall.submit(SignProposal(proposal=proposal.number, by=BY))

    assert [note.what for note in hall.game().notes] == ["objection", "groundless"]
    assert hall.state.waiting == ()
    told = printed("rulings", hall).text()
    assert "Objection of Black, written down by an official. said so at the board" in told


@pytest.mark.parametrize("policy", ["opponent", "silent"])
@pytest.mark.parametrize(("seat", "speaks"), [(Side.BLACK, False), (None, False), (Side.WHITE, True)])
def test_nobody_objects_for_a_side_whose_tablet_is_in_touch(policy: str, seat: Side | None, speaks: bool) -> None:
    hall = Hall(regulations="fmjd_classic", switches=(("irregular_policy", policy),))
    hall.play("32-28")
    hall.desk.touch(1, seat)
    asked: Any = replace(SAID, by=BY) if policy == "opponent" else ClaimIrregular(**AT, side=Side.BLACK)
    if not speaks:
        refused = hall.refused(asked)
        assert (refused.code, refused.facts["side"]) == ("said_at_tablet", "black")
        hall.wait(seconds=4)  # the tablet is out of touch
    hall.submit(asked)


def test_a_groundless_claim_costs_it_too_once_the_arbiter_has_refused_it_and_is_made_once_a_move() -> None:
    """Under the silent policy a claim is the objection: free and unlimited it would be an oracle."""
    switches = (("irregular_policy", "silent"), ("groundless_objections", ("warning", "time 60")))
    hall = Hall(regulations="fmjd_classic", switches=switches)
    claim = ClaimIrregular(**AT, side=Side.BLACK)
    for move, step, reply in ("32-28", "warning", "19-23"), ("28x19", "time 60", "14x23"):
        hall.play(move)
        hall.submit(claim)
        (waits,) = (p for p in hall.state.waiting if p.kind == "irregular")
        hall.submit(DismissProposal(proposal=waits.number, by=BY, reason="nothing irregular"))
        assert hall.refused(claim).code == "claimed_before"
        assert [(p.ground, p.side.value, p.step) for p in hall.state.waiting][-1] == ("groundless", "black", step)
        hall.play(reply)
    cited = {proposal_article(hall.state, p) for p in hall.state.waiting}
    assert cited == {hall.state.regulations.article("groundless")}


def test_a_claim_waits_until_the_arbiter_has_looked_where_the_regulations_say_so() -> None:
    """APCA 8: a player calls the referee, who decides; a claim that is answered at once would be an oracle."""
    for moves, code in (("28x17", "31x42"), "capture_not_maximum"), (("28x8", "31x42"), None):
        hall = opponent(irregular_policy="silent", objections_answered_by="arbiter", correction_window=999)
        hall.play(moves[0])
        hall.submit(ClaimIrregular(**AT))
        (waits,) = hall.state.waiting
        assert (waits.kind, waits.side, opened(hall)) == ("objection", Side.BLACK, [])
        assert hall.refused(ClaimIrregular(**AT)).code == "claim_waits"
        if code:
            hall.play(moves[1])  # a reply does not withdraw it
        hall.submit(SignProposal(proposal=waits.number, by=BY))
        (then,) = hall.state.waiting

        assert [one.code for one in opened(hall)] == [code]
        assert (then.kind, then.ground) == (("irregular", code) if code else ("penalty", "groundless"))
        if code is None:
            assert hall.refused(ClaimIrregular(**AT)).code == "claimed_before"
        else:
            hall.submit(SignProposal(proposal=then.number, by=BY))
            assert hall.game().ply == 0


@pytest.mark.parametrize(("policy", "act"), [("opponent", Object(**AT)), ("silent", ClaimIrregular(**AT))])
def test_an_objection_with_the_tablet_s_record_of_the_press_is_answered_by_the_finding(
    policy: str, act: Object | ClaimIrregular
) -> None:
    """A tablet sends its record with every act; an objection by it opens what one without it opens."""
    hall = opponent(irregular_policy=policy, objections_answered_by="service")
    hall.play("28x17")
    hall.submit(ConfirmedAct(**AT, act=act, device=Device(pressed=hall.clock.at)))

    assert [one.code for one in opened(hall)] == ["capture_not_maximum"]
    assert broken_seal(lines_told(hall.journal.lines)) is None


@pytest.mark.parametrize("square", ["1", "nowhere"])
def test_an_objection_with_a_huff_that_is_not_possible_is_an_objection(square: str) -> None:
    """A refusal without a line would tell for nothing that the move is irregular."""
    hall = opponent(huff="should_have_taken", objections_answered_by="service")
    hall.play("28x17")
    hall.submit(Object(**AT, choice="huff", square=square))

    assert [one.code for one in opened(hall)] == ["capture_not_maximum"]
    assert hall.game().objection is not None
    hall.submit(Object(**AT, choice="rectify"))
    assert hall.game().ply == 0


def test_a_move_is_objected_to_once() -> None:
    hall = opponent_on_lines()
    hall.submit(Object(**AT))

    assert hall.refused(Object(**AT)).code == "objection_settled"


def test_a_refused_objection_has_its_true_reason() -> None:
    """The opponent may still object to the last move when the side that made it is told that it cannot."""
    hall = opponent()
    codes = [hall.refused(Object(**AT)).code]
    hall.play("28x17")
    codes.append(hall.refused(Object(**AT, side=Side.WHITE)).code)
    hall.play("31x42")
    refused = hall.refused(Object(**AT, side=Side.BLACK))

    assert [*codes, refused.code] == ["objection_no_move", "objection_own_move", "objection_too_late"]
    assert words.say(refused.code, refused.facts, "en") == (
        "Black cannot object at board 1 any more: a player who replies accepts the move. "
        "Only the opponent may object to the last move."
    )
    hall.submit(Object(**AT, side=Side.WHITE))
    assert hall.refused(Object(**AT, side=Side.BLACK)).code == "objection_settled"


def test_an_objection_waits_until_the_arbiter_has_looked_where_the_regulations_say_so() -> None:
    hall = opponent(objections_answered_by="arbiter", call_clock="stop")
    hall.play("28x17")
    hall.submit(Object(**AT))
    (waits,) = hall.state.waiting

    assert (waits.kind, waits.ground, waits.side.value) == ("objection", "", "black")
    assert hall.game().clock.running is None
    assert opened(hall) == []
    assert hall.refused(Object(**AT)).code == "objection_waits"
    hall.submit(SignProposal(proposal=waits.number, by=BY))
    assert hall.game().objection is not None
    hall.submit(Object(**AT, choice="rectify"))
    assert hall.game().ply == 0


@pytest.mark.parametrize(
    ("call_clock", "answered_by", "stands"),
    [
        ("run", "service", False),
        ("run", "arbiter", False),
        ("accepted", "service", False),
        ("accepted", "arbiter", True),
        ("stop", "service", True),
        ("stop", "arbiter", True),
    ],
)
def test_after_an_upheld_objection_the_clocks_stand_until_the_choice_where_a_call_stops_them(
    call_clock: str, answered_by: str, *, stands: bool
) -> None:
    """A05 (FFJD: the opponent pauses the clock); H26 (FMJD: a player may not stop it)."""
    for choice in ("rectify", "stand"):
        hall = opponent(objections_answered_by=answered_by, call_clock=call_clock)
        hall.play("28x17")
        hall.submit(Object(**AT))
        for waits in hall.state.waiting:
            hall.submit(SignProposal(proposal=waits.number, by=BY))
        left = hall.game().clock.left(Side.BLACK, hall.clock.at)
        hall.wait(minutes=1)

        assert left - hall.game().clock.left(Side.BLACK, hall.clock.at) == (0 if stands else MINUTE)
        hall.submit(Object(**AT, choice=choice))
        game = hall.game()
        assert (game.halted, game.clock.running) == (None, Side.WHITE if choice == "rectify" else Side.BLACK)


def test_after_a_groundless_objection_the_clocks_run_on_where_the_service_answers() -> None:
    hall = Hall(regulations="fmjd_classic", switches=(("irregular_policy", "opponent"), ("call_clock", "stop")))
    hall.play("32-28")
    hall.submit(Object(**AT))

    assert hall.game().clock.running is Side.BLACK


def test_a_choice_starts_no_clock_that_the_arbiter_was_called_to() -> None:
    hall = opponent(call_clock="stop")
    hall.play("28x17")
    hall.submit(Object(**AT))
    hall.submit(CallArbiter(**AT))
    hall.submit(Object(**AT, choice="stand"))

    assert hall.game().halted == "call"


def test_no_choice_starts_a_clock_while_the_hall_stands_still() -> None:
    hall = opponent()
    hall.play("28x17")
    hall.submit(Object(**AT))
    hall.submit(StopHall(by=BY, reason="fire alarm"))

    assert hall.refused(Object(**AT, choice="rectify")).code == "clock_stopped_hall"


@pytest.mark.parametrize("choice", ["rectify", "stand"])
def test_an_objection_that_waits_for_the_arbiter_is_answered_before_the_flag_that_fell_meanwhile(choice: str) -> None:
    hall = opponent(objections_answered_by="arbiter", call_clock="run")
    hall.play("28x17")
    hall.submit(Object(**AT))
    (waits,) = hall.state.waiting
    hall.wait(hours=3)
    hall.submit(RingFlag(round=1, board=1))
    flag = SignProposal(proposal=hall.state.waiting[1].number, by=BY)

    assert hall.refused(flag).code == "claim_first"
    hall.submit(SignProposal(proposal=waits.number, by=BY))
    assert hall.refused(flag).code == "choice_first"
    hall.submit(Object(**AT, choice=choice))
    if choice == "rectify":
        assert (hall.game().ply, hall.game().flag) == (0, None)
        assert hall.refused(flag).code == "proposal_decided"
    else:
        hall.submit(flag)
        assert hall.state.result_text(hall.game()) == "2-0"


def test_a_choice_that_the_service_waits_for_is_made_in_the_own_time() -> None:
    hall = opponent(objections_answered_by="service")
    hall.play("28x17")
    hall.submit(Object(**AT))
    hall.wait(hours=3)
    hall.submit(RingFlag(round=1, board=1))

    assert hall.refused(Object(**AT, choice="rectify")).code == "flag_pending"
    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    assert hall.state.result_text(hall.game()) == "2-0"


def test_a_reply_withdraws_an_objection_that_waits_and_so_does_its_dismissal() -> None:
    for replies in (True, False):
        hall = opponent(objections_answered_by="arbiter")
        hall.play("28x17")
        hall.submit(Object(**AT))
        if replies:
            hall.play("31x42")
        else:
            hall.submit(DismissProposal(proposal=hall.state.waiting[0].number, by=BY, reason="withdrawn"))

        assert hall.state.waiting == ()
        assert opened(hall) == []


@pytest.mark.parametrize("paired", [True, False])
def test_a32_no_objection_reopens_a_game_once_a_later_round_is_published(paired: bool) -> None:
    """The last move ended the game; the next round is paired on its result, and only an appeal is left."""
    hall = opponent("W:W41,47,49,50,20:B36,44")
    hall.play("20-15")  # 49x40 or 50x39 is due, and Black cannot move
    assert hall.game().ended_on_board
    hall.draw_all()
    hall.submit(PairRound(by=BY, draft=not paired))

    if paired:
        assert hall.refused(Object(**AT)).code == "game_over"
    else:
        hall.submit(Object(**AT))
    assert (hall.game().objection is None) is paired


def test_the_findings_of_a_finished_game_are_opened_by_a_ruling() -> None:
    hall = irregular_on_lines()
    assert hall.refused(OpenFindings(**AT)).code == "findings_wait"
    hall.play("20-25")
    hall.draw_all()
    hall.submit(OpenFindings(**AT))

    assert [one.code for one in opened(hall)] == [None, None, "capture_missed", None]
    assert broken_seal(lines_told(hall.journal.lines)) is None
    assert hall.refused(OpenFindings(**AT)).code == "nothing_sealed"


@pytest.mark.parametrize("policy", ["opponent", "silent"])
@pytest.mark.parametrize(("fen", "entered"), [(LONGER, "28x17"), ("W:W28,37,44,49:B9,13,22,31", "28x17")])
@pytest.mark.parametrize("answered", [False, True])
def test_going_back_by_ruling_opens_nothing_and_binds_nobody(
    policy: str, fen: str, entered: str, answered: bool
) -> None:
    """FMJD Annex 1, 5.4: only the opponent raises it. The first position makes the move irregular, the second legal."""
    hall = opponent(fen)
    rules = hall.state.regulations.put([("irregular_policy", policy)])
    hall.desk.state = replace(hall.state, regulations=rules)
    hall.play(entered, *(["31x42"] if answered else []))
    asked = RestorePosition(**AT, ply=0, reason="a sleeve")
    (seen,) = hall.desk.preview(asked).events
    (restored,) = hall.submit(asked).events
    assert seen == restored
    game = hall.game()

    assert isinstance(restored, PositionRestored)
    assert (restored.owes, restored.side, restored.step) == (False, None, "")
    assert (game.owed, game.bound, game.attempts, game.opened) == (None, None, (), frozenset())
    hall.submit(StartClock(round=1, board=1, by=BY))
    assert hall.play(entered).ply == 1  # another irregular move is sealed anew
    assert hall.game().attempts == ()


def test_going_back_to_a_move_that_was_objected_to_keeps_the_duty() -> None:
    """The neighbour: the opponent objected and let it stand, so everybody knows it."""
    hall = opponent()
    hall.play("28x17")
    hall.submit(Object(**AT, choice="stand"))
    hall.submit(RestorePosition(**AT, ply=0, reason="both agree"))

    assert hall.game().owed is not None


def test_a_claim_opens_the_move_that_it_finds() -> None:
    hall = opponent()
    hall.desk.state = replace(
        hall.state, regulations=replace(hall.state.regulations, irregular_policy="silent", correction_window=999)
    )
    hall.play("28x17", "31x42")
    hall.submit(ClaimIrregular(**AT, side=None))
    assert opened(hall) == []  # White is to move, and Black's move was regular
    again = opponent()
    again.desk.state = replace(again.state, regulations=replace(again.state.regulations, irregular_policy="silent"))
    again.play("28x17")
    again.submit(ClaimIrregular(**AT))

    assert [one.code for one in opened(again)] == ["capture_not_maximum"]


def test_the_longest_finding_is_not_longer_than_what_is_sealed() -> None:
    squares = tuple(f"{letter}{row}" for letter in "abcdefghijkl" for row in range(1, 3))
    facts = (("captures", 24), ("max", 12), ("squares", squares))
    long = OpenedFinding(1, "", "wrong_direction_or_distance", "FMJD Annex 1, 3.4, 3.9, 5.4.2", 72, facts)

    assert len(kept(long, "key", "00" * 16)) == len(kept(OpenedFinding(1, ""), "key", "00" * 16))
    assert SEALED_BYTES % 3 == 0


@pytest.mark.parametrize(
    ("fen", "move", "touched", "offered"),
    [
        ("W:W22,31:B9,1", "31-26", "22", ("rectify", "stand")),  # a touch; nothing could be taken
        ("W:W22,31:B9,1", "22-26", "", ("rectify", "stand")),  # a wrong direction
        ("W:W22,31:B18,10,1", "31-26", "", ("rectify", "stand", "huff")),
    ],
    ids=["touch", "direction", "capture missed"],
)
def test_a_huff_is_offered_only_for_a_capture(fen: str, move: str, touched: str, offered: tuple[str, ...]) -> None:
    """Hoyle 4; Standard Law 11 is the law on touching, 17 that on irregular moves."""
    hall = Hall(variant="american", regulations="standard_laws_historical")
    hall.put(fen)
    hall.submit(PlayMove(round=1, board=1, ply=0, move=move, touched=touched, by="tablet 1"))
    hall.submit(Object(round=1, board=1, by="tablet 1"))
    hall.submit(SignProposal(proposal=hall.state.waiting[0].number, by=BY))
    found = hall.game().objection

    assert choices_now(hall.state, hall.game()) == offered
    assert found is not None
    assert found.article == ("Standard Law 11" if touched else "Standard Law 17")
