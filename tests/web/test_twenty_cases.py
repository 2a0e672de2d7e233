"""What a committee can trust: twenty cases with a neighbour each, at tablets behind a line that is cut.

Each press is made while the line is cut, or loses its answer and is sent again with the same key. The neighbour is the
same case in another game, under another policy, after a takeback or after a kill.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from io import BytesIO
from typing import Any

import pytest
from pypdf import PdfReader

from tests.browser.line import Line, line
from tests.service import Caller, Gone
from tests.web.cut_line import BOARD, Online, Table, killed, online, table
from tests.web.test_twins import first_difference, plain

Terms = dict[str, Any]
FMJD: Terms = {"regulations": "fmjd_classic", "switches": {"irregular_policy": "opponent"}}
CASES: list[Any] = []
CHANCE = re.compile(r'"(lots|first_time|key|at|started|now_ms|flag_at|left_ms|lasts_ms|[a-z_]*left)": [^,}]*')
"""What two tournaments that are played one after the other need not share: lots, keys and times."""


def case(number: str, terms: Terms, *values: object) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add a case. The function is called with a table that has these terms, and with the values."""

    def add(made: Callable[..., None]) -> Callable[..., None]:
        CASES.append(
            pytest.param(terms, made, values, id=f"{number}-{made.__name__}-{'neighbour' if values[-1] else 'rule'}")
        )
        return made

    return add


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Online]:
    with online(tmp_path_factory.mktemp("hall") / "instance") as running:
        yield running


@pytest.fixture(scope="module")
def cut(served: Online) -> Iterator[Line]:
    with line(served.port) as laid:
        yield laid


@pytest.mark.parametrize(("terms", "made", "values"), CASES)
def test_twenty_cases(
    served: Online, cut: Line, terms: Terms, made: Callable[..., None], values: tuple[Any, ...]
) -> None:
    try:
        made(table(served, cut, **terms), *values)
    finally:
        served.hang_up()


def sheet(at: Table, name: str) -> str:
    """The text of a sheet as the chief arbiter prints it."""
    answer = at.chief.send("GET", f"{at.t}/sheets/{name}.pdf?round=1&board=1")
    assert answer.status == 200, answer
    body = answer.body if isinstance(answer.body, bytes) else answer.body.encode("latin-1")
    return " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(body)).pages).split())


def lines_of(at: Table, kind: str) -> list[dict[str, Any]]:
    return [one for one in at.chief.get(f"{at.t}{BOARD}/record")["lines"] if one["kind"] == kind]


def late(at: Table, side: str, path: str, body: Terms, *, before: int = 1_500) -> Any:
    """A side presses so long before its flag, over a line that is cut, and comes back nine seconds after it."""
    hand = at.white if side == "white" else at.black
    at.line.cut()
    at.served.clock.at = at.falls - before
    hand.write(path, body)
    at.flag()
    return hand.mend()


LONGER = "W:W28,37,44,49:B9,13,22,23,31"
"""White takes three with 28x8; 28x17 takes one."""
TWIN = "W:W28,37,44,49:B9,13,22,31,40"
"""28x17 is legal here: no piece takes more than one."""


@case("01", FMJD, "W:W47,35:B42,32,30,20,10,1", "47x38x27", "47x27", False)
@case(
    "01",
    {"variant": "russian", "switches": {"irregular_policy": "silent"}},
    "W:Wg1,a5,h2:Bf2,d4,b6,d8,b8,h8",
    "g1:e3:c5",
    "g1:c5",
    True,
)
def the_notation_tells_nothing(at: Table, fen: str, tapped: str, written: str, beside: bool) -> None:
    at.put(fen)
    assert at.move(tapped, cut=True).status == 200
    assert at.board["moves"] == [written]
    assert tapped not in str(at.chief.get(f"{at.t}{BOARD}/game.pdn"))


@case("02", FMJD, False)
@case("02", FMJD, True)
def a_sealed_line_looks_like_every_other(at: Table, beside: bool) -> None:
    at.play("32-28", "19-23")
    assert at.move("37-32", cut=True).status == 200  # 28x19 was compulsory
    with killed(at) if beside else nullcontext(at) as now:
        plays = lines_of(now, "MovePlayed")
        assert len({tuple(sorted(one)) for one in plays}) == 1
        assert not re.search("capture_missed|closed", json.dumps(now.chief.get(f"{now.t}/export.json")))
        assert now.black.press("/objections").status == 200
        assert now.board["objection"]["code"] == "capture_missed"
        assert [one["kind"] for one in now.chief.get(f"{now.t}/journal")["lines"]].count("FindingsOpened") == 1


