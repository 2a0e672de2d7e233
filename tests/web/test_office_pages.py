"""The office's pages: what the director sees, sends, and gets back."""

from __future__ import annotations

import re

import pytest

from arbiter.journal.people import Person
from arbiter.sides import MINUTE
from tests.web.conftest import Door
from tests.web.office import Office


def fallen(office: Office) -> tuple[str, int]:
    """A tournament in which White's flag has fallen at board 1; its id and the number of the proposal."""
    t = office.door.tournament(2, control="50/60")
    office.door.clock.wait(minutes=2)
    office.play(t, "32-28")
    return t, office.state(t).waiting[0].number


def test_a_stranger_is_sent_to_sign_in_and_back_again(door: Door) -> None:
    t = door.tournament()

    away = door.client.get(f"/office/{t}")
    assert away.status_code == 303
    assert away.location.startswith("/sign-in?next=/office/")


def test_signing_in_leads_to_no_other_site(door: Door) -> None:
    door.sign_in()

    assert door.client.get("/sign-in?next=//elsewhere.test/").location == "/office"
    assert door.client.get("/sign-in?next=/help").location == "/help"


def test_a_wrong_password_is_told_and_the_name_kept(door: Door) -> None:
    door.sign_in()
    door.client.get("/office")
    with door.client.session_transaction() as session:
        session.pop("account")
        csrf = session["csrf"]

    answer = door.client.post("/sign-in", data={"name": "chief", "password": "wrong", "csrf": csrf})
    assert answer.status_code == 422
    assert 'value="chief"' in answer.get_data(as_text=True)
    assert "The name or the password is wrong" in answer.get_data(as_text=True)


def test_the_first_link_is_looked_at_and_then_used_once(door: Door) -> None:
    link = f"/sign-in/{door.access.accounts.make_first_link()}"
    assert "First sign-in" in door.client.get(link).get_data(as_text=True)
    with door.client.session_transaction() as session:
        csrf = session["csrf"]

    assert door.client.post(link, data={"password": "short", "csrf": csrf}).status_code == 422
    assert door.client.post(link, data={"password": "long enough", "csrf": csrf}).location == "/office"
    assert door.client.get("/office").status_code == 200
    assert door.client.get(link).status_code == 403


def test_a_form_without_the_sessions_token_changes_nothing(office: Office) -> None:
    t = office.door.tournament(2, started=False)

    office.door.client.post(f"/office/{t}/rounds", data={})
    assert office.state(t).rounds == ()


def test_an_announced_tournament_asks_for_its_players(office: Office) -> None:
    answer = office.send("", name="Spring open", variant="international", system="round-robin", preset="900+10")

    assert answer.location == "/office/spring-open/entries"
    assert "15 min" in office.page("/spring-open")
    assert 'data-step="enter"' in office.page("/spring-open")


def test_the_form_that_announces_takes_what_the_api_takes(office: Office) -> None:
    given = {
        "name": "As sent",
        "variant": "american",
        "system": "swiss",
        "rounds": 5,
        "control": "900+10",
        "regulations": "american_book1",
        "flags": "auto",
        "points": "1-½-0",
        "ballots": "three-move",
        "tiebreaks": ["BH", "wins"],
        "endings": ["kings-25"],
    }
    settings, switches = {"half_byes": 2}, {"touch_move": True, "hint_level": 1}
    sent = office.door.post("/tournaments", {**given, "settings": settings, "switches": switches}).get_json()
    more = {"setting-half_byes": "2", "switch-touch_move": "on", "switch-hint_level": "1"}
    typed = {name: ", ".join(value) if isinstance(value, list) else value for name, value in given.items()}
    office.send("", **typed, **more)

    one, other = (office.state(t) for t in (sent["id"], "as-sent-2"))
    assert (one.regulations, one.settings, one.endings) == (other.regulations, other.settings, other.endings)
    assert {**sent, "id": "as-sent-2"} == office.door.get("/tournaments/as-sent-2").get_json()


def test_the_form_that_announces_has_every_switch_the_endings_and_the_house(office: Office) -> None:
    form = office.page("")
    for field in ("switch-irregular_policy", "switch-late", "endings", "setting-house"):
        assert f'name="{field}"' in form, field

    typed = {"switch-late": "soon", "switch-touch_move": "yes", "setting-house": "yes", "endings": "kings-25"}
    refused = office.send("", name="Practice", **typed)
    assert refused.status_code == 422
    text = refused.get_data(as_text=True)
    assert 'name="switch-late" maxlength="200" autocomplete="off" placeholder="as in the rulebook" value="soon"' in text
    assert '<option value="yes" selected>' in text
    assert 'name="setting-house" value="yes" checked' in text

    office.send("", name="Practice", **{**typed, "switch-late": "15", "switch-draw_found": ""})
    state = office.state("practice")
    assert (state.regulations.late, state.regulations.touch_move, state.setting("house")) == (15, True, "yes")
    assert "draw_found" not in state.regulations.turned


