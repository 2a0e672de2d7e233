"""The list of what needs the officials: one order, a button each, and nothing that misleads (issue 25)."""

from __future__ import annotations

import io
import re

from pypdf import PdfReader

from arbiter.journal.people import Person
from arbiter.pairing.table.byes import ByeKind
from tests.web.office import Office
from tests.web.test_waiting_devices import wait_at


def needs(office: Office, address: str) -> list[str]:
    """The kinds of what stands on the list of that page, in its order."""
    return re.findall(r'data-need="(\w+)"', office.page(address))


def swiss_with_a_draft(office: Office, players: int = 6) -> str:
    door = office.door
    t = door.tournament(players, system="swiss", rounds=5)
    door.clock.wait(minutes=1)
    for board in range(1, players // 2 + 1):
        office.send(f"/{t}/rounds/1/results", **{f"result-{board}": "white", f"end-{board}": 1})
    door.clock.wait(minutes=1)
    office.send(f"/{t}/rounds")
    assert office.state(t).round(2).draft
    door.clock.wait(minutes=1)
    return t


def test_a_draft_that_a_correction_outdated_is_paired_again_by_one_press(office: Office) -> None:
    t = swiss_with_a_draft(office)
    assert needs(office, f"/{t}") == ["publish"]
    office.rule(t, "result", result="black", reason="misread", known=1)

    assert needs(office, f"/{t}") == needs(office, f"/{t}/rounds/2") == ["outdated"]
    page = office.page(f"/{t}/rounds/2")
    assert "Round 1, board 1: the result 0-2 was recorded after the pairing." in page
    assert ">Publish round 2<" not in page
    office.send(f"/{t}/rounds/2/publish")
    assert office.state(t).round(2).draft
    assert "The draft of round 2 is out of date" in office.page(f"/{t}")
    assert office.door.post(f"/tournaments/{t}/rounds/2/start").status_code == 409
    before = office.state(t).round(2).pairs
    office.send(f"/{t}/rounds", again=1)
    assert office.state(t).round(2).pairs != before
    assert needs(office, f"/{t}") == ["publish"]
    office.send(f"/{t}/rounds/2/publish")
    assert not office.state(t).round(2).draft


def test_a_late_entry_outdates_a_draft_until_it_is_in_it(office: Office) -> None:
    t = swiss_with_a_draft(office)
    late = office.door.desks.desk(t).enter(Person("Late"), "director").state.entries[-1]

    assert "Late: Has no place in the draft." in office.page(f"/{t}")
    office.send(f"/{t}/rounds", again=1)
    assert late in {*office.state(t).round(2).byes, *(e for pair in office.state(t).round(2).pairs for e in pair)}
    office.door.desks.desk(t).enter(Person("Later"), "director")
    office.send(f"/{t}/rounds/2/publish", as_it_is=1)
    assert not office.state(t).round(2).draft


def test_a_correction_outdates_no_draft_of_a_table(office: Office) -> None:
    door = office.door
    t = door.tournament(8, system="groups")
    door.clock.wait(minutes=1)
    for board in range(1, 5):
        office.send(f"/{t}/rounds/1/results", **{f"result-{board}": "white", f"end-{board}": 1})
    office.send(f"/{t}/rounds")
    door.clock.wait(minutes=1)
    office.rule(t, "result", result="black", reason="misread", known=1)

    assert needs(office, f"/{t}") == ["publish"]


def test_groups_and_finals_are_named_and_a_player_alone_in_a_final_is_foreseen(office: Office) -> None:
    door = office.door
    t = door.tournament(7, started=False, system="groups")
    assert "1 player is in the last final, B." not in office.page(f"/{t}")
    assert "3 players are in the last final, B." in office.page(f"/{t}")
    for entry in (6, 7):
        door.post(f"/tournaments/{t}/entries/{entry}/withdrawal", {"reason": "ill"})
    alone = "This player would be alone, and sit out every round of the finals."
    page = office.page(f"/{t}")
    assert ("1 player is in the last final, B." in page, alone in page) == (True, True)
    seen: list[bool] = []
    while office.state(t).rounds[-1:] == () or not seen[-1]:
        office.send(f"/{t}/rounds")
        n = len(office.state(t).rounds)
        draft = office.page(f"/{t}/rounds/{n}")
        seen.append("The finals begin with round" in draft)
        assert (alone in draft) == (n == 1 or seen[-1]), n
        assert ("<strong>Final A</strong>" if seen[-1] else "<strong>Group A</strong>") in draft
        office.send(f"/{t}/rounds/{n}/publish")
        public = door.client.get(f"/tournaments/{t}/rounds/{n}").get_data(as_text=True)
        assert public.count("<strong>Final A</strong>" if seen[-1] else "<strong>Group A</strong>") == 1
        boards = [game.board for game in office.state(t).round(n).games]
        office.send(f"/{t}/rounds/{n}/results", **{f"result-{board}": "white" for board in boards})

    assert "The finals begin" not in office.page(f"/{t}")
    table = door.client.get(f"/tournaments/{t}/standings").get_data(as_text=True)
    assert "Places go first by final, A before B." in table
    assert "Equal points are separated by the tie-breaks" not in table
    assert "Points in the final" in table
    told = door.get(f"/tournaments/{t}/standings").get_json()["standings"]
    assert sorted(row["stage_points"] for row in told) == ["", "", "0", "0", "0", "2", "2"]
    rows = {row["entry"]: row["stage"] for row in told}
    assert [rows[entry] for entry in (6, 7)] == ["", ""]
    assert sorted(filter(None, rows.values())) == ["Final A"] * 4 + ["Final B"]


def groups_played(office: Office, lower_wins: bool) -> str:
    """Two groups of four that have been played: the lower entry wins every game, or all games are drawn."""
    t = office.door.tournament(8, started=False, system="groups")
    for n in (1, 2, 3):
        office.send(f"/{t}/rounds")
        office.send(f"/{t}/rounds/{n}/publish")
        play_on(office, t, n, lower_wins=lower_wins)
    return t


def play_on(office: Office, t: str, n: int, *, lower_wins: bool) -> None:
    games = office.state(t).round(n).games
    won = {g.board: "white" if g.entries.white < g.entries.black else "black" for g in games}
    office.send(f"/{t}/rounds/{n}/results", **{f"result-{b}": one if lower_wins else "draw" for b, one in won.items()})


def in_finals(office: Office, t: str) -> dict[int, str]:
    told = office.door.get(f"/tournaments/{t}/standings").get_json()["standings"]
    return {row["entry"]: row["stage"] for row in told}


def together(office: Office, t: str, n: int) -> set[frozenset[int]]:
    """Who meets whom in the round, as the two finals: the players of the first and of the second half of the boards."""
    pairs = office.state(t).round(n).pairs
    return {frozenset(pairs[0] + pairs[1]), frozenset(pairs[2] + pairs[3])}


def test_equal_players_on_the_border_of_finals_are_told_and_swapped_for_good(office: Office) -> None:
    t = groups_played(office, lower_wins=False)
    equal = "Equal after all tie-breaks, on the border of finals A and B: "
    assert office.page(f"/{t}").count(equal) == 2
    office.send(f"/{t}/rounds")
    assert office.page(f"/{t}/rounds/4").count(equal) == office.page(f"/{t}/rounds/4/why").count(equal) == 2
    (one, _), _, (other, _), _ = office.state(t).round(4).pairs
    change = {"kind": "swap", "one": one, "other": other, "reason": "lots were drawn"}
    shown = office.send(f"/{t}/rounds/4/change", **change).get_data(as_text=True)
    assert "different finals" not in shown
    office.send(f"/{t}/rounds/4/change", **change, accepted=1)
    assert office.state(t).round(4).pairs[0][0] == other
    assert "Across the groups" not in office.page(f"/{t}/rounds/4")
    office.send(f"/{t}/rounds/4/publish")
    assert equal not in office.page(f"/{t}")
    begun = together(office, t, 4)
    play_on(office, t, 4, lower_wins=True)
    office.send(f"/{t}/rounds")

    assert together(office, t, 5) == begun
    assert (in_finals(office, t)[other], in_finals(office, t)[one]) == ("Final A", "Final B")


def test_a_swap_between_finals_is_shown_as_a_bent_rule_and_then_kept(office: Office) -> None:
    t = groups_played(office, lower_wins=True)
    office.send(f"/{t}/rounds")
    assert "Equal after all tie-breaks" not in office.page(f"/{t}/rounds/4")
    (one, _), _, (other, _), _ = office.state(t).round(4).pairs
    change = {"kind": "swap", "one": one, "other": other, "reason": "asked for"}
    shown = office.send(f"/{t}/rounds/4/change", **change).get_data(as_text=True)
    assert "By their places the two players are in different finals, " in shown
    assert office.state(t).round(4).pairs[0][0] == one
    office.send(f"/{t}/rounds/4/change", **change, accepted=1)
    office.send(f"/{t}/rounds/4/publish")
    begun = together(office, t, 4)
    play_on(office, t, 4, lower_wins=True)
    office.send(f"/{t}/rounds")

    assert together(office, t, 5) == begun
    assert in_finals(office, t)[other] == "Final A"


def test_a_correction_after_the_finals_are_paired_tells_who_would_be_in_another_final(office: Office) -> None:
    t = groups_played(office, lower_wins=True)
    office.send(f"/{t}/rounds")
    office.send(f"/{t}/rounds/4/publish")
    n, b = next((g.round, g.board) for g in office.state(t).games() if {*g.entries} == {4, 5} and g.round < 4)
    won = "white" if office.state(t).game(n, b).entries.white == 5 else "black"
    asked = office.send(f"/{t}/rounds/{n}/boards/{b}", kind="result", result=won, reason="misread")
    page = re.sub(r"<[^>]+>", "", asked.get_data(as_text=True))

    assert "Player 4: final A → final B" in page
    assert "Player 5: final B → final A" in page
    assert "Round 4 has not started: it can still be cancelled and paired again." in page


def test_a_pairing_by_hand_tells_who_got_which_bye(office: Office) -> None:
    t = office.door.tournament(6, started=False, system="swiss", rounds=5)
    filled = {"white-1": 1, "black-1": 2, "white-2": 3, "black-2": 4}
    office.send(f"/{t}/rounds", by_hand=1, boards=2, **filled)
    page = office.page(f"/{t}/rounds/1")

    assert "Left without an opponent: " in page


def test_pairs_made_by_hand_stand_below_their_groups(office: Office) -> None:
    door = office.door
    t = door.tournament(8, started=False, system="groups")
    office.send(f"/{t}/rounds")
    pairs = office.state(t).round(1).pairs
    office.send(f"/{t}/rounds/1/undo", confirmed=1, reason="drawn anew")
    swapped = [(pairs[0][0], pairs[2][0]), (pairs[0][1], pairs[2][1]), pairs[1], pairs[3]]
    filled = {
        f"{side}-{n}": entry for n, pair in enumerate(swapped, 1) for side, entry in zip(SIDES, pair, strict=True)
    }
    office.send(f"/{t}/rounds", by_hand=1, boards=4, **filled)
    page = office.page(f"/{t}/rounds/1")
    found = [page.find(f"<strong>{text}</strong>") for text in ("Across the groups", "Group A", "Group B")]
    assert -1 < found[0] < found[1] < found[2]


SIDES = ("white", "black")


def test_a_run_through_evening_pairs_the_free_by_one_press(office: Office) -> None:
    door = office.door
    t = door.tournament(7, started=False, system="run-through")
    assert needs(office, f"/{t}") == ["free"]
    assert "7 players are free." in office.page(f"/{t}")

    office.send(f"/{t}/rounds", now=1)
    first = office.state(t).round(1)
    assert (len(first.games), [first.kind(entry) for entry in first.byes]) == (3, [ByeKind.FREE])
    assert all(game.on_paper for game in first.games)
    office.send(f"/{t}/rounds/1/results", **{"result-2": "draw"})
    page = office.page(f"/{t}")
    assert "3 players are free." in page
    assert needs(office, f"/{t}") == ["free"]
    office.send(f"/{t}/rounds", now=1)
    page = office.page(f"/{t}")
    assert [f'data-game="{game}"' in page for game in ("1/1", "1/2", "1/3", "2/2")] == [True, False, True, True]
    standing = door.get(f"/tournaments/{t}/standings").get_json()["standings"]
    assert sum(row["points"] for row in standing) == 2  # the drawn game alone has brought points


def test_a_signed_evening_is_finished_until_more_games_are_paired(office: Office) -> None:
    door = office.door
    t = door.tournament(4, started=False, system="run-through")
    office.send(f"/{t}/rounds", now=1)
    office.send(f"/{t}/rounds/1/results", **{"result-1": "draw", "result-2": "white"})
    for role in ("director", "arbiter"):
        assert door.post(f"/tournaments/{t}/final/signature", role=role).status_code == 200
    assert needs(office, f"/{t}") == ["finished"]
    assert "Pair more games" in office.page(f"/{t}")
    office.send(f"/{t}/rounds", now=1)

    assert "finished" not in needs(office, f"/{t}")
    assert re.search(
        r'data-step="signatures".*?<span class="tag[^>]*>after the last', office.page(f"/{t}/end"), re.DOTALL
    )


def test_on_an_evening_with_check_in_only_those_who_are_present_are_free(office: Office) -> None:
    door = office.door
    t = door.tournament(5, started=False, system="run-through")
    assert "Until the first player is checked in, all 5 players are paired." in office.page(f"/{t}/check-in")
    door.post(f"/tournaments/{t}/entries/check-in", {"entries": [1, 2], "here": True})
    assert "2 players are free." in office.page(f"/{t}")
    assert "3 players are not checked in." in office.page(f"/{t}")
    assert "Leave them out" not in office.page(f"/{t}/check-in")
    office.send(f"/{t}/check-in", what="leave_out")
    assert office.state(t).sits == ()

    assert door.post(f"/tournaments/{t}/rounds").status_code == 201
    first = office.state(t).round(1)
    assert ({*first.pairs[0]}, first.byes) == ({1, 2}, ())
    refused = door.post(f"/tournaments/{t}/rounds")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "nobody_free")
    office.send(f"/{t}/check-in", what="come", entries=4)
    office.send(f"/{t}/check-in", what="come", entries=5)
    assert "2 players are free." in office.page(f"/{t}")
    assert "Not in round 1" not in office.page(f"/{t}/entries")
    office.send(f"/{t}/rounds", now=1)
    assert ({*office.state(t).round(2).pairs[0]}, office.state(t).round(2).byes) == ({4, 5}, ())
    office.send(f"/{t}/rounds/2/results", **{"result-1": "draw"})
    office.send(f"/{t}/check-in", what="gone", entries=4)
    assert "are free" not in office.page(f"/{t}")