@case("03", FMJD, False)
@case("03", {**FMJD, "switches": {"irregular_policy": "silent"}}, True)
def of_twins_nobody_gets_anything_different(at: Table, beside: bool) -> None:
    told = []
    for fen in (LONGER, TWIN):
        now = (
            at
            if fen == LONGER
            else table(
                at.served, at.line, **{**FMJD, **({"switches": {"irregular_policy": "silent"}} if beside else {})}
            )
        )
        now.put(fen)
        answers = [now.move("28x17", cut=True).body, now.board]
        answers += [
            now.chief.get(f"{now.t}{path}") for path in (f"{BOARD}/record", "/journal", "/proposals", "/export.json")
        ]
        told.append(CHANCE.sub("", json.dumps(plain(json.loads(json.dumps(answers).replace(now.id, "ID"))))))
    assert told[0] == told[1], first_difference(*told)


@case("04", FMJD, False)
@case("04", {**FMJD, "switches": {"irregular_policy": "opponent", "objections_answered_by": "arbiter"}}, True)
def a_groundless_objection_costs(at: Table, beside: bool) -> None:
    at.play("32-28")
    answer = at.black.press("/objections")
    if beside:
        assert answer.status == 200
        assert at.open("penalty") == []
        assert at.sign("objection").status == 200
    else:
        assert answer.body["code"] == "nothing_irregular"
    (penalty,) = at.open("penalty")
    assert (penalty["side"], penalty["ground"]) == ("black", "groundless")
    assert at.kinds().count("ObjectionRaised" if beside else "FindingsOpened") == 1


@case("05", {**FMJD, "switches": {"irregular_policy": "opponent", "objections_answered_by": "arbiter"}}, LONGER, False)
@case("05", {**FMJD, "switches": {"irregular_policy": "opponent", "objections_answered_by": "arbiter"}}, TWIN, True)
def the_answer_comes_when_the_arbiter_has_looked(at: Table, fen: str, beside: bool) -> None:
    at.put(fen)
    at.move("28x17")
    answer = at.black.press("/objections")
    assert (answer.status, at.board["objection"], at.board["objection_waits"]) == (200, None, True)
    assert "FindingsOpened" not in at.kinds()
    assert at.sign("objection").status == 200
    assert (at.board["objection"] is None) is beside


@case("06", {"variant": "frisian"}, "house rule", False)
@case(
    "06",
    {"regulations": "fmjd_classic", "switches": {"touch_move": False}},
    "house rule, instead of FMJD Annex 1, 3.11",
    True,
)
def every_paper_says_where_the_rules_depart_from_the_book(at: Table, said: str, beside: bool) -> None:
    at.rule("time", side="white", left_ms=60_000)
    for name in ("scoresheet", "record", "rulings", "clock-report"):
        told = sheet(at, name)
        assert said in told
        assert "put right at once (FMJD Annex 1, 5.4)" not in told


@case("07", {"regulations": "fmjd_classic"}, "FMJD Annex 1, 5.6", False)
@case("07", {"variant": "american", "regulations": "english_wcdf"}, "English rules", True)
def a_ruling_by_hand_offers_the_articles_of_the_book(at: Table, book: str, beside: bool) -> None:
    offered = at.chief.get(f"{at.t}/articles")["articles"]["penalty"]
    article = next(one for one in offered if one.startswith(book))
    at.black.press("/calls", reason="White speaks")
    at.rule("penalty", side="white", step="warning", article=article)
    for name in ("record", "rulings", "scoresheet"):
        assert f"({article})" in sheet(at, name)


@case("08", {"control": "60"}, False)
@case("08", {"control": "60", "switches": {"irregular_policy": "opponent"}}, True)
def a_crown_pressed_in_time_out_of_touch(at: Table, beside: bool) -> None:
    at.put("W:W7,48:B15,16")
    at.play("7-1")
    answer = late(at, "black", "/crowns", {})
    assert (answer.status, answer.body["recorded"]["before_flag_ms"]) == (409, 1_500)
    with killed(at) if beside else nullcontext(at) as now:
        assert now.sign("late_move").status == 200
        assert now.kinds()[-1] == "KingCrowned"
        assert now.board["flag"] is None
        assert 1_400 < now.board["clock"]["black"]["left_ms"] <= 1_500  # it runs again since it was signed


