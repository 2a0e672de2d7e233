"""The four scenes through which a newcomer is led: they happen, whoever decides them, and the pages tell of them."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arbiter.demo.demonstration import LIVE_ROUND, PATIENCE_MS
from arbiter.demo.guide import Guide
from arbiter.demo.scenes import APPEAL_BOARD, CLAIM_BOARD, CLAIM_PLY, FLAG_BOARD, SCENE_BOARD, Status
from arbiter.pairing.table.points import Outcome
from arbiter.rulings.board.claims import Resign
from arbiter.rulings.referee.committee import DecideAppeal
from arbiter.rulings.referee.corrections import RuleResult
from arbiter.rulings.referee.proposals import DismissProposal, SignProposal
from arbiter.sides import MINUTE, Both, Side
from arbiter.tournament.past.draw_proof import looked_at, proofs
from tests.demo.show import Show
from tests.hall import ON_PAPER
from tests.service import HOUSE, free_port, service

FOUR = ("claim", "irregular", "appeal", "flag")
DRAWN = Both(Outcome.DRAWN, Outcome.DRAWN)


def statuses(show: Show) -> dict[str, Status]:
    """How far each scene has come."""
    guide = show.demonstration.guide
    return {scene.code: scene.status for scene in guide.scenes(show.desk.id, show.desk.state)}


def test_within_forty_minutes_of_the_hall_everything_has_happened(happened: Show) -> None:
    """That is eighty seconds of the world."""
    assert statuses(happened) == {
        "claim": Status.NOW,
        "irregular": Status.MET,
        "appeal": Status.NOW,
        "flag": Status.NOW,
    }


def test_the_claim_has_its_proof(happened: Show) -> None:
    """With the move that is announced, and has not been played, the position stands for the third time."""
    claim = next(p for p in happened.desk.state.waiting if p.kind == "claim")
    game = looked_at(happened.desk.state, claim)
    (proof,) = proofs(game, claim)

    assert (claim.board, claim.round, claim.ply) == (CLAIM_BOARD, LIVE_ROUND, CLAIM_PLY)
    assert happened.game(CLAIM_BOARD).ply == CLAIM_PLY
    assert (proof.number, proof.plies[-1]) == (3, CLAIM_PLY + 1)


def test_while_the_appeal_waits_the_result_is_provisional(happened: Show) -> None:
    (appeal,) = happened.desk.state.appeals
    result = happened.game(APPEAL_BOARD).result

    assert result is not None
    assert (appeal.board, appeal.side, appeal.asks, appeal.decided) == (APPEAL_BOARD, Side.WHITE, DRAWN, None)
    assert (result.outcome, result.because) == (Both(Outcome.LOST, Outcome.WON), "ruling")


def test_what_the_director_decides_stands(opened: Show) -> None:
    """An arbiter signs the flag, dismisses the claim, overturns the ruling; the demonstration goes on with that."""
    opened.go_on(40)
    for proposal in opened.desk.state.waiting:
        if proposal.kind == "flag":
            opened.desk.submit(SignProposal(proposal=proposal.number, by="chief"))
        else:
            opened.desk.submit(DismissProposal(proposal=proposal.number, by="chief", reason="not proved"))
    (appeal,) = opened.desk.state.appeals
    opened.desk.submit(
        DecideAppeal(appeal=appeal.number, overturned=True, by="chief", reason="the clock rang", members=ON_PAPER)
    )
    opened.go_on(10)
    results = {board: opened.game(board).result for board in (APPEAL_BOARD, FLAG_BOARD)}

    assert [result and result.outcome for result in results.values()] == [DRAWN, Both(Outcome.LOST, Outcome.WON)]
    assert opened.game(CLAIM_BOARD).ply > CLAIM_PLY
    assert {name for name, status in statuses(opened).items() if status is Status.MET} >= {"appeal", "flag"}


def test_what_nobody_decides_the_demonstration_does(opened: Show) -> None:
    opened.go_on(40 + PATIENCE_MS // MINUTE)

    assert set(statuses(opened).values()) == {Status.MET}
    assert opened.desk.state.waiting == ()
    assert [appeal.decided for appeal in opened.desk.state.appeals] == ["stands"]


def test_everything_is_still_to_come_unless_somebody_plays_it_away(opened: Show) -> None:
    assert statuses(opened) == dict.fromkeys(FOUR, Status.AHEAD)

    for board in (CLAIM_BOARD, SCENE_BOARD, FLAG_BOARD, APPEAL_BOARD):
        opened.desk.submit(Resign(round=LIVE_ROUND, board=board, by="visitor"))

    assert statuses(opened) == dict.fromkeys(FOUR, Status.PASSED)


def test_after_the_last_round_another_tournament_begins_with_the_scenes(opened: Show) -> None:
    first = opened.desk
    while opened.desk is first:
        for game in first.state.rounds[-1].games:
            if game.result is None:
                opened.desk.submit(
                    RuleResult(round=game.round, board=game.board, outcome=DRAWN, by="chief", reason="slip")
                )
        opened.go_on(6)
    assert len(first.state.rounds) == 7
    assert all(round.closed for round in first.state.rounds)

    opened.go_on(4 * 60)

    assert opened.demonstration.guide.newest == opened.desk.id != first.id
    assert opened.desk.state.rounds[0].started
    assert set(statuses(opened).values()) <= {Status.NOW, Status.MET}


def test_a_tournament_of_a_visitor_has_no_scenes(happened: Show) -> None:
    assert happened.demonstration.guide.scenes("club-open", happened.desk.state) == ()
    assert Guide().newest is None


@contextmanager
def demonstration() -> Iterator[str]:
    """The address of the real demonstration, once it has printed how to sign in."""
    port = free_port()
    command = [sys.executable, "-m", "arbiter", "serve", "--demo", "--port", str(port)]
    with subprocess.Popen(command, cwd=HOUSE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            next(line for line in process.stdout if "/sign-in/" in line)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def page(address: str) -> str:
    """What stands on that page."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        return str(answer.read().decode())


def test_the_pages_of_the_demonstration_say_what_to_look_at() -> None:
    """A newcomer who opens the address that was printed is led; the irregular capture is met within seconds."""
    with demonstration() as address:
        shown = page(address + "/")
        assert "What to watch" in shown
        for scene in ("an irregular capture", "a draw is claimed", "a flag falls", "an appeal"):
            assert scene in shown
        until = time.monotonic() + 60
        while 'data-key="irregular-now"' not in page(address + "/"):
            assert time.monotonic() < until, "the irregular capture has not been tried"
            time.sleep(0.5)

        assert f"/rounds/{LIVE_ROUND}/boards/{SCENE_BOARD}" in page(address)


def test_an_ordinary_hall_says_nothing_of_scenes(tmp_path: Path) -> None:
    with service(tmp_path) as served, served.caller(served.token()) as caller:
        id = caller.tournament(8)

        for place in ("/", f"/tournaments/{id}"):
            assert "What to watch" not in page(served.url + place)