def test_a_second_pass_of_the_slips_is_recorded_and_shown(office: Office) -> None:
    """Which slips agreed, who read them and when; a result that is corrected afterwards is not verified any more."""
    door = office.door
    t = door.tournament(6, system="swiss", rounds=3)
    office.send(f"/{t}/rounds/1/results", **{f"result-{board}": "white" for board in (1, 2, 3)})
    door.clock.wait(minutes=5)
    page = office.send(
        f"/{t}/rounds/1/results/second", **{"result-1": "white", "result-2": "black", "result-3": "white"}
    )
    assert "Board 2: recorded 2-0" in page.get_data(as_text=True)
    (one,) = office.state(t).round(1).second_pass
    assert (one.boards, one.by) == ((1, 3), office.state(t).round(1).passes[0].by)
    told = "Second reading of the slips: boards 1, 3,"
    assert all(told in office.page(f"/{t}{address}") for address in ("/rounds/1", "/rounds/1/results", "/end"))
    sheet = PdfReader(io.BytesIO(door.get(f"/tournaments/{t}/sheets/pairings.pdf?round=1").get_data()))
    assert told in sheet.pages[0].extract_text().replace("\n", " ")
    door.clock.wait(minutes=5)
    office.rule(t, "result", board=3, result="black", reason="misread", known=1)
    assert [one.boards for one in office.state(t).round(1).second_pass] == [(1,)]

    slips = f"/tournaments/{t}/rounds/1/slips"
    assert door.post(slips, {"boards": [2], "results": ["2-0"]}).status_code == 200
    for asked, code in (
        ({"boards": [2], "results": []}, "field_unreadable"),
        ({"boards": [2], "results": ["0-2"]}, "slips_differ"),
    ):
        assert door.post(slips, asked).get_json()["code"] == code


