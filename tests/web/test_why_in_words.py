"""Why these pairings, for a player: names with pairing numbers, points and ratings, on the draft too."""

from __future__ import annotations

from tests.web.office import Office


def swiss(office: Office) -> str:
    """Six rounds of eight of which two are played; the names stand in another order than the pairing numbers."""
    t = office.door.tournament(0, started=False, system="swiss", rounds=5)
    for name, rating in (("Aa", 1200), ("Bee", 1900), ("Cee", 1500), ("Dee", 1700), ("Ee", 1600), ("Ef", 1400)):
        office.door.post(f"/tournaments/{t}/entries", {"name": name, "rating": rating})
    for n in (1, 2):
        office.door.post(f"/tournaments/{t}/rounds")
        for game in office.state(t).round(n).games:
            office.send(f"/{t}/rounds/{n}/results", **{f"result-{game.board}": "white" if game.board < 3 else "draw"})
    office.door.post(f"/tournaments/{t}/rounds", {"draft": True})
    return t


def test_reasons_name_the_players_with_their_pairing_numbers(office: Office) -> None:
    t = swiss(office)
    page = office.page(f"/{t}/rounds/3/why")

    assert "Both have" in page or "floated down to" in page
    assert "no. 1 · " in page
    asked = office.page(f"/{t}/rounds/3/why?one=1&other=2")
    assert "<bdi>Bee</bdi>" in asked
    assert "Aa (6)" in asked or "met already" in asked or "Aa – Bee" in asked


def test_ratings_stand_on_the_draft(office: Office) -> None:
    t = swiss(office)

    assert " · 1900</span>" in office.page(f"/{t}/rounds/3")


def test_a_game_that_was_put_off_leads_to_its_board(office: Office) -> None:
    t = office.door.tournament(4, started=False, system="swiss", rounds=3)
    office.door.post(f"/tournaments/{t}/rounds")
    office.send(f"/{t}/rounds/1/postpone", board=2, until="Monday", reason="the train")
    page = office.page(f"/{t}")

    assert "until Monday" in page
    assert f'<a href="/office/{t}/rounds/1/boards/2">board 2</a>' in page
    assert f'href="/office/{t}/rounds/1/results">Enter the result<' in page


def test_arrangements_say_why(office: Office) -> None:
    t = office.door.tournament(4, started=False, system="swiss", rounds=3)
    office.send(f"/{t}/arrangements", what="bye", entry=2, round=2, kind="half", reason="a wedding")
    office.send(f"/{t}/arrangements", what="board", entry=3, board=1, reason="cannot climb the stage")
    page = office.page(f"/{t}/arrangements")

    assert "a wedding" in page
    assert "cannot climb the stage" in page


def test_a_pair_whose_colours_were_swapped_by_hand_says_so_in_place_of_the_rule(office: Office) -> None:
    t = swiss(office)
    page = office.page(f"/{t}/rounds/3/why")
    white, black = office.state(t).round(3).pairs[0]
    (rule,) = (one.code for one in office.state(t).round(3).about(white, black) if one.code.startswith("colour_"))
    sent = {"kind": "swap", "accepted": 1, "one": white, "other": black, "reason": "their teams agreed"}
    assert office.send(f"/{t}/rounds/3/change", **sent).status_code == 303
    first = office.page(f"/{t}/rounds/3/why").partition("<tbody>")[2].partition("</tr>")[0]
    told = [one["code"] for one in office.door.get(f"/tournaments/{t}/rounds/3/why").get_json()["reasons"]]

    assert "The colours were swapped by hand." in first
    assert "The colours were swapped by hand." not in page
    assert "swapped_by_hand" in told
    assert rule not in {one.code for one in office.state(t).round(3).about(black, white)}
    office.send(f"/{t}/rounds/3/change", **sent)  # and back
    assert rule in {one.code for one in office.state(t).round(3).about(white, black)}