def test_a_control_written_freely_goes_before_the_preset(office: Office) -> None:
    office.send("", name="Freely", preset="900+10", control="40/5400:20/1800")

    assert "1 h 30 min for 40 moves, then 30 min for every 20" in office.page("/freely")


def test_a_tournament_that_is_refused_keeps_what_was_typed(office: Office) -> None:
    answer = office.send("", name="Spring & open", control="nonsense")

    assert answer.status_code == 422
    assert 'value="Spring &amp; open"' in answer.get_data(as_text=True)
    assert 'value="nonsense"' in answer.get_data(as_text=True)
    assert list(office.door.desks) == []


def test_the_next_step_leads_from_the_first_entry_to_the_last_result(office: Office) -> None:
    office.send("", name="Match")
    steps = []

    def step() -> None:
        found = re.search(r'data-step="(\w+)"', office.page("/match"))
        assert found is not None
        steps.append(found[1])

    step()
    for name in ("Anna", "Piotr"):
        office.send("/match/entries", name=name)
    step()
    office.send("/match/rounds")
    step()
    office.send("/match/rounds/1/publish")
    step()
    office.send("/match/rounds/1/start")
    step()
    office.rule("match", "result", result="draw", reason="agreed at the board")
    step()
    assert steps == ["enter", "pair", "publish", "start", "wait", "sign"]


def test_a_player_is_entered_with_what_is_known_of_him(office: Office) -> None:
    t = office.door.tournament(0, started=False)

    office.send(f"/{t}/entries", name="  Anna   de Boer ", rating="1893", club="Het Oosten", federation="NED", title="")
    assert office.door.desks.register.person(t, 1) == Person("Anna de Boer", 1893, "Het Oosten", "NED")
    page = office.page(f"/{t}/entries")
    assert '<td class="number">1893</td><td>Het Oosten · NED</td>' in page


def test_a_player_who_is_entered_twice_comes_back_into_the_form(office: Office) -> None:
    t = office.door.tournament(2, started=False)

    answer = office.send(f"/{t}/entries", name="player 1", club="Zuid")
    assert answer.status_code == 422
    assert "already entered, as entry 1" in answer.get_data(as_text=True)
    assert 'value="player 1"' in answer.get_data(as_text=True)
    assert len(office.state(t).entries) == 2


def test_what_a_name_holds_is_shown_and_never_obeyed(office: Office) -> None:
    t = office.door.tournament(1, started=False)
    office.send(f"/{t}/entries", name="<script>alert(1)</script>")
    office.send(f"/{t}/rounds")

    for address in (f"/{t}", f"/{t}/entries", f"/{t}/rounds/1", f"/{t}/rounds/1/boards/1"):
        assert "<script>alert" not in office.page(address)


def test_a_name_is_corrected_without_a_line_in_the_journal(office: Office) -> None:
    t = office.door.tournament(2, started=False)
    before = office.state(t).version

    office.send(f"/{t}/entries/1", name="Anna Jansen")
    assert office.door.desks.register.people(t)[1].name == "Anna Jansen"
    assert office.state(t).version == before


def test_a_name_is_not_corrected_to_somebody_elses(office: Office) -> None:
    t = office.door.tournament(2, started=False)

    refused = office.send(f"/{t}/entries/1", name="Player 2")
    assert "already entered, as entry 2" in refused.get_data(as_text=True)
    assert office.door.desks.register.people(t)[1].name == "Player 1"


def test_whoever_withdraws_is_marked(office: Office) -> None:
    t = office.door.tournament(3, started=False)

    office.send(f"/{t}/entries/3/withdrawal", reason="ill")
    assert office.state(t).withdrawn == {3}
    assert "withdrawn" in office.page(f"/{t}/entries")


def test_the_reason_for_leaving_is_still_there_when_the_withdrawal_is_refused(office: Office) -> None:
    t = office.door.tournament(2)

    refused = office.send(f"/{t}/entries/1/withdrawal", reason="ill since noon")
    assert refused.status_code == 422
    assert 'value="ill since noon"' in refused.get_data(as_text=True)