def test_a_check_in_whose_last_presence_is_undone_still_counts_until_it_is_given_up(office: Office) -> None:
    t = office.door.tournament(4, started=False, system="run-through")
    office.send(f"/{t}/check-in", what="without")
    assert not office.state(t).checking
    office.send(f"/{t}/check-in", what="come", entries=1)
    assert "Do without the check-in" not in office.page(f"/{t}/check-in")
    office.send(f"/{t}/check-in", what="gone", entries=1)
    assert needs(office, f"/{t}") == ["check_in"]
    assert "4 players are not checked in." in office.page(f"/{t}")
    page = office.page(f"/{t}/check-in")
    assert "Players are not paired until they are checked in." in page
    assert "Do without the check-in, and pair everybody" in page
    office.send(f"/{t}/check-in", what="without")
    assert "4 players are free." in office.page(f"/{t}")


def test_no_two_games_in_progress_have_one_board(office: Office) -> None:
    """The lowest free numbers are given, a fixed board that is free, and the same numbers after a change by hand."""
    t = office.door.tournament(8, started=False, system="run-through")
    for entry, board in ((1, 2), (2, 7)):
        office.door.post(f"/tournaments/{t}/entries/{entry}/board", {"board": board, "reason": "a wheelchair"})
    office.send(f"/{t}/rounds", now=1)
    first = office.state(t).round(1)
    numbers = first.boards
    assert {2, 7} <= {*numbers} or first.of(1) is first.of(2)
    done = [board for board in numbers if board != 2][:2]
    office.send(f"/{t}/rounds/1/results", **{f"result-{board}": "draw" for board in done})
    assert all(f'<th scope="row" class="number">{board}</th>' in office.page(f"/{t}/rounds/2") for board in done)
    office.send(f"/{t}/rounds")
    office.send(f"/{t}/rounds/2/publish")
    second = office.state(t).round(2)
    assert {*second.boards}.isdisjoint({*numbers} - {*done})
    white, black = second.pairs[0]
    office.send(f"/{t}/rounds/2/change", kind="swap", one=white, other=black, reason="colours", accepted=1)
    changed = office.state(t).round(2)
    assert (changed.boards, changed.pairs[0]) == (second.boards, (black, white))
    office.send(f"/{t}/rounds/2/start")
    playing = [game.board for game in office.state(t).games() if game.running]
    assert len(playing) == len({*playing}) == 4
    office.send(f"/{t}/rounds/2/results", **{f"result-{second.boards[1]}": "white"})
    assert office.state(t).game(2, second.boards[1]).result is not None


