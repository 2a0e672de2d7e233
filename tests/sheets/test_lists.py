"""Sheets that are lists: pairings, standings, crosstable, schedule, rulings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from pypdf.generic import ContentStream

from arbiter.hall.printing import drawn, without_plays
from arbiter.hall.reports.package import checked_games
from arbiter.journal.people import Person, Post, Staff
from arbiter.pairing.formats import round_robin
from arbiter.pairing.table.points import Outcome
from arbiter.refused import Refused
from arbiter.rulings.editing import MendTournament
from arbiter.rulings.entries import WithdrawPlayer
from arbiter.rulings.referee.corrections import GivePenalty, RuleResult
from arbiter.rulings.rounds.pairing import PairRound, StartRound
from arbiter.rulings.rounds.pairing_input import rounds_planned
from arbiter.rulings.rounds.placing import placing
from arbiter.shapes.standings_and_crosstable import standings_shape
from arbiter.sheets.catalogue import SHEETS
from arbiter.sheets.print_data import Given
from arbiter.sides import Both, Side
from arbiter.values import replace
from tests.hall import BY, Hall
from tests.sheets.printed import Printed, given, printed, start, waiting_hall

WON, DRAWN = Both(Outcome.WON, Outcome.LOST), Both(Outcome.DRAWN, Outcome.DRAWN)


def result(hall: Hall, board: int, outcome: Both[Outcome], because: str = "ruling") -> None:
    """Puts the result of a game of the last round down."""
    number = len(hall.state.rounds)
    hall.submit(RuleResult(round=number, board=board, outcome=outcome, by="chief", reason="Seen.", because=because))


def two_rounds(players: int = 4, **terms: object) -> Hall:
    """A first round that White has won everywhere, and a second that is paired."""
    hall = waiting_hall(players, **terms)
    for game in hall.state.round(1).games:
        result(hall, game.board, WON)
    hall.submit(PairRound(by=BY))
    return hall


def test_the_pairings_have_board_names_and_the_score_before_the_round() -> None:
    hall = two_rounds()
    told = given(hall)
    text = printed("pairings", hall, round=2).text()

    assert "Pairings of round 2" in text
    for game in hall.state.round(2).games:
        white, black = game.entries
        points = {entry: hall.state.crosstable().score(entry) for entry in game.entries}
        assert f"{game.board} {told.name(white)} {points[white]} {told.name(black)} {points[black]}" in text


def test_a_round_that_is_printed_again_shows_its_results_and_the_scores_of_then() -> None:
    hall = two_rounds()
    game = hall.game(1, round=1)
    told = given(hall)

    text = printed("pairings", hall, round=1).text()
    assert f"1 {told.name(game.entries.white)} 0 2-0 {told.name(game.entries.black)} 0" in text


def test_a_sheet_of_one_round_is_of_the_last_unless_another_is_named() -> None:
    hall = two_rounds()

    assert "Pairings of round 2" in printed("pairings", hall).text()


def test_before_the_first_pairing_there_is_no_sheet_of_a_round() -> None:
    with pytest.raises(Refused) as refused:
        printed("pairings", Hall(started=False))
    assert (refused.value.code, refused.value.facts) == ("no_round", {"round": 1, "paired": 0})


def test_pairings_for_the_wall_are_read_from_afar() -> None:
    made = printed("pairings", waiting_hall(40), round=1)
    sizes: list[float] = []

    def look(text: str, _cm: object, _tm: object, _font: object, size: float) -> None:
        if "Georgijew" in text:
            sizes.append(size)

    for page in made.pages:
        page.extract_text(visitor_text=look)

    assert sizes
    assert min(sizes) >= 14


def test_whoever_sits_out_is_named_below_the_pairings() -> None:
    hall = waiting_hall(5)
    (bye,) = hall.state.round(1).byes

    assert f"No opponent {given(hall).name(bye)} (score 0): bye" in printed("pairings", hall, round=1).text()
    assert f"{given(hall).name(bye)} - bye" in printed("pairings-by-name", hall, round=1).text()


def test_pairings_by_name_are_in_the_order_of_the_alphabet_without_regard_to_accents() -> None:
    hall = waiting_hall(4)
    names = {1: "Zwart", 2: "Östlund", 3: "oppen", 4: "Ábel"}
    words = printed("pairings-by-name", hall, round=1, people={e: Person(name) for e, name in names.items()}).words()

    assert [word for word in words if word in names.values()] == ["Ábel", "oppen", "Östlund", "Zwart"]
    game = hall.state.round(1).games[0]
    at = words.index(names[game.entries.white])
    assert words[at + 1 : at + 3] == ["1", "White"]


def test_forty_boards_are_on_the_pairings_each_once() -> None:
    made = printed("pairings", waiting_hall(80), round=1)

    assert len(made.pages) > 1
    assert all("Board White Score Result Black Score" in made.text(page) for page in range(len(made.pages)))
    assert all(made.words().count(str(entry)) >= 1 for entry in range(1, 81))


def test_the_standings_say_what_their_columns_mean_and_which_places_are_shared() -> None:
    text = printed("standings", two_rounds()).text()

    assert text.count("1= ") == 2
    assert text.count("3= ") == 2
    assert "Points: 2-1-0 for a win, draw and loss." in text
    assert "Tie-break 1, Wins: games won." in text
    assert "Tie-break 2, Sonneborn-Berger:" in text
    assert "=: equal on all tie-breaks; the place is shared." in text
    assert "After round 2 · provisional, games without a result: 2" in text


def test_the_standings_after_an_earlier_round_can_be_printed_again() -> None:
    hall = two_rounds()
    result(hall, 1, DRAWN)

    text = printed("standings", hall, round=1).text()
    assert "After round 1" in text
    assert "provisional" not in text
    assert "shared" in text


def test_whoever_withdrew_stays_in_the_standings_and_says_so() -> None:
    hall = two_rounds(5)
    (bye,) = hall.state.round(2).byes
    hall.submit(WithdrawPlayer(entry=bye, by=BY, reason="Ill."))

    assert f"{given(hall).name(bye)} (withdrawn)" in printed("standings", hall).text()


def test_the_crosstable_has_each_result_in_both_rows_and_a_blocked_diagonal() -> None:
    hall = two_rounds()
    made = printed("crosstable", hall)
    words = made.words()

    name = given(hall).name(hall.game(1, round=1).entries.white)
    at = words.index(name.split()[-1], words.index(name.split()[0])) + 1
    assert words[at : at + 5] == ["2", "2", "1", "0", "1="]  # the result, points, wins, Sonneborn-Berger, the place
    (page,) = made.pages
    assert page.mediabox.width < page.mediabox.height
    assert len(squares(made.pages[0].get_contents())) == 4


def squares(drawn: ContentStream | None) -> list[object]:
    """The black rectangles of a page."""
    assert drawn is not None
    black, found = True, []
    for operands, operator in ContentStream(drawn, None).operations:
        if operator in (b"g", b"rg"):
            black = operands[0] == 0
        elif operator == b"re" and black:
            found.append(operands)
    return found


def test_a_double_round_robin_has_two_results_in_a_cell() -> None:
    hall = Hall(players=2, started=False, system="double-round-robin")
    for outcome in (WON, DRAWN):
        hall.submit(PairRound(by=BY))
        result(hall, 1, outcome)

    text = printed("crosstable", hall).text()
    assert "2 1 3" in text
    assert "0 1 1" in text
    assert "Two numbers in a cell: the first and the second game." in text


def test_a_game_decided_without_play_is_marked_in_the_crosstable() -> None:
    hall = waiting_hall(4)
    result(hall, 1, WON, because="forfeit")

    words = printed("crosstable", hall).words()
    assert {"2+", "0+"} <= set(words)


@pytest.mark.parametrize(("players", "pages"), [(14, 1), (30, 1), (60, 4)])
def test_a_wide_crosstable_lies_down_and_goes_on_in_bands(players: int, pages: int) -> None:
    made = printed("crosstable", waiting_hall(players))

    assert len(made.pages) == pages
    assert all(page.mediabox.width > page.mediabox.height for page in made.pages)


def test_the_schedule_has_every_round_of_the_berger_tables_whether_paired_or_not() -> None:
    hall = two_rounds(6)
    told = given(hall)
    text = printed("schedule", hall).text()

    for number in range(1, 6):
        assert f"Round {number} " in text
        for board, (white, black) in enumerate(round_robin.drawing(6, number).pairs, start=1):
            between = "2-0" if number == 1 else "-"
            assert f"{board} {white} {told.name(white)} {between} {black} {told.name(black)}" in text


def test_the_schedule_of_an_odd_field_names_who_sits_out() -> None:
    hall = Hall(players=5, started=False)

    assert printed("schedule", hall).text().count("No opponent:") == 5


def test_irregular_moves_of_all_boards_are_told_in_their_order_and_rulings_on_a_sheet_of_their_own() -> None:
    hall = waiting_hall(6)
    start(hall, 1, 2)
    hall.submit(StartRound(round=1, boards=(), paper=(3,), by=BY))  # how a game is played is no ruling
    hall.play("32-27", board=2)
    hall.wait(minutes=2)
    hall.play("32-27-1", board=1)
    hall.wait(minutes=2)
    hall.play("7-22", board=2)

    hall.submit(GivePenalty(round=1, board=1, side=Side.BLACK, step="warning", by=BY, reason="talking"))

    rulings = printed("rulings", hall).text()
    assert ("1 in all" in rulings, "talking" in rulings, "Irregular" in rulings) == (True, True, False)
    text = printed("irregularities", hall).text()
    assert ("2 in all" in text, "talking" in text) == (True, False)
    assert text.index("Irregular: 32x27x1 (White, no. 1 in this game).") < text.index("Irregular: 7-22 (Black, no. 1")
    shown = text.partition("Positions of the irregular moves")[2]
    assert shown.count("Round 1, board") == 2
    assert "1 White: 32x27x1" in shown
    assert "1 Black: 7-22" in shown
    assert "Signature of the arbiter" in text


@pytest.mark.parametrize("sheet", ["irregularities", "rulings"])
def test_a_tournament_without_rulings_says_so(sheet: str) -> None:
    assert "None." in printed(sheet, waiting_hall(4)).text()


def test_findings_that_are_not_opened_are_no_clean_game() -> None:
    """The report of irregular moves and the federation's list say what nobody has looked at yet."""
    hall = waiting_hall(4, regulations="fmjd_classic", switches=(("irregular_policy", "opponent"),))
    start(hall, 1, 2)
    hall.play("32-28", board=1)
    text = printed("irregularities", hall).text()

    assert "Games whose findings are sealed and not opened: 1." in text
    assert "None." not in text
    assert [row[6] for row in checked_games(given(hall))[1:]] == ["0, findings not opened", 0]


