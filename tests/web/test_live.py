"""The wires: journal lines as they come, without loss and without repetition."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from a2wsgi.asgi_typing import Receive, Scope, Send, SendEvent

from arbiter.desk.desk import Desk
from arbiter.desk.desks import Desks
from arbiter.rulings.board.claims import CallArbiter, OfferDraw, Resign
from arbiter.rulings.board.play import PlayMove
from arbiter.rulings.entries import OpenTournament
from arbiter.rulings.rounds.pairing import PairRound, PostponeGame, StartRound, UndoRound
from arbiter.rulings.time.clocks import StopHall
from arbiter.rulings.time.flags import NoteInterruption
from arbiter.settings import Settings
from arbiter.sides import Side
from arbiter.web.streams.event_streams import Live
from tests.hall import BY, WoundClock, office, person
from tests.waiting import PATIENCE
from tests.web.streams import Spectator, asked, following

MOVES = ("32-28", "19-23", "28x19", "14x23", "33-28", "23x32", "37x28")


def run(what: Coroutine[Any, Any, None]) -> None:
    asyncio.run(what)


async def the_rest(scope: Scope, receive: Receive, send: Send) -> None:
    """What stands behind the wires: says that it was asked."""
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def nobody_hears(message: SendEvent) -> None:
    """Where the answer to somebody else goes."""


@pytest.fixture
def desks(tmp_path: Path) -> Iterator[Desks]:
    opened = office(tmp_path, WoundClock())
    yield opened
    opened.close()


@pytest.fixture
def desk(desks: Desks) -> Desk:
    """A tournament whose first round is going."""
    desk = desks.open(OpenTournament(name="Club open"))
    for number in (1, 2, 3, 4):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    return desk


def live(desks: Desks, **changed: Any) -> Live:
    return Live(desks, the_rest, Settings(**changed), pace=0.01)


def play(desk: Desk, *moves: str, board: int = 1) -> None:
    for move in moves:
        ply = desk.state.game(1, board).ply
        desk.submit(PlayMove(round=1, board=board, ply=ply, move=move, by=BY))


def test_a_line_comes_with_its_number_and_the_board_after_it(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        async with following(live(desks)) as (spectator, _):
            await asyncio.to_thread(play, desk, "32-28")
            (message,) = await spectator.have(1)

            assert spectator.status == 200
            assert spectator.headers["content-type"].startswith("text/event-stream")
            assert (message.id, message.event) == (desk.state.version, "line")
            assert (message.data["kind"], message.data["round"], message.data["board"]) == ("MovePlayed", 1, 1)
            assert message.data["game"]["moves"] == ["32-28"]
            assert "legal" not in message.data["game"]

    run(follow())


def test_a_draft_is_not_told_on_a_wire(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        async with following(live(desks)) as (spectator, _):
            desk.submit(UndoRound(round=1, by=BY, confirmed=True, reason="drawn anew"))
            desk.submit(PairRound(by=BY, draft=True))
            await asyncio.to_thread(desk.submit, PostponeGame(round=1, board=1, by=BY, until="Friday", reason="ill"))
            messages = await spectator.have(3)

            assert [message.data["kind"] for message in messages] == ["RoundUndone", "RoundPaired", "GamePostponed"]
            assert [message.data["game"] for message in messages] == [None, None, None]

    run(follow())


def test_who_has_moved_is_answered_before_those_who_watch(desks: Desks, desk: Desk) -> None:
    order: list[str] = []

    async def a_move(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.to_thread(play, desk, "32-28")
        await asyncio.sleep(0.05)
        order.append("answered")

    async def follow() -> None:
        wires = Live(desks, a_move, Settings(), head_start=60)
        async with following(wires) as (spectator, _):
            told = asyncio.create_task(spectator.have(1))
            told.add_done_callback(lambda _: order.append("told"))
            await wires(asked(method="POST"), spectator.receive, spectator.send)
            await told

            assert order == ["answered", "told"]

    run(follow())


def test_a_request_of_two_lines_is_two_messages(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        async with following(live(desks)) as (spectator, _):
            await asyncio.to_thread(desk.submit, Resign(round=1, board=1, by=BY))
            await asyncio.to_thread(desk.submit, NoteInterruption(alive=desk.state.at))
            messages = await spectator.have(2)

            assert [message.data["kind"] for message in messages] == ["GameEnded", "ServiceInterrupted"]
            assert messages[0].data["game"]["result"] == "0-2"
            assert (messages[1].data["round"], messages[1].data["game"]) == (None, None)

    run(follow())


def test_what_only_officials_may_know_of_is_told_without_its_name(desks: Desks) -> None:
    """A draw that is due is put before the arbiter; neither player and no spectator learns of it by the wire."""
    desk = desks.open(OpenTournament(name="Turkish", variant="turkish"))
    for number in (1, 2):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))
    play(desk, "a3-a4", "h6-h5", *(("a4-b4", "h5-g5", "b4-a4", "g5-h5") * 2)[:7])

    async def follow() -> None:
        async with following(live(desks), tournament=desk.id) as (spectator, _):
            await asyncio.to_thread(play, desk, "g5-h5")
            told = await spectator.have(2)

            assert [proposal.ground for proposal in desk.state.waiting] == ["repetition-turkish"]
            assert [message.data["kind"] for message in told] == ["MovePlayed", "Noted"]
            assert "repetition" not in str(told[1].data)

    run(follow())


def test_only_what_happens_in_the_tournament_followed_is_told(desks: Desks, desk: Desk) -> None:
    other = desks.open(OpenTournament(name="Other"))

    async def follow() -> None:
        async with following(live(desks)) as (spectator, _):
            await asyncio.to_thread(other.enter, person(1), BY)
            await asyncio.to_thread(play, desk, "32-28")
            messages = await spectator.have(1)

            assert [message.data["kind"] for message in messages] == ["MovePlayed"]

    run(follow())


@pytest.mark.parametrize("how", ["query", "header"])
def test_who_lost_the_wire_goes_on_from_the_last_line_without_loss_or_repetition(
    desks: Desks, desk: Desk, how: str
) -> None:
    async def follow() -> None:
        wires = live(desks)
        async with following(wires) as (spectator, _):
            await asyncio.to_thread(play, desk, *MOVES[:2])
            last = (await spectator.have(2))[-1].id
        await asyncio.to_thread(play, desk, *MOVES[2:5])
        query = f"after={last}" if how == "query" else "after=1"
        resumed = (
            following(wires, query=query) if how == "query" else following(wires, query=query, last_event_id=str(last))
        )
        async with resumed as (again, _):
            await asyncio.to_thread(play, desk, *MOVES[5:])
            messages = await again.have(5)

            assert last is not None
            assert [message.id for message in messages] == [last + number for number in range(1, 6)]
            assert messages[-1].data["game"]["moves"] == list(MOVES)

    run(follow())


def test_nothing_is_lost_or_repeated_while_moves_come_in_all_the_time(desks: Desks, desk: Desk) -> None:
    """Wires that open, resume and end while lines are being written see every line once."""

    async def follow() -> None:
        wires = live(desks)
        start = desk.state.version
        playing = asyncio.create_task(asyncio.to_thread(play, desk, *MOVES))
        seen: list[int | None] = []
        while len(seen) < len(MOVES):
            async with following(wires, query=f"after={start + len(seen)}") as (spectator, _):
                messages = await spectator.have(1)
                seen += [message.id for message in messages]
        await playing

        assert seen == [start + number for number in range(1, len(MOVES) + 1)]

    run(follow())


def test_a_line_that_is_held_back_is_not_told_again_to_who_has_it(desks: Desks, desk: Desk) -> None:
    """A line is told a moment after it is written; whoever resumes behind it meanwhile has it already."""

    async def follow() -> None:
        wires = Live(desks, the_rest, Settings(), head_start=60)
        async with following(wires):
            await asyncio.to_thread(play, desk, MOVES[0])
            has = desk.state.version
            async with following(wires, query=f"after={has}") as (resumed, _):
                await wires(asked(), resumed.receive, nobody_hears)  # tells what is held
                await asyncio.to_thread(play, desk, MOVES[1])
                await wires(asked(), resumed.receive, nobody_hears)
                await resumed.have(1)

                assert [message.id for message in resumed.messages] == [has + 1]

    run(follow())


def test_what_was_missed_comes_with_each_board_as_it_is_now(desks: Desks, desk: Desk) -> None:
    start = desk.state.version
    play(desk, "32-28", "19-23")
    play(desk, "33-29", board=2)

    async def follow() -> None:
        async with following(live(desks), query=f"after={start}") as (spectator, _):
            messages = await spectator.have(3)

            assert [message.data["game"] is not None for message in messages] == [False, True, True]
            assert messages[1].data["game"]["ply"] == 2

    run(follow())


@pytest.mark.parametrize("after", ["0", "99999"])
def test_who_was_away_for_too_long_loads_the_page_anew(desks: Desks, desk: Desk, after: str) -> None:
    async def follow() -> None:
        async with following(live(desks, wire_lines=3), query=f"after={after}") as (spectator, _):
            (first,) = await spectator.have(1)
            await asyncio.to_thread(play, desk, "32-28")
            second = (await spectator.have(2))[-1]

            assert (first.id, first.event) == (desk.state.version - 1, "reload")
            assert (second.id, second.event) == (desk.state.version, "line")

    run(follow())


def test_within_the_limit_nothing_has_to_be_loaded_anew(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        start = desk.state.version - 3
        async with following(live(desks, wire_lines=3), query=f"after={start}") as (spectator, _):
            assert [message.event for message in await spectator.have(3)] == ["line"] * 3

    run(follow())


@pytest.mark.parametrize(
    ("tournament", "query", "status", "code"),
    [
        ("nowhere", "", 404, "no_tournament"),
        ("club-open", "after=x", 400, "field_unreadable"),
        ("club-open", "after=-1", 400, "field_unreadable"),
        ("club-open", "after=" + "9" * 30, 400, "field_unreadable"),
    ],
)
def test_a_wire_that_cannot_be_is_refused_with_a_sentence(
    desks: Desks, desk: Desk, tournament: str, query: str, status: int, code: str
) -> None:
    async def follow() -> None:
        async with following(live(desks), tournament, query) as (spectator, wire):
            await wire

            assert (spectator.status, spectator.problem["code"]) == (status, code)
            assert spectator.headers["content-type"] == "application/problem+json"
            assert spectator.problem["detail"].endswith(".")

    run(follow())


@pytest.mark.parametrize("limit", ["wires", "wires_per_address"])
def test_one_spectator_too_many_is_asked_to_wait(desks: Desks, desk: Desk, limit: str) -> None:
    async def follow() -> None:
        wires = live(desks, **{limit: 2})
        async with following(wires), following(wires) as (second, leaving):
            async with following(wires) as (third, _):
                assert (third.status, third.problem["code"]) == (429, "too_many_wires")
            second.leaves.set()
            await leaving
            async with following(wires) as (fourth, _):
                assert fourth.status == 200

    run(follow())


def test_the_limit_of_one_address_is_not_that_of_another(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        wires = live(desks, wires_per_address=1)
        async with following(wires), following(wires, address="10.0.0.2") as (other, _):
            assert other.status == 200

    run(follow())


def test_a_tablet_gets_in_however_many_spectators_there_are(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        wires = Live(desks, the_rest, Settings(wires=1), known=lambda headers, _: headers.get("cookie") == "tablet")
        async with (
            following(wires),
            following(wires, cookie="tablet") as (tablet, _),
            following(wires, cookie="spectator") as (third, _),
        ):
            assert (tablet.status, third.status) == (200, 429)

    run(follow())


def test_who_has_signed_out_hears_no_more_as_an_official(desks: Desks, desk: Desk) -> None:
    """Whoever follows as a tablet or an official is asked again for their proofs once the register has changed."""
    signed_in = {"tablet", "official"}

    async def follow() -> None:
        wires = Live(
            desks, the_rest, Settings(), breath=0.05, known=lambda headers, _: headers.get("cookie") in signed_in
        )
        async with following(wires, cookie="tablet") as (tablet, _), following(wires, cookie="official") as (out, _):
            signed_in.remove("official")
            desks.register.set_setting("anything", "changed")
            async with asyncio.timeout(PATIENCE):
                await out.leaves.wait()
            assert (out.ended, tablet.ended) == (True, False)

    run(follow())


def test_a_reader_who_does_not_read_is_cut_and_nobody_waits_for_them(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        wires = Live(desks, the_rest, Settings(), waiting=100, pace=0.01)
        async with following(wires) as (slow, wire), following(wires) as (quick, _):
            slow.reads = False
            for number, move in enumerate(MOVES, start=1):
                await asyncio.to_thread(play, desk, move)
                await quick.have(number)
            async with asyncio.timeout(PATIENCE):
                await wire

            assert slow.ended
            assert sum(wires.addresses.values()) == 1

    run(follow())


def test_those_who_watch_hear_twice_a_second_of_all_that_happened(desks: Desks, desk: Desk) -> None:
    """The first line comes at once, the others together; a board comes with the last line about it."""

    async def follow() -> None:
        wires = Live(desks, the_rest, Settings(), head_start=0, pace=60)
        async with following(wires) as (spectator, _):
            await asyncio.to_thread(play, desk, MOVES[0])
            await spectator.have(1)
            await asyncio.to_thread(play, desk, *MOVES[1:4])
            await asyncio.to_thread(play, desk, "33-29", board=2)
            while len(wires._gathered[desk.id]) < 4:  # noqa: ASYNC110  # nobody says when
                await asyncio.sleep(0)
            at_once = len(spectator.messages)
            wires._pass_on(desk.id)
            told = await spectator.have(5)

            assert at_once == 1
            assert [message.data["game"] is not None for message in told] == [True, False, False, True, True]
            assert [message.data["game"]["ply"] for message in told[3:]] == [4, 1]

    run(follow())


def test_a_tablet_hears_of_each_line_at_once(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        wires = Live(desks, the_rest, Settings(), pace=60, known=lambda headers, _: headers.get("cookie") == "tablet")
        async with following(wires, cookie="tablet") as (tablet, _):
            await asyncio.to_thread(play, desk, *MOVES)

            assert len(await tablet.have(len(MOVES))) == len(MOVES)

    run(follow())


def test_who_sees_one_board_hears_of_that_board_and_of_the_hall(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        async with following(live(desks), query="board=2") as (spectator, _):
            await asyncio.to_thread(play, desk, "32-28", "19-23")
            await asyncio.to_thread(play, desk, "33-29", board=2)
            await asyncio.to_thread(desk.submit, StopHall(by=BY, reason="fire alarm"))
            told = await spectator.have(2)

            assert [(message.data["kind"], message.data["board"]) for message in told] == [
                ("MovePlayed", 2),
                ("HallStopped", None),
            ]

    run(follow())


def test_a_crowd_has_every_line_in_order_although_it_is_written_to_in_turns(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        wires = live(desks, wires_per_address=200)
        async with AsyncExitStack() as open_:
            crowd = [(await open_.enter_async_context(following(wires)))[0] for _ in range(150)]
            await asyncio.to_thread(play, desk, *MOVES)
            last = desk.state.version
            for spectator in crowd:
                messages = await spectator.have(len(MOVES))

                assert [message.id for message in messages] == list(range(last - len(MOVES) + 1, last + 1))

    run(follow())


def test_a_reader_who_breaks_the_wire_leaves_no_trace(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        wires = live(desks)
        async with following(wires) as (spectator, wire):
            spectator.leaves.set()
            async with asyncio.timeout(PATIENCE):
                await wire
        await asyncio.to_thread(play, desk, "32-28")

        assert sum(wires.addresses.values()) == 0
        assert not any(wires.wires.values())

    run(follow())


def test_a_silent_wire_says_that_it_is_alive(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        wires = Live(desks, the_rest, Settings(), breath=0.05)
        async with following(wires) as (spectator, _):
            await spectator.hear(b"event: alive")

    run(follow())


def test_a_wire_speaks_the_reader_s_language_and_codes_are_not_translated(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        wires = live(desks)
        async with following(wires, query="lang=nl") as (dutch, _), following(wires, query="lang=xx") as (english, _):
            await asyncio.to_thread(play, desk, "32-29")
            told = [(await spectator.have(1))[0].data["game"]["owed"] for spectator in (dutch, english)]

            assert {owed["code"] for owed in told} == {"wrong_direction_or_distance"}
            assert told[1]["sentence"].startswith("32-29 is not legal")

    run(follow())


def test_everything_else_is_left_to_the_application_behind(desks: Desks, desk: Desk) -> None:
    async def ask() -> None:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        async def receive() -> Any:
            raise AssertionError

        for method, path in (("POST", "/api/v1/tournaments/club-open/events"), ("GET", "/office")):
            await live(desks)(asked(path, method=method), receive, send)

        assert [message["status"] for message in sent if "status" in message] == [418, 418]

    run(ask())


def test_a_call_from_a_board_that_was_paired_away_is_told_without_the_board(desks: Desks) -> None:
    desk = desks.open(OpenTournament(name="Club open", system="manual"))
    for number in (1, 2, 3, 4):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY, pairs=((1, 2), (3, 4))))
    start = desk.state.version
    desk.submit(CallArbiter(round=1, board=2, by=BY))
    desk.submit(UndoRound(round=1, by=BY, confirmed=True, reason="drawn anew"))
    desk.submit(PairRound(by=BY, pairs=((1, 3),)))

    async def follow() -> None:
        async with following(live(desks), query=f"after={start}") as (spectator, _):
            messages = await spectator.have(3)

            assert [message.data["kind"] for message in messages] == ["ArbiterCalled", "RoundUndone", "RoundPaired"]
            assert messages[0].data["game"] is None

    run(follow())


def test_offers_are_told_too(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        async with following(live(desks)) as (spectator, _):
            await asyncio.to_thread(desk.submit, OfferDraw(round=1, board=2, by=BY))
            (message,) = await spectator.have(1)

            assert message.data["game"]["offers"] == [{"side": "white"}]

    run(follow())


def test_a_wire_that_breaks_is_cut_and_silences_nobody_else(
    desks: Desks, desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(Spectator):
        def get_write_buffer_size(self) -> int:
            raise RuntimeError("torn")

    async def follow() -> None:
        wires = live(desks)
        async with following(wires, end=Broken()), following(wires) as (other, _):
            await asyncio.to_thread(play, desk, "32-28", "19-23")
            await other.have(2)

            assert "a wire of club-open is cut" in caplog.text

    run(follow())


def test_a_round_is_followed_by_itself(desks: Desks, desk: Desk) -> None:
    async def follow() -> None:
        wires = live(desks)
        async with (
            following(wires, query="round=2") as (other, _),
            following(wires, query="round=1&board=2") as (one, _),
        ):
            await asyncio.to_thread(play, desk, "32-28")
            await asyncio.to_thread(play, desk, "33-29", board=2)
            await asyncio.to_thread(desk.submit, NoteInterruption(alive=desk.state.at))
            await one.have(2)
            await other.have(1)

            assert [message.data["board"] for message in one.messages] == [2, None]
            assert [message.data["kind"] for message in other.messages] == ["ServiceInterrupted"]

    run(follow())


def test_a_move_of_a_delayed_tournament_is_sent_when_it_is_old_enough(tmp_path: Path) -> None:
    clock = WoundClock()
    desks = office(tmp_path, clock)
    desk = desks.open(OpenTournament(name="Club open", settings={"live_delay": 15}))
    for number in (1, 2):
        desk.enter(person(number), BY)
    desk.submit(PairRound(by=BY))
    desk.submit(StartRound(round=1, by=BY))

    async def follow() -> None:
        wires = Live(desks, the_rest, Settings(), pace=0.01, release=0.01)
        async with following(wires) as (spectator, _), following(wires, query="brief=1") as (brief, _):
            clock.wait(minutes=1)
            await asyncio.to_thread(play, desk, "32-28")
            clock.wait(minutes=14, seconds=59)
            await asyncio.sleep(0)
            clock.wait(seconds=2)
            (shown,) = await spectator.have(1)

            assert (shown.event, shown.id) == ("board", None)
            assert shown.data["moves"] == ["32-28"]
            assert brief.messages == []
            await asyncio.to_thread(desk.submit, Resign(round=1, board=1, side=Side.BLACK, by=BY))
            _, ended = await spectator.have(2)
            assert (ended.data["kind"], ended.data["game"]["result"]) == ("GameEnded", "2-0")

    run(follow())
    desks.close()