def test_a_tablet_with_a_game_in_progress_takes_no_second_one(office: Office) -> None:
    """A postponed game is played at its board: the game of the next round there begins on paper."""
    t = office.door.tournament(4, started=False, system="swiss", rounds=3)
    office.door.desks.desk(t).touch(1)
    office.send(f"/{t}/rounds")
    office.send(f"/{t}/rounds/1/publish")
    office.send(f"/{t}/rounds/1/postpone", board=1, until="tonight")
    office.send(f"/{t}/rounds/1/results", **{"result-2": "draw"})
    office.send(f"/{t}/rounds")
    office.send(f"/{t}/rounds/2/publish")
    office.door.post(f"/tournaments/{t}/rounds/1/start", {"boards": [1]})
    office.send(f"/{t}/rounds/2/start")

    assert [office.state(t).game(n, 1).on_paper for n in (1, 2)] == [False, True]


def test_whoever_waits_gets_no_point_when_the_free_are_paired_by_hand(office: Office) -> None:
    t = office.door.tournament(3, started=False, system="run-through")
    office.send(f"/{t}/rounds", by_hand=1, boards=1, **{"white-1": 1, "black-1": 2})

    assert office.state(t).round(1).kind(3) is ByeKind.FREE


def test_players_who_sit_out_have_no_game_to_play_in_any_system(office: Office) -> None:
    door = office.door
    for system in ("round-robin", "groups", "knockout", "keizer", "swiss", "scheveningen", "ladder"):
        t = str(door.post("/tournaments", {"name": f"Sits {system}", "system": system, "rounds": 3}).get_json()["id"])
        for number in range(1, 9):
            door.desks.desk(t).enter(Person(f"Player {number}"), "director")
        office.send(f"/{t}/check-in", what="come", entries=1)
        for entry in range(2, 8):
            office.send(f"/{t}/check-in", what="come", entries=entry)
        office.send(f"/{t}/check-in", what="leave_out")
        assert "1 player sits out." in office.page(f"/{t}"), system
        office.send(f"/{t}/rounds")
        round = office.state(t).round(1)
        game = round.of(8)
        assert game is None or game.postponed is not None, system
        assert game is None or needs(office, f"/{t}")[0] == "publish"
        office.send(f"/{t}/rounds/1/publish")
        office.send(f"/{t}/rounds/1/start")
        office.send(f"/{t}/rounds/1/results", **{f"result-{one.board}": "white" for one in round.games if one != game})
        assert office.state(t).round(1).closed, system
        if game is not None:
            assert "until both are present" in office.page(f"/{t}")


