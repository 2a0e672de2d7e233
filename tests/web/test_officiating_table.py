"""Rows of the table of rulings that were told otherwise than they were done: flags, lateness, appeals, articles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.refused import Refused
from arbiter.rulings.time.attendance import RingLate
from arbiter.rulings.time.flags import RingFlag
from arbiter.rulings.time.inactivity import RingInactivity
from arbiter.sides import HOUR, MINUTE
from arbiter.tournament.events import parse_event
from arbiter.tournament.events.terms import TournamentOpened
from arbiter.tournament.regulations.profiles import REGULATIONS
from arbiter.tournament.regulations.switches import NEVER
from arbiter.tournament.state import Tournament
from tests.web.conftest import Door
from tests.web.officiating import BOARD, PAPER, T, move, play, proposals, put, see


def fall(door: Door, *, doubt: bool = False) -> None:
    """The flag of White falls at board 1; with *doubt* something received before it still waited."""
    door.clock.wait(hours=2)
    door.desks.desk("club-open").submit(RingFlag(round=1, board=1, unruled=doubt))


def sign(door: Door, kind: str = "flag", **fields: object) -> tuple[int, str | None]:
    (one,) = proposals(door, kind)
    answer = door.post(f"{T}/proposals/{one['proposal']}/sign", fields)
    return answer.status_code, answer.get_json().get("code")


def test_h13_a_flag_that_only_players_call_is_signed_once_one_of_them_has_called_it(door: Door) -> None:
    """H13: US Chess 13C1."""
    door.tournament(switches={"flag_called_by": "players"})
    with pytest.raises(Refused, match="flag_still_up"):
        fall(door)

    shown = see(door)
    assert (proposals(door, "flag"), shown["flag"], shown["clock"]["flag_at"]) == ([], None, None)
    assert (shown["clock"]["running"], shown["clock"]["calls_flags"]) == ("white", True)
    own = door.post(f"{BOARD}/claims", {"ground": "flag", "side": "white"})
    assert (own.status_code, own.get_json()["code"]) == (409, "own_flag")
    assert door.post(f"{BOARD}/claims", {"ground": "flag", "side": "black"}).status_code == 200
    assert door.post(f"{BOARD}/claims", {"ground": "flag"}).get_json()["code"] == "flag_called"
    assert sign(door)[0] == 200
    assert see(door)["result"] == "0-2"


def test_h13_a_move_that_nobody_called_the_flag_before_stands_and_the_flag_can_still_be_called(door: Door) -> None:
    """The neighbours: after a move without time left, and once the move has brought the next allotment."""
    door.tournament(switches={"flag_called_by": "players"}, control="2/60:60")
    door.clock.wait(seconds=61)
    assert move(door, "32-28").status_code == 200
    play(door, "19-23")
    assert door.post(f"{BOARD}/claims", {"ground": "flag", "side": "white"}).get_json()["code"] == "own_flag"
    play(door, "28x19", "14x23")
    assert door.post(f"{BOARD}/claims", {"ground": "flag", "side": "black"}).get_json()["code"] == "no_flag"


def test_h13_the_flag_of_the_side_that_waits_is_called_too(door: Door) -> None:
    """H15: only the two players call it, and the arbiter rules after the claim."""
    door.tournament(switches={"flag_called_by": "players"}, control="60")
    door.clock.wait(seconds=61)
    play(door, "32-28")
    assert door.post(f"{BOARD}/claims", {"ground": "flag", "side": "black"}).status_code == 200

    assert (see(door)["flag"]["side"], see(door)["clock"]["running"]) == ("white", None)
    assert sign(door)[0] == 200
    assert see(door)["result"] == "0-2"


def test_h13_where_flags_end_games_by_themselves_the_call_of_a_player_does(door: Door) -> None:
    door.tournament(switches={"flag_called_by": "players"}, flags="auto")
    door.clock.wait(hours=2)
    assert see(door)["result"] is None
    door.post(f"{BOARD}/claims", {"ground": "flag"})

    assert (see(door)["result"], see(door)["because"]) == ("0-2", "flag")


def test_h14_players_and_arbiter_may_call_a_flag_unless_the_regulations_keep_it_to_one_of_them(door: Door) -> None:
    """H14: FIDE 6.8."""
    door.tournament()
    assert door.post(f"{BOARD}/claims", {"ground": "flag"}).get_json()["code"] == "no_flag"
    fall(door)
    assert sign(door)[0] == 200
    id = door.tournament(switches={"flag_called_by": "arbiter"})
    fall_at = door.desks.desk(id)
    door.clock.wait(hours=2)
    fall_at.submit(RingFlag(round=1, board=1))

    asked = door.post(f"/tournaments/{id}/rounds/1/boards/1/claims", {"ground": "flag"}).get_json()
    assert asked["code"] == "flag_of_the_arbiter"


def test_h17_two_flags_that_are_down_before_the_last_period_let_the_game_go_on(door: Door) -> None:
    door.tournament(switches={"both_flags": "draw"})
    fall(door, doubt=True)
    door.post(f"{BOARD}/rulings", {"kind": "both_flags", "reason": "nobody saw which fell first"})

    assert (see(door)["result"], proposals(door, "flag")) == (None, [])
    assert see(door)["clock"]["running"] is None


def test_h18_two_flags_that_are_down_in_the_last_period_draw_the_game(door: Door) -> None:
    door.tournament(control="3600", switches={"both_flags": "draw"})
    fall(door, doubt=True)
    door.post(f"{BOARD}/rulings", {"kind": "both_flags", "reason": "nobody saw which fell first"})

    assert (see(door)["result"], see(door)["because"]) == ("1-1", "flags_both")


def test_where_the_first_flag_loses_two_are_no_ruling_of_their_own(door: Door) -> None:
    door.tournament()
    asked = {"kind": "both_flags", "reason": "nobody saw which fell first"}

    assert door.post(f"{BOARD}/rulings", asked).get_json()["code"] == "first_flag_loses"


def test_h22_a_limit_of_no_minutes_is_the_start(door: Door) -> None:
    """H22: FIDE 6.6; who was noted absent is proposed to forfeit at once, and nobody else is late."""
    door.tournament(switches={"late": 0}, started=False)
    door.post(f"{T}/rounds")
    door.post(f"{BOARD}/rulings", {"kind": "attendance", "side": "black", "here": False})
    door.post(f"{T}/rounds/1/start")
    desk = door.desks.desk("club-open")
    desk.submit(RingLate(round=1, board=1))

    assert [one["side"] for one in proposals(door, "late")] == ["black"]
    assert sign(door, "late")[0] == 200
    assert (see(door)["result"], see(door)["because"]) == ("2-0", "forfeit")
    assert desk.state.game(1, 2).here.white is None


def test_a_journalled_limit_of_no_minutes_keeps_meaning_that_there_is_none(door: Door) -> None:
    """In journals that were begun before 0 meant the start."""
    door.tournament(switches={"late": 0})
    desk = door.desks.desk("club-open")
    opened, *_ = desk.journal.read()
    event = parse_event(opened.kind, opened.at, opened.body)
    assert isinstance(event, TournamentOpened)
    before = replace(event, late_at_once=False).after(Tournament()).regulations
    now = event.after(Tournament()).regulations

    assert (before.late, now.late) == (NEVER, 0)
    assert before.hash != now.hash
    assert before.hash == REGULATIONS["international_book"].turn([("late", NEVER)]).hash


def test_h25_a_delay_through_the_home_club_is_taken_off_the_clocks_of_who_plays_at_home(door: Door) -> None:
    """H25: at every board where somebody from elsewhere sits opposite."""
    door.tournament()
    assert door.post(f"{T}/rounds/1/home-late", {"delay_ms": 600_000}).get_json()["code"] == "nobody_home"
    _, black = door.desks.desk("club-open").state.game(1, 1).entries
    door.post(f"{T}/home", {"entries": [black]})
    door.post(f"{T}/rounds/1/home-late", {"delay_ms": 600_000})
    clock, other = see(door)["clock"], door.get(f"{T}/rounds/1/boards/2").get_json()["clock"]

    assert (clock["white"]["left_ms"], clock["black"]["left_ms"]) == (2 * HOUR, 2 * HOUR - 10 * MINUTE)
    assert (other["white"]["left_ms"], other["black"]["left_ms"]) == (2 * HOUR, 2 * HOUR)


def test_h36_a_single_capture_is_given_a_minute(door: Door) -> None:
    """H36: ACF; one minute where one jump is all that can be played, and one more after the call."""
    switches = {"inactivity_warning": 5, "inactivity_single": 1, "inactivity_loss": 1}
    door.tournament(variant="american", control="-", switches=switches)
    desk = door.desks.desk("club-open")
    play(door, "11-15", "22-18")
    door.clock.wait(minutes=1)
    desk.submit(RingInactivity(round=1, board=1))
    assert [one["step"] for one in proposals(door, "inactivity")] == ["warning"]
    play(door, "15x22")
    door.clock.wait(minutes=4)

    assert door.post(f"{BOARD}/rulings", {"kind": "inactivity"}).get_json()["code"] == "still_active"


def test_h37_a_player_who_disappears_is_warned_while_their_clock_runs_and_the_game_is_adjudicated(door: Door) -> None:
    """H37: US Chess 18G1, 20H."""
    door.tournament()
    seen = {"kind": "conduct", "side": "white", "category": "absence", "reason": "not seen for a quarter of an hour"}
    door.post(f"{BOARD}/rulings", seen)
    door.post(f"{BOARD}/rulings", seen)
    assert [one["step"] for one in proposals(door, "penalty")] == ["note", "warning"]
    assert see(door)["clock"]["running"] == "white"
    door.post(f"{BOARD}/rulings", {"kind": "adjudication", "result": "black", "reason": "gone"})

    assert (see(door)["result"], see(door)["because"]) == ("0-2", "adjudicated")


def test_g17_the_fifth_occurrence_is_put_before_the_arbiter_without_a_claim(door: Door) -> None:
    door.tournament(variant="american", regulations="english_wcdf", endings=["repetition-five", "no-progress-75"])
    put(door, "B:WK32:BK1")
    around = ("1-6", "32-27", "6-1", "27-32")
    play(door, *around * 3)
    assert proposals(door, "ending") == []
    play(door, *around)
    (due,) = proposals(door, "ending")

    assert (due["ground"], due["article"]) == ("repetition-five", "FIDE 9.6.1")


def test_g17_seventy_five_moves_of_each_side_without_progress_are_too(door: Door) -> None:
    door.tournament(variant="american", regulations="english_wcdf", endings=["no-progress-75"])
    put(door, "B:WK32:BK1")
    play(door, *(("1-6", "32-27", "6-1", "27-32") * 37), "1-6")
    assert proposals(door, "ending") == []
    play(door, "32-27")

    assert [one["ground"] for one in proposals(door, "ending")] == ["no-progress-75"]


@pytest.mark.parametrize(
    ("variant", "regulations", "fen", "text", "article"),
    [
        ("international", "fmjd_rapid_blitz", "W:W28,37,44,49:B9,13,22,23,31", "28x17", "FMJD Annex 1, 4.13, 5.4.8"),
        ("international", "international_book", "W:W28,37,44,49:B9,13,22,23,31", "28x17", "000 VII"),
        ("american", "english_wcdf", "B:W14,32:B10,3", "3-8", "001 Obligation to jump"),  # WCDF 1.25 was not read
        ("american", "american_book1", "B:W14,32:B10,3", "3-8", "001 Obligation to jump"),
    ],
)
def test_a_player_is_told_the_article_of_the_book_that_is_played_by(
    door: Door, variant: str, regulations: str, fen: str, text: str, article: str
) -> None:
    door.tournament(variant=variant, regulations=regulations, switches={"irregular_policy": "block"})
    put(door, fen)

    assert move(door, text).get_json()["article"] == article


def appeal(door: Door, role: str = "director", **fields: object) -> tuple[int, str | None]:
    asked = {"side": "white", "grounds": "It was the hall's clock.", "asks": "draw", **fields}
    answer = door.post(f"{BOARD}/appeals", asked, role=role)
    return answer.status_code, answer.get_json().get("code")


def test_l09_a_late_appeal_is_admitted_by_the_director_alone_with_the_reason(door: Door) -> None:
    door.tournament()
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "black", "reason": "telephone"})
    door.clock.wait(minutes=31)

    assert appeal(door) == (409, "appeal_too_late")
    assert appeal(door, "arbiter", admitted="they were in hospital") == (403, "not_yours")
    assert appeal(door, admitted="they were in hospital")[0] == 200
    (told,) = door.get(f"{T}/appeals").get_json()["appeals"]
    assert told["admitted"] == "they were in hospital"


def test_l10_what_is_under_appeal_is_marked_in_tables_and_on_public_pages_until_it_is_decided(door: Door) -> None:
    door.tournament(2)
    door.post(f"{BOARD}/rulings", {"kind": "result", "result": "black", "reason": "telephone"})
    appeal(door)
    rows = door.get(f"{T}/standings", role=None).get_json()["standings"]
    pages = {
        "/tournaments/club-open/standings": "under appeal",
        "/tournaments/club-open/rounds/1": "provisional",
        "/tournaments/club-open/rounds/1/boards/1": "provisional",
    }

    assert [row["appeal"] for row in rows] == [True, True]
    for page, tag in pages.items():
        assert f">{tag}</span>" in door.client.get(page).get_data(as_text=True), page
    number = door.get(f"{T}/appeals").get_json()["appeals"][0]["appeal"]
    door.post(f"{T}/appeals/{number}/decision", {"overturned": False, **PAPER}, role="chief")
    for page, tag in pages.items():
        assert f">{tag}</span>" not in door.client.get(page).get_data(as_text=True), page


@pytest.mark.parametrize(
    ("ruling", "variant", "regulations"),
    [
        ("H07", "international", "fmjd_classic"),
        ("H08", "turkish-federation", "turkish_club"),
        ("H09", "international", "kndb_club_tablet"),
        ("H12", "turkish-federation", "turkish_club"),
    ],
)
def test_h07_a_flag_loses_whatever_the_position_where_the_regulations_say_nothing_else(
    door: Door, ruling: str, variant: str, regulations: str
) -> None:
    """H07, H08, H09, H12: also against a lone king, and however much time the other side has left."""
    assert ruling
    door.tournament(variant=variant, regulations=regulations)
    put(door, "W:WK46:BK5" if variant == "international" else "W:WKa1:BKh8")
    fall(door)
    (told,) = proposals(door, "flag")

    assert told["evidence"]["cannot_win"] == "loss"
    assert sign(door)[0] == 200
    assert (see(door)["result"], see(door)["because"]) == ("0-2", "flag")