def test_the_standings_of_groups_name_the_groups_and_then_the_finals() -> None:
    hall = waiting_hall(4, system="groups")
    text = printed("standings", hall).text()
    assert ("Group A" in text, "Places are those within each group" in text) == (True, True)
    result(hall, 2, Both(Outcome.LOST, Outcome.WON))
    result(hall, 1, WON)
    told = standings_shape(given(hall))["standings"]
    assert [(row["stage"], row["rank"]) for row in told] == [(f"Group {one}", n) for one in "AB" for n in (1, 2)]
    hall.submit(PairRound(by=BY))
    while True:
        for game in hall.state.rounds[-1].games:
            result(hall, game.board, WON)
        if len(hall.state.rounds) == rounds_planned(hall.state):
            break
        hall.submit(PairRound(by=BY))

    assert [row.stage and row.stage[:2] for row in placing(hall.state)] == [("final", "A")] * 4
    text = printed("final", hall).text()
    assert (text.count("Final A"), "Group A" in text) == (4, False)
    assert "Places go first by final, A before B." in text
    assert "Group A" in printed("pairings", hall, round=1).text()
    assert "Final A" in printed("pairings", hall, round=len(hall.state.rounds)).text()


def test_a_sheet_says_where_and_when_who_organises_and_who_officiates() -> None:
    hall = two_rounds()
    told: dict[str, Any] = {"place": "Utrecht", "begins": "2026-12-05", "ends": "2026-12-06", "federation": "KNDB"}
    times = (("1", "2026-12-05T10:00"), ("2", "2026-12-05T14:30"))
    hall.submit(MendTournament(**told, times=times, by=BY))
    staff = Staff("DC Utrecht", (Post("chief", "Anna Jansen"),))

    for sheet in ("pairings", "standings", "final", "schedule"):
        text = printed(sheet, hall, staff=staff).text(0)
        assert "Utrecht · Dec 5, 2026 – Dec 6, 2026 · KNDB · Organiser: DC Utrecht · Chief arbiter: Anna Jansen" in text
    assert "MF Georgijew, Aleksander 1" in printed("final", hall).text()
    assert "Round 2 · Sat 5 Dec, 14:30" in printed("schedule", hall).text()