def test_who_is_left_out_while_a_draft_is_open_is_left_out_of_the_draft(office: Office) -> None:
    t = office.door.tournament(5, started=False, system="swiss", rounds=3)
    office.send(f"/{t}/rounds")
    for entry in (1, 2, 3):
        office.send(f"/{t}/check-in", what="come", entries=entry)
    assert "Leave them out of round 1" in office.page(f"/{t}/check-in")
    office.send(f"/{t}/check-in", what="leave_out")

    assert {(sit.entry, sit.round) for sit in office.state(t).sits} == {(4, 1), (5, 1)}
    assert needs(office, f"/{t}")[0] == "outdated"
    office.send(f"/{t}/rounds", again=1)
    assert not {4, 5} & {entry for pair in office.state(t).round(1).pairs for entry in pair}


def test_a_tablet_that_waits_stands_first_and_is_admitted_from_the_list(office: Office) -> None:
    door = office.door
    t = door.tournament(4)
    wait_at(door, 2, "10.0.0.1")
    device = wait_at(door, 2, "10.0.0.2")[1]
    office.door.post(f"/tournaments/{t}/rounds/1/boards/1/calls", {"reason": "phone"})

    page = office.page(f"/{t}")
    assert needs(office, f"/{t}") == ["device", "call", "wait"]
    assert needs(office, f"/{t}/rounds/1") == ["device", "call", "wait"]
    assert f"It shows the number {device.check}" in page
    for address in (f"/{t}", f"/{t}/rounds/1/boards/2", f"/{t}/entries", f"/{t}/sheets"):
        assert "<title>(2) " in office.page(address)
    office.send(f"/{t}/tablets/{device.id}", what="in", next=f"/office/{t}")
    assert needs(office, f"/{t}") == ["call", "wait"]