def test_a_withdrawal_that_is_refused_says_where_to_go_first(office: Office) -> None:
    t = office.door.tournament(2, started=False)
    leave = f"/{t}/entries/1/withdrawal"
    office.send(f"/{t}/rounds")
    assert "To the draft of round 1" in office.send(leave, reason="ill").get_data(as_text=True)
    office.send(f"/{t}/rounds/1/publish")
    assert f"/office/{t}/rounds/1#not-come" in office.send(leave, reason="ill").get_data(as_text=True)

    office.door.post(f"/tournaments/{t}/rounds/1/start")
    assert f'href="/office/{t}/rounds/1/boards/1"' in office.send(leave, reason="ill").get_data(as_text=True)


def test_whoever_comes_while_a_round_is_published_is_shown_the_way_into_it(office: Office) -> None:
    t = office.door.tournament(3, started=False, system="swiss", rounds=3)
    office.door.post(f"/tournaments/{t}/rounds")
    assert "Not in round" not in office.page(f"/{t}/entries")
    office.send(f"/{t}/entries", family="Late")
    text = office.page(f"/{t}/entries")
    assert "Not in round 1:" in text
    assert f'href="/office/{t}/rounds/1#two-meet"' in text

    (bye,) = office.state(t).round(1).byes
    office.send(f"/{t}/rounds/1/change", kind="set", white=4, black=bye, reason="came late")
    assert "Not in round" not in office.page(f"/{t}/entries")
    office.send(f"/{t}/entries", family="Later")
    office.door.post(f"/tournaments/{t}/rounds/1/start")
    assert "These players play from round 2 onwards." in office.page(f"/{t}/entries")


def test_what_was_typed_stays_in_the_form_of_the_terms_when_it_is_refused(office: Office) -> None:
    t = office.door.tournament(4, started=False, system="swiss")
    text = office.send(f"/{t}/terms", rounds="many", **{"tiebreak-0": "solkoff", "tiebreak-1": "wins"}).get_data(
        as_text=True
    )

    assert 'name="rounds" inputmode="numeric" maxlength="2" value="many"' in text
    assert 'value="solkoff"' in text
    assert 'value="wins"' in text


def test_a_round_is_paired_by_hand_board_by_board(office: Office) -> None:
    t = office.door.tournament(5, started=False, system="manual")
    assert office.page(f"/{t}/rounds/1").count("<select") == 4

    fields = {"white-1": 4, "black-1": 1, "white-2": "", "black-2": ""}
    answer = office.send(f"/{t}/rounds", by_hand=1, boards=2, **fields)
    assert answer.location == f"/office/{t}/rounds/1"
    assert [tuple(game.entries) for game in office.state(t).round(1).games] == [(4, 1)]
    assert office.state(t).round(1).byes == (2, 3, 5)


def test_half_a_board_is_refused_and_the_choice_kept(office: Office) -> None:
    t = office.door.tournament(4, started=False)

    answer = office.send(f"/{t}/rounds", by_hand=1, boards=2, **{"white-1": 2, "black-1": ""})
    assert answer.status_code == 422
    assert '<option value="2" selected>' in answer.get_data(as_text=True)
    assert office.state(t).rounds == ()


def test_a_pairing_is_taken_back_until_a_board_has_started(office: Office) -> None:
    t = office.door.tournament(4, started=False)
    office.send(f"/{t}/rounds")
    office.send(f"/{t}/rounds/1/undo")
    assert office.state(t).rounds == ()

    office.send(f"/{t}/rounds")
    office.send(f"/{t}/rounds/1/start", **{"how": "chosen", "how-2": "clocks"})
    assert [game.started is None for game in office.state(t).round(1).games] == [True, False]
    office.send(f"/{t}/rounds/1/undo")
    assert "has been started" in office.page(f"/{t}")


def test_the_watch_shows_every_board_with_both_clocks(office: Office) -> None:
    t = office.door.tournament(8)
    page = office.page(f"/{t}")

    assert page.count('<tr data-game="1/') == 4
    assert page.count('data-clock="white"') == page.count('data-clock="black"') == 4
    assert page.count("2:00:00") == 8
    assert page.count("50 to go") == 8


def test_irregular_moves_are_counted_on_the_watch_and_struck_through_on_the_board(office: Office) -> None:
    t = office.door.tournament(2)
    office.play(t, "32-28", "19-23", "31-27")

    assert "1 irregular" in office.page(f"/{t}")
    board = office.page(f"/{t}/rounds/1/boards/1")
    assert re.search(r"<del>.*31-27</del>", board)
    assert "28x19" in board
    assert "000" in board