@case("09", {"control": "60"}, "32-28", False)
@case("09", {"control": "60", "variant": "russian"}, "c3-d4", True)
def a_draw_accepted_in_time_out_of_touch(at: Table, first: str, beside: bool) -> None:
    assert at.white.press("/offers").status == 200
    at.play(first)
    answer = late(at, "black", "/answers", {"accept": True})
    assert (answer.status, answer.body["recorded"]["act"]) == (409, "accept")
    assert at.sign("late_move").status == 200
    assert (at.board["result"], at.board["because"]) == ("1-1", "agreed")


@case("10", {"control": "60"}, False)
@case("10", {"control": "60"}, True)
def a_late_move_is_offered_with_its_crown_pending(at: Table, beside: bool) -> None:
    at.put("W:W7,48:B15,16")
    at.play("7-1")
    at.line.cut()
    at.served.clock.at = at.falls - 2_000
    at.black.write("/crowns", {})
    at.black.write("/moves", {"move": "15-20", "ply": 1})
    at.flag()
    assert at.black.mend().status == 409
    crown, move = at.open("late_move")
    signed = (move,) if beside else (crown, move)  # what the tablet confirmed before the move counts with it
    for one in signed:
        assert at.chief.send("POST", f"{at.t}/proposals/{one['proposal']}/sign", {}).status == 200
    assert (at.board["ply"], at.board["turn"], at.board["flag"]) == (2, "white", None)
    assert [one for one in at.kinds() if one in ("KingCrowned", "MovePlayed")][-2:] == ["KingCrowned", "MovePlayed"]


@case("11", {**FMJD, "control": "60"}, "MovePlayed", False)
@case("11", {"control": "60"}, "IrregularMove", True)
def an_irregular_late_move_is_offered_like_any_other(at: Table, then: str, beside: bool) -> None:
    at.put(LONGER)
    answer = late(at, "white", "/moves", {"move": "28x17", "ply": 0})
    assert (answer.status, answer.body["code"]) == (409, "flag_pending")
    (offered,) = at.open("late_move")
    assert "irregular" not in json.dumps(offered)
    assert at.sign("late_move").status == 200
    assert then in at.kinds()[-3:]


PARTON = "W:W22,G30,G31:B18,G11,G3"


@case("12", {"variant": "good-for-nothings", "switches": {"irregular_policy": "opponent"}}, "stand", False)
@case("12", {"variant": "good-for-nothings", "switches": {"irregular_policy": "opponent"}}, "rectify", True)
def the_last_regular_piece_ends_the_game_however_it_was_taken(at: Table, choice: str, beside: bool) -> None:
    at.put(PARTON)
    at.move("22x15", cut=True)
    at.black.press("/objections", choice=choice)
    if beside:  # after the takeback the whole capture takes it too
        assert at.board["result"] is None
        at.rule("start")
        at.play("22x8")
    assert (at.board["result"], at.board["because"]) == ("2-0", "regulars_taken")


@case("13", {"variant": "american", "regulations": "english_wcdf"}, False)
@case("13", {"regulations": "fmjd_classic"}, True)
def overruling_takes_back_what_rests_on_it(at: Table, beside: bool) -> None:
    if beside:  # conduct that was dismissed does not make the next one a loss
        for _ in range(2):
            at.rule("conduct", side="white", category="telephone")
            (penalty,) = at.open("penalty")
            assert penalty["step"] == "warning"
            assert (
                at.chief.send(
                    "POST", f"{at.t}/proposals/{penalty['proposal']}/dismiss", {"reason": "the hall's telephone"}
                ).status
                == 200
            )
        return
    for text in ("11-18", "12-17"):
        assert at.move(text, cut=True).status == 422
        assert at.sign("penalty").status == 200
    assert at.board["result"] is not None
    for tried in lines_of(at, "IrregularMove"):
        at.rule("overrule", irregularity=tried["seq"])
    assert (at.open("penalty"), at.board["result"], at.board["irregular"]) == ([], None, {"white": 0, "black": 0})


@case("14", {"variant": "american", "regulations": "english_wcdf"}, "11-11", False)
@case("14", FMJD, "32-32", True)
def one_square_twice_is_a_slip_of_the_finger(at: Table, text: str, beside: bool) -> None:
    if beside:
        at.play("32-28")
        at.rule("position", ply=0)
        at.rule("start")
    answer = at.move(text, cut=True)
    assert answer.body["code"] == "square_twice"
    assert (at.board["irregular"], at.board["owed"]) == ({"white": 0, "black": 0}, None)
    assert "IrregularMove" not in at.kinds()