def test_a_claim_that_the_game_disproves_is_refused_by_the_first_button(office: Office) -> None:
    t = office.door.tournament(2)
    office.play(t, "32-28", "19-23")
    office.door.post(f"/tournaments/{t}/rounds/1/boards/1/claims", {"ground": "repetition"})
    (claim,) = office.state(t).waiting

    page = office.page(f"/{t}")
    assert "Proposed: the claim is refused." in page
    assert page.index("Refuse the claim") < page.index("Grant it nevertheless")
    office.send(f"/{t}/proposals/{claim.number}", decision="sign")
    assert office.game(t).result is None
    office.send(f"/{t}/proposals/{claim.number}", decision="dismiss")
    assert office.state(t).waiting == ()
    told = office.door.get(f"/tournaments/{t}/boards/1").get_json()["answer"]
    assert told["reason"] == "the count has not reached its limit"

    office.door.post(f"/tournaments/{t}/rounds/1/boards/1/claims", {"ground": "no_progress"})
    (claim,) = office.state(t).waiting
    office.send(f"/{t}/proposals/{claim.number}", decision="sign", confirm=1, reason="seen on the other board")
    assert office.game(t).result is not None


def test_pairing_by_hand_starts_from_the_draft_with_scores_and_colours(office: Office) -> None:
    t = office.door.tournament(6, system="swiss", rounds=5)
    for board in (1, 2, 3):
        office.send(f"/{t}/rounds/1/results", **{f"result-{board}": "white", f"end-{board}": 1})
    page = office.page(f"/{t}/rounds/2")
    chosen = [int(entry) for entry in re.findall(r'<option value="(\d+)" selected>', page)]

    assert sorted(chosen) == [1, 2, 3, 4, 5, 6]
    assert re.search(r"1\. Player 1 \((2 \u25cb|0 \u25cf)\)", page)  # the colours are drawn by lot
    office.send(f"/{t}/rounds")
    first = office.state(t).round(2).pairs[0]
    last = office.state(t).round(2).pairs[-1]
    changed = office.send(f"/{t}/rounds/2/change", kind="swap", one=first[0], other=last[0], reason="try")
    assert "The scores of the two are a win or more apart" in changed.get_data(as_text=True)


def test_the_boards_on_paper_are_told_from_the_boards_with_clocks(office: Office) -> None:
    t = office.door.tournament(4, started=False)
    office.door.post(f"/tournaments/{t}/rounds")
    office.door.post(f"/tournaments/{t}/rounds/1/start", {"paper": [2]})
    page = office.page(f"/{t}")

    assert re.search(r"On paper: <a [^>]*>2</a></p>", page)
    assert re.search(r"Boards: <a [^>]*>1</a></p>", page)


def test_check_in_by_a_part_of_the_name(office: Office) -> None:
    t = office.door.tournament(0, started=False)
    for name in ("Anna de Boer", "Bram Bos", "Bert Bos"):
        office.send(f"/{t}/entries", family=name)

    office.send(f"/{t}/check-in", what="find", q="anna")
    assert office.state(t).here == {1}
    office.send(f"/{t}/check-in", what="find", q="bos")
    assert office.state(t).here == {1}
    assert "2 names fit" in office.page(f"/{t}/check-in")
    office.send(f"/{t}/check-in", what="find", q="bos bert")
    assert office.state(t).here == {1, 3}


def test_a_corrected_rating_outdates_a_draft_whose_numbers_it_changes(office: Office) -> None:
    desks, t = office.door.desks, office.door.tournament(6, started=False, system="swiss", rounds=5)
    office.send(f"/{t}/entries/1", family="Player 1", rating=1500, club="North")
    office.send(f"/{t}/rounds")
    assert needs(office, f"/{t}") == ["publish"]
    office.send(f"/{t}/entries/1", family="Player 1", rating=1500, club="South", title="MI")
    office.send(f"/{t}/entries/1", family="Player 1", rating=1490)
    assert needs(office, f"/{t}") == ["publish"]  # nothing that the pairs rest on has changed
    office.send(f"/{t}/entries/6", family="Player 6", rating=1600)

    assert needs(office, f"/{t}") == needs(office, f"/{t}/rounds/1") == ["outdated"]
    assert "Player 6: A corrected rating or name gives other pairing numbers." in office.page(f"/{t}")
    assert office.door.post(f"/tournaments/{t}/rounds/1/publish").get_json()["code"] == "draft_outdated"
    assert office.door.post(f"/tournaments/{t}/rounds/1/start").get_json()["code"] == "draft_outdated"
    office.send(f"/{t}/rounds/1/publish")
    assert office.state(t).round(1).draft
    office.send(f"/{t}/rounds", again=1)
    assert (needs(office, f"/{t}"), desks.desk(t).state.order[0]) == (["publish"], 6)
    office.send(f"/{t}/entries/5", family="Aartsen", given="Anna")
    assert needs(office, f"/{t}") == ["outdated"]  # those without a rating are numbered by name
    office.send(f"/{t}/rounds/1/publish", as_it_is=1)
    assert not office.state(t).round(1).draft