def test_a_flag_waits_on_top_until_it_is_signed(office: Office) -> None:
    t, number = fallen(office)
    assert f'data-key="proposal-{number}"' in office.page(f"/{t}")
    assert "Player 1" in office.page(f"/{t}")

    office.send(f"/{t}/proposals/{number}", decision="sign")
    assert office.game(t).result is not None
    assert 'data-key="proposal' not in office.page(f"/{t}")


def test_a_flag_is_not_dismissed_without_a_reason(office: Office) -> None:
    t, number = fallen(office)

    office.send(f"/{t}/proposals/{number}", decision="dismiss", reason=" ")
    assert office.state(t).proposal(number).decided is None


def test_after_a_dismissed_flag_the_page_asks_for_time_first(office: Office) -> None:
    t, number = fallen(office)

    answer = office.send(f"/{t}/proposals/{number}", decision="dismiss", reason="the tablet had frozen")
    page = office.page(answer.location.removeprefix("/office"))
    assert "give time first" in page
    assert re.search(r'<details name="ruling" open>\s*<summary>Correct a time', page)

    office.rule(t, "start")
    assert office.game(t).halted == "arbiter"
    office.rule(t, "time", side="white", how="add", minutes="5:30", reason="the tablet had frozen")
    office.rule(t, "start")
    assert office.game(t).halted is None
    assert office.game(t).clock.had.white == 5.5 * MINUTE


def test_a_call_waits_with_its_reason_until_somebody_comes(office: Office) -> None:
    t = office.door.tournament(4)
    office.door.post(f"/tournaments/{t}/rounds/1/boards/2/calls", {"side": "black", "reason": "He <b>talks</b>"})
    office.door.clock.wait(minutes=3)

    page = office.page(f"/{t}")
    assert "Black calls the arbiter: “He &lt;b&gt;talks&lt;/b&gt;”" in page
    assert "3:00" in page
    office.send(f"/{t}/calls", round=1, board=2)
    assert "calls the arbiter" not in office.page(f"/{t}")


def test_boards_that_an_outage_stopped_are_resumed_together(door: Door) -> None:
    from arbiter.rulings.time.flags import NoteInterruption

    office = Office(door, door.sign_in())
    t = door.tournament(6)
    alive = door.clock.now()
    door.clock.wait(minutes=10)
    door.desks.desk(t).submit(NoteInterruption(alive=alive))
    assert "at boards 1-3" in office.page(f"/{t}")

    office.send(f"/{t}/resume")
    assert [game.halted for game in office.state(t).round(1).games] == [None, None, None]
    assert "Resume all boards" not in office.page(f"/{t}")


def test_every_ruling_needs_its_reason_and_keeps_what_was_chosen(office: Office) -> None:
    t = office.door.tournament(2)
    office.play(t, "32-28", "19-23")
    before = office.state(t).version

    for kind in ("result", "time", "take_back", "penalty"):
        answer = office.rule(
            t,
            kind,
            reason="",
            result="black",
            side="black",
            how="take",
            minutes=1,
            ply=1,
            step="caution",
            article="000 X",
        )
        assert answer.status_code == 422, kind
    answer = office.rule(t, "penalty", reason="", side="black", step="caution", article="000 X")
    assert 'value="black" required checked' in answer.get_data(as_text=True)
    assert 'value="000 X"' in answer.get_data(as_text=True)
    assert office.state(t).version == before


@pytest.mark.parametrize(("typed", "left"), [("5", 125), ("5:30", 125.5), ("1:05:30", 185.5)])
def test_time_is_typed_in_minutes_or_as_a_clock_shows_it(office: Office, typed: str, left: float) -> None:
    t = office.door.tournament(2)

    office.rule(t, "time", side="black", how="add", minutes=typed, reason="disturbed")
    assert office.game(t).clock.had.black == left * MINUTE


def test_a_form_that_is_sent_twice_records_one_thing(office: Office) -> None:
    t = office.door.tournament(2)
    page = office.page(f"/{t}/rounds/1/boards/1")
    key = re.search(r'name="key" value="(\w+-time)"', page)
    assert key is not None

    for _ in range(2):
        office.rule(t, "time", side="black", how="add", minutes="5", reason="disturbed", key=key[1])
        office.send("", name="Twice", key="0123456789abcdef")
    assert office.game(t).clock.had.black == 125 * MINUTE
    assert [desk.id for desk in office.door.desks] == [t, "twice"]


def test_time_is_taken_or_set_exactly(office: Office) -> None:
    t = office.door.tournament(2)

    office.rule(t, "time", side="black", how="take", minutes="10", reason="late")
    assert office.game(t).clock.had.black == 110 * MINUTE
    office.rule(t, "time", side="black", how="exactly", minutes="1:00:00", reason="late")
    assert office.game(t).clock.had.black == 60 * MINUTE