@case("15", {}, False)
@case("15", {}, True)
def what_is_owed_after_going_back_is_told(at: Table, beside: bool) -> None:
    at.put("W:W32,38,48:B28,33,6")
    assert at.move("32-27", cut=True).status == 422
    owed = at.board["owed"]
    at.play(owed["corrections"][0]["move"])
    if beside:
        at.rule("overrule", irregularity=lines_of(at, "IrregularMove")[0]["seq"])
    at.rule("position", ply=0)
    at.rule("start")
    now = at.board["owed"]
    assert now is None if beside else (now["piece"], now["corrections"]) == (32, owed["corrections"])


@case("16", {}, {"fen": "W:W33,40,45:B1,28,6", "ply": 2}, False)
@case("16", {}, {"ply": 0}, True)
def a_set_position_closes_what_rested_on_the_old_one(at: Table, ruled: Terms, beside: bool) -> None:
    at.play("32-28", "19-23")
    assert at.white.press("/claims", ground="repetition").status == 200
    (claim,) = at.open("claim")
    at.rule("position", **ruled)
    assert at.open() == []
    signed = at.chief.send("POST", f"{at.t}/proposals/{claim['proposal']}/sign", {})
    assert (signed.status, signed.body["code"]) == (409, "proposal_void")
    assert ("went back" if beside else "set up") in signed.body["detail"]


@case("17", {"control": "60", "switches": {"flag_called_by": "players"}}, False)
@case("17", {"control": "60", "variant": "russian", "switches": {"flag_called_by": "players"}}, True)
def nothing_shows_a_flag_until_the_opponent_calls_it(at: Table, beside: bool) -> None:
    before = at.board
    at.served.clock.at = at.falls + 9_000
    after = {name: value for name, value in at.board.items() if value != before[name]}
    assert set(after) <= {"clock"}
    assert at.white.press("/claims", ground="flag").body["code"] == "own_flag"
    assert at.black.press("/claims", ground="flag").status == 200
    assert at.board["flag"]["side"] == "white"


@case("18", {"variant": "american", "regulations": "standard_laws_historical"}, False)
@case("18", {"variant": "american", "regulations": "standard_laws_historical"}, True)
def the_notice_starts_the_forty_moves(at: Table, beside: bool) -> None:
    def number() -> int | None:
        (count,) = [one for one in at.chief.get(f"{at.t}{BOARD}/counts")["counts"] if one["row"] == "notice-40"]
        return None if count["began"] is None else count["number"]

    at.put("B:WK32,28:BK1,K4,K3,12")
    at.play("1-6")
    assert number() is None
    at.rule("notice", matter="slow")
    at.play("32-27", "6-1")
    assert number() == 1
    if beside:
        at.rule("position", ply=0)
        assert number() is None


@case("19", {"variant": "american"}, False)
@case("19", {"variant": "american"}, True)
def strength_is_not_signed_over_an_unopened_envelope(at: Table, beside: bool) -> None:
    at.put("B:WK32,21:BK1,K4,12")
    at.play(*("1-6", "32-27", "6-1", "27-32") * 5)
    at.rule("notice")
    at.rule("adjourn", envelope="7")
    assert at.chief.get(f"{at.t}/trouble")["trouble"] == []
    with killed(at) if beside else nullcontext(at) as now:
        assert now.sign("ending").body["code"] == "envelope_waits"
        now.rule("resume", move="1-6")
        assert now.sign("ending").status == 200
        assert now.board["because"] == "adjudicated"


@case("20", {}, False)
@case("20", {}, True)
def the_key_of_an_envelope_is_told_again_to_the_same_hand_only(at: Table, beside: bool) -> None:
    at.play("32-28", "19-23", "28x19", "14x23")
    asked = {"kind": "adjourn", "sealed": "33-28", "envelope": "7", "reason": "", "key": f"{at.id}-once"}
    chief, other = (at.served.running.service.keys.bearer(role) for role in ("chief", "director"))
    at.line.deafen()
    with Caller(at.line.port, chief, 60) as caller, pytest.raises(Gone):
        caller.send("POST", f"{at.t}{BOARD}/rulings", asked)
    at.line.mend()
    with killed(at) if beside else nullcontext(at) as now:
        told = [
            now.served.caller(hand).send("POST", f"{now.t}{BOARD}/rulings", asked) for hand in (chief, other, chief)
        ]
        keys = [one.body.get("envelope_key") for one in told]
        assert keys[0] == keys[2] is not None
        assert keys[1] is None
        assert now.kinds().count("GameAdjourned") == 1