def test_a_corrected_rating_renumbers_no_table(office: Office) -> None:
    t = office.door.tournament(4, system="round-robin", settings={"numbers": "rating"})
    before = office.state(t).order
    for board in (1, 2):
        office.rule(t, "result", board=board, result="white", reason="slip")
    office.send(f"/{t}/entries/4", family="Player 4", rating=2400)
    office.send(f"/{t}/rounds")

    assert (office.state(t).order, len(office.state(t).rounds)) == (before, 2)


def test_clocks_are_offered_where_a_tablet_is_connected(office: Office) -> None:
    t = office.door.tournament(4, started=False)
    office.send(f"/{t}/rounds")
    office.send(f"/{t}/rounds/1/publish")
    page = office.page(f"/{t}")

    assert "Start all clocks instead" not in page
    assert "Board by board" in page


def test_final_standings_that_nobody_has_signed_are_counted(office: Office) -> None:
    t = office.door.tournament(2, rounds=1)
    office.rule(t, "result", result="white", reason="slip")
    assert needs(office, f"/{t}") == ["sign"]
    assert "<title>(1)" in office.page(f"/{t}/entries")
    seen = re.search(r'name="seen" value="(\w+)"', office.page(f"/{t}/end"))
    assert seen is not None
    office.send(f"/{t}/end/signature", seen=seen[1])
    assert needs(office, f"/{t}") == ["sign_second"]
    assert "signed by one of two" in office.page(f"/{t}")
    assert "signed by one of two" in (page := office.page(f"/{t}/end"))
    assert "/office/accounts" in page.partition("Invite a second official")[0][-60:]
    office.door.post(f"/tournaments/{t}/final/signature", role="arbiter")
    assert needs(office, f"/{t}") == ["finished"]
    assert "The tournament is finished." in office.page(f"/{t}")
    office.door.clock.wait(minutes=1)
    office.rule(t, "result", result="black", reason="misread", known=1)
    assert needs(office, f"/{t}") == ["sign"]


def test_a_round_on_paper_has_no_empty_columns_and_a_finished_one_no_empty_forms(office: Office) -> None:
    t = office.door.tournament(4, started=False)
    office.send(f"/{t}/rounds")
    draft = office.page(f"/{t}/rounds/1")
    office.send(f"/{t}/rounds/1/publish")
    published = office.page(f"/{t}/rounds/1")
    office.door.post(f"/tournaments/{t}/rounds/1/start", {"paper": [1]})
    both = office.page(f"/{t}")
    office.rule(t, "result", board=2, result="white", reason="slip")
    office.rule(t, "result", board=1, result="white", reason="slip")
    finished = office.page(f"/{t}/rounds/1")

    assert all(f"<summary>{name}</summary>" in published for name in ("Swap two players", "No-show", "Postpone a game"))
    assert "<summary>Swap two players</summary>" in draft
    assert not any(f"<summary>{name}</summary>" in draft for name in ("No-show", "Postpone a game"))
    assert not any(f"<summary>{name}" in finished for name in ("Swap", "Pair two", "No-show", "Postpone"))
    headings = ("Clock", "Last move", "Tablet")
    assert all(f'<th scope="col">{name}</th>' in both for name in headings)
    paper = office.door.tournament(2, started=False, name="On paper")
    office.door.post(f"/tournaments/{paper}/rounds")
    office.door.post(f"/tournaments/{paper}/rounds/1/start", {"paper": [1]})
    assert not any(f'<th scope="col">{name}</th>' in office.page(f"/{paper}") for name in headings)


def test_a_withdrawal_and_a_bye_name_the_player(office: Office) -> None:
    t = office.door.tournament(3, started=False, system="swiss", rounds=3)
    office.send(f"/{t}/rounds")
    (entry,) = office.state(t).round(1).byes
    assert f"Player {entry}" in (page := office.page(f"/{t}/rounds/1"))
    assert "(score 0): pairing-allocated bye" in page
    office.send(f"/{t}/entries/3/withdrawal", reason="ill")
    assert "Player 3 has withdrawn." in office.page(f"/{t}/entries")