def test_the_pairings_fill_the_page_and_break_no_name() -> None:
    few, many = waiting_hall(4), waiting_hall(60)
    short = {entry: Person(f"Ann {entry}") for entry in range(1, 61)}

    assert [heights(printed("pairings", hall, round=1, people=short)) > 20 for hall in (few, many)] == [True, False]
    text = printed("pairings", few, round=1).text()
    assert "Aleksander 1" in text
    club = {entry: Person(f"Cornelis van der Dam {entry}") for entry in range(1, 5)}
    lines = printed("pairings", few, round=1, people=club).text()
    assert all(lines.count(person.name) == 1 for person in club.values())
    assert "Cornelis van der Dam 1 0" in lines


def heights(sheet: Printed) -> float:
    """The largest size of the letters below the heading of a sheet, in points."""
    found: list[float] = []

    def look(text: str, _: object, at: Sequence[float], __: object, size: float) -> None:
        if "Ann" in text:
            found.append(size)

    sheet.pages[0].extract_text(visitor_text=look)
    return max(found)


def test_the_pairings_break_no_word_however_long_the_names_are() -> None:
    """Words of 24 to 44 letters, alone and behind a given name: each is read whole on the sheet."""
    hall = waiting_hall(6)
    words = [("Wolfeschlegelsteinhausenbergerdorffvonundzu" * 2)[:length] for length in (24, 26, 30, 36, 40, 44)]
    named = {entry: Person(f"Jan {word}" if entry % 2 else word) for entry, word in enumerate(words, 1)}

    text = printed("pairings", hall, round=1, people=named).text()
    assert [word for word in words if word not in text] == []