def test_the_form_for_a_time_says_what_is_done_with_it(office: Office) -> None:
    t = office.door.tournament(2)
    offered = re.findall(r'name="how" value="(\w+)"[^>]*>([^<]+)</label>', office.page(f"/{t}/rounds/1/boards/1"))

    assert offered == [("add", "Add"), ("take", "Deduct"), ("exactly", "Set to exactly")]


def test_a_time_that_cannot_be_read_is_told_in_the_form(office: Office) -> None:
    t = office.door.tournament(2)

    answer = office.rule(t, "time", side="black", how="add", minutes="soon", reason="late")
    assert answer.status_code == 422
    assert "Time cannot be read: give 5, 5:30, 1:05:30." in answer.get_data(as_text=True)
    assert 'value="soon"' in answer.get_data(as_text=True)


def test_moves_are_taken_back_to_the_position_that_was_shown(office: Office) -> None:
    t = office.door.tournament(2)
    office.play(t, "32-28", "19-23", "28x19")

    page = office.page(f"/{t}/rounds/1/boards/1?ply=1")
    assert "2 plies are taken back" in page
    assert "Position after ply 1 of 3" in page
    office.rule(t, "take_back", ply=1, reason="wrong capture", article="000 VII")
    assert [play.move for play in office.game(t).plays] == ["32-28"]
    assert "Struck through" in office.page(f"/{t}/rounds/1/boards/1")


def test_a_forfeit_is_offered_only_before_the_first_move(office: Office) -> None:
    t = office.door.tournament(2)
    assert 'value="forfeit"' in office.page(f"/{t}/rounds/1/boards/1")

    office.play(t, "32-28")
    assert 'value="forfeit"' not in office.page(f"/{t}/rounds/1/boards/1")


def test_a_result_is_corrected_and_the_page_says_so(office: Office) -> None:
    t = office.door.tournament(2)
    office.rule(t, "result", result="white", reason="reported")

    office.rule(t, "result", result="draw", reason="misread", article="000 VIII")
    page = office.page(f"/{t}/rounds/1/boards/1")
    assert "corrected" in page
    assert "misread" in page
    assert "000 VIII" in page


def test_each_board_has_a_code_and_letters_that_open_it(office: Office) -> None:
    t = office.door.tournament(4, started=False)
    page = office.page(f"/{t}/tablets")

    _, letters = office.door.access.links.make(t, 2, None)
    assert page.count("data:image/svg+xml") == 2
    assert f"{letters[:4]} {letters[4:]}" in page
    assert office.page(f"/{t}/tablets?each=1").count("data:image/svg+xml") == 4


def test_a_revoked_link_is_replaced_by_another(office: Office) -> None:
    t = office.door.tournament(4, started=False)
    old, _ = office.door.access.links.make(t, 2, None)

    office.send(f"/{t}/tablets/revocation", board=2)
    assert old not in office.page(f"/{t}/tablets")
    assert office.door.access.links.tablet(old) is None
    assert office.send(f"/{t}/tablets/revocation", board=3).status_code == 303
    assert "There is no board 3" in office.page(f"/{t}")


def test_every_link_of_the_sheets_page_is_a_pdf(office: Office) -> None:
    t = office.door.tournament(4)
    links = re.findall(r'target="_blank" href="([^"]+)"', office.page(f"/{t}/sheets"))

    assert len(links) >= 10
    for link in links:
        answer = office.door.client.get(link.replace("&amp;", "&"))
        assert (answer.status_code, answer.mimetype) == (200, "application/pdf"), link


def test_no_two_files_of_the_sheets_page_have_the_same_name(office: Office) -> None:
    page = office.page(f"/{office.door.tournament(4)}/sheets").partition("<main")[2].partition("</main>")[0]
    names = [re.sub("<[^>]+>", "", name) for name in re.findall(r"<a [^>]*>(.*?)</a>", page)]

    assert "All games (PDN)" in names
    assert sorted(set(names)) == sorted(names)


def test_the_title_counts_what_waits(office: Office) -> None:
    t, _ = fallen(office)
    office.door.post(f"/tournaments/{t}/rounds/1/boards/1/calls", {"side": "black"})

    assert "<title>(2) Club open" in office.page(f"/{t}")


def test_pages_of_what_is_not_there_are_not_found(office: Office) -> None:
    t = office.door.tournament(2)

    for address in ("/nowhere", f"/{t}/rounds/3", f"/{t}/rounds/1/boards/9"):
        office.page(address, status=404)