def test_a_refusal_in_the_office_names_the_player(office: Office) -> None:
    t = office.door.tournament(5, started=False, system="swiss", rounds=3)
    office.send(f"/{t}/entries/3/withdrawal", reason="ill")
    refused = office.send(f"/{t}/rounds", by_hand=1, boards=2, **{"white-1": 1, "black-1": 3})
    assert refused.status_code == 422
    assert "Entry 3 (Player 3) has withdrawn and cannot be paired." in refused.get_data(as_text=True)


def test_on_a_continuous_evening_no_visitor_reads_of_rounds(office: Office) -> None:
    """Pages and slips name boards and times, and all games that are played stand together."""
    door = office.door
    t = door.tournament(5, started=False, system="run-through")
    addresses = ["", "/where?name=player", "/players/1", "/standings", "/wall", "?view=boards"]

    def read(address: str) -> str:
        answer = door.client.get(f"/tournaments/{t}{address}")
        assert answer.status_code == 200, address
        return answer.get_data(as_text=True)

    assert not [address for address in addresses[:5] if "round" in shown(read(address)).casefold()]
    office.send(f"/{t}/rounds", now=1)
    waits = office.state(t).round(1).byes[0]
    office.send(f"/{t}/rounds/1/results", **{"result-2": "draw"})
    office.send(f"/{t}/rounds", now=1)
    assert office.state(t).round(2).boards == (2,)
    for address in (*addresses, "/rounds/1", "/rounds/1/boards/1"):
        assert "round" not in shown(read(address)).casefold(), address
    front = read("?view=boards")
    assert [f'data-game="{game}"' in front for game in ("1/1", "1/2", "2/2")] == [True, False, True]
    assert office.state(t).round(2).of(waits) is not None
    screen = read("/wall")
    assert all(f'data-game="{game}"' in screen or f"Player {n}" in screen for n, game in ((1, "1/1"), (2, "2/2")))
    sheet = (
        PdfReader(io.BytesIO(door.get(f"/tournaments/{t}/sheets/slips.pdf?round=2").get_data())).pages[0].extract_text()
    )
    assert "Board 2" in sheet
    assert "Round" not in sheet


def shown(page: str) -> str:
    """What a reader of the page sees: its text without tags, scripts and attributes."""
    text = re.sub(r"<(script|style)\b.*?</\1>", "", page, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", " ", text)


def test_a_published_round_that_rests_on_a_corrected_result_says_so_until_it_begins(office: Office) -> None:
    t = swiss_with_a_draft(office)
    office.send(f"/{t}/rounds/2/publish")
    assert "drawn before that" not in office.page(f"/{t}")
    office.door.clock.wait(minutes=1)
    office.rule(t, "result", result="black", reason="misread", known=1)
    page = office.page(f"/{t}")
    assert needs(office, f"/{t}") == ["start"]
    assert "Round 1, board 1: the result 0-2 was recorded after the pairing." in page
    assert "The pairs of round 2 were made before this change." in page
    office.send(f"/{t}/rounds/2/start")
    assert "drawn before that" not in office.page(f"/{t}")


def test_a_bye_says_what_was_recorded_and_half_a_point_is_offered_first(office: Office) -> None:
    t = office.door.tournament(6, system="swiss", rounds=5, started=False)
    page = office.page(f"/{t}/arrangements")
    assert '<option value="half" selected>' in page
    office.send(f"/{t}/arrangements", what="bye", entry=3, round=1, kind="half")
    assert "Player 3, round 1: half-point bye." in office.page(f"/{t}/arrangements")


def test_a_call_ends_with_the_game_and_names_its_round_in_the_next_one(office: Office) -> None:
    door = office.door
    t = door.tournament(4)
    for board in (1, 2):
        called = door.post(f"/tournaments/{t}/rounds/1/boards/{board}/calls", {"side": "white"})
        assert called.status_code == 200
    door.clock.wait(seconds=1)
    for board in (1, 2):
        door.post(f"/tournaments/{t}/rounds/1/boards/{board}/resignations", {"side": "white"})
    assert "call" not in needs(office, f"/{t}")
    assert door.get(f"/tournaments/{t}/rounds/1/boards/1").get_json()["calls"] == []
    door.clock.wait(seconds=1)
    door.post(f"/tournaments/{t}/rounds/1/boards/2/calls", {"side": "white", "reason": "the clock"})
    office.send(f"/{t}/rounds")

    assert needs(office, f"/{t}") == ["call", "publish"]
    assert "Round 1, Board 2</a>" in office.page(f"/{t}")