def test_a_sheet_of_results_is_the_same_without_the_moves() -> None:
    """A large one is made in another process, to which no moves are sent."""
    hall = Hall(players=4)
    hall.play("32-28")
    hall.wait(seconds=20)
    hall.play("19-23")
    result(hall, 1, WON)
    told = given(hall)
    bare = replace(told, state=without_plays(told.state))
    for name, row in SHEETS.items():
        if row.only_results:
            assert drawn(name, bare) == drawn(name, told), name
    assert drawn("scoresheet", bare) != drawn("scoresheet", told)


@pytest.mark.parametrize("name", [name for name, row in SHEETS.items() if row.needs_round and not row.history])
def test_a_sheet_of_a_round_is_the_same_without_the_moves_of_others(name: str) -> None:
    hall = Hall(players=4)
    hall.play("32-28")
    result(hall, 1, WON)
    result(hall, 2, WON)
    hall.submit(PairRound(by=BY))
    hall.submit(StartRound(round=2, boards=(1, 2), by=BY))
    hall.play("31-27", round=2)
    told = replace(given(hall, round=2), board=1 if SHEETS[name].takes_board else None)
    bare = replace(told, state=without_plays(told.state, (2,)))

    assert told.state.round(1).games[0].plays
    assert not bare.state.round(1).games[0].plays
    assert made_of(name, bare) == made_of(name, told)


def made_of(name: str, told: Given) -> bytes | str:
    """The sheet, or the reason why there is none."""
    try:
        return drawn(name, told)
    except Refused as refused:
        return refused.code
